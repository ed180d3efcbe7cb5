//! Attributes: the string properties `AttributesSerialize` and `PropertiesSerialize`.
//!
//! Type numbers, and the order of fields in keypoints and fonts, differ from those of columns.

mod read;
mod write;

use crate::model::{
    ColorKeypoint, Escaped, Name, NumberKeypoint, NumberRange, PhysicalProperties, Ray, Referent, Rotation,
};
use geom::{Vec2, Vec3, same};
use std::fmt;

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
    /// Writes the number of entries even if it is zero. Studio needs it in `PropertiesSerialize` (it rejects files
    /// where this string is empty) and omits it in `AttributesSerialize`.
    pub counts_none: bool,
}

/// Format document, section 6.1. A line defines a type of attributes: its number in the file; its variant; and the
/// functions of `attributes/read.rs` and `attributes/write.rs` for its content.
macro_rules! with_attributes {
    ($then:ident) => {
        $then! {
            /// No value, which occurs in no known file.
            0x01 None: nothing, nothing;
            /// Arbitrary bytes, usually UTF-8.
            0x02 String(bytes: Vec<u8>): text, text;
            /// A boolean; any value except 0 is true.
            0x03 Bool(value: u8): plain, plain;
            /// A 32-bit integer.
            0x04 Int32(value: i32): plain, plain;
            /// A 32-bit float.
            0x05 Float32(value: f32): plain, plain;
            /// A 64-bit float, as scripts set it.
            0x06 Float64(value: f64): plain, plain;
            /// A list of values without names.
            0x07 Array(values: Vec<Attribute>): array, array;
            /// A list of values with names.
            0x08 Dictionary(entries: Vec<(Name, Attribute)>): dictionary, dictionary;
            /// Scale and offset.
            0x09 UDim(value: (f32, i32)): udim, udim;
            /// x and y.
            0x0a UDim2(value: [(f32, i32); 2]): udim2, udim2;
            /// A point and a direction.
            0x0b Ray(value: Ray): plain, plain;
            /// Bits for right, top, back, left, bottom, front, the lowest first.
            0x0c Faces(value: u32): plain, plain;
            /// Bits for x, y, z, the lowest first.
            0x0d Axes(value: u32): plain, plain;
            /// The number of a colour of the palette.
            0x0e BrickColor(value: u32): plain, plain;
            /// Red, green, blue.
            0x0f Color3(value: [f32; 3]): color3, color3;
            /// A vector of two floats.
            0x10 Vector2(value: Vec2): vec2, vec2;
            /// A vector of three floats.
            0x11 Vector3(value: Vec3): plain, plain;
            /// A vector of two 16-bit integers.
            0x12 Vector2int16(value: [i16; 2]): plain, plain;
            /// A vector of three 16-bit integers.
            0x13 Vector3int16(value: [i16; 3]): plain, plain;
            /// Rotation and position.
            0x14 CFrame(value: (Rotation, Vec3)): cframe, cframe;
            /// An item of an enum.
            0x15 EnumItem {
                /// The enum, such as `Material`.
                name: Name,
                /// The number of the item.
                value: u32,
            }: enum_item, enum_item;
            /// The keypoints of a sequence of numbers.
            0x17 NumberSequence(points: Vec<NumberKeypoint>): number_sequence, number_sequence;
            /// A keypoint of a sequence of numbers.
            0x18 NumberKeypoint(point: NumberKeypoint): number_keypoint, number_keypoint;
            /// The keypoints of a sequence of colours.
            0x19 ColorSequence(points: Vec<ColorKeypoint>): color_sequence, color_sequence;
            /// A keypoint of a sequence of colours.
            0x1a ColorKeypoint(point: ColorKeypoint): color_keypoint, color_keypoint;
            /// A range of numbers.
            0x1b NumberRange(value: NumberRange): plain, plain;
            /// Minimum x and y, maximum x and y.
            0x1c Rect(value: [f32; 4]): plain, plain;
            /// Physical properties that replace those of the material.
            0x1d PhysicalProperties {
                /// 0 if the properties of the material apply; then the file stores no numbers.
                custom: u8,
                /// The numbers. If any value of a blob has the sixth, acoustic absorption, all are written with it;
                /// blobs of older programs have five.
                own: PhysicalProperties,
            }: physical, physical;
            /// Red, green, blue as bytes.
            0x1e Color3uint8(value: [u8; 3]): plain, plain;
            /// Two corners.
            0x1f Region3(value: [Vec3; 2]): plain, plain;
            /// Two corners with 16-bit integer coordinates.
            0x20 Region3int16(value: [[i16; 3]; 2]): plain, plain;
            /// A font.
            0x21 Font {
                /// The weight: 100 to 900; 400 is normal.
                weight: u16,
                /// The style: 0 normal, 1 italic.
                style: u8,
                /// The URI of the font family.
                family: Vec<u8>,
                /// The URI of the font face that the engine last resolved.
                cached_face: Vec<u8>,
            }: font, font;
            /// A set of capabilities, one bit each.
            0x22 SecurityCapabilities(value: u64): plain, plain;
            /// Position, left tangent and right tangent, each as x and y of scale and offset.
            0x23 Path2DControlPoint(value: [[(f32, i32); 2]; 3]): control_point, control_point;
            /// The parameters of a transition between two values of a property.
            0x24 TweenInfo(value: TweenInfo): plain, plain;
            /// A reference to an instance of the file. In XML files this number has no meaning: each such attribute has
            /// a property of type Ref instead.
            0x25 Ref(value: Referent): reference, reference;
        }
    };
}
use with_attributes;

/// Wraps a field of an attribute for `Debug`: bytes are shown as text, other fields as they are.
macro_rules! shown {
    (bytes: $part:expr) => {
        &Escaped($part)
    };
    (family: $part:expr) => {
        &Escaped($part)
    };
    (cached_face: $part:expr) => {
        &Escaped($part)
    };
    ($other:ident: $part:expr) => {
        $part
    };
}

macro_rules! attribute {
    ($($(#[$doc:meta])+ $id:literal $Kind:ident $(($value:ident: $ty:ty))?
        $({ $($(#[$doc_of_field:meta])+ $field:ident: $Field:ty,)+ })?: $read:ident, $write:ident;)*) => {
        /// The value of an attribute.
        #[derive(Clone, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[non_exhaustive]
        pub enum Attribute {
            $(
                $(#[$doc])+
                #[doc = concat!("\n\nType ", stringify!($id), ".")]
                $Kind $(($ty))? $({ $($(#[$doc_of_field])+ $field: $Field,)+ })?,
            )*
        }

        /// The derived output, but with bytes as text.
        impl fmt::Debug for Attribute {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$Kind $(($value))? $({ $($field),+ })? => {
                        let name = stringify!($Kind);
                        // A variant is a tuple, has fields, or is its name alone.
                        $(return f.debug_tuple(name).field(shown!($value: $value)).finish();)?
                        $(return f.debug_struct(name)$(.field(stringify!($field), shown!($field: $field)))+.finish();)?
                        #[allow(unreachable_code, reason = "most have returned")]
                        f.write_str(name)
                    })*
                }
            }
        }

        same! { enum Attribute { $($Kind $(($value))? $({ $($field),+ })?,)* } }

        impl Attribute {
            /// The type id in the file.
            #[must_use]
            pub fn type_id(&self) -> u8 {
                match self {
                    $(Self::$Kind { .. } => $id,)*
                }
            }
        }
    };
}
with_attributes!(attribute);

/// The parameters of a transition between two values of a property.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TweenInfo {
    /// The duration in seconds.
    pub time: f32,
    /// The delay before the transition, in seconds.
    pub delay: f32,
    /// The number of repetitions; -1 repeats without end.
    pub repeat_count: i32,
    /// The number of an item of the enum `EasingStyle`.
    pub easing_style: u32,
    /// The number of an item of the enum `EasingDirection`.
    pub easing_direction: u32,
    /// Plays the transition backwards afterwards; any value except 0 is true.
    pub reverses: u8,
}

impl Attributes {
    /// The value with this name. If there are several, the last is used, as in the engine.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Attribute> {
        self.entries.iter().rev().find(|(one, _)| *one == *name).map(|(_, value)| value)
    }

    /// All values, including nested ones, each with the name of the attribute that contains it.
    pub(crate) fn values(&self) -> impl Iterator<Item = (&Name, &Attribute)> {
        let mut pending: Vec<_> = self.entries.iter().rev().map(|(name, value)| (name, value)).collect();
        std::iter::from_fn(move || {
            let (name, value) = pending.pop()?;
            match value {
                Attribute::Array(all) => pending.extend(all.iter().rev().map(|value| (name, value))),
                Attribute::Dictionary(all) => {
                    pending.extend(all.iter().rev().map(|(_, value)| (name, value)));
                }
                // No other type holds values that have types.
                _ => {}
            }
            Some((name, value))
        })
    }

    /// The instances that attributes refer to, each with the name of its attribute. References inside arrays and
    /// dictionaries are included; those in [`undecoded`](Self::undecoded) bytes are not.
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

    /// Replaces the instances that attributes refer to by the results of `to`; returns true if any changed.
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
                    // No other type refers to instances.
                    _ => {}
                }
            }
        }
        is_changed
    }
}

same! {
    Attributes { entries, n_undecoded, undecoded, counts_none }
    TweenInfo { time, delay, repeat_count, easing_style, easing_direction, reverses }
    enum Rotation { Id(id), Free(matrix) }
}
