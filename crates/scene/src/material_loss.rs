//! Properties of materials that only some formats hold, with the loss of each.

use crate::loss::{LossCode, LossSeverity, Losses};
use crate::material::{Alpha, Material, Slot, Wrap};

/// A property beyond colour, opacity, emission, roughness and metalness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Property {
    /// Both sides are drawn.
    DoubleSided,
    /// Colours are shown without lighting.
    Unlit,
    /// The strength or the colour of reflections.
    Specular,
    /// Metalness.
    Metallic,
    /// The opacity below which nothing is drawn.
    Mask,
    /// Transparency by the texture alone.
    TextureOpacity,
    /// The texture of roughness and metalness.
    MetallicRoughnessMap,
    /// Textures that are clamped along both axes.
    Clamp,
    /// Textures that are mirrored, or clamped along one axis.
    Mirror,
    /// Textures that are not smoothed.
    Nearest,
    /// The strength of a normal or occlusion texture.
    Strength,
}

impl Property {
    const ALL: [Self; 11] = [
        Self::DoubleSided,
        Self::Unlit,
        Self::Specular,
        Self::Metallic,
        Self::Mask,
        Self::TextureOpacity,
        Self::MetallicRoughnessMap,
        Self::Clamp,
        Self::Mirror,
        Self::Nearest,
        Self::Strength,
    ];

    /// The description of the loss, in the plural, after a number of materials.
    const fn loss(self) -> &'static str {
        match self {
            Self::DoubleSided => "double-sided materials show one side",
            Self::Unlit => "materials without lighting are lit",
            Self::Specular => "materials lose the strength or colour of their reflection",
            Self::Metallic => "metallic materials become non-metallic",
            Self::Mask => "materials with an alpha cut-off lose it",
            Self::TextureOpacity => "materials with transparency only in their texture become opaque",
            Self::MetallicRoughnessMap => "materials lose the texture of their roughness and metalness",
            Self::Clamp => "materials have textures that are clamped, and repeat",
            Self::Mirror => "materials have textures that are mirrored or clamped along one axis, and repeat",
            Self::Nearest => "materials have textures with sharp pixels, and are smoothed",
            Self::Strength => "materials lose the strength of their normal or occlusion texture",
        }
    }

    fn is_in(self, material: &Material) -> bool {
        let any_texture =
            |is: fn(&crate::material::Texture) -> bool| material.textures.iter().flatten().any(is);
        match self {
            Self::DoubleSided => material.double_sided,
            Self::Unlit => material.unlit,
            Self::Specular => material.specular.is_some(),
            Self::Metallic => material.metallic != 0.0,
            Self::Mask => matches!(material.alpha, Alpha::Mask(_)),
            // Transparency by the texture alone cannot be expressed otherwise.
            Self::TextureOpacity => material.alpha == Alpha::Blend && material.base.w >= 1.0,
            Self::MetallicRoughnessMap => material.texture(Slot::MetallicRoughness).is_some(),
            Self::Clamp => any_texture(|texture| texture.wrap == [Wrap::Clamp; 2]),
            Self::Mirror => {
                any_texture(|texture| ![[Wrap::Repeat; 2], [Wrap::Clamp; 2]].contains(&texture.wrap))
            }
            Self::Nearest => any_texture(|texture| texture.nearest),
            Self::Strength => any_texture(|texture| texture.strength != 1.0),
        }
    }
}

/// Reports the properties of materials that a format does not hold, by property.
pub fn report(materials: &[Material], holds: &[Property], losses: &mut Losses) {
    for property in Property::ALL.into_iter().filter(|property| !holds.contains(property)) {
        for material in materials.iter().filter(|material| property.is_in(material)) {
            losses.report(LossCode::MaterialProp, LossSeverity::Lost, property.loss(), 1, &material.name);
        }
    }
}

/// Reports the properties of materials that a format holds in a way that only this program reads.
pub fn report_elsewhere(materials: &[Material], holds: &[Property], losses: &mut Losses) {
    for property in holds {
        let what = format!("{} in other programs", property.loss());
        for material in materials.iter().filter(|material| property.is_in(material)) {
            losses.report(LossCode::MaterialProp, LossSeverity::Changed, &what, 1, &material.name);
        }
    }
}
