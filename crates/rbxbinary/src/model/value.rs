//! A single value of a column.

use super::kinds::with_kinds;
use super::strings::Escaped;
use super::{
    ColorKeypoint, Content, Font, NumberKeypoint, NumberRange, PhysicalProperties, Ray, Referent, Rotation,
    RotationId, SharedIndex, UniqueId,
};
use geom::{Mat3, Pose, Quat, Vec2, Vec3};
use std::fmt;

/// Wraps a field of a value for `Debug`: bytes are shown as text, other fields as they are.
macro_rules! shown {
    (bytes: $part:expr) => {
        &Escaped($part)
    };
    (code: $part:expr) => {
        &Escaped($part)
    };
    ($other:ident: $part:expr) => {
        $part
    };
}

macro_rules! values {
    ($($(#[$doc:meta])+ $id:literal $keep:ident $Kind:ident($($part:ident: $ty:ty = $least:expr),+)
        $Column:ty: $read:ident, $write:ident;)*) => {
        /// One value of a column.
        ///
        /// The `as_…` methods are lenient: files from different years store the same property in different types, and each
        /// method accepts all types with the same meaning. For other types they return `None`.
        #[derive(Clone, Copy, PartialEq)]
        #[non_exhaustive]
        pub enum Value<'a> {
            $($(#[$doc])+ $Kind($($ty),+),)*
        }

        /// The type of a value, with its number in the file.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub(crate) enum Type {
            $($Kind = $id,)*
        }

        impl Type {
            /// The type with this number; `None` if it is not known.
            pub(crate) fn from_id(type_id: u8) -> Option<Self> {
                match type_id {
                    $($id => Some(Self::$Kind),)*
                    // Any other byte.
                    _ => None,
                }
            }

            pub(crate) fn name(self) -> &'static str {
                match self {
                    $(Self::$Kind => stringify!($Kind),)*
                }
            }

            /// The neutral value: zero, empty, or none.
            pub(crate) fn least(self) -> Value<'static> {
                match self {
                    $(Self::$Kind => Value::$Kind($($least),+),)*
                }
            }
        }

        /// The derived output, but with bytes as text.
        impl fmt::Debug for Value<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$Kind($($part),+) => {
                        f.debug_tuple(stringify!($Kind))$(.field(shown!($part: $part)))+.finish()
                    })*
                }
            }
        }

        impl Value<'_> {
            #[inline]
            pub(crate) fn ty(&self) -> Type {
                match self {
                    $(Self::$Kind(..) => Type::$Kind,)*
                }
            }
        }
    };
}
with_kinds!(values);

impl<'a> Value<'a> {
    /// The bytes of a string, of compiled code, or of a content URI. For shared strings, use
    /// [`Instance::bytes`](crate::Instance::bytes).
    #[must_use]
    pub fn as_bytes(self) -> Option<&'a [u8]> {
        match self {
            Self::String(bytes) | Self::Bytecode(bytes) | Self::Content(Content::Uri(bytes)) => Some(bytes),
            Self::Content(Content::None) => Some(b""),
            _ => None,
        }
    }

    /// [`as_bytes`](Self::as_bytes) as text, if the bytes are UTF-8.
    #[must_use]
    pub fn as_str(self) -> Option<&'a str> {
        std::str::from_utf8(self.as_bytes()?).ok()
    }

    /// The value of a Bool.
    #[must_use]
    pub fn as_bool(self) -> Option<bool> {
        if let Self::Bool(byte) = self { Some(byte != 0) } else { None }
    }

    /// An integer of either width.
    #[must_use]
    pub fn as_i64(self) -> Option<i64> {
        match self {
            Self::Int32(number) => Some(number.into()),
            Self::Int64(number) => Some(number),
            _ => None,
        }
    }

    /// A float of either width.
    #[must_use]
    pub fn as_f64(self) -> Option<f64> {
        match self {
            Self::Float32(number) => Some(number.into()),
            Self::Float64(number) => Some(number),
            _ => None,
        }
    }

    /// The number of an enum item, which old files store as Int32 or BrickColor.
    #[must_use]
    pub fn as_enum(self) -> Option<u32> {
        match self {
            Self::Enum(number) | Self::BrickColor(number) => Some(number),
            Self::Int32(number) => u32::try_from(number).ok(),
            _ => None,
        }
    }

    /// Red, green and blue of a Color3 or Color3uint8, usually from 0 to 1. For the palette number of a BrickColor, use
    /// [`as_enum`](Self::as_enum).
    #[must_use]
    pub fn as_color(self) -> Option<[f32; 3]> {
        match self {
            Self::Color3(color) => Some(color),
            Self::Color3uint8(color) => Some(color.map(|channel| f32::from(channel) / 255.0)),
            _ => None,
        }
    }

    /// A vector of three components, of floats or integers.
    #[must_use]
    pub fn as_vec3(self) -> Option<Vec3> {
        match self {
            Self::Vector3(vector) => Some(vector),
            Self::Vector3int16(vector) => Some(Vec3::from_array(vector.map(f32::from))),
            _ => None,
        }
    }

    /// A vector of two components, of floats or integers.
    #[must_use]
    pub fn as_vec2(self) -> Option<Vec2> {
        match self {
            Self::Vector2(vector) => Some(vector),
            Self::Vector2int16(vector) => Some(Vec2::from_array(vector.map(f32::from))),
            _ => None,
        }
    }

    /// The rotation and position of a value of any CFrame type.
    #[must_use]
    pub fn as_pose(self) -> Option<Pose> {
        let (rotation, position) = match self {
            Self::CFrame(rotation, position) | Self::OptionalCFrame(Some((rotation, position))) => {
                (rotation.matrix(), position)
            }
            Self::CFrameQuat(rotation, position) => (rotation.matrix(), position),
            _ => return None,
        };
        Some(Pose { rotation, position })
    }

    /// The instance that a Referent or Content value refers to; `None` for [`Referent::NONE`].
    #[must_use]
    pub fn as_referent(self) -> Option<Referent> {
        match self {
            Self::Referent(referent) | Self::Content(Content::Object(referent)) => {
                Some(referent).filter(|referent| !referent.is_none())
            }
            _ => None,
        }
    }
}
