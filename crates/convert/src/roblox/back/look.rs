//! Conversion from materials of scenes to the colours and textures of parts.

use super::super::finish;
use super::super::picture::Budget;
use super::files::FilesBeside;
use dom::{Content, Document, Id, Value};
use files::documents::problem;
use geom::Vec3;
use scene::colour::srgb;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::material_loss::{self, Property};
use scene::{Alpha, Material, Mime, Problem, Scene, Slot};
use std::collections::HashMap;
use std::rc::Rc;

/// Upper bound on decoded pixels for composing images, in bytes.
const MOST_DECODED: usize = 1 << 30;

/// Values of the enum `Material`.
const PLASTIC: u32 = 256;
const NEON: u32 = 288;

/// The appearance of a part.
#[derive(Debug, Clone, Default)]
pub(super) struct PartLook {
    colour: [u8; 3],
    transparency: f32,
    reflectance: f32,
    material: u32,
    is_double_sided: bool,
    /// The address of the part's own texture.
    texture: Option<String>,
    surface: Option<Surface>,
}

/// The textures of a SurfaceAppearance.
#[derive(Debug, Clone, Default)]
struct Surface {
    tint: [u8; 3],
    is_clear: bool,
    /// The properties and their addresses.
    maps: Vec<(&'static str, String)>,
}

impl PartLook {
    pub(super) fn has_surface(&self) -> bool {
        self.surface.is_some()
    }

    pub(super) fn put(&self, document: &mut Document, part: Id) -> Result<(), Problem> {
        document.set(part, "Color3uint8", Value::Color3uint8(self.colour)).map_err(problem)?;
        document.set(part, "Transparency", self.transparency).map_err(problem)?;
        document.set(part, "Reflectance", self.reflectance).map_err(problem)?;
        document.set(part, "Material", Value::Enum(self.material)).map_err(problem)?;
        document.set(part, "DoubleSided", self.is_double_sided).map_err(problem)?;
        document.set(part, "TextureContent", content(self.texture.as_deref())).map_err(problem)
    }

    pub(super) fn put_surface(&self, document: &mut Document, surface: Id) -> Result<(), Problem> {
        let Some(Surface { tint, is_clear, maps }) = &self.surface else { return Ok(()) };
        // The value `Transparency` or `Overlay`.
        document.set(surface, "AlphaMode", Value::Enum(u32::from(*is_clear))).map_err(problem)?;
        document
            .set(surface, "Color", Value::Color3(tint.map(|channel| f32::from(channel) / 255.0)))
            .map_err(problem)?;
        for property in ["ColorMap", "NormalMap", "RoughnessMap", "MetalnessMap"] {
            let address = maps.iter().find(|(name, _)| *name == property).map(|(_, address)| &**address);
            document.set(surface, &format!("{property}Content"), content(address)).map_err(problem)?;
        }
        Ok(())
    }
}

fn content(address: Option<&str>) -> Value<'_> {
    Value::Content(address.map_or(Content::None, |address| Content::Uri(address.as_bytes().into())))
}

/// A texture: an image, or one of its channels in grey, multiplied by the factor with these bits.
type TextureImage = (usize, Option<(usize, u32)>);

/// The appearances of parts, by the materials of a scene.
pub(super) struct Looks<'s> {
    scene: &'s Scene,
    known: HashMap<Option<usize>, Rc<PartLook>>,
    pictures: HashMap<TextureImage, Option<String>>,
    budget: Budget,
}

impl<'s> Looks<'s> {
    pub(super) fn new(scene: &'s Scene) -> Self {
        let budget = Budget(MOST_DECODED);
        Self { scene, known: HashMap::new(), pictures: HashMap::new(), budget }
    }

    /// True if a material has a normal map.
    pub(super) fn needs_tangents(&self, material: Option<usize>) -> bool {
        let material = material.and_then(|material| self.scene.materials.get(material));
        material.is_some_and(|material| material.texture(Slot::Normal).is_some())
    }

    pub(super) fn part_look(
        &mut self,
        material: Option<usize>,
        files: &mut FilesBeside,
        losses: &mut Losses,
    ) -> Rc<PartLook> {
        if let Some(known) = self.known.get(&material) {
            return Rc::clone(known);
        }
        let usual = Material::default();
        let of = material.and_then(|material| self.scene.materials.get(material)).unwrap_or(&usual);
        let look = Rc::new(self.look(of, files, losses));
        self.known.insert(material, Rc::clone(&look));
        look
    }

    fn look(&mut self, material: &Material, files: &mut FilesBeside, losses: &mut Losses) -> PartLook {
        let mut look = plain(material);
        let maps = self.maps(material, files, losses);
        let is_clear = material.alpha != Alpha::Opaque;
        match &*maps {
            [] => {}
            [("ColorMap", address)] if look.colour == [255; 3] && !is_clear => {
                look.texture = Some(address.clone())
            }
            _ => {
                let tint =
                    if maps.iter().any(|(name, _)| *name == "ColorMap") { look.colour } else { [255; 3] };
                look.surface = Some(Surface { tint, is_clear, maps });
            }
        }
        report(material, &look, losses);
        look
    }

    /// The textures of a material, by the properties of a SurfaceAppearance.
    fn maps(
        &mut self,
        material: &Material,
        files: &mut FilesBeside,
        losses: &mut Losses,
    ) -> Vec<(&'static str, String)> {
        // glTF has roughness in the green channel and metalness in the blue one.
        const ROUGHNESS: usize = 1;
        const METAL: usize = 2;
        let image = |slot| material.texture(slot).map(|texture| texture.image);
        let rough = image(Slot::MetallicRoughness);
        let grey = |channel: usize, factor: f32| {
            // With a factor of 0, the texture of metalness has no effect.
            let image = rough.filter(|_| factor > 0.0 || channel == ROUGHNESS)?;
            Some((image, Some((channel, factor.to_bits()))))
        };
        let all = [
            ("ColorMap", image(Slot::Base).map(|image| (image, None))),
            ("NormalMap", image(Slot::Normal).map(|image| (image, None))),
            ("RoughnessMap", grey(ROUGHNESS, material.roughness)),
            ("MetalnessMap", grey(METAL, material.metallic)),
        ];
        let mut maps = Vec::new();
        for (property, shown) in all {
            if let Some(address) = shown.and_then(|shown| self.picture(shown, property, files, losses)) {
                maps.push((property, address));
            }
        }
        maps
    }

    fn picture(
        &mut self,
        shown: TextureImage,
        property: &str,
        files: &mut FilesBeside,
        losses: &mut Losses,
    ) -> Option<String> {
        if let Some(known) = self.pictures.get(&shown) {
            return known.clone();
        }
        let made = self.new_picture(shown, property, files, losses);
        self.pictures.insert(shown, made.clone());
        made
    }

    fn new_picture(
        &mut self,
        (index, channel): TextureImage,
        property: &str,
        files: &mut FilesBeside,
        losses: &mut Losses,
    ) -> Option<String> {
        let image = self.scene.images.get(index)?;
        let path = image.uri.as_deref().unwrap_or(&image.name);
        let stem = path.rsplit('/').next().unwrap_or_default();
        let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
        let stem = if stem.is_empty() { "image" } else { stem };
        let mut lost = |code, what: &str| {
            losses.report(code, LossSeverity::Lost, what, 1, path);
            None
        };
        match channel {
            _ if image.bytes.is_empty() => lost(LossCode::TextureExternal, "textures that were not found"),
            None if matches!(image.mime, Mime::Png | Mime::Jpeg) => {
                Some(files.address(stem, image.mime.ending(), image.bytes.clone()))
            }
            Some((channel, factor)) => match self.budget.channel(image, channel, f32::from_bits(factor)) {
                Some(bytes) => Some(files.address(&format!("{stem}_{property}"), ".png", bytes)),
                None => lost(LossCode::TextureFormat, "textures that cannot be read"),
            },
            None => lost(LossCode::TextureFormat, "textures that are neither PNG nor JPEG are left out"),
        }
    }
}

/// The appearance of a material without its textures.
fn plain(material: &Material) -> PartLook {
    let (number, shade, reflectance) = made_of(material);
    let base = material.base;
    let colour = [base.x, base.y, base.z].map(|channel| srgb(channel / shade));
    PartLook {
        colour,
        transparency: (1.0 - base.w).clamp(0.0, 1.0),
        reflectance,
        material: number,
        is_double_sided: material.double_sided,
        ..PartLook::default()
    }
}

/// The value of the enum `Material` whose finish a material has, the factor by which that finish shades colours, and
/// the reflectance of the part.
fn made_of(material: &Material) -> (u32, f32, f32) {
    const NEAR: f32 = 1e-3;
    let is_near = |one: f32, other: f32| (one - other).abs() < NEAR;
    let colour = Vec3::new(material.base.x, material.base.y, material.base.z);
    let reflectance = material.metallic.clamp(0.0, 1.0);
    if material.emissive != Vec3::ZERO && (material.emissive - colour).length() < NEAR {
        return (NEON, 1.0, reflectance);
    }
    let (metallic, roughness) = (material.metallic, material.roughness);
    let named = material.name.split('_').find_map(finish::named);
    if let Some((number, finish)) = named {
        let reflectance = (1.0 - roughness / finish.roughness).clamp(0.0, 1.0);
        if is_near(finish.metallic.max(reflectance), metallic)
            && is_near(finish.roughness * (1.0 - reflectance), roughness)
        {
            return (number, finish.shade, reflectance);
        }
    }
    // In the other direction, reflectance turns plastic into a metal to that degree, and makes it smoother to the same
    // degree.
    (PLASTIC, 1.0, if is_near(metallic + roughness, 1.0) { reflectance } else { 0.0 })
}

/// Properties of materials that parts or their textures represent.
const HOLDS: [Property; 4] =
    [Property::DoubleSided, Property::Metallic, Property::TextureOpacity, Property::MetallicRoughnessMap];

/// Reports the properties of a material that a part cannot represent.
fn report(material: &Material, look: &PartLook, losses: &mut Losses) {
    material_loss::report(std::slice::from_ref(material), &HOLDS, losses);
    let has_rough = material.texture(Slot::MetallicRoughness).is_some();
    let says_rough =
        look.material != PLASTIC || has_rough || (material.metallic, material.roughness) == (0.0, 1.0);
    let lost = [
        (material.ior.is_some(), "materials lose their refraction"),
        (material.texture(Slot::Occlusion).is_some(), "materials lose their occlusion texture"),
        (material.texture(Slot::Emissive).is_some(), "materials lose their emission texture"),
        (material.emissive != Vec3::ZERO && look.material != NEON, "materials lose their emission"),
        (
            !says_rough && look.reflectance == 0.0,
            "materials lose their roughness and metalness, which parts have only in textures",
        ),
    ];
    for (_, what) in lost.into_iter().filter(|(is_lost, _)| *is_lost) {
        losses.report(LossCode::MaterialProp, LossSeverity::Lost, what, 1, &material.name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Vec4;

    #[test]
    fn a_material_is_known_by_name_and_look() {
        let (number, finish) = finish::named("Metal").unwrap();
        let made = |metallic: f32, roughness: f32| {
            let (name, base) = ("Body_Metal".into(), Vec4::new(0.5, 0.5, 0.5, 1.0));
            made_of(&Material { name, base, metallic, roughness, ..Material::default() })
        };
        assert_eq!(made(finish.metallic, finish.roughness), (number, finish.shade, 0.0));
        let (found, _, reflectance) = made(finish.metallic, finish.roughness / 2.0);
        assert_eq!((found, reflectance), (number, 0.5));
        // Both values have to match.
        assert_eq!(made(finish.metallic, 1.0).0, PLASTIC);
        assert_eq!(made(0.2, finish.roughness).0, PLASTIC);
    }

    #[test]
    fn the_tint_of_a_surface_is_a_share_of_white() {
        let mut document = Document::new(dom::Encoding::Xml);
        let id = document.add(None, "SurfaceAppearance").unwrap();
        let surface = Surface { tint: [255, 51, 0], ..Surface::default() };
        PartLook { surface: Some(surface), ..PartLook::default() }.put_surface(&mut document, id).unwrap();
        assert_eq!(document.get(id, "Color"), Some(Value::Color3([1.0, 0.2, 0.0])));
    }
}
