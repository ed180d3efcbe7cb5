//! Materials.

use super::{ColourRef, Name};
use geom::same;

/// MTRL: the appearance of a surface. Format document, section 6.5.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Material {
    /// The name that faces refer to.
    pub name: Name,
    /// The properties, in the order of the file.
    pub properties: Vec<Property>,
    /// The rest of the chunk, starting at the first property of unknown size.
    pub surplus: Vec<u8>,
}

/// A property of a material.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Property {
    /// The id of the property.
    pub id: PropertyId,
    /// The value, of the kind that the id requires.
    pub value: PropertyValue,
}

/// The value of a property.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PropertyValue {
    /// A colour.
    Colour(ColourRef),
    /// A four-byte float, whatever the type of coordinates.
    Float(f32),
    /// A small integer.
    Byte(u8),
    /// The name of a texture.
    Texture(Name),
}

/// The kinds of value that a property can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PropertyKind {
    /// [`PropertyValue::Colour`].
    Colour,
    /// [`PropertyValue::Float`].
    Float,
    /// [`PropertyValue::Byte`].
    Byte,
    /// [`PropertyValue::Texture`].
    Texture,
}

/// The id of a property. Ids of 128 and above are textures, known or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PropertyId(pub u8);

same! {
    Material { name, properties, surplus }
    Property { id, value }
    enum PropertyValue { Colour(colour), Float(number), Byte(number), Texture(name) }
}

impl geom::Same for PropertyId {
    fn difference(&self, other: &Self) -> Option<String> {
        self.0.difference(&other.0)
    }
}

macro_rules! properties {
    ($($(#[$doc:meta])+ $id:literal $NAME:ident $keyword:literal $Kind:ident;)*) => {
        impl PropertyId {
            $($(#[$doc])+ pub const $NAME: Self = Self($id);)*

            /// The properties that the format defines.
            pub const ALL: &'static [Self] = &[$(Self::$NAME),*];

            /// The keyword in the text form, if the format defines the property.
            #[must_use]
            pub const fn keyword(self) -> Option<&'static str> {
                match self.0 {
                    $($id => Some($keyword),)*
                    _ => None,
                }
            }

            /// The kind of its value; `None` for ids below 128 that the format does not define.
            #[must_use]
            pub const fn kind(self) -> Option<PropertyKind> {
                match self.0 {
                    $($id => Some(PropertyKind::$Kind),)*
                    128.. => Some(PropertyKind::Texture),
                    _ => None,
                }
            }
        }
    };
}
properties! {
    /// Diffuse colour; its alpha is the opacity of the material.
    0 DIFFUSE "Kd" Colour;
    /// Ambient colour.
    1 AMBIENT "Ka" Colour;
    /// Specular colour.
    2 SPECULAR "Ks" Colour;
    /// Specular exponent; larger values give sharper highlights.
    3 SPECULAR_EXPONENT "Ns" Float;
    /// Emitted colour.
    4 EMISSIVE "Ke" Colour;
    /// Transmission colour.
    5 TRANSMISSION "Tf" Colour;
    /// Strength of the bump map.
    6 BUMP_STRENGTH "Km" Float;
    /// Opacity, for materials without a diffuse colour: 0 transparent, 1 opaque.
    7 DISSOLVE "d" Float;
    /// The illumination model, 0 to 10 as in Wavefront files.
    8 ILLUMINATION "il" Byte;
    /// Roughness.
    64 ROUGHNESS "Pr" Float;
    /// Metallic.
    65 METALLIC "Pm" Float;
    /// Sheen.
    66 SHEEN "Ps" Float;
    /// Index of refraction.
    67 REFRACTION "Ni" Float;
    /// Thickness in millimetres.
    68 THICKNESS "Nt" Float;
    /// Texture of the colour.
    128 DIFFUSE_MAP "map_Kd" Texture;
    /// Texture of ambient occlusion.
    129 AMBIENT_MAP "map_Ka" Texture;
    /// Texture of the specular colour.
    130 SPECULAR_MAP "map_Ks" Texture;
    /// Texture of the specular exponent.
    131 SPECULAR_EXPONENT_MAP "map_Ns" Texture;
    /// Texture of emitted light.
    132 EMISSIVE_MAP "map_Ke" Texture;
    /// Texture of transmission.
    133 TRANSMISSION_MAP "map_Tf" Texture;
    /// Bump map; the text form also has the spelling `map_bump`.
    134 BUMP_MAP "map_Km" Texture;
    /// Texture of opacity.
    135 DISSOLVE_MAP "map_d" Texture;
    /// Normal map; its id is that of the illumination model plus 128.
    136 NORMAL_MAP "map_N" Texture;
    /// Texture of roughness.
    192 ROUGHNESS_MAP "map_Pr" Texture;
    /// Texture of metallic; the text form also has the spelling `map_refl`.
    193 METALLIC_MAP "map_Pm" Texture;
    /// Texture of sheen.
    194 SHEEN_MAP "map_Ps" Texture;
    /// Texture of refraction.
    195 REFRACTION_MAP "map_Ni" Texture;
    /// Texture of thickness.
    196 THICKNESS_MAP "map_Nt" Texture;
}

impl PropertyValue {
    /// The kind of this value.
    #[must_use]
    pub const fn kind(self) -> PropertyKind {
        match self {
            Self::Colour(_) => PropertyKind::Colour,
            Self::Float(_) => PropertyKind::Float,
            Self::Byte(_) => PropertyKind::Byte,
            Self::Texture(_) => PropertyKind::Texture,
        }
    }
}

impl Material {
    /// The value of a property; the first one if the property occurs more than once.
    #[must_use]
    pub fn get(&self, id: PropertyId) -> Option<PropertyValue> {
        self.properties.iter().find(|property| property.id == id).map(|property| property.value)
    }
}
