//! The kinds of values: one list, with what each is in data, in XML and in text.

use super::Value;

/// Makes the list of kinds. Those of the first group can be said in text; the others are only found in files.
macro_rules! kinds {
    (
        $($(#[$doc:meta])+ $Kind:ident $data:literal $printed:literal;)*
        =
        $($(#[$other_doc:meta])+ $Other:ident $other_data:literal;)*
    ) => {
        /// What a [`Value`] is: the list of all that the two encodings have, by the names that Roblox gives them.
        ///
        /// ```
        /// use rezkit::roblox::{Kind, Value};
        ///
        /// assert_eq!(Value::from(true).kind(), Kind::Bool);
        /// assert_eq!(Kind::of_name("Vector3"), Some(Kind::Vector3));
        /// assert_eq!(Kind::Vector3.name(), "Vector3");
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Kind {
            $($(#[$doc])+ $Kind,)*
            $($(#[$other_doc])+ $Other,)*
        }

        impl Kind {
            /// The names of the kinds that text can be made of, in the order of the list.
            pub const NAMES: &[&str] = &[$(stringify!($Kind)),*];

            /// Its name, such as `Vector3`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Kind => stringify!($Kind),)*
                    $(Self::$Other => stringify!($Other),)*
                }
            }

            /// The kind with this name, if a text can be one.
            #[must_use]
            pub fn of_name(name: &str) -> Option<Self> {
                match name {
                    $(stringify!($Kind) => Some(Self::$Kind),)*
                    _ => None,
                }
            }

            /// What `print` calls values of it.
            pub(crate) const fn printed(self) -> &'static str {
                match self {
                    $(Self::$Kind => $printed,)*
                    _ => "",
                }
            }

            /// The number of its type in binary files, which several kinds share; 0 if these have none.
            pub(crate) const fn in_data(self) -> u8 {
                match self {
                    $(Self::$Kind => $data,)*
                    $(Self::$Other => $other_data,)*
                }
            }

            /// The first kind with this number.
            pub(crate) fn of_data(number: u8) -> Option<Self> {
                let all = [$(Self::$Kind),*];
                all.into_iter().find(|kind| kind.in_data() == number)
            }
        }

        impl Value<'_> {
            /// What it is.
            #[must_use]
            pub const fn kind(&self) -> Kind {
                match self {
                    $(Self::$Kind { .. } => Kind::$Kind,)*
                    $(Self::$Other { .. } => Kind::$Other,)*
                }
            }
        }
    };
}
kinds! {
    /// Text, or any bytes.
    String 0x01 "String";
    /// The source of a script; in binary files, a string.
    ProtectedString 0x01 "ProtectedString";
    /// Bytes; in binary files, a string.
    BinaryString 0x01 "BinaryString";
    /// Bytes that several properties may share.
    SharedString 0x1c "SharedString";
    /// Compiled code; in XML, bytes.
    Bytecode 0x1d "Bytecode";
    /// An asset or an instance: the newer of two kinds.
    Content 0x22 "Content";
    /// The address of an asset; in binary files, a string.
    ContentId 0x01 "ContentId";
    /// Yes or no.
    Bool 0x02 "Bool";
    /// A whole number.
    Int32 0x03 "Int32";
    /// A whole number of 64 bits.
    Int64 0x1b "Int64";
    /// A number.
    Float32 0x04 "Float32";
    /// A number of 64 bits.
    Float64 0x05 "Float64";
    /// The number of an enum item.
    Enum 0x12 "Enum";
    /// The number of a colour of the palette; in XML, a whole number.
    BrickColor 0x0b "BrickColor";
    /// Scale and offset.
    UDim 0x06 "UDim";
    /// Scale and offset for each axis.
    UDim2 0x07 "UDim2";
    /// A point and a direction.
    Ray 0x08 "Ray";
    /// Some of six faces.
    Faces 0x09 "Faces";
    /// Some of three axes.
    Axes 0x0a "Axes";
    /// Two numbers.
    Vector2 0x0d "Vector2";
    /// Three numbers.
    Vector3 0x0e "Vector3";
    /// Two whole numbers.
    Vector2int16 0x0f "Vector2int16";
    /// Three whole numbers.
    Vector3int16 0x14 "Vector3int16";
    /// Red, green, blue.
    Color3 0x0c "Color3";
    /// Red, green, blue as bytes.
    Color3uint8 0x1a "Color3uint8";
    /// Position and rotation.
    CFrame 0x10 "CFrame";
    /// Position and rotation, the rotation as a quaternion in binary files.
    CFrameQuat 0x11 "CFrame";
    /// Position and rotation, or none.
    OptionalCFrame 0x1e "CFrame";
    /// An instance.
    Referent 0x13 "Referent";
    /// The lowest and the highest of some numbers.
    NumberRange 0x17 "NumberRange";
    /// Numbers over time.
    NumberSequence 0x15 "NumberSequence";
    /// Colours over time.
    ColorSequence 0x16 "ColorSequence";
    /// Two corners.
    Rect 0x18 "Rect";
    /// What replaces the properties of a material.
    PhysicalProperties 0x19 "PhysicalProperties";
    /// A typeface.
    Font 0x20 "Font";
    /// What stays the same when an instance is moved and renamed.
    UniqueId 0x1f "UniqueId";
    /// A set of capabilities.
    SecurityCapabilities 0x21 "SecurityCapabilities";
    /// A point of a curve with its tangents, in attributes.
    Path2DControlPoint 0 "Path2DControlPoint";
    /// How something changes over time, in attributes.
    TweenInfo 0 "TweenInfo";
    =
    /// A shared string with an asset, in XML.
    NetAssetRef 0x1c;
    /// An asset as old XML files have it.
    OldContent 0x01;
    /// A folder, in settings files.
    QDir 0x01;
    /// A font, in settings files.
    QFont 0x01;
    /// A value that may be none, in XML, other than a CFrame.
    Optional 0;
    /// What cannot be read, as it is written in XML.
    Source 0;
    /// An enum and the number of its item, in attributes.
    EnumItem 0;
    /// A point of numbers over time, in attributes.
    NumberKeypoint 0;
    /// A point of colours over time, in attributes.
    ColorKeypoint 0;
    /// Two corners in space, in attributes.
    Region3 0;
    /// Two corners in space of whole numbers, in attributes.
    Region3int16 0;
}
