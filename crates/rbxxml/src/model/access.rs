//! What a value is, for those who do not care how exactly it is stored.

use super::text::Text;
use super::value::ItemId;
use super::value::{Color3, Content, ContentId, Reference, Value};
use geom::{Pose, Vec2, Vec3};

impl Value {
    /// A text: a string, the source of a script, an address, a word of a settings file.
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

    /// A text that is UTF-8.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        self.as_text()?.to_str()
    }

    /// The bytes of a text or a binary string. Those of a shared string, [`Document::bytes`](crate::Document::bytes) has.
    #[must_use]
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match self {
            Self::BinaryString(bytes) => Some(bytes),
            _ => self.as_text().map(Text::as_bytes),
        }
    }

    /// A truth value.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// A whole number of any width, an enumeration's or a colour's too.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match *self {
            Self::Int(value) => Some(value.into()),
            Self::Int64(value) => Some(value),
            Self::Token(value) | Self::BrickColor(value) => Some(value.into()),
            Self::SecurityCapabilities(value) => i64::try_from(value).ok(),
            _ => None,
        }
    }

    /// A number, whole or not.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        match *self {
            Self::Float(value) => Some(value.into()),
            Self::Double(value) => Some(value),
            Self::Int(value) => Some(value.into()),
            Self::Token(value) => Some(value.into()),
            _ => None,
        }
    }

    /// The number of an item of an enumeration.
    #[must_use]
    pub fn as_enum(&self) -> Option<u32> {
        match *self {
            Self::Token(value) => Some(value),
            Self::Int(value) => u32::try_from(value).ok(),
            _ => None,
        }
    }

    /// Two numbers.
    #[must_use]
    pub fn as_vec2(&self) -> Option<Vec2> {
        match *self {
            Self::Vector2(value) => Some(value),
            Self::Vector2int16(value) => Some(Vec2::new(value.x.into(), value.y.into())),
            _ => None,
        }
    }

    /// Three numbers.
    #[must_use]
    pub fn as_vec3(&self) -> Option<Vec3> {
        match *self {
            Self::Vector3(value) => Some(value),
            Self::Vector3int16(value) => Some(Vec3::new(value.x.into(), value.y.into(), value.z.into())),
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
    pub fn as_color(&self) -> Option<Color3> {
        match *self {
            Self::Color3(value) => Some(value),
            Self::Color3uint8(value) => Some(value.into()),
            _ => None,
        }
    }

    /// The item that it points at.
    #[must_use]
    pub fn as_item(&self) -> Option<ItemId> {
        self.reference()?.item()
    }

    /// Where it points, if it is of a type that points.
    #[must_use]
    pub fn reference(&self) -> Option<&Reference> {
        match self.or_inner() {
            Self::Ref(reference) | Self::Content(Content::Object(reference)) => Some(reference),
            _ => None,
        }
    }

    /// As [`reference`](Self::reference), to change it.
    #[must_use]
    pub fn reference_mut(&mut self) -> Option<&mut Reference> {
        let value = match self {
            Self::Optional(Some(value)) => &mut **value,
            value => value,
        };
        match value {
            Self::Ref(reference) | Self::Content(Content::Object(reference)) => Some(reference),
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

    /// The value in an optional one, or itself.
    fn or_inner(&self) -> &Self {
        match self {
            Self::Optional(Some(value)) => value,
            value => value,
        }
    }
}
