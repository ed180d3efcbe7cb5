//! What a property can be.

use super::text::{Name, Text};
use crate::mould::same::same;
use crate::{Same, Type};
use geom::{Pose, Vec2, Vec3};

/// The value of a property.
///
/// Its variants are named as Roblox names the types; [`Type::element`] is the name in the file.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[allow(missing_docs, reason = "the types of the variants say it")]
pub enum Value {
    String(Text),
    /// The source of a script.
    ProtectedString(Text),
    /// What the file has in base64.
    BinaryString(Box<[u8]>),
    Bool(bool),
    Int(i32),
    Int64(i64),
    Float(f32),
    Double(f64),
    /// The number of an item of an enumeration.
    Token(u32),
    /// The number of a colour. Written as `int`, so only a table of types gives it; see [`ReadOptions::types`](crate::ReadOptions::types).
    BrickColor(u32),
    SecurityCapabilities(u64),
    Vector2(Vec2),
    Vector3(Vec3),
    Vector2int16(Vector2int16),
    Vector3int16(Vector3int16),
    UDim(UDim),
    UDim2(UDim2),
    Rect(Rect),
    Ray(Box<Ray>),
    CFrame(Box<Pose>),
    /// A value that may be absent; today always a CFrame.
    Optional(Option<Box<Value>>),
    Color3(Color3),
    Color3uint8(Color3uint8),
    Axes(Axes),
    Faces(Faces),
    NumberRange(NumberRange),
    NumberSequence(Box<[NumberKeypoint]>),
    ColorSequence(Box<[ColorKeypoint]>),
    /// `None` where those of the material hold.
    PhysicalProperties(Option<Box<PhysicalProperties>>),
    ContentId(ContentId),
    Content(Content),
    Font(Box<Font>),
    Ref(Reference),
    /// The key of a [`SharedString`](crate::SharedString).
    SharedString(Text),
    /// The key of a [`SharedString`](crate::SharedString), for a property of its own type.
    NetAssetRef(Text),
    UniqueId(UniqueId),
    /// A folder, in settings files.
    QDir(Text),
    /// A font, in settings files.
    QFont(Text),
    /// What stands between the tags, as it is: the element is not known, or its content is broken.
    Raw(Text),
}

impl Value {
    /// What it is; `None` for [`Raw`](Self::Raw).
    #[must_use]
    #[rustfmt::skip] // a line a group
    pub fn kind(&self) -> Option<Type> {
        Some(match self {
            Self::String(_) => Type::String, Self::ProtectedString(_) => Type::ProtectedString,
            Self::BinaryString(_) => Type::BinaryString,
            Self::Bool(_) => Type::Bool, Self::Int(_) => Type::Int, Self::Int64(_) => Type::Int64,
            Self::Float(_) => Type::Float, Self::Double(_) => Type::Double, Self::Token(_) => Type::Token,
            Self::BrickColor(_) => Type::BrickColor, Self::SecurityCapabilities(_) => Type::SecurityCapabilities,
            Self::Vector2(_) => Type::Vector2, Self::Vector3(_) => Type::Vector3,
            Self::Vector2int16(_) => Type::Vector2int16, Self::Vector3int16(_) => Type::Vector3int16,
            Self::UDim(_) => Type::UDim, Self::UDim2(_) => Type::UDim2,
            Self::Rect(_) => Type::Rect, Self::Ray(_) => Type::Ray,
            Self::CFrame(_) => Type::CFrame, Self::Optional(_) => Type::Optional,
            Self::Color3(_) => Type::Color3, Self::Color3uint8(_) => Type::Color3uint8,
            Self::Axes(_) => Type::Axes, Self::Faces(_) => Type::Faces,
            Self::NumberRange(_) => Type::NumberRange, Self::NumberSequence(_) => Type::NumberSequence,
            Self::ColorSequence(_) => Type::ColorSequence,
            Self::PhysicalProperties(_) => Type::PhysicalProperties,
            Self::ContentId(_) => Type::ContentId, Self::Content(_) => Type::Content,
            Self::Font(_) => Type::Font, Self::Ref(_) => Type::Ref,
            Self::SharedString(_) => Type::SharedString, Self::NetAssetRef(_) => Type::NetAssetRef,
            Self::UniqueId(_) => Type::UniqueId, Self::QDir(_) => Type::QDir, Self::QFont(_) => Type::QFont,
            Self::Raw(_) => return None,
        })
    }
}

/// Plain records, each with its doc.
macro_rules! records {
    ($($(#[$doc:meta])+ $ty:ident { $($field:ident: $of:ty = $what:literal),+ $(,)? })*) => { $(
        $(#[$doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Default)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $ty {
            $(#[doc = $what] pub $field: $of,)+
        }
        same! { $ty { $($field),+ } }
    )* };
}
records! {
    /// Two small integers.
    Vector2int16 { x: i16 = "Along the first axis.", y: i16 = "Along the second axis." }
    /// Three small integers.
    Vector3int16 { x: i16 = "Along the first axis.", y: i16 = "Along the second axis.", z: i16 = "Along the third axis." }
    /// A length: a part of the container's, and pixels.
    UDim { scale: f32 = "The part.", offset: i32 = "The pixels." }
    /// A length along each axis.
    UDim2 { x: UDim = "Along the first axis.", y: UDim = "Along the second axis." }
    /// A rectangle.
    Rect { min: Vec2 = "The corner with the smaller coordinates.", max: Vec2 = "The other corner." }
    /// A point and a direction.
    Ray { origin: Vec3 = "Where it begins.", direction: Vec3 = "Where it goes." }
    /// A colour; 0 to 1, and beyond.
    Color3 { r: f32 = "Red.", g: f32 = "Green.", b: f32 = "Blue." }
    /// A colour of three bytes.
    Color3uint8 { r: u8 = "Red.", g: u8 = "Green.", b: u8 = "Blue." }
    /// A set of axes: X 1, Y 2, Z 4.
    Axes { bits: u32 = "The sum; above 7 there is nothing." }
    /// A set of faces: right 1, top 2, back 4, left 8, bottom 16, front 32.
    Faces { bits: u32 = "The sum; above 63 there is nothing." }
    /// Two bounds.
    NumberRange { min: f32 = "The lower one.", max: f32 = "The upper one." }
    /// A point of a number over time.
    NumberKeypoint { time: f32 = "0 to 1.", value: f32 = "The number.", envelope: f32 = "How far from it chance may lead." }
    /// A point of a colour over time.
    ColorKeypoint { time: f32 = "0 to 1.", color: Color3 = "The colour.", envelope: f32 = "Not used; 0." }
    /// What a part is made of, where that is not its material's.
    PhysicalProperties {
        density: f32 = "Mass for each cubic stud.",
        friction: f32 = "0 to 2.",
        elasticity: f32 = "0 to 1.",
        friction_weight: f32 = "How much its friction counts beside another's.",
        elasticity_weight: f32 = "How much its elasticity counts beside another's.",
        acoustic_absorption: Option<f32> = "How much sound it takes; before 2025 it is not there, and means 1.",
    }
    /// An id that no other instance has.
    UniqueId { random: u64 = "As the XML has it; the binary format holds it rotated left by one.", time: u32 = "When it was made.", index: u32 = "Counted within a session of Studio." }
}

impl From<Color3uint8> for Color3 {
    fn from(color: Color3uint8) -> Self {
        let [r, g, b] = [color.r, color.g, color.b].map(|byte| f32::from(byte) / 255.0);
        Self { r, g, b }
    }
}

/// A resource, as properties of type ContentId name it.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ContentId {
    /// None.
    #[default]
    Null,
    /// At this address.
    Url(Text),
    /// Of old files: means none today.
    Binary(Text),
    /// Of old files: means none today.
    Hash(Text),
}

impl ContentId {
    /// The address, if there is one.
    #[must_use]
    pub fn url(&self) -> Option<&Text> {
        match self {
            Self::Url(url) => Some(url),
            _ => None,
        }
    }
}

/// A resource, as properties of type Content name it.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Content {
    /// None.
    #[default]
    Null,
    /// At this address.
    Uri(Name),
    /// An item of the document.
    Object(Reference),
}

impl Value {
    /// What the element is called that has it in an optional value.
    pub(crate) fn element_inside(&self) -> &'static str {
        match self {
            // Studio gives this one another name than a property of its type.
            Self::CFrame(_) => "CFrame",
            // The element that says which of two types it is.
            Self::ContentId(_) => "ContentId",
            Self::BrickColor(_) => "BrickColor",
            _ => self.kind().map_or("", Type::element),
        }
    }
}

/// An item of one document.
///
/// Numbers are not used again: that of an item that was removed means none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ItemId(pub(crate) u32);

impl ItemId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a property points at.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Reference {
    /// Nothing.
    #[default]
    Null,
    /// An item of the document.
    Item(ItemId),
    /// A referent that no item has.
    Unresolved(Name),
}

impl Reference {
    /// The item, if there is one.
    #[must_use]
    pub fn item(&self) -> Option<ItemId> {
        match self {
            Self::Item(item) => Some(*item),
            _ => None,
        }
    }
}

/// A typeface.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Font {
    /// The file that lists its faces.
    pub family: ContentId,
    /// 100 to 900, and whatever else a file has.
    pub weight: u32,
    /// Upright or not.
    pub style: FontStyle,
    /// The file of this very face, where Roblox has it at hand.
    pub cached_face_id: Option<ContentId>,
}

/// The one that Roblox takes for an empty element.
impl Default for Font {
    fn default() -> Self {
        Self {
            family: ContentId::Url("rbxasset://fonts/families/SourceSansPro.json".into()),
            weight: 400,
            style: FontStyle::Normal,
            cached_face_id: None,
        }
    }
}

/// Whether a face is upright.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FontStyle {
    /// It is.
    #[default]
    Normal,
    /// It is not.
    Italic,
    /// Another word.
    Other(Text),
}

same! {
    Vec2 { x, y }
    Vec3 { x, y, z }
    Font { family, weight, style, cached_face_id }
    enum FontStyle { Normal, Italic, Other(name) }
    enum ContentId { Null, Url(url), Binary(text), Hash(text) }
    enum Content { Null, Uri(uri), Object(reference) }
    enum Reference { Null, Item(item), Unresolved(referent) }
    enum Value {
        String(value), ProtectedString(value), BinaryString(value), Bool(value), Int(value), Int64(value),
        Float(value), Double(value), Token(value), BrickColor(value), SecurityCapabilities(value),
        Vector2(value), Vector3(value), Vector2int16(value), Vector3int16(value), UDim(value), UDim2(value),
        Rect(value), Ray(value), CFrame(value), Optional(value), Color3(value), Color3uint8(value),
        Axes(value), Faces(value), NumberRange(value), NumberSequence(value), ColorSequence(value),
        PhysicalProperties(value), ContentId(value), Content(value), Font(value), Ref(value),
        SharedString(value), NetAssetRef(value), UniqueId(value), QDir(value), QFont(value), Raw(value),
    }
}

impl Same for ItemId {
    fn difference(&self, other: &Self) -> Option<String> {
        (self != other).then(|| format!(": {self:?} is not {other:?}"))
    }
}

impl Same for Pose {
    fn difference(&self, other: &Self) -> Option<String> {
        (self.position, self.rotation.rows).difference(&(other.position, other.rotation.rows))
    }
}

/// `From` for the values that have a type of their own.
macro_rules! from {
    ($($ty:ty => $variant:ident),* $(,)?) => { $(
        impl From<$ty> for Value {
            fn from(value: $ty) -> Self {
                Self::$variant(value.into())
            }
        }
    )* };
}
from! {
    &str => String, String => String, Text => String, Vec<u8> => BinaryString,
    bool => Bool, i32 => Int, i64 => Int64, f32 => Float, f64 => Double,
    Vec2 => Vector2, Vec3 => Vector3, Vector2int16 => Vector2int16, Vector3int16 => Vector3int16,
    UDim => UDim, UDim2 => UDim2, Rect => Rect, Ray => Ray, Pose => CFrame,
    Color3 => Color3, Color3uint8 => Color3uint8, Axes => Axes, Faces => Faces,
    NumberRange => NumberRange, Vec<NumberKeypoint> => NumberSequence, Vec<ColorKeypoint> => ColorSequence,
    ContentId => ContentId, Content => Content, Font => Font, Reference => Ref, UniqueId => UniqueId,
}

impl From<ItemId> for Value {
    fn from(item: ItemId) -> Self {
        Self::Ref(Reference::Item(item))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_value_stays_small() {
        assert_eq!(size_of::<super::Value>(), 24, "a place has millions");
    }
}
