//! Values of properties and attributes, the same for both encodings.

mod debug;
mod kinds;

pub use self::kinds::{Kind, Value};
pub(super) use self::kinds::{alike, with_alike, with_alike_attributes, with_alike_everywhere};

use super::Id;
use geom::{Pose, Vec2, Vec3};
use rbxbinary::{ColorKeypoint, NumberKeypoint, NumberRange, PhysicalProperties, Ray, UniqueId};
use std::borrow::Cow;

/// The target of a reference.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Target {
    /// No target.
    #[default]
    None,
    /// An instance.
    Instance(Id),
    /// An instance that does not exist in the file.
    Missing,
}

impl Target {
    /// The instance that is the target, if there is one in the file.
    #[must_use]
    pub fn id(self) -> Option<Id> {
        if let Self::Instance(id) = self { Some(id) } else { None }
    }
}

impl From<Option<Id>> for Target {
    fn from(id: Option<Id>) -> Self {
        id.map_or(Self::None, Self::Instance)
    }
}

/// An asset or an instance.
#[derive(Clone, Default, PartialEq)]
#[non_exhaustive]
pub enum Content<'a> {
    /// Nothing.
    #[default]
    None,
    /// The address of an asset.
    Uri(Cow<'a, [u8]>),
    /// An instance.
    Object(Target),
    /// An unknown kind of source, as its number in binary files.
    Other(i32),
}

/// A typeface.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct Font<'a> {
    /// The address of the font family.
    pub family: Cow<'a, [u8]>,
    /// The weight: 100 to 900; 400 is normal.
    pub weight: u32,
    /// The style.
    pub style: FontStyle<'a>,
    /// The address of the face that the engine last resolved; empty for none.
    pub cached_face: Cow<'a, [u8]>,
}

impl<'a> Font<'a> {
    /// Creates a typeface from the address of its family.
    #[must_use]
    pub fn new(
        family: impl Into<Cow<'a, [u8]>>,
        weight: u32,
        style: FontStyle<'a>,
        cached_face: impl Into<Cow<'a, [u8]>>,
    ) -> Self {
        Self { family: family.into(), weight, style, cached_face: cached_face.into() }
    }
}

/// The style of a typeface, in the form that the file has.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum FontStyle<'a> {
    /// The number of an item of `FontStyle`: 0 for normal, 1 for italic.
    Number(u8),
    /// A word other than `Normal` and `Italic`, in XML.
    Word(Cow<'a, [u8]>),
}

impl FontStyle<'_> {
    /// Upright.
    pub const NORMAL: Self = Self::Number(0);
    /// Italic.
    pub const ITALIC: Self = Self::Number(1);
}

/// Bytes that a file stores once and several properties may refer to.
#[derive(Clone, PartialEq)]
pub struct Shared<'a> {
    /// The bytes; `None` if the reference is to a string that the file lacks.
    pub content: Option<Cow<'a, [u8]>>,
    /// The index among the shared strings of the file; `usize::MAX` for bytes that no file has yet.
    #[doc(hidden)]
    pub number: usize,
}

/// Wraps bytes that no file has yet.
impl<'a, C: Into<Cow<'a, [u8]>>> From<C> for Shared<'a> {
    fn from(content: C) -> Self {
        Self { content: Some(content.into()), number: usize::MAX }
    }
}

fn owned(bytes: Cow<'_, [u8]>) -> Cow<'static, [u8]> {
    Cow::Owned(bytes.into_owned())
}

impl Shared<'_> {
    fn into_owned(self) -> Shared<'static> {
        Shared { content: self.content.map(owned), number: self.number }
    }
}

/// Access to the value by its type. Each method `as_…` returns `None` for all other kinds.
impl<'a> Value<'a> {
    /// The same value, with copies of all bytes that it borrows.
    #[must_use]
    pub fn into_owned(self) -> Value<'static> {
        with_alike! { alike (same Value, Value, self, {
            Value::Bool(value) => Value::Bool(value),
            Value::BrickColor(number) => Value::BrickColor(number),
            Value::Ray(ray) => Value::Ray(ray),
            Value::Faces(bits) => Value::Faces(bits),
            Value::Axes(bits) => Value::Axes(bits),
            Value::CFrame(pose) => Value::CFrame(pose),
            Value::CFrameQuat(pose) => Value::CFrameQuat(pose),
            Value::OptionalCFrame(pose) => Value::OptionalCFrame(pose),
            Value::Referent(target) => Value::Referent(target),
            Value::PhysicalProperties(own) => Value::PhysicalProperties(own),
            Value::NumberKeypoint(point) => Value::NumberKeypoint(point),
            Value::ColorKeypoint(point) => Value::ColorKeypoint(point),
            Value::Region3(corners) => Value::Region3(corners),
            Value::Region3int16(corners) => Value::Region3int16(corners),
            Value::Path2DControlPoint(point) => Value::Path2DControlPoint(point),
            Value::TweenInfo(tween) => Value::TweenInfo(tween),
            Value::String(bytes) => Value::String(owned(bytes)),
            Value::ProtectedString(bytes) => Value::ProtectedString(owned(bytes)),
            Value::BinaryString(bytes) => Value::BinaryString(owned(bytes)),
            Value::Bytecode(bytes) => Value::Bytecode(owned(bytes)),
            Value::QDir(bytes) => Value::QDir(owned(bytes)),
            Value::QFont(bytes) => Value::QFont(owned(bytes)),
            Value::Source(bytes) => Value::Source(owned(bytes)),
            Value::ContentId(address) => Value::ContentId(address.map(owned)),
            Value::OldContent(name, text) => Value::OldContent(name, owned(text)),
            Value::EnumItem(name, number) => Value::EnumItem(owned(name), number),
            Value::Optional(inner) => Value::Optional(Box::new(inner.into_owned())),
            Value::SharedString(shared) => Value::SharedString(shared.into_owned()),
            Value::NetAssetRef(shared) => Value::NetAssetRef(shared.into_owned()),
            Value::NumberSequence(points) => Value::NumberSequence(Cow::Owned(points.into_owned())),
            Value::ColorSequence(points) => Value::ColorSequence(Cow::Owned(points.into_owned())),
            Value::Content(content) => Value::Content(match content {
                Content::Uri(uri) => Content::Uri(owned(uri)),
                Content::None => Content::None,
                Content::Object(target) => Content::Object(target),
                Content::Other(number) => Content::Other(number),
            }),
            Value::Font(Font { family, weight, style, cached_face }) => Value::Font(Font {
                family: owned(family),
                weight,
                style: match style {
                    FontStyle::Number(number) => FontStyle::Number(number),
                    FontStyle::Word(word) => FontStyle::Word(owned(word)),
                },
                cached_face: owned(cached_face),
            }),
        }) }
    }

    /// The bytes of a value that is text of any kind, such as a string, the source of a script, an address,
    /// or a shared string.
    #[must_use]
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match self {
            Self::SharedString(shared) | Self::NetAssetRef(shared) => shared.content.as_deref(),
            _ => self.text().map(|text| &**text),
        }
    }

    /// The text of [`as_bytes`](Self::as_bytes), if it is UTF-8.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        std::str::from_utf8(self.as_bytes()?).ok()
    }

    /// The value of a Bool.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(value) = *self { Some(value) } else { None }
    }

    /// An integer of any kind.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match *self {
            Self::Int32(number) => Some(number.into()),
            Self::Int64(number) => Some(number),
            Self::Enum(number) | Self::BrickColor(number) => Some(number.into()),
            Self::SecurityCapabilities(set) => i64::try_from(set).ok(),
            _ => None,
        }
    }

    /// A number of any kind that an f64 can represent exactly.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        match *self {
            Self::Float32(number) => Some(number.into()),
            Self::Float64(number) => Some(number),
            Self::Int32(number) => Some(number.into()),
            Self::Enum(number) => Some(number.into()),
            _ => None,
        }
    }

    /// The number of an enum item or of a palette colour; files may also store these as other kinds of
    /// integers.
    #[must_use]
    pub fn as_enum(&self) -> Option<u32> {
        u32::try_from(self.as_i64()?).ok()
    }

    /// A vector with two components.
    #[must_use]
    pub fn as_vec2(&self) -> Option<Vec2> {
        match *self {
            Self::Vector2(vector) => Some(vector),
            Self::Vector2int16(vector) => Some(Vec2::from_array(vector.map(f32::from))),
            _ => None,
        }
    }

    /// A vector with three components.
    #[must_use]
    pub fn as_vec3(&self) -> Option<Vec3> {
        match *self {
            Self::Vector3(vector) => Some(vector),
            Self::Vector3int16(vector) => Some(Vec3::from_array(vector.map(f32::from))),
            _ => None,
        }
    }

    /// A position and a rotation.
    #[must_use]
    pub fn as_pose(&self) -> Option<Pose> {
        match *self {
            Self::CFrame(pose) | Self::CFrameQuat(pose) => Some(pose),
            Self::OptionalCFrame(pose) => pose,
            _ => None,
        }
    }

    /// A colour: red, green and blue, usually from 0 to 1.
    #[must_use]
    pub fn as_color(&self) -> Option<[f32; 3]> {
        match *self {
            Self::Color3(color) => Some(color),
            Self::Color3uint8(color) => Some(color.map(|channel| f32::from(channel) / 255.0)),
            _ => None,
        }
    }

    /// The instance that the value refers to.
    #[must_use]
    pub fn as_id(&self) -> Option<Id> {
        match self {
            Self::Referent(target) | Self::Content(Content::Object(target)) => target.id(),
            _ => None,
        }
    }

    /// The bytes of a value that is text or unstructured data.
    pub(crate) fn text(&self) -> Option<&Cow<'a, [u8]>> {
        match self {
            Self::String(text) | Self::ProtectedString(text) | Self::BinaryString(text) => Some(text),
            Self::Bytecode(text) | Self::QDir(text) | Self::QFont(text) => Some(text),
            Self::ContentId(Some(text)) | Self::Content(Content::Uri(text)) => Some(text),
            Self::ContentId(None) | Self::Content(Content::None) => Some(&Cow::Borrowed(b"")),
            _ => None,
        }
    }

    /// The file that is embedded in a content value written before 2010; `None` if there is none, or if it is
    /// damaged.
    #[doc(hidden)]
    pub fn embedded(&self) -> Option<Vec<u8>> {
        match self {
            Self::OldContent("binary", text) => rbxxml::ContentId::Binary(text.as_ref().into()).embedded(),
            _ => None,
        }
    }

    /// The number of the value's type in binary files; `None` if these have no such type.
    #[doc(hidden)]
    pub fn type_id(&self) -> Option<u8> {
        Some(self.kind().in_data()).filter(|number| *number != 0)
    }

    /// Converts the value to a type of binary files, if nothing is lost by it. A value whose kind has this
    /// type is returned unchanged.
    #[doc(hidden)]
    pub fn of_type(self, type_id: u8) -> Option<Self> {
        match self {
            value if value.type_id() == Some(type_id) => Some(value),
            Self::OldContent(..) => None,
            value => value.cast(Kind::of_data(type_id)?),
        }
    }

    /// Returns true if this is a content value without an asset or an instance.
    #[doc(hidden)]
    pub fn is_null(&self) -> bool {
        matches!(self, Self::ContentId(None) | Self::Content(Content::None))
    }

    /// Converts the value to another kind, if nothing is lost by it.
    #[must_use]
    pub fn cast(self, to: Kind) -> Option<Self> {
        if self.kind() == to {
            return Some(self);
        }
        if let Some(text) = self.text()
            // A content is an address and no text, but for one that is nothing.
            && (self.kind() != Kind::Content
                || matches!(to, Kind::String | Kind::SharedString) && self.is_null())
        {
            let text = || text.clone();
            match to {
                Kind::String => return Some(Self::String(text())),
                Kind::ProtectedString => return Some(Self::ProtectedString(text())),
                Kind::BinaryString => return Some(Self::BinaryString(text())),
                Kind::Bytecode => return Some(Self::Bytecode(text())),
                Kind::QDir => return Some(Self::QDir(text())),
                Kind::QFont => return Some(Self::QFont(text())),
                Kind::SharedString => return Some(Self::SharedString(text().into())),
                Kind::NetAssetRef => return Some(Self::NetAssetRef(text().into())),
                Kind::ContentId | Kind::OldContent => {
                    return Some(Self::ContentId(Some(text()).filter(|text| !text.is_empty())));
                }
                // A text is no number.
                _ => {}
            }
        }
        Some(match (self, to) {
            (Self::ContentId(None), Kind::Content) => Self::Content(Content::None),
            (Self::ContentId(Some(text)) | Self::String(text), Kind::Content) => {
                Self::Content(if text.is_empty() { Content::None } else { Content::Uri(text) })
            }
            (Self::Content(Content::Uri(uri)), Kind::String) => Self::String(uri),
            (Self::Content(Content::Uri(uri)), Kind::ContentId) => Self::ContentId(Some(uri)),
            (Self::Content(Content::None), Kind::ContentId) => Self::ContentId(None),
            (Self::SharedString(shared), Kind::NetAssetRef) => Self::NetAssetRef(shared),
            (Self::NetAssetRef(shared), Kind::SharedString) => Self::SharedString(shared),
            (Self::OptionalCFrame(Some(pose)), Kind::CFrame) => Self::CFrame(pose),
            (Self::CFrame(pose), Kind::OptionalCFrame) => Self::OptionalCFrame(Some(pose)),
            (Self::CFrame(pose), Kind::CFrameQuat) => Self::CFrameQuat(pose),
            (Self::Int32(number), Kind::Int64) => Self::Int64(number.into()),
            (Self::Int32(number), Kind::Enum) => Self::Enum(u32::try_from(number).ok()?),
            (Self::Int32(number), Kind::Float64) => Self::Float64(number.into()),
            (Self::Int64(number), Kind::Int32) => Self::Int32(i32::try_from(number).ok()?),
            (Self::Enum(number), Kind::Int32) => Self::Int32(i32::try_from(number).ok()?),
            (Self::Enum(number), Kind::BrickColor) => Self::BrickColor(number),
            (Self::Float32(number), Kind::Float64) => Self::Float64(number.into()),
            (Self::Int32(number), Kind::Float32) => Self::Float32(short(number.into())?),
            (Self::Float64(number), Kind::Float32) => Self::Float32(short(number)?),
            (Self::Color3uint8(color), Kind::Color3) => {
                Self::Color3(color.map(|channel| f32::from(channel) / 255.0))
            }
            // No other kinds say the same.
            _ => return None,
        })
    }
}

/// Converts a number to 32 bits, if it stays the same.
#[expect(clippy::cast_possible_truncation, reason = "a number that is rounded is not taken")]
fn short(number: f64) -> Option<f32> {
    let short = number as f32;
    (f64::from(short).to_bits() == number.to_bits()).then_some(short)
}

macro_rules! from {
    ($($from:ty: |$value:ident| $to:expr;)*) => { $(
        impl<'a> From<$from> for Value<'a> {
            fn from($value: $from) -> Self {
                $to
            }
        }
    )* };
}
from! {
    bool: |value| Self::Bool(value);
    i32: |value| Self::Int32(value);
    i64: |value| Self::Int64(value);
    f32: |value| Self::Float32(value);
    f64: |value| Self::Float64(value);
    Vec2: |value| Self::Vector2(value);
    Vec3: |value| Self::Vector3(value);
    Pose: |value| Self::CFrame(value);
    Id: |value| Self::Referent(Target::Instance(value));
    &'a str: |value| Self::String(value.as_bytes().into());
    String: |value| Self::String(value.into_bytes().into());
    &'a [u8]: |value| Self::String(value.into());
    Vec<u8>: |value| Self::String(value.into());
    UniqueId: |value| Self::UniqueId(value);
    [u8; 3]: |value| Self::Color3uint8(value);
    [f32; 3]: |value| Self::Color3(value);
    [f32; 4]: |value| Self::Rect(value);
    (f32, i32): |value| Self::UDim(value);
    [(f32, i32); 2]: |value| Self::UDim2(value);
    Ray: |value| Self::Ray(value);
    NumberRange: |value| Self::NumberRange(value);
    PhysicalProperties: |value| Self::PhysicalProperties(Some(value));
    Vec<NumberKeypoint>: |value| Self::NumberSequence(value.into());
    Vec<ColorKeypoint>: |value| Self::ColorSequence(value.into());
    Content<'a>: |value| Self::Content(value);
    Font<'a>: |value| Self::Font(value);
}

/// Returns true if two values mean the same to the engine: it reads all kinds of text alike, and ignores the
/// cached face of a font.
pub(crate) fn is_same(one: &Value<'_>, other: &Value<'_>) -> bool {
    if let (Some(one), Some(other)) = (one.as_bytes(), other.as_bytes()) {
        return one == other;
    }
    match (one, other) {
        (Value::Font(one), Value::Font(other)) => {
            (&one.family, one.weight, &one.style) == (&other.family, other.weight, &other.style)
        }
        _ => one == other,
    }
}
