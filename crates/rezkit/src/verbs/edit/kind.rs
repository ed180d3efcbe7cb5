//! The types that text can become.

/// The types that text can become.
macro_rules! kinds {
    ($($Kind:ident)*; $($Llsd:ident)*) => {
        /// A type, by the name that Roblox gives it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Kind {
            $($Kind),*
        }

        impl Kind {
            pub(super) const NAMES: &[&str] = &[$(stringify!($Kind)),*];

            pub(super) fn of(name: &str) -> Option<Self> {
                match name {
                    $(stringify!($Kind) => Some(Self::$Kind),)*
                    _ => None,
                }
            }
        }

        /// The types of Roblox, and those of LLSD that have other names.
        pub(super) const ALL_NAMES: &[&str] = &[$(stringify!($Kind),)* $(stringify!($Llsd)),*];
        pub(super) const OF_LLSD: &[&str] = &["String", $(stringify!($Llsd)),*];
    };
}
kinds! {
    String ProtectedString BinaryString SharedString Bytecode Content ContentId Bool Int32 Int64 Float32 Float64 Enum
    BrickColor UDim UDim2 Ray Faces Axes Vector2 Vector3 Vector2int16 Vector3int16 Color3 Color3uint8 CFrame
    CFrameQuat OptionalCFrame Referent NumberRange NumberSequence ColorSequence Rect PhysicalProperties Font UniqueId
    SecurityCapabilities;
    Boolean Integer Real Uuid Date Uri Binary
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        Self::NAMES.get(self as usize).copied().unwrap_or_default()
    }

    /// What `print` calls values of it.
    pub(super) fn printed(self) -> &'static str {
        match self {
            Self::CFrameQuat | Self::OptionalCFrame => "CFrame",
            _ => self.name(),
        }
    }
}
