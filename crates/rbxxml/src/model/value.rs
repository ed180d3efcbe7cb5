//! Values of properties.

use super::text::{Name, Text};
use crate::common::error::{Error, Place};
use crate::error::ErrorKind;
use crate::types::with_types;
use crate::wire::{BASE64, Type, is_space};
use base64::Engine;
use geom::{Pose, Same, Vec2, Vec3, same};
use std::fmt;
use std::str::FromStr;

macro_rules! values {
    ($($(#[$doc:meta])* $ty:ident($Inner:ty): $written:literal from $($spelt:literal)|+,
        $read:ident, $pass:ident $write:ident($($how:ident),*);)*) => {
        /// The value of a property.
        ///
        /// The variants have Roblox's names for the types; [`Type::element`] returns the name of the element in files.
        #[derive(Debug, Clone, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[non_exhaustive]
        #[allow(missing_docs, reason = "the names and types of the variants say it")]
        pub enum Value {
            $($(#[$doc])* $ty($Inner),)*
            /// The source text between the tags, if the element is unknown or its content is malformed.
            Raw(Text),
        }

        same! { enum Value { $($ty(value),)* Raw(value) } }

        impl Value {
            /// The type; `None` for [`Raw`](Self::Raw).
            #[must_use]
            pub fn kind(&self) -> Option<Type> {
                match self {
                    $(Self::$ty(_) => Some(Type::$ty),)*
                    Self::Raw(_) => None,
                }
            }

            /// The neutral value of a type: zero, empty, or none.
            ///
            /// ```
            /// use rbxxml::{Type, Value};
            ///
            /// assert_eq!(Value::least(Type::Int32), Value::Int32(0));
            /// ```
            #[must_use]
            pub fn least(ty: Type) -> Self {
                match ty {
                    $(Type::$ty => Self::$ty(Default::default()),)*
                }
            }
        }
    };
}
with_types!(values);

/// Defines records with public fields.
macro_rules! records {
    ($($(#[$doc:meta])+ $ty:ident { $($field:ident: $of:ty = $what:literal),+ $(,)? })*) => { $(
        $(#[$doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Default)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $ty {
            $(#[doc = $what] pub $field: $of,)+
        }

        impl $ty {
            /// Makes the value from its parts.
            #[must_use]
            pub const fn new($($field: $of),+) -> Self {
                Self { $($field),+ }
            }
        }
        same! { $ty { $($field),+ } }
    )* };
}
records! {
    /// A point and a direction.
    Ray { origin: Vec3 = "The start.", direction: Vec3 = "The direction, whose length counts." }
    /// A range of numbers.
    NumberRange { min: f32 = "The lower bound.", max: f32 = "The upper bound." }
    /// A point of a [`Value::NumberSequence`].
    NumberKeypoint { time: f32 = "0 to 1.", value: f32 = "The number.", envelope: f32 = "How far random values may lie from it." }
    /// A point of a [`Value::ColorSequence`].
    ColorKeypoint { time: f32 = "0 to 1.", color: [f32; 3] = "Red, green and blue.", envelope: f32 = "Unused; 0." }
    /// Physical properties that replace those of the material.
    PhysicalProperties {
        density: f32 = "The mass of a cubic stud.",
        friction: f32 = "0 to 2.",
        elasticity: f32 = "0 to 1.",
        friction_weight: f32 = "The weight of its friction in a contact.",
        elasticity_weight: f32 = "The weight of its elasticity in a contact.",
        acoustic_absorption: Option<f32> = "The fraction of sound that it absorbs; absent in files from before 2025, which means 1.",
    }
    /// A globally unique id of an instance.
    UniqueId { random: u64 = "The random part as in XML; the binary format has it rotated left by one bit.", time: u32 = "When the id was made, in seconds since 2021.", index: u32 = "A counter within a session of Studio." }
}

/// Formats the id as 32 hexadecimal digits, as in files.
///
/// ```
/// let id: rbxxml::UniqueId = "0000000000000001000000020000000a".parse()?;
/// assert_eq!((id.random, id.time, id.index), (1, 2, 10));
/// assert_eq!(id.to_string(), "0000000000000001000000020000000a");
/// # Ok::<(), rbxxml::Error>(())
/// ```
impl fmt::Display for UniqueId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}{:08x}{:08x}", self.random, self.time, self.index)
    }
}

impl FromStr for UniqueId {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::from_digits(text.as_bytes())
            .ok_or_else(|| Error::new(Place::Input(0), ErrorKind::Malformed { expected: Self::EXPECTED }))
    }
}

impl UniqueId {
    /// The description of a valid id, for messages.
    pub(crate) const EXPECTED: &'static str = "32 hexadecimal digits";

    /// Builds the id from 16 hexadecimal digits of the random part, 8 of the time and 8 of the index.
    pub(crate) fn from_digits(digits: &[u8]) -> Option<Self> {
        let (random, rest) = digits.split_at_checked(16)?;
        let (time, index) = rest.split_at_checked(8).filter(|(_, index)| index.len() == 8)?;
        let number = |digits: &[u8]| {
            // The loop avoids a branch per digit: `hexadecimal` gives more than four bits for bytes that are not
            // digits.
            let add = |(sum, all): (u64, u8), digit: &u8| {
                let digit = hexadecimal(*digit);
                (sum << 4 | u64::from(digit & 0xf), all | digit)
            };
            let (sum, all) = digits.iter().fold((0, 0), add);
            (all <= 0xf).then_some(sum)
        };
        let short = |digits| number(digits).and_then(|number| u32::try_from(number).ok());
        Some(Self { random: number(random)?, time: short(time)?, index: short(index)? })
    }
}

/// The value of a hexadecimal digit; more than 15 for other bytes.
fn hexadecimal(byte: u8) -> u8 {
    let (digit, letter) = (byte.wrapping_sub(b'0'), (byte | 0x20).wrapping_sub(b'a'));
    match (digit, letter) {
        (..10, _) => digit,
        (_, ..6) => letter.wrapping_add(10),
        _ => u8::MAX,
    }
}

/// The address of an asset. This is the older of two types for assets.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ContentId {
    /// No asset.
    #[default]
    None,
    /// The address, such as `rbxassetid://1234`.
    Url(Text),
    /// A file in base64. Models of 2007 to 2009 embed pictures in this way; current versions of Roblox read it as null.
    Binary(Text),
    /// The hash of a file, also from models of 2007 to 2009; current versions of Roblox read it as null.
    Hash(Text),
}

impl ContentId {
    /// The embedded file; `None` if there is none, or if it is not base64.
    #[must_use]
    pub fn embedded(&self) -> Option<Vec<u8>> {
        let Self::Binary(text) = self else { return None };
        let digits: Vec<u8> = text.as_bytes().iter().copied().filter(|byte| !is_space(*byte)).collect();
        BASE64.decode(digits).ok()
    }

    /// The address, if there is one.
    #[must_use]
    pub fn url(&self) -> Option<&Text> {
        match self {
            Self::Url(url) => Some(url),
            _ => None,
        }
    }
}

/// An asset. This is the newer of two types, which can also refer to an instance.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Content {
    /// No asset.
    #[default]
    None,
    /// The address, such as `rbxassetid://1234`.
    Uri(Name),
    /// An item of the document.
    Object(Reference),
}

impl Value {
    /// The name of the value's element if it is the value of an optional property.
    pub(crate) fn element_inside(&self) -> &'static str {
        match self {
            // Studio uses another name here than for a property of this type.
            Self::CFrame(_) => "CFrame",
            // Unlike `Content`, this name distinguishes the two types.
            Self::ContentId(_) => "ContentId",
            Self::BrickColor(_) => "BrickColor",
            // All others have one name.
            _ => self.kind().map_or("", Type::element),
        }
    }
}

/// The number of an item in its document.
///
/// Numbers are not reused: the number of a removed item stays invalid. Reading a file numbers its items in file order,
/// from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ItemId(pub(crate) u32);

impl ItemId {
    /// The number itself, for lists that are parallel to the document.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The value of a property that can refer to an item.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Reference {
    /// No item.
    #[default]
    None,
    /// An item of the document.
    Item(ItemId),
    /// A referent that no item of the document has.
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
    /// The asset that lists the faces of the family.
    pub family: ContentId,
    /// The weight, normally 100 to 900.
    pub weight: u32,
    /// The style.
    pub style: FontStyle,
    /// The asset of this face, which Studio stores as a cache.
    pub cached_face_id: Option<ContentId>,
}

/// The font that Roblox uses for an empty element.
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

/// The style of a font.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FontStyle {
    /// Upright.
    #[default]
    Normal,
    /// Slanted.
    Italic,
    /// Another word.
    Other(Text),
}

same! {
    Font { family, weight, style, cached_face_id }
    enum FontStyle { Normal, Italic, Other(name) }
    enum ContentId { None, Url(url), Binary(text), Hash(text) }
    enum Content { None, Uri(uri), Object(reference) }
    enum Reference { None, Item(item), Unresolved(referent) }
}

impl Same for ItemId {
    fn difference(&self, other: &Self) -> Option<String> {
        (self != other).then(|| format!(": {self:?} is not {other:?}"))
    }
}

/// Implements `From` for types that only one variant has.
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
    &str => String, String => String, Text => String, &[u8] => BinaryString, Vec<u8> => BinaryString,
    bool => Bool, i32 => Int32, i64 => Int64, f32 => Float32, f64 => Float64,
    Vec2 => Vector2, Vec3 => Vector3,
    (f32, i32) => UDim, [(f32, i32); 2] => UDim2,
    [f32; 4] => Rect, Ray => Ray, Pose => CFrame,
    [f32; 3] => Color3, [u8; 3] => Color3uint8,
    NumberRange => NumberRange, Vec<NumberKeypoint> => NumberSequence, Vec<ColorKeypoint> => ColorSequence,
    ContentId => ContentId, Content => Content, Font => Font, Reference => Referent, UniqueId => UniqueId,
}

impl From<ItemId> for Reference {
    fn from(item: ItemId) -> Self {
        Self::Item(item)
    }
}

impl From<PhysicalProperties> for Value {
    fn from(own: PhysicalProperties) -> Self {
        Self::PhysicalProperties(Some(own.into()))
    }
}

impl From<ItemId> for Value {
    fn from(item: ItemId) -> Self {
        Self::Referent(Reference::Item(item))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_value_stays_small() {
        assert_eq!(size_of::<super::Value>(), 24, "a place has millions");
    }
}
