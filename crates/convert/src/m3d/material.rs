//! Conversion between materials of Model 3D and of scenes.

use super::super::said;
use scene::colour::{is_rounded, linear, linear_table, rgba8};
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::names::Names;
use scene::thumb::{self, Picture};
use scene::{Alpha, Image, Material, Mime, Scene, Slot, Texture};

use ::m3d::{Asset, ColourRef, Material as Chunk, Model, Name, NewValue, PropertyId, PropertyValue};
use geom::{Rgba8, TriMesh, Vec3, Vec4};
use std::collections::HashMap;

/// The properties that a material of a scene can represent.
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

/// The identity of a name in a file, see [`Strings::key`](::m3d::Strings::key).
type Key = (Vec<u8>, Name);

fn key(model: &Model, name: Name) -> Key {
    let (start, name) = model.strings.key(name);
    (start.to_vec(), name)
}

/// The names of materials in the scene, by their names in the file.
#[derive(Default)]
pub(super) struct Surfaces {
    by_name: HashMap<Key, String>,
    names: Names,
    images: HashMap<Key, usize>,
    /// The first asset with data for each name.
    assets: HashMap<Key, usize>,
}

impl Surfaces {
    pub(super) fn from_model(model: &Model, scene: &mut Scene, extras: bool, losses: &mut Losses) -> Self {
        let mut surfaces = Self::default();
        for (number, asset) in model.assets().enumerate().filter(|(_, asset)| !asset.data.is_empty()) {
            surfaces.assets.entry(key(model, asset.name)).or_insert(number);
        }
        let assets: Vec<&Asset> = model.assets().collect();
        let mut n_outside = 0_usize;
        let severity = if extras { LossSeverity::Note } else { LossSeverity::Lost };
        for chunk in model.materials() {
            let key = key(model, chunk.name);
            // Readers use the first of several materials with the same name.
            if surfaces.by_name.contains_key(&key) {
                continue;
            }
            let mut material = plain(model, chunk);
            for (id, slot) in MAPS {
                let Some(PropertyValue::Texture(name)) = chunk.get(id) else { continue };
                let image = surfaces.image(model, &assets, name, scene, &mut n_outside);
                material.set_texture(slot, image.map(Texture::new));
            }
            material.name = surfaces.names.take(&named(model, chunk.name));
            for property in chunk.properties.iter().filter(|property| !SHOWN.contains(&property.id)) {
                let what = match property.id.keyword() {
                    Some(keyword) => {
                        format!("materials have the property {keyword}, which glTF does not have")
                    }
                    None => format!("materials have a property {}, which is not known", property.id.0),
                };
                losses.report(LossCode::MaterialProp, severity, &what, 1, &material.name);
            }
            surfaces.by_name.insert(key, material.name.clone());
            scene.materials.push(material);
        }
        let what = "textures are files next to the model";
        losses.report(LossCode::TextureExternal, LossSeverity::Note, what, n_outside, "MTRL");
        surfaces
    }

    /// The scene's name for a material to which polygons refer. A material that the file does not define is added as
    /// white.
    pub(super) fn named(&mut self, model: &Model, name: Name, scene: &mut Scene) -> Option<String> {
        let key = key(model, name);
        if key.0.is_empty() {
            return None;
        }
        if let Some(known) = self.by_name.get(&key) {
            return Some(known.clone());
        }
        let own = self.names.take(&named(model, name));
        scene.materials.push(Material { name: own.clone(), ..Material::default() });
        self.by_name.insert(key, own.clone());
        Some(own)
    }

    /// The scene's name for a material that is given by its text.
    pub(super) fn called(&mut self, text: &str, scene: &mut Scene) -> String {
        let key = (text.as_bytes().to_vec(), Name::NONE);
        if let Some(known) = self.by_name.get(&key) {
            return known.clone();
        }
        let own = self.names.take(text);
        scene.materials.push(Material { name: own.clone(), ..Material::default() });
        self.by_name.insert(key, own.clone());
        own
    }

    fn image(
        &mut self,
        model: &Model,
        assets: &[&Asset],
        name: Name,
        scene: &mut Scene,
        n_outside: &mut usize,
    ) -> Option<usize> {
        let key = key(model, name);
        if key.0.is_empty() {
            return None;
        }
        if let Some(known) = self.images.get(&key) {
            return Some(*known);
        }
        let text = named(model, name);
        let inside = self.assets.get(&key).and_then(|number| assets.get(*number));
        let image = match inside {
            Some(asset) => {
                Image { name: text, mime: Mime::detect(&asset.data), bytes: asset.data.clone(), uri: None }
            }
            None => {
                *n_outside = n_outside.saturating_add(1);
                let uri = if text.contains('.') { text.clone() } else { format!("{text}.png") };
                Image { name: text, mime: Mime::Other, bytes: Vec::new(), uri: Some(uri) }
            }
        };
        let place = scene.images.len();
        self.images.insert(key, place);
        scene.images.push(image);
        Some(place)
    }
}

fn named(model: &Model, name: Name) -> String {
    said(model.strings.start(name))
}

/// Converts a material without its textures.
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
    // glTF allows only 0 and values of at least 1.
    material.ior = float(PropertyId::REFRACTION).filter(|ior| *ior == 0.0 || *ior >= 1.0);
    material
}

fn colour_of(model: &Model, colour: ColourRef) -> Option<Rgba8> {
    model.colour(colour)
}

/// True if a material of the scene still looks like the material of the file from which it was built.
fn looks_as(model: &Model, chunk: &Chunk, material: &Material, scene: &Scene) -> bool {
    let was = plain(model, chunk);
    let image = |slot| {
        let image = scene.images.get(material.texture(slot)?.image)?;
        (!image.bytes.is_empty()).then_some(image.name.as_str())
    };
    // An external image may be missing, so a missing image is not a difference.
    let textures = MAPS.iter().all(|(id, slot)| match chunk.get(*id) {
        Some(PropertyValue::Texture(name)) => image(*slot).is_none_or(|image| image == named(model, name)),
        _ => image(*slot).is_none(),
    });
    let numbers = |material: &Material| {
        let base = rgba8(material.base);
        let light = rgba8(material.emissive.extend(1.0));
        (base, light, material.metallic, material.roughness, material.ior)
    };
    textures && numbers(&was) == numbers(material)
}

/// Defines the materials of a scene that are missing in the model or look different there; returns their number.
/// `memory` limits the pixels of an image that is not PNG, the only kind that a model can hold.
pub(super) fn put(
    model: &mut Model,
    scene: &Scene,
    memory: usize,
    losses: &mut Losses,
) -> Result<usize, ::m3d::Error> {
    let assets = asset_names(scene);
    let (mut n_changed, mut n_unused, mut n_rounded, mut n_others) = (0_usize, 0_usize, 0_usize, 0_usize);
    let mut n_recoded = 0_usize;
    let table = linear_table();
    for material in &scene.materials {
        let known = model.material(&material.name);
        if known.is_some_and(|known| looks_as(model, known, material, scene)) {
            continue;
        }
        let is_plain = Material { name: String::new(), extras: scene::Json::Null, ..material.clone() };
        if known.is_none() && is_plain == Material::default() {
            // A default material looks like one that is not defined.
            continue;
        }
        if known.is_none() && model.strings.find(&material.name).is_none() {
            n_unused = n_unused.saturating_add(1);
            continue;
        }
        n_changed = n_changed.saturating_add(1);
        let mut base = material.base;
        if material.alpha == Alpha::Opaque {
            base.w = 1.0;
        }
        let mut colours = vec![(PropertyId::DIFFUSE, base)];
        if material.emissive != Vec3::ZERO {
            colours.push((PropertyId::EMISSIVE, material.emissive.extend(1.0)));
        }
        let mut list = Vec::new();
        for (id, colour) in colours {
            let stored = rgba8(colour);
            n_rounded = n_rounded.saturating_add(usize::from(is_rounded(colour, stored, &table)));
            list.push((id, NewValue::Colour(stored)));
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
            let index = material.texture(slot).map(|texture| texture.image);
            let image = index.and_then(|index| scene.images.get(index).zip(assets.get(index)));
            if let Some((image, name)) = image {
                images.push((id, name, image));
            }
        }
        list.extend(images.iter().map(|(id, name, _)| (*id, NewValue::Texture(name))));
        let name = material.name.clone();
        model.set_material(&name, &list)?;
        for (_, name, image) in images.into_iter().filter(|(_, _, image)| !image.bytes.is_empty()) {
            let known = model.asset(name);
            if image.mime == Mime::Png {
                if known.is_none_or(|asset| asset.data != image.bytes) {
                    model.set_asset(name, image.bytes.clone());
                }
            } else if known.is_none() {
                match as_png(&image.bytes, memory) {
                    Some(png) => {
                        n_recoded = n_recoded.saturating_add(1);
                        model.set_asset(name, png);
                    }
                    None => n_others = n_others.saturating_add(1),
                }
            }
        }
    }
    use LossSeverity::{Changed, Lost};
    for (code, severity, what, count) in [
        (LossCode::MaterialProp, Lost, "unused materials", n_unused),
        (LossCode::ColourRounded, Changed, "colours of materials were rounded to 8 bits", n_rounded),
        (LossCode::TextureFormat, Changed, "textures of other formats became PNG", n_recoded),
        (LossCode::TextureFormat, Lost, "textures of formats that cannot be decoded", n_others),
    ] {
        losses.report(code, severity, what, count, "");
    }
    Ok(n_changed)
}

/// Defines materials that polygons name, since the reference library reports an error for any that is missing.
pub(super) fn define(model: &mut Model, shape: &TriMesh) -> Result<(), ::m3d::Error> {
    for name in shape.groups.iter().filter_map(|group| group.material.as_deref()) {
        if !name.is_empty() && model.material(name).is_none() {
            model.set_material(name, &[(PropertyId::DIFFUSE, NewValue::Colour(Rgba8::WHITE))])?;
        }
    }
    Ok(())
}

/// Encodes an image of another kind as PNG.
fn as_png(bytes: &[u8], memory: usize) -> Option<Vec<u8>> {
    let (width, height, pixels) = thumb::pixels(bytes, memory)?;
    let [width, height] = [width, height].map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    let picture = Picture { width, height, rgba: pixels.into_iter().flatten().collect() };
    Some(picture.to_png()).filter(|png| !png.is_empty())
}

/// Asset names of images, without an extension. Different images have different names.
fn asset_names(scene: &Scene) -> Vec<String> {
    let (mut names, mut known) = (Names::default(), HashMap::new());
    let mut all = Vec::new();
    for image in &scene.images {
        let wanted = asset_name(image);
        let name: &String = known.entry((wanted, &image.bytes)).or_insert_with(|| names.take(wanted));
        all.push(name.clone());
    }
    all
}

fn asset_name(image: &Image) -> &str {
    let name = if image.name.is_empty() { image.uri.as_deref().unwrap_or("texture") } else { &image.name };
    let endings = [".png", ".jpg", ".jpeg", ".webp"];
    endings.into_iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name)
}
