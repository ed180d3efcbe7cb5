//! Access to values, whatever their exact type.

use super::text::Text;
use super::value::{Content, ContentId, ItemId, Reference, Value};
use geom::{Pose, Vec2, Vec3};

impl Value {
    /// The text of a string, a script source or an address, or a text in a settings file.
    #[must_use]
    pub fn as_text(&self) -> Option<&Text> {
        match self {
            Self::String(text)
            | Self::ProtectedString(text)
            | Self::QDir(text)
            | Self::QFont(text)
            | Self::ContentId(ContentId::Url(text)) => Some(text),
            Self::Content(Content::Uri(uri)) => Some(uri),
            _ => None,
        }
    }

    /// Returns the text like [`as_text`](Self::as_text), if it is UTF-8.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        self.as_text()?.as_str()
    }

    /// The bytes of a text or a binary string. For shared strings, use [`Document::bytes`](crate::Document::bytes).
    #[must_use]
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match self {
            Self::BinaryString(bytes) => Some(bytes),
            _ => self.as_text().map(Text::as_bytes),
        }
    }

    /// A boolean.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// An integer of any width, including enum items and palette numbers.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match *self {
            Self::Int32(value) => Some(value.into()),
            Self::Int64(value) => Some(value),
            Self::Enum(value) | Self::BrickColor(value) => Some(value.into()),
            Self::SecurityCapabilities(value) => i64::try_from(value).ok(),
            _ => None,
        }
    }

    /// The value of a number of any type, as a 64-bit float.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        match *self {
            Self::Float32(value) => Some(value.into()),
            Self::Float64(value) => Some(value),
            Self::Int32(value) => Some(value.into()),
            Self::Enum(value) => Some(value.into()),
            _ => None,
        }
    }

    /// The number of an enum item or of a palette colour, which files may also store as an integer.
    #[must_use]
    pub fn as_enum(&self) -> Option<u32> {
        match *self {
            Self::Enum(value) | Self::BrickColor(value) => Some(value),
            Self::Int32(value) => u32::try_from(value).ok(),
            _ => None,
        }
    }

    /// A vector of two floats or integers.
    #[must_use]
    pub fn as_vec2(&self) -> Option<Vec2> {
        match *self {
            Self::Vector2(value) => Some(value),
            Self::Vector2int16(value) => Some(Vec2::from_array(value.map(f32::from))),
            _ => None,
        }
    }

    /// A vector of three floats or integers.
    #[must_use]
    pub fn as_vec3(&self) -> Option<Vec3> {
        match *self {
            Self::Vector3(value) => Some(value),
            Self::Vector3int16(value) => Some(Vec3::from_array(value.map(f32::from))),
            _ => None,
        }
    }

    /// A CFrame, optional or not.
    #[must_use]
    pub fn as_pose(&self) -> Option<Pose> {
        match self.or_inner() {
            Self::CFrame(pose) => Some(**pose),
            _ => None,
        }
    }

    /// A colour of floats or of bytes.
    #[must_use]
    pub fn as_color(&self) -> Option<[f32; 3]> {
        match *self {
            Self::Color3(value) => Some(value),
            Self::Color3uint8(value) => Some(value.map(|byte| f32::from(byte) / 255.0)),
            _ => None,
        }
    }

    /// The item that the value refers to.
    #[must_use]
    pub fn as_item(&self) -> Option<ItemId> {
        self.reference()?.item()
    }

    /// The reference, if the type of the value is one that can refer to items.
    #[must_use]
    pub fn reference(&self) -> Option<&Reference> {
        match self.or_inner() {
            Self::Referent(reference) | Self::Content(Content::Object(reference)) => Some(reference),
            _ => None,
        }
    }

    /// Returns the reference like [`reference`](Self::reference), mutably.
    #[must_use]
    pub fn reference_mut(&mut self) -> Option<&mut Reference> {
        match self.or_inner_mut() {
            Self::Referent(reference) | Self::Content(Content::Object(reference)) => Some(reference),
            _ => None,
        }
    }

    /// The key of a shared string.
    #[must_use]
    pub fn shared_key(&self) -> Option<&Text> {
        match self.or_inner() {
            Self::SharedString(key) | Self::NetAssetRef(key) => Some(key),
            _ => None,
        }
    }

    /// Returns the key like [`shared_key`](Self::shared_key), mutably.
    #[must_use]
    pub fn shared_key_mut(&mut self) -> Option<&mut Text> {
        match self.or_inner_mut() {
            Self::SharedString(key) | Self::NetAssetRef(key) => Some(key),
            _ => None,
        }
    }

    fn or_inner_mut(&mut self) -> &mut Self {
        match self {
            Self::Optional(Some(value)) => value,
            value => value,
        }
    }

    /// The value inside an optional value; other values unchanged.
    fn or_inner(&self) -> &Self {
        match self {
            Self::Optional(Some(value)) => value,
            value => value,
        }
    }
}
