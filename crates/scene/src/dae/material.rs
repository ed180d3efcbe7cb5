//! Conversion of Collada materials and their textures.

use super::document::{Library, all, label, library as folder, number, one, text, words};
use crate::colour::linear_of;
use crate::file_names::leads_out;
use crate::gltf::uri::percent_decoded;
use crate::material::{Alpha, Image, Material, Mime, Slot, Specular, Texture, Wrap};
use crate::names::Names;
use crate::problem::{Problem, ProblemKind};
use crate::scene::Scene;
use geom::{Vec3, Vec4};
use roxmltree::{Node, NodeId};
use std::collections::HashMap;

/// The profile of elements with properties that Collada lacks.
pub(super) const PROFILE: &str = "rezkit";

/// A function that returns files by their path relative to the model.
pub(super) type Files<'f> = dyn FnMut(&str) -> Option<Vec<u8>> + 'f;

/// The materials of a file, by their elements.
pub(super) struct Materials<'f> {
    files: &'f mut Files<'f>,
    known: HashMap<NodeId, String>,
    images: HashMap<NodeId, usize>,
    names: Names,
    /// Set if colours are linear. Blender writes linear colours, all other tools sRGB.
    is_linear: bool,
}

impl<'f> Materials<'f> {
    pub(super) fn new(files: &'f mut Files<'f>, is_linear: bool) -> Self {
        let (known, images, names) = Default::default();
        Self { files, known, images, names, is_linear }
    }

    /// Reads all materials of the file, including unused ones.
    pub(super) fn read<'t>(&mut self, library: &mut Library<'t>, scene: &mut Scene) -> Result<(), Problem> {
        for node in folder(library.root, "library_materials", "material") {
            library.charge(512)?;
            let name = self.names.take(if label(node).is_empty() { "material" } else { label(node) });
            let mut material = Material { name: name.clone(), ..Material::default() };
            let effect = one(node, "instance_effect").and_then(|instance| library.named_by(instance, "url"));
            let profile = effect.and_then(|effect| one(effect, "profile_COMMON"));
            match (effect, profile) {
                (Some(effect), Some(profile)) => {
                    self.effect(effect, profile, &mut material, library, scene)?
                }
                _ => library.excuse(
                    ProblemKind::Dropped,
                    "left out: an effect without a common profile",
                    node,
                )?,
            }
            self.known.insert(node.id(), name);
            scene.materials.push(material);
        }
        Ok(())
    }

    /// The name of a material in the scene.
    pub(super) fn name(&self, node: Node<'_, '_>) -> Option<&String> {
        self.known.get(&node.id())
    }

    fn effect<'t>(
        &mut self,
        effect: Node<'t, 't>,
        profile: Node<'t, 't>,
        material: &mut Material,
        library: &mut Library<'t>,
        scene: &mut Scene,
    ) -> Result<(), Problem> {
        // Many materials may share an effect.
        library.charge(effect.range().len())?;
        let technique = one(profile, "technique");
        let model = technique.and_then(|technique| {
            ["phong", "lambert", "blinn", "constant"].into_iter().find_map(|name| one(technique, name))
        });
        let Some(model) = model else { return Ok(()) };
        material.unlit = model.tag_name().name() == "constant";
        // An unlit material has only this colour.
        let (base, emission) = if material.unlit { ("emission", "") } else { ("diffuse", "emission") };
        let colour = |name| one(model, name).and_then(|slot| one(slot, "color")).map(four);
        material.base = colour(base).map_or(Vec4::ONE, |colour| self.linear(colour).extend(1.0));
        material.emissive = colour(emission).map_or(Vec3::ZERO, |colour| self.linear(colour));
        let float = |name| -> Option<f32> { number(text(one(one(model, name)?, "float")?).trim()) };
        let is_dull = colour("specular").is_some_and(|Vec4 { x, y, z, .. }| [x, y, z] == [0.0; 3]);
        if let Some(shininess) = float("shininess").filter(|shininess| *shininess > 0.0 && !is_dull) {
            // The roughness that corresponds to a Blinn-Phong exponent.
            material.roughness = (2.0 / (shininess + 2.0)).sqrt();
        }
        // An index of 1.5 is the default of glTF.
        material.ior = float("index_of_refraction").filter(|ior| *ior > 1.0 && *ior != 1.5);
        material.base.w = opacity(model, colour("transparent"), float("transparency"));
        if material.base.w < 1.0 {
            material.alpha = Alpha::Blend;
        }
        let bump = technique.into_iter().flat_map(|technique| technique.descendants());
        let bump = bump.filter(|node| node.tag_name().name() == "bump").find_map(|bump| one(bump, "texture"));
        let of = |name| one(model, name).and_then(|slot| one(slot, "texture"));
        let is_doubled = effect
            .descendants()
            .any(|node| node.tag_name().name() == "double_sided" && text(node).trim() == "1");
        material.double_sided = is_doubled;
        own(profile, material);
        for (slot, texture) in [(Slot::Base, of(base)), (Slot::Emissive, of(emission)), (Slot::Normal, bump)]
        {
            let Some(texture) = texture else { continue };
            let Some((image, wrap)) = sampled(texture, effect, profile, library) else {
                library.excuse(ProblemKind::Reference, "a texture is missing", texture)?;
                continue;
            };
            let image = self.image(image, library, scene)?;
            material.set_texture(slot, image.map(|image| Texture { wrap, ..Texture::new(image) }));
        }
        // The alpha channel of the texture makes the material transparent.
        let is_cut = of("transparent").is_some();
        if is_cut && material.alpha == Alpha::Opaque {
            material.alpha = Alpha::Blend;
        }
        Ok(())
    }

    fn linear(&self, Vec4 { x, y, z, .. }: Vec4) -> Vec3 {
        #[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
        let linear = |part: f32| if self.is_linear { part } else { linear_of(f64::from(part)) as f32 };
        Vec3::new(linear(x), linear(y), linear(z))
    }

    fn image<'t>(
        &mut self,
        node: Node<'t, 't>,
        library: &mut Library<'t>,
        scene: &mut Scene,
    ) -> Result<Option<usize>, Problem> {
        if let Some(known) = self.images.get(&node.id()) {
            return Ok(Some(*known));
        }
        // Version 1.5 has the address in an inner element.
        let address = one(node, "init_from").map(|from| one(from, "ref").unwrap_or(from));
        let Some(address) = address.map(text).map(str::trim).filter(|address| !address.is_empty()) else {
            library.excuse(ProblemKind::Dropped, "left out: an image without a file", node)?;
            return Ok(None);
        };
        let path = percent_decoded(address).unwrap_or_else(|| address.to_owned()).replace('\\', "/");
        let path = path.strip_prefix("file:").map_or(&*path, |path| path.trim_start_matches('/'));
        let path = path.strip_prefix("./").unwrap_or(path);
        // A file from elsewhere on the author's machine may be next to the model here.
        let path = if leads_out(path) { path.rsplit('/').next().unwrap_or(path) } else { path };
        let bytes = (self.files)(path);
        if bytes.is_none() {
            library.excuse(ProblemKind::MissingFile, format!("the texture {path:?} was not found"), node)?;
        }
        let bytes = bytes.unwrap_or_default();
        library.charge(path.len().saturating_mul(3).saturating_add(256))?;
        let name = label(node).to_owned();
        scene.images.push(Image { name, mime: Mime::detect(&bytes), bytes, uri: Some(path.to_owned()) });
        let number = scene.images.len().saturating_sub(1);
        self.images.insert(node.id(), number);
        Ok(Some(number))
    }
}

/// Reads the properties that the writer of this crate adds because Collada has no elements for them.
fn own(profile: Node<'_, '_>, material: &mut Material) {
    let techniques = all(profile, "extra").filter_map(|extra| one(extra, "technique"));
    let Some(own) = techniques.into_iter().find(|it| it.attribute("profile") == Some(PROFILE)) else {
        return;
    };
    let float = |name| -> Option<f32> { number(text(one(own, name)?).trim()) };
    material.metallic = float("metallic").unwrap_or(0.0).clamp(0.0, 1.0);
    if let Some(cutoff) = float("alpha_cutoff") {
        material.alpha = Alpha::Mask(cutoff);
    }
    if let Some(factor) = float("specular_factor") {
        let mut colour = [1.0; 3];
        let listed = one(own, "specular_colour").map_or("", text);
        for (part, word) in colour.iter_mut().zip(words(listed)) {
            *part = number(word).unwrap_or(1.0);
        }
        material.specular = Some(Specular { factor, colour: Vec3::from_array(colour) });
    }
}

/// The opacity of a material. One that would be invisible is read as opaque.
fn opacity(model: Node<'_, '_>, transparent: Option<Vec4>, transparency: Option<f32>) -> f32 {
    let mode = one(model, "transparent").and_then(|node| node.attribute("opaque")).unwrap_or("A_ONE");
    let share = transparency.unwrap_or(1.0);
    let Vec4 { x, y, z, w } =
        transparent.unwrap_or(if mode.starts_with("A_") { Vec4::ONE } else { Vec4::ZERO });
    // The weights are those of the specification for transparency by colour.
    let brightness = 0.212_671 * x + 0.715_16 * y + 0.072_169 * z;
    let opacity = match mode {
        "RGB_ZERO" => 1.0 - brightness * share,
        "RGB_ONE" => brightness * share,
        "A_ZERO" => 1.0 - w * share,
        _ => w * share,
    };
    if opacity > 0.0 { opacity.min(1.0) } else { 1.0 }
}

/// The image of a texture, found by its sampler and surface, and its wrap modes.
fn sampled<'t>(
    texture: Node<'t, 't>,
    effect: Node<'t, 't>,
    profile: Node<'t, 't>,
    library: &Library<'t>,
) -> Option<(Node<'t, 't>, [Wrap; 2])> {
    let name = texture.attribute("texture")?;
    let technique = one(profile, "technique");
    let parameter = |name: &str| {
        let places = [Some(profile), technique, Some(effect)].into_iter().flatten();
        places.flat_map(|place| all(place, "newparam")).find(|param| param.attribute("sid") == Some(name))
    };
    let is_image = |node: &Node<'t, 't>| node.tag_name().name() == "image";
    let Some(sampler) = parameter(name).and_then(|param| one(param, "sampler2D")) else {
        return Some((library.find(name).filter(is_image)?, [Wrap::Repeat; 2]));
    };
    let wrap = |name| match one(sampler, name).map(text).map(str::trim) {
        Some("CLAMP" | "BORDER" | "NONE") => Wrap::Clamp,
        Some("MIRROR") => Wrap::Mirror,
        _ => Wrap::Repeat,
    };
    let of_surface = || {
        let surface = parameter(text(one(sampler, "source")?).trim())?;
        library.find(text(one(one(surface, "surface")?, "init_from")?).trim())
    };
    let image =
        one(sampler, "instance_image").and_then(|image| library.named_by(image, "url")).or_else(of_surface);
    Some((image.filter(is_image)?, [wrap("wrap_s"), wrap("wrap_t")]))
}

fn four(node: Node<'_, '_>) -> Vec4 {
    let mut parts = [0.0, 0.0, 0.0, 1.0];
    let numbers = words(text(node)).map(|word| number(word).unwrap_or_default());
    parts.iter_mut().zip(numbers).for_each(|(part, number)| *part = number);
    Vec4::from_array(parts)
}
