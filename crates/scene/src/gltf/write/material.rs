//! Writing of materials, textures, samplers and images.

use super::Out;
use crate::counted::counted;
use crate::file_names::ImageFiles;
use crate::gltf::uri::encoded;
use crate::json::{Json, Writer};
use crate::loss::LossCode;
use crate::material::{Alpha, Image, Material, Mime, Slot, Texture, Wrap};
use crate::scene::Scene;
use geom::{Vec3, Vec4};
use std::collections::HashMap;

/// The extensions for textures whose images are WebP or KTX 2.
pub(in super::super) const TEXTURE_WEBP: &str = "EXT_texture_webp";
pub(in super::super) const TEXTURE_KTX2: &str = "KHR_texture_basisu";

/// The images that can be written, and their uses by textures.
#[derive(Default)]
pub(super) struct Pictures {
    /// The names of the image files next to a `.gltf`.
    files: Option<ImageFiles>,
    /// For each image of the scene, its index in the file.
    numbers: Vec<Option<usize>>,
    /// Image and sampler of each texture.
    textures: Vec<(usize, usize)>,
    samplers: Vec<([Wrap; 2], bool)>,
    /// For each image in the file, the extension that its kind needs.
    extensions: Vec<Option<&'static str>>,
}

impl Pictures {
    pub(super) fn write(out: &mut Out<'_>, files: Option<ImageFiles>) -> Self {
        let scene = out.scene;
        let mut pictures = Self { files, ..Self::default() };
        let mut n_written = 0_usize;
        for (index, image) in scene.images.iter().enumerate() {
            let is_there = !image.bytes.is_empty();
            let is_inside = image.mime != Mime::Other && is_there;
            let is_beside = pictures.files.is_some() && image.uri.is_some();
            let mut report = |code, message| out.report(code, format!("/images/{index}"), message);
            if is_inside || is_beside {
                if let (true, false, Some(uri)) = (is_there, is_inside, &image.uri) {
                    let message = format!(
                        "the image {uri:?} has a format that glTF does not support: other programs may not \
                         show it"
                    );
                    report(LossCode::TextureFormat, message);
                }
                let extension = extension_of(image.mime).filter(|_| is_there);
                pictures.extensions.push(extension);
                extension.into_iter().for_each(|extension| out.requires(extension));
                pictures.numbers.push(Some(n_written));
                n_written = n_written.saturating_add(1);
            } else {
                pictures.numbers.push(None);
                let what = image
                    .uri
                    .as_ref()
                    .map_or_else(|| "the image".to_owned(), |uri| format!("the image {uri:?}"));
                if image.uri.is_some() && !is_there {
                    report(LossCode::TextureExternal, format!("{what} was not found and is left out"));
                } else {
                    report(
                        LossCode::TextureFormat,
                        format!("{what} has a format that glTF does not support and is left out"),
                    );
                }
            }
        }
        for material in &scene.materials {
            for texture in Slot::ALL.iter().filter_map(|slot| material.texture(*slot)) {
                let sampler = (texture.wrap, texture.nearest);
                if !pictures.samplers.contains(&sampler) {
                    pictures.samplers.push(sampler);
                }
            }
        }
        let mut seen = HashMap::new();
        for material in &scene.materials {
            for texture in Slot::ALL.iter().filter_map(|slot| material.texture(*slot)) {
                let Some(pair) = pictures.pair(&texture) else { continue };
                if seen.insert(pair, ()).is_none() {
                    pictures.textures.push(pair);
                }
            }
        }
        pictures
    }

    fn pair(&self, texture: &Texture) -> Option<(usize, usize)> {
        let image = self.numbers.get(texture.image).copied().flatten()?;
        let sampler = (texture.wrap, texture.nearest);
        // There are at most 18 samplers.
        Some((image, self.samplers.iter().position(|known| *known == sampler)?))
    }

    /// The indices of textures, by image and sampler.
    fn by_pair(&self) -> HashMap<(usize, usize), usize> {
        self.textures.iter().enumerate().map(|(index, pair)| (*pair, index)).collect()
    }

    pub(super) fn textures(&self) -> String {
        let mut json = Writer::default();
        for (image, sampler) in &self.textures {
            json.map(|map| {
                match self.extensions.get(*image).copied().flatten() {
                    Some(extension) => map.key("extensions").map(|map| {
                        map.key(extension).map(|map| map.key("source").integer(*image));
                    }),
                    None => map.key("source").integer(*image),
                }
                map.key("sampler").integer(*sampler);
            });
        }
        json.text
    }

    pub(super) fn samplers(&self) -> String {
        let mut json = Writer::default();
        let code = |wrap: Wrap| match wrap {
            Wrap::Repeat => 10497,
            Wrap::Mirror => 33648,
            Wrap::Clamp => 33071,
        };
        for ([u, v], nearest) in &self.samplers {
            json.map(|map| {
                map.key("magFilter").integer(if *nearest { 9728 } else { 9729 });
                map.key("minFilter").integer(if *nearest { 9728 } else { 9987 });
                for (key, wrap) in [("wrapS", u), ("wrapT", v)] {
                    if *wrap != Wrap::Repeat {
                        map.key(key).integer(code(*wrap));
                    }
                }
            });
        }
        json.text
    }

    /// Writes the list of images; their bytes are stored in the pool, or in files next to the model.
    pub(super) fn views(&self, out: &mut Out<'_>) -> String {
        let mut json = Writer::default();
        for (index, image) in self.written(out.scene) {
            // An image without bytes keeps the path that it had.
            let path = self.files.as_ref().and_then(|files| files.get(index).or(image.uri.as_deref()));
            let uri = path.map(encoded);
            let view = uri.is_none().then(|| out.pool.add_file(&image.bytes));
            let view = view.map(|file| out.pool.view_of_file(file));
            json.map(|map| {
                if !image.name.is_empty() {
                    map.key("name").text(&image.name);
                }
                if let Some(uri) = uri {
                    map.key("uri").text(&uri);
                }
                if let Some(view) = view {
                    map.key("bufferView").integer(view);
                    map.key("mimeType").text(image.mime.name().unwrap_or("image/png"));
                }
            });
        }
        json.text
    }

    fn written<'s>(&self, scene: &'s Scene) -> impl Iterator<Item = (usize, &'s Image)> {
        let is_written = |index: &usize| self.numbers.get(*index).copied().flatten().is_some();
        scene.images.iter().enumerate().filter(move |(index, _)| is_written(index))
    }

    /// The image files next to the model.
    pub(super) fn files(&self, scene: &Scene) -> Vec<(String, Vec<u8>)> {
        let written = self.written(scene).map(|(index, _)| index);
        self.files.as_ref().map(|files| files.contents(scene, written)).unwrap_or_default()
    }
}

/// The extension that textures with such images need.
const fn extension_of(mime: Mime) -> Option<&'static str> {
    match mime {
        Mime::WebP => Some(TEXTURE_WEBP),
        Mime::Ktx2 => Some(TEXTURE_KTX2),
        Mime::Png | Mime::Jpeg | Mime::Other => None,
    }
}

/// The textures of a material that a mesh can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum VisibleTextures {
    All,
    /// No normal map, because the mesh has no tangents, which normal maps need.
    NoNormalMap,
    /// No textures, because the mesh has no texture coordinates.
    NoTextures,
}

impl VisibleTextures {
    /// True if a texture is shown.
    fn has(self, slot: Slot) -> bool {
        match self {
            Self::All => true,
            Self::NoNormalMap => slot != Slot::Normal,
            Self::NoTextures => false,
        }
    }

    const fn ending(self) -> &'static str {
        match self {
            Self::All => "",
            Self::NoNormalMap => "_smooth",
            Self::NoTextures => "_plain",
        }
    }
}

/// The list of materials, followed by variants without some of their textures, for meshes that cannot show these.
pub(super) struct Materials {
    written: Vec<String>,
    by_name: HashMap<String, usize>,
    /// For each material, the slots that have a texture.
    slots: Vec<[bool; 5]>,
    /// The variants, which continue the list.
    others: HashMap<(usize, VisibleTextures), (usize, String)>,
    /// The indices of textures, by image and sampler.
    by_pair: HashMap<(usize, usize), usize>,
}

impl Materials {
    pub(super) fn write(out: &mut Out<'_>, pictures: &Pictures) -> Self {
        let scene = out.scene;
        let by_pair = pictures.by_pair();
        let mut materials = Self {
            written: Vec::new(),
            by_name: HashMap::new(),
            slots: Vec::new(),
            others: HashMap::new(),
            by_pair,
        };
        for (index, material) in scene.materials.iter().enumerate() {
            report(out, index, material);
            materials.written.push(materials.one(out, material, pictures, VisibleTextures::All));
            materials.slots.push(Slot::ALL.map(|slot| material.texture(slot).is_some()));
            materials.by_name.entry(material.name.clone()).or_insert(index);
        }
        materials
    }

    /// True if a material has a texture in a slot.
    pub(super) fn has(&self, name: &str, slot: Slot) -> bool {
        let slots = self.by_name.get(name).and_then(|index| self.slots.get(*index));
        slots.is_some_and(|slots| slots.get(slot as usize) == Some(&true))
    }

    /// The index of a material, or of its variant with the textures that a mesh can show.
    pub(super) fn number(
        &mut self,
        out: &Out<'_>,
        pictures: &Pictures,
        name: &str,
        shown: VisibleTextures,
    ) -> Option<usize> {
        let index = *self.by_name.get(name)?;
        if Slot::ALL.into_iter().all(|slot| shown.has(slot) || !self.has(name, slot)) {
            return Some(index);
        }
        if let Some((number, _)) = self.others.get(&(index, shown)) {
            return Some(*number);
        }
        let number = self.written.len().saturating_add(self.others.len());
        let mut material = out.scene.materials.get(index)?.clone();
        // Our reader maps the variant back to the material.
        let mut own = material.extras.get("rezkit").cloned().unwrap_or_default();
        own.set("form_of", material.name.as_str());
        material.extras.set("rezkit", own);
        let json = self.one(out, &material, pictures, shown);
        self.others.insert((index, shown), (number, json));
        Some(number)
    }

    /// The index of a white material for primitives without one: the default of glTF is a metal, which is dark in most
    /// viewers.
    pub(super) fn white(&mut self, out: &Out<'_>) -> usize {
        let next = self.written.len().saturating_add(self.others.len());
        let made = || {
            let mut material = Material { name: "default".into(), ..Material::default() };
            // Our reader removes the material again.
            let mut own = Json::default();
            own.set("default", true);
            material.extras.set("rezkit", own);
            (next, one(&material, &material.name, out.options.extras, |_, _| None))
        };
        self.others.entry((usize::MAX, VisibleTextures::All)).or_insert_with(made).0
    }

    /// Reports variants if there are no extras, without which they are read back as separate materials.
    pub(super) fn report(&self, out: &mut Out<'_>) {
        if !out.options.extras && !self.others.is_empty() {
            let message = format!(
                "added, because glTF has no other way to represent them: {}",
                counted(self.others.len(), "material")
            );
            out.report(LossCode::Renamed, "/materials".into(), message);
        }
    }

    pub(super) fn json(&self) -> String {
        let mut others: Vec<_> = self.others.values().collect();
        others.sort();
        let all = self.written.iter().chain(others.into_iter().map(|(_, json)| json));
        all.map(String::as_str).collect::<Vec<_>>().join(",")
    }

    fn one(&self, out: &Out<'_>, material: &Material, pictures: &Pictures, shown: VisibleTextures) -> String {
        let number = |slot: Slot, texture: Texture| {
            self.by_pair.get(&pictures.pair(&texture)?).copied().filter(|_| shown.has(slot))
        };
        let name = format!("{}{}", material.name, shown.ending());
        one(material, &name, out.options.extras, number)
    }
}

/// Reports values that glTF does not allow, and records the extensions that a material uses.
fn report(out: &mut Out<'_>, index: usize, material: &Material) {
    let Vec3 { x, y, z } = material.emissive;
    if x.max(y).max(z) > 1.0 {
        out.report(LossCode::MaterialProp, format!("/materials/{index}"), "emission above 1 became 1");
    }
    if material.unlit {
        out.uses("KHR_materials_unlit");
    }
    if material.ior.is_some() {
        out.uses("KHR_materials_ior");
    }
    if material.specular.is_some() {
        out.uses("KHR_materials_specular");
    }
}

/// A material as glTF JSON; `number` returns the index of a texture.
pub fn material_json(material: &Material, number: impl Fn(Slot, Texture) -> Option<usize>) -> String {
    one(material, &material.name, false, number)
}

fn one(
    material: &Material,
    name: &str,
    has_extras: bool,
    number: impl Fn(Slot, Texture) -> Option<usize>,
) -> String {
    let mut json = Writer::default();
    let emissive = material.emissive.min(Vec3::ONE);
    let texture = |map: &mut Writer, key: &str, slot: Slot, strength: Option<&str>| {
        let Some(texture) = material.texture(slot) else { return };
        let Some(number) = number(slot, texture) else { return };
        map.key(key).map(|map| {
            map.key("index").integer(number);
            if let Some(name) = strength.filter(|_| texture.strength != 1.0) {
                map.key(name).number(texture.strength);
            }
        });
    };
    json.map(|map| {
        map.key("name").text(name);
        map.key("pbrMetallicRoughness").map(|map| {
            // Defaults of glTF are not written.
            if material.base != Vec4::ONE {
                map.key("baseColorFactor").numbers(&material.base.to_array().map(fraction));
            }
            texture(map, "baseColorTexture", Slot::Base, None);
            if material.metallic != 1.0 {
                map.key("metallicFactor").number(fraction(material.metallic));
            }
            if material.roughness != 1.0 {
                map.key("roughnessFactor").number(fraction(material.roughness));
            }
            texture(map, "metallicRoughnessTexture", Slot::MetallicRoughness, None);
        });
        texture(map, "normalTexture", Slot::Normal, Some("scale"));
        texture(map, "occlusionTexture", Slot::Occlusion, Some("strength"));
        texture(map, "emissiveTexture", Slot::Emissive, None);
        if emissive != Vec3::ZERO {
            map.key("emissiveFactor").numbers(&emissive.to_array().map(fraction));
        }
        match material.alpha {
            Alpha::Opaque => {}
            Alpha::Blend => map.key("alphaMode").text("BLEND"),
            Alpha::Mask(cutoff) => {
                map.key("alphaMode").text("MASK");
                if cutoff != 0.5 {
                    map.key("alphaCutoff").number(cutoff.max(0.0));
                }
            }
        }
        if material.double_sided {
            map.key("doubleSided").bool(true);
        }
        if material.unlit || material.ior.is_some() || material.specular.is_some() {
            map.key("extensions").map(|map| extensions(map, material));
        }
        if has_extras && !material.extras.is_empty() {
            map.key("extras").json(&material.extras);
        }
    });
    json.text
}

fn extensions(map: &mut Writer, material: &Material) {
    if let Some(ior) = material.ior {
        // The extension allows values of at least 1, and 0 with a special meaning.
        map.key("KHR_materials_ior")
            .map(|map| map.key("ior").number(if ior == 0.0 { 0.0 } else { ior.max(1.0) }));
    }
    if let Some(specular) = material.specular {
        map.key("KHR_materials_specular").map(|map| {
            map.key("specularFactor").number(fraction(specular.factor));
            map.key("specularColorFactor").numbers(&specular.colour.max(Vec3::ZERO).to_array());
        });
    }
    if material.unlit {
        map.key("KHR_materials_unlit").map(|_| {});
    }
}

/// Clamps a factor to the range that glTF allows.
fn fraction(value: f32) -> f32 {
    value.clamp(0.0, 1.0)
}
