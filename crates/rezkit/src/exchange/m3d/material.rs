//! Materials of Model 3D and of scenes.

use super::super::said;
use crate::loss::{LossCode, LossSeverity, Losses};
use crate::scene::colour::{linear, rgba8};
use crate::scene::names::Names;
use crate::scene::{Alpha, Image, Material, Mime, Scene, Slot, Texture};

use ::m3d::{ColourRef, Material as Chunk, Model, Name, NewValue, PropertyId, PropertyValue};
use geom::{Rgba8, Vec3, Vec4};
use std::collections::HashMap;

/// The properties that a material of a scene has a place for.
const SHOWN: &[PropertyId] = &[
    PropertyId::DIFFUSE,
    PropertyId::DISSOLVE,
    PropertyId::EMISSIVE,
    PropertyId::ROUGHNESS,
    PropertyId::METALLIC,
    PropertyId::REFRACTION,
    PropertyId::DIFFUSE_MAP,
    PropertyId::EMISSIVE_MAP,
    PropertyId::NORMAL_MAP,
    PropertyId::AMBIENT_MAP,
];

const MAPS: [(PropertyId, Slot); 4] = [
    (PropertyId::DIFFUSE_MAP, Slot::Base),
    (PropertyId::EMISSIVE_MAP, Slot::Emissive),
    (PropertyId::NORMAL_MAP, Slot::Normal),
    (PropertyId::AMBIENT_MAP, Slot::Occlusion),
];

/// The names of materials in the scene, by those in the file.
#[derive(Default)]
pub(super) struct Surfaces {
    by_name: HashMap<Vec<u8>, String>,
    names: Names,
    images: HashMap<Vec<u8>, usize>,
}

impl Surfaces {
    pub(super) fn of(model: &Model, scene: &mut Scene, extras: bool, losses: &mut Losses) -> Self {
        let mut surfaces = Self::default();
        let (mut n_hidden, mut n_outside) = (0_usize, 0_usize);
        for chunk in model.materials() {
            let key = model.strings.get(chunk.name).unwrap_or_default().to_vec();
            // Readers use the first of several materials of the same name.
            if surfaces.by_name.contains_key(&key) {
                continue;
            }
            let mut material = plain(model, chunk);
            for (id, slot) in MAPS {
                let Some(PropertyValue::Texture(name)) = chunk.get(id) else { continue };
                let image = surfaces.image(model, name, scene, &mut n_outside);
                material.set_texture(slot, image.map(Texture::new));
            }
            material.name = surfaces.names.take(&named(&key));
            let others = chunk.properties.iter().filter(|property| !SHOWN.contains(&property.id));
            n_hidden = n_hidden.saturating_add(others.count());
            surfaces.by_name.insert(key, material.name.clone());
            scene.materials.push(material);
        }
        let severity = if extras { LossSeverity::Note } else { LossSeverity::Lost };
        let what = "properties of materials that glTF does not have";
        losses.report(LossCode::MaterialProp, severity, what, n_hidden, "MTRL");
        let what = "textures are files beside the model";
        losses.report(LossCode::TextureExternal, LossSeverity::Note, what, n_outside, "MTRL");
        surfaces
    }

    /// The name of a material that polygons refer to; one that the file does not define becomes white.
    pub(super) fn named(&mut self, model: &Model, name: Name, scene: &mut Scene) -> Option<String> {
        let key = model.strings.get(name).filter(|key| !key.is_empty())?;
        if let Some(known) = self.by_name.get(key) {
            return Some(known.clone());
        }
        let own = self.names.take(&named(key));
        scene.materials.push(Material { name: own.clone(), ..Material::default() });
        self.by_name.insert(key.to_vec(), own.clone());
        Some(own)
    }

    /// As [`named`](Self::named), by a text.
    pub(super) fn called(&mut self, text: &str, scene: &mut Scene) -> String {
        if let Some(known) = self.by_name.get(text.as_bytes()) {
            return known.clone();
        }
        let own = self.names.take(text);
        scene.materials.push(Material { name: own.clone(), ..Material::default() });
        self.by_name.insert(text.as_bytes().to_vec(), own.clone());
        own
    }

    fn image(
        &mut self,
        model: &Model,
        name: Name,
        scene: &mut Scene,
        n_outside: &mut usize,
    ) -> Option<usize> {
        let key = model.strings.get(name).filter(|key| !key.is_empty())?;
        if let Some(known) = self.images.get(key) {
            return Some(*known);
        }
        let text = named(key);
        let inside =
            model.assets().find(|asset| !asset.data.is_empty() && model.strings.get(asset.name) == Some(key));
        let image = match inside {
            Some(asset) => {
                Image { name: text, mime: Mime::of(&asset.data), bytes: asset.data.clone(), uri: None }
            }
            None => {
                *n_outside = n_outside.saturating_add(1);
                let uri = if text.contains('.') { text.clone() } else { format!("{text}.png") };
                Image { name: text, mime: Mime::Other, bytes: Vec::new(), uri: Some(uri) }
            }
        };
        let place = scene.images.len();
        self.images.insert(key.to_vec(), place);
        scene.images.push(image);
        Some(place)
    }
}

fn named(key: &[u8]) -> String {
    said(&String::from_utf8_lossy(key))
}

/// A material without its textures.
fn plain(model: &Model, chunk: &Chunk) -> Material {
    let float = |id| match chunk.get(id) {
        Some(PropertyValue::Float(number)) if number.is_finite() => Some(number),
        _ => None,
    };
    let colour = |id| match chunk.get(id) {
        Some(PropertyValue::Colour(colour)) => colour_of(model, colour),
        _ => None,
    };
    let mut material = Material::default();
    let opacity = f32::from(model.opacity(chunk)) / 255.0;
    let Rgba8 { r, g, b, .. } = colour(PropertyId::DIFFUSE).unwrap_or(Rgba8::WHITE);
    material.base = Vec4::new(linear(r), linear(g), linear(b), opacity);
    if opacity < 1.0 {
        material.alpha = Alpha::Blend;
    }
    if let Some(Rgba8 { r, g, b, .. }) = colour(PropertyId::EMISSIVE) {
        material.emissive = Vec3::new(linear(r), linear(g), linear(b));
    }
    material.roughness = float(PropertyId::ROUGHNESS).unwrap_or(1.0).clamp(0.0, 1.0);
    material.metallic = float(PropertyId::METALLIC).unwrap_or(0.0).clamp(0.0, 1.0);
    material.ior = float(PropertyId::REFRACTION).filter(|ior| *ior == 0.0 || *ior >= 1.0);
    material
}

fn colour_of(model: &Model, colour: ColourRef) -> Option<Rgba8> {
    model.colour(colour)
}

/// Whether a material of a scene still looks as one of the file.
fn looks_as(model: &Model, chunk: &Chunk, material: &Material, scene: &Scene) -> bool {
    let was = plain(model, chunk);
    let image = |slot| {
        let image = scene.images.get(material.texture(slot)?.image)?;
        (!image.bytes.is_empty()).then_some(image.name.as_str())
    };
    // What is a file of its own may not have come along.
    let textures = MAPS.iter().all(|(id, slot)| match chunk.get(*id) {
        Some(PropertyValue::Texture(name)) => {
            image(*slot).is_none_or(|image| image == named(model.strings.get(name).unwrap_or_default()))
        }
        _ => image(*slot).is_none(),
    });
    let numbers = |material: &Material| {
        let base = rgba8(material.base);
        let light = rgba8(material.emissive.extend(1.0));
        (base, light, material.metallic, material.roughness, material.ior)
    };
    textures && numbers(&was) == numbers(material)
}

/// Defines the materials of a scene that the model does not have, or that look otherwise now; how many these are.
pub(super) fn put(model: &mut Model, scene: &Scene) -> Result<usize, ::m3d::Error> {
    let mut n_changed = 0_usize;
    for material in &scene.materials {
        let known = model.material(&material.name);
        let is_used = known.is_some() || model.strings.find(&material.name).is_some();
        if !is_used || known.is_some_and(|known| looks_as(model, known, material, scene)) {
            continue;
        }
        let is_plain = Material { name: String::new(), extras: crate::Json::Null, ..material.clone() };
        if known.is_none() && is_plain == Material::default() {
            // As if it were not defined.
            continue;
        }
        n_changed = n_changed.saturating_add(1);
        let mut list = vec![(PropertyId::DIFFUSE, NewValue::Colour(rgba8(material.base)))];
        if material.emissive != Vec3::ZERO {
            list.push((PropertyId::EMISSIVE, NewValue::Colour(rgba8(material.emissive.extend(1.0)))));
        }
        if material.roughness != 1.0 {
            list.push((PropertyId::ROUGHNESS, NewValue::Float(material.roughness)));
        }
        if material.metallic != 0.0 {
            list.push((PropertyId::METALLIC, NewValue::Float(material.metallic)));
        }
        if let Some(ior) = material.ior {
            list.push((PropertyId::REFRACTION, NewValue::Float(ior)));
        }
        let mut images = Vec::new();
        for (id, slot) in MAPS {
            let image = material.texture(slot).and_then(|texture| scene.images.get(texture.image));
            if let Some(image) = image {
                images.push((id, asset_name(image), image));
            }
        }
        list.extend(images.iter().map(|(id, name, _)| (*id, NewValue::Texture(name))));
        let name = material.name.clone();
        model.set_material(&name, &list)?;
        for (_, name, image) in images {
            let is_new = model.asset(&name).is_none_or(|asset| asset.data != image.bytes);
            if image.mime == Mime::Png && !image.bytes.is_empty() && is_new {
                model.set_asset(&name, image.bytes.clone());
            }
        }
    }
    Ok(n_changed)
}

/// The name of an image without an extension, as assets have it.
fn asset_name(image: &Image) -> String {
    let name = if image.name.is_empty() { image.uri.as_deref().unwrap_or("texture") } else { &image.name };
    name.strip_suffix(".png").unwrap_or(name).to_owned()
}
