//! Reading of materials, and of the texture coordinates that they use.

use super::super::context::Context;
use super::super::cursor::At;
use super::super::document::Document;
use super::super::write::{TEXTURE_KTX2, TEXTURE_WEBP};
use super::nodes::take_own;
use crate::loss::LossCode;
use crate::material::{Alpha, Material, Slot, Specular, Texture, Wrap};
use crate::names::Names;
use crate::problem::{Problem, ProblemKind};
use crate::scene::Scene;
use geom::{Vec2, Vec3, Vec4};
use std::collections::HashMap;

/// The set of texture coordinates that a texture uses, and the transform that is applied to them.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Layout {
    pub(crate) set: usize,
    /// Offset, rotation in radians, and scale of KHR_texture_transform.
    pub(crate) transform: Option<(Vec2, f32, Vec2)>,
}

impl Layout {
    /// Transforms texture coordinates: scale, then rotation, then offset.
    pub(super) fn apply(&self, uvs: &mut [Vec2]) {
        let Some((offset, rotation, scale)) = self.transform else { return };
        let (sin, cos) = (libm::sinf(rotation), libm::cosf(rotation));
        for uv in uvs {
            let scaled = *uv * scale;
            *uv = Vec2::new(cos * scaled.x + sin * scaled.y, cos * scaled.y - sin * scaled.x) + offset;
        }
    }
}

/// The materials by their indices in the file; `None` is the one that the writer adds for primitives without a material.
pub(super) struct Surfaces(Vec<Option<Surface>>);

/// The properties of a material that its primitives need.
#[derive(Clone)]
pub(super) struct Surface {
    pub(super) name: String,
    pub(super) layout: Layout,
}

impl Surfaces {
    pub(super) fn get(&self, index: usize) -> Option<&Surface> {
        self.0.get(index)?.as_ref()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn read(
        document: &Document<'_>,
        context: &mut Context,
        scene: &mut Scene,
    ) -> Result<Self, Problem> {
        let mut names = Names::default();
        let (mut surfaces, mut by_name) = (Vec::<Option<Surface>>::new(), HashMap::<String, usize>::new());
        // Our writer splits a material into variants if meshes cannot show all of it; they are merged again here. Other
        // tools may list a variant before its material.
        let (mut whole, mut variants) = (Vec::new(), Vec::new());
        for (number, at) in document.root().list("materials").iter().enumerate() {
            context.charge::<Material>(&at, 1)?;
            surfaces.push(None);
            if at.path(["extras", "rezkit", "default"]).is_none() {
                let form_of = at.path(["extras", "rezkit", "form_of"]).and_then(|of| of.value.as_text());
                let list = if form_of.is_some() { &mut variants } else { &mut whole };
                list.push((number, at, form_of));
            }
        }
        for (number, at, form_of) in whole.into_iter().chain(variants) {
            let known = form_of.and_then(|of| surfaces.get(*by_name.get(of)?).cloned().flatten());
            let Some(surface) = surfaces.get_mut(number) else { continue };
            if known.is_some() {
                *surface = known;
                continue;
            }
            let read = material(document, context, at, scene.images.len());
            let (mut material, layout) = context.or_warn(read)?.unwrap_or_default();
            let named = form_of.or(at.text("name")).filter(|name| !name.is_empty());
            let wanted = named.unwrap_or("material");
            material.name = names.take(wanted);
            if material.name != wanted && named.is_some() {
                let message =
                    format!("the name {wanted:?} is in use, so this material is called {:?}", material.name);
                context.excuse(at.fault(ProblemKind::Dropped, message).code(LossCode::Renamed))?;
            }
            material.extras = at.extras();
            take_own(&mut material.extras, &["form_of"]);
            by_name.insert(material.name.clone(), number);
            *surface = Some(Surface { name: material.name.clone(), layout });
            scene.materials.push(material);
        }
        Ok(Self(surfaces))
    }
}

fn material(
    document: &Document<'_>,
    context: &mut Context,
    at: At<'_>,
    n_images: usize,
) -> Result<(Material, Layout), Problem> {
    let mut material = Material {
        // The default material of glTF is a metal.
        metallic: 1.0,
        emissive: at.vec3("emissiveFactor", Vec3::ZERO)?,
        double_sided: at.get("doubleSided").and_then(|at| at.value.as_bool()).unwrap_or(false),
        unlit: at.path(["extensions", "KHR_materials_unlit"]).is_some(),
        ..Material::default()
    };
    let metal = at.get("pbrMetallicRoughness");
    if let Some(metal) = metal {
        material.base = metal.vec4("baseColorFactor", Vec4::ONE)?;
        material.metallic = metal.number("metallicFactor", 1.0)?;
        material.roughness = metal.number("roughnessFactor", 1.0)?;
    }
    material.alpha = match at.text("alphaMode") {
        None | Some("OPAQUE") => Alpha::Opaque,
        Some("BLEND") => Alpha::Blend,
        Some("MASK") => Alpha::Mask(at.number("alphaCutoff", 0.5)?),
        Some(other) => return Err(at.fault(ProblemKind::Value, format!("{other:?} is not an alpha mode"))),
    };
    if let Some(ior) = at.path(["extensions", "KHR_materials_ior"]) {
        material.ior = Some(ior.number("ior", 1.5)?);
    }
    if let Some(specular) = at.path(["extensions", "KHR_materials_specular"]) {
        let factor = specular.number("specularFactor", 1.0)?;
        material.specular =
            Some(Specular { factor, colour: specular.vec3("specularColorFactor", Vec3::ONE)? });
    }
    let slots = [
        (Slot::Base, metal.and_then(|metal| metal.get("baseColorTexture")), None),
        (Slot::MetallicRoughness, metal.and_then(|metal| metal.get("metallicRoughnessTexture")), None),
        (Slot::Normal, at.get("normalTexture"), Some("scale")),
        (Slot::Occlusion, at.get("occlusionTexture"), Some("strength")),
        (Slot::Emissive, at.get("emissiveTexture"), None),
    ];
    // All textures of a material use the coordinates of the first; a texture with others is reported.
    let mut common = None;
    for (slot, texture_at, strength) in slots {
        let Some(texture_at) = texture_at else { continue };
        let read = texture(document, texture_at, n_images);
        let Some((mut texture, layout)) = context.or_warn(read)? else { continue };
        if let Some(key) = strength {
            texture.strength = texture_at.number(key, 1.0)?;
        }
        if layout != *common.get_or_insert(layout) {
            let message = "the texture uses the texture coordinates and transform of the previous texture, since a material can have only one set";
            context.excuse(texture_at.fault(ProblemKind::Dropped, message))?;
        }
        material.set_texture(slot, Some(texture));
    }
    Ok((material, common.unwrap_or_default()))
}

/// Reads a texture and its coordinates. Image, sampler and texture are three lists in glTF, and one type here.
fn texture(document: &Document<'_>, at: At<'_>, n_images: usize) -> Result<(Texture, Layout), Problem> {
    let textures = document.root().list("textures");
    let index = at.needed_index("index", textures.len(), "texture")?;
    let missing = || at.fault(ProblemKind::Reference, "the texture has no image of a known format");
    let info = textures.get(index).ok_or_else(missing)?;
    // Extensions name an image of another kind, next to a fallback or instead of it.
    let others =
        [TEXTURE_WEBP, TEXTURE_KTX2].into_iter().filter_map(|name| info.get("extensions")?.get(name));
    let image =
        [info].into_iter().chain(others).find_map(|at| at.index("source", n_images, "image").transpose());
    let image = image.ok_or_else(missing)??;
    let mut texture = Texture::new(image);
    let samplers = document.root().list("samplers");
    let sampler = info.index("sampler", samplers.len(), "sampler")?;
    if let Some(sampler) = sampler.and_then(|index| samplers.get(index)) {
        // The codes are OpenGL's CLAMP_TO_EDGE and MIRRORED_REPEAT, and NEAREST below.
        let wrap = |key| match sampler.maybe_whole(key) {
            Ok(Some(33071)) => Wrap::Clamp,
            Ok(Some(33648)) => Wrap::Mirror,
            _ => Wrap::Repeat,
        };
        texture.wrap = [wrap("wrapS"), wrap("wrapT")];
        texture.nearest = sampler.maybe_whole("magFilter")? == Some(9728);
    }
    Ok((texture, layout(at)?))
}

pub(crate) fn layout(at: At<'_>) -> Result<Layout, Problem> {
    let mut layout = Layout { set: at.maybe_whole("texCoord")?.unwrap_or(0), transform: None };
    if let Some(transform) = at.path(["extensions", "KHR_texture_transform"]) {
        let offset = transform.numbers("offset")?.map_or(Vec2::ZERO, Vec2::from_array);
        let scale = transform.numbers("scale")?.map_or(Vec2::ONE, Vec2::from_array);
        layout.transform = Some((offset, transform.number("rotation", 0.0)?, scale));
        if let Some(set) = transform.maybe_whole("texCoord")? {
            layout.set = set;
        }
    }
    Ok(layout)
}
