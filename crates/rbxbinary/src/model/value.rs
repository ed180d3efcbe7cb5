//! A single value of a column.

use super::{
    ColorKeypoint, Content, Font, NumberKeypoint, NumberRange, PhysicalProperties, Ray, Referent, Rotation,
    SharedIndex, UniqueId, Values,
};
use geom::{Mat3, Pose, Quat, Vec2, Vec3};

/// One value of a column.
///
/// The `as_…` methods are lenient: files from different years store the same property in different types, and each
/// method accepts all types with the same meaning. For other types they return `None`.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Value<'a> {
    /// A string of arbitrary bytes, usually UTF-8.
    String(&'a [u8]),
    /// A Boolean; any value except 0 is true.
    Bool(u8),
    /// A 32-bit integer.
    Int32(i32),
    /// A 32-bit float.
    Float32(f32),
    /// A 64-bit float.
    Float64(f64),
    /// Scale and offset.
    UDim(f32, i32),
    /// Scales and offsets: x, y.
    UDim2([f32; 2], [i32; 2]),
    /// A ray.
    Ray(Ray),
    /// Bits for right, top, back, left, bottom, front, lowest bit first.
    Faces(u8),
    /// Bits for x, y, z, lowest bit first.
    Axes(u8),
    /// A palette number.
    BrickColor(u32),
    /// Red, green, blue.
    Color3([f32; 3]),
    /// A vector of two floats.
    Vector2(Vec2),
    /// A vector of three floats.
    Vector3(Vec3),
    /// A vector of two 16-bit integers.
    Vector2int16([i16; 2]),
    /// Rotation and position.
    CFrame(Rotation<Mat3>, Vec3),
    /// Rotation by a quaternion, and position.
    CFrameQuat(Rotation<Quat>, Vec3),
    /// The number of an enum item.
    Enum(u32),
    /// A reference to an instance.
    Referent(Referent),
    /// A vector of three 16-bit integers.
    Vector3int16([i16; 3]),
    /// The keypoints of a sequence of numbers.
    NumberSequence(&'a [NumberKeypoint]),
    /// The keypoints of a sequence of colours.
    ColorSequence(&'a [ColorKeypoint]),
    /// A range of numbers.
    NumberRange(NumberRange),
    /// Minimum x and y, maximum x and y.
    Rect([f32; 4]),
    /// Physical properties. `Err` holds the flags of a value that uses those of the material: 0, or 2 if the program
    /// supports acoustics.
    PhysicalProperties(Result<PhysicalProperties, u8>),
    /// Red, green, blue as bytes.
    Color3uint8([u8; 3]),
    /// A 64-bit integer.
    Int64(i64),
    /// A shared string; look it up in [`Model::shared_strings`](crate::Model::shared_strings).
    SharedString(SharedIndex),
    /// Compiled Luau code.
    Bytecode(&'a [u8]),
    /// Rotation and position, or none.
    OptionalCFrame(Option<(Rotation<Mat3>, Vec3)>),
    /// The unique id of an instance.
    UniqueId(UniqueId),
    /// A font.
    Font(Font<'a>),
    /// A set of capabilities, one bit each.
    SecurityCapabilities(u64),
    /// The source of some content.
    Content(Content<'a>),
}

impl Values {
    /// The value at `index`; `None` if it is out of range or the values are not decoded.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Value<'_>> {
        Some(match self {
            Self::Absent | Self::Raw { .. } => return None,
            Self::String(all) => Value::String(all.get(index)?),
            Self::Bool(all) => Value::Bool(*all.get(index)?),
            Self::Int32(all) => Value::Int32(*all.get(index)?),
            Self::Float32(all) => Value::Float32(*all.get(index)?),
            Self::Float64(all) => Value::Float64(*all.get(index)?),
            Self::UDim { scale, offset } => Value::UDim(*scale.get(index)?, *offset.get(index)?),
            Self::UDim2 { scale, offset } => Value::UDim2(scale.get(index)?, offset.get(index)?),
            Self::Ray(all) => Value::Ray(*all.get(index)?),
            Self::Faces(all) => Value::Faces(*all.get(index)?),
            Self::Axes(all) => Value::Axes(*all.get(index)?),
            Self::BrickColor(all) => Value::BrickColor(*all.get(index)?),
            Self::Color3(all) => Value::Color3(all.get(index)?),
            Self::Vector2(all) => Value::Vector2(Vec2::from_array(all.get(index)?)),
            Self::Vector3(all) => Value::Vector3(Vec3::from_array(all.get(index)?)),
            Self::Vector2int16(all) => Value::Vector2int16(*all.get(index)?),
            Self::CFrame(all) => {
                all.get(index).map(|(rotation, position)| Value::CFrame(rotation, position))?
            }
            Self::CFrameQuat(all) => {
                all.get(index).map(|(rotation, position)| Value::CFrameQuat(rotation, position))?
            }
            Self::Enum(all) => Value::Enum(*all.get(index)?),
            Self::Referent(all) => Value::Referent(*all.get(index)?),
            Self::Vector3int16(all) => Value::Vector3int16(*all.get(index)?),
            Self::NumberSequence(all) => Value::NumberSequence(all.get(index)?),
            Self::ColorSequence(all) => Value::ColorSequence(all.get(index)?),
            Self::NumberRange(all) => Value::NumberRange(*all.get(index)?),
            Self::Rect(all) => Value::Rect(all.get(index)?),
            Self::PhysicalProperties(all) => Value::PhysicalProperties(all.get(index)?),
            Self::Color3uint8(all) => Value::Color3uint8(all.get(index)?),
            Self::Int64(all) => Value::Int64(*all.get(index)?),
            Self::SharedString(all) => Value::SharedString(*all.get(index)?),
            Self::Bytecode(all) => Value::Bytecode(all.get(index)?),
            Self::OptionalCFrame { frames, present } => Value::OptionalCFrame(
                frames.get(index).filter(|_| present.get(index).is_some_and(|is| *is != 0)),
            ),
            Self::UniqueId(all) => Value::UniqueId(all.get(index)?),
            Self::Font(all) => Value::Font(all.get(index)?),
            Self::SecurityCapabilities(all) => Value::SecurityCapabilities(*all.get(index)?),
            Self::Content(all) => Value::Content(all.get(index)?),
        })
    }
}

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

    /// Rotation and position of a value of any CFrame type.
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
