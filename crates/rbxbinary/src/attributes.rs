//! Attributes: the string properties `AttributesSerialize` and `PropertiesSerialize`.
//!
//! Type numbers, and the order of fields in keypoints and fonts, differ from those of columns.

mod read;
mod write;

use crate::model::{
    ColorKeypoint, Name, NumberKeypoint, NumberRange, PhysicalProperties, Ray, Referent, Rotation,
};
use geom::{Vec2, Vec3, same};

/// The attributes of one instance, in file order.
///
/// ```
/// use rbxbinary::{Attribute, Attributes};
///
/// let (attributes, error) = Attributes::read(b"\x01\0\0\0\x05\0\0\0Speed\x06\0\0\0\0\0\0\xf0\x3f");
/// assert_eq!(error, None);
/// assert_eq!(attributes.get("Speed"), Some(&Attribute::Float64(1.0)));
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Attributes {
    /// The names and values that were decoded.
    pub entries: Vec<(Name, Attribute)>,
    /// The number of entries in `undecoded`.
    pub n_undecoded: u32,
    /// The bytes after the entries: everything from the first entry that cannot be decoded, such as one of an unknown
    /// type, because values have no length prefix.
    pub undecoded: Vec<u8>,
    /// Whether to write the number of entries if it is zero. Studio needs it in `PropertiesSerialize` (it rejects files
    /// where this string is empty) and omits it in `AttributesSerialize`.
    pub counts_none: bool,
}

/// The value of an attribute.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Attribute {
    /// Type 01, which occurs in no known file.
    None,
    /// Type 02: arbitrary bytes, usually UTF-8.
    String(Vec<u8>),
    /// Type 03: any value except 0 is true.
    Bool(u8),
    /// Type 04.
    Int32(i32),
    /// Type 05.
    Float32(f32),
    /// Type 06: numbers set by scripts.
    Float64(f64),
    /// Type 07.
    Array(Vec<Attribute>),
    /// Type 08.
    Dictionary(Vec<(Name, Attribute)>),
    /// Type 09: scale and offset.
    UDim((f32, i32)),
    /// Type 0A: x and y.
    UDim2([(f32, i32); 2]),
    /// Type 0B.
    Ray(Ray),
    /// Type 0C.
    Faces(u32),
    /// Type 0D.
    Axes(u32),
    /// Type 0E: a palette number.
    BrickColor(u32),
    /// Type 0F: red, green, blue.
    Color3([f32; 3]),
    /// Type 10.
    Vector2(Vec2),
    /// Type 11.
    Vector3(Vec3),
    /// Type 12.
    Vector2int16([i16; 2]),
    /// Type 13.
    Vector3int16([i16; 3]),
    /// Type 14: rotation and position.
    CFrame((Rotation, Vec3)),
    /// Type 15.
    EnumItem {
        /// The enum, such as `Material`.
        name: Name,
        /// The number of the item.
        value: u32,
    },
    /// Type 17.
    NumberSequence(Vec<NumberKeypoint>),
    /// Type 18.
    NumberKeypoint(NumberKeypoint),
    /// Type 19.
    ColorSequence(Vec<ColorKeypoint>),
    /// Type 1A.
    ColorKeypoint(ColorKeypoint),
    /// Type 1B.
    NumberRange(NumberRange),
    /// Type 1C: minimum x and y, maximum x and y.
    Rect([f32; 4]),
    /// Type 1D.
    PhysicalProperties {
        /// If this is 0, there are no numbers in the file, and those of the material apply.
        custom: u8,
        /// The numbers. Where one value has the sixth, acoustic absorption, all values are written with it; blobs of older
        /// programs have five.
        own: PhysicalProperties,
    },
    /// Type 1E: red, green, blue as bytes.
    Color3uint8([u8; 3]),
    /// Type 1F: two corners.
    Region3([Vec3; 2]),
    /// Type 20: two corners.
    Region3int16([[i16; 3]; 2]),
    /// Type 21.
    Font {
        /// The weight: 100 to 900; 400 is normal.
        weight: u16,
        /// The style: 0 normal, 1 italic.
        style: u8,
        /// The URI of the font family.
        family: Vec<u8>,
        /// The URI of the font face that the engine last resolved.
        cached_face: Vec<u8>,
    },
    /// Type 22.
    SecurityCapabilities(u64),
    /// Type 23: position, left tangent and right tangent, each as x and y of scale and offset.
    Path2DControlPoint([[(f32, i32); 2]; 3]),
    /// Type 24.
    TweenInfo(TweenInfo),
    /// Type 25: an instance of the file. In XML this number means nothing: an item has a property of type Ref for each
    /// such attribute.
    Ref(Referent),
}

/// How a property changes over time.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TweenInfo {
    /// How many seconds it takes.
    pub time: f32,
    /// How many seconds pass before.
    pub delay: f32,
    /// How often it is repeated; -1 for ever.
    pub repeat_count: i32,
    /// The number of an item of the enum `EasingStyle`.
    pub easing_style: u32,
    /// The number of an item of the enum `EasingDirection`.
    pub easing_direction: u32,
    /// Whether it goes back then; any value except 0 is true.
    pub reverses: u8,
}

impl Attributes {
    /// The value with this name. Of several, the last is used, as in the engine.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Attribute> {
        self.entries.iter().rev().find(|(one, _)| *one == *name).map(|(_, value)| value)
    }

    /// All values, also those in others, each with the name of its attribute.
    pub(crate) fn values(&self) -> impl Iterator<Item = (&Name, &Attribute)> {
        let mut pending: Vec<_> = self.entries.iter().rev().map(|(name, value)| (name, value)).collect();
        std::iter::from_fn(move || {
            let (name, value) = pending.pop()?;
            match value {
                Attribute::Array(all) => pending.extend(all.iter().rev().map(|value| (name, value))),
                Attribute::Dictionary(all) => {
                    pending.extend(all.iter().rev().map(|(_, value)| (name, value)));
                }
                _ => {}
            }
            Some((name, value))
        })
    }

    /// The instances that attributes refer to, with the names of the attributes, also those that values in others refer
    /// to. Numbers in attributes of unknown types are not among them.
    ///
    /// ```
    /// use rbxbinary::{Attributes, Referent};
    ///
    /// let (attributes, _) = Attributes::read(b"\x01\0\0\0\x04\0\0\0Door\x25\x07\0\0\0");
    /// let references: Vec<_> = attributes.references().map(|(name, id)| (name.to_string(), id)).collect();
    /// assert_eq!(references, [("Door".to_owned(), Referent(7))]);
    /// ```
    pub fn references(&self) -> impl Iterator<Item = (&Name, Referent)> {
        self.values().filter_map(|(name, value)| match value {
            Attribute::Ref(referent) if !referent.is_none() => Some((name, *referent)),
            _ => None,
        })
    }

    /// Replaces the instances that attributes refer to by what `to` says; whether any changed.
    pub fn redirect(&mut self, to: &mut dyn FnMut(&Name, Referent) -> Referent) -> bool {
        let mut is_changed = false;
        for (name, value) in &mut self.entries {
            let mut pending = vec![value];
            while let Some(value) = pending.pop() {
                match value {
                    Attribute::Array(all) => pending.extend(all.iter_mut().rev()),
                    Attribute::Dictionary(all) => {
                        pending.extend(all.iter_mut().rev().map(|(_, value)| value));
                    }
                    Attribute::Ref(referent) if !referent.is_none() => {
                        let new = to(name, *referent);
                        is_changed |= new != *referent;
                        *referent = new;
                    }
                    _ => {}
                }
            }
        }
        is_changed
    }
}

impl Attribute {
    /// The type id in the file.
    #[must_use]
    pub fn type_id(&self) -> u8 {
        match self {
            Self::None => 0x01,
            Self::String(_) => 0x02,
            Self::Bool(_) => 0x03,
            Self::Int32(_) => 0x04,
            Self::Float32(_) => 0x05,
            Self::Float64(_) => 0x06,
            Self::Array(_) => 0x07,
            Self::Dictionary(_) => 0x08,
            Self::UDim(_) => 0x09,
            Self::UDim2(_) => 0x0a,
            Self::Ray(_) => 0x0b,
            Self::Faces(_) => 0x0c,
            Self::Axes(_) => 0x0d,
            Self::BrickColor(_) => 0x0e,
            Self::Color3(_) => 0x0f,
            Self::Vector2(_) => 0x10,
            Self::Vector3(_) => 0x11,
            Self::Vector2int16(_) => 0x12,
            Self::Vector3int16(_) => 0x13,
            Self::CFrame(_) => 0x14,
            Self::EnumItem { .. } => 0x15,
            Self::NumberSequence(_) => 0x17,
            Self::NumberKeypoint(_) => 0x18,
            Self::ColorSequence(_) => 0x19,
            Self::ColorKeypoint(_) => 0x1a,
            Self::NumberRange(_) => 0x1b,
            Self::Rect(_) => 0x1c,
            Self::PhysicalProperties { .. } => 0x1d,
            Self::Color3uint8(_) => 0x1e,
            Self::Region3(_) => 0x1f,
            Self::Region3int16(_) => 0x20,
            Self::Font { .. } => 0x21,
            Self::SecurityCapabilities(_) => 0x22,
            Self::Path2DControlPoint(_) => 0x23,
            Self::TweenInfo(_) => 0x24,
            Self::Ref(_) => 0x25,
        }
    }
}

same! {
    Attributes { entries, n_undecoded, undecoded, counts_none }
    enum Attribute {
        None, String(value), Bool(value), Int32(value), Float32(value), Float64(value), Array(values),
        Dictionary(entries),
        UDim(value), UDim2(value), Ray(value), Faces(value), Axes(value), BrickColor(value), Color3(value),
        Vector2(value), Vector3(value), Vector2int16(value), Vector3int16(value), CFrame(value),
        EnumItem { name, value }, NumberSequence(points), NumberKeypoint(point), ColorSequence(points),
        ColorKeypoint(point), NumberRange(value), Rect(value), PhysicalProperties { custom, own }, Color3uint8(value),
        Region3(value), Region3int16(value),
        Font { weight, style, family, cached_face },
        SecurityCapabilities(value), Path2DControlPoint(value), TweenInfo(value), Ref(value),
    }
    TweenInfo { time, delay, repeat_count, easing_style, easing_direction, reverses }
    enum Rotation { Id(id), Free(matrix) }
}
