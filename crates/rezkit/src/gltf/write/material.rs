//! Materials, textures, samplers, images.

use super::pool::encoded;
use super::{Out, file_name};
use crate::exchange::LossCode;
use crate::json::Writer;
use crate::scene::{Alpha, Image, Material, Mime, Scene, Slot, Texture, Wrap};
use geom::{Vec3, Vec4};
use std::collections::HashMap;

/// Images that can be written, and how textures use them.
pub(super) struct Pictures {
    as_files: bool,
    /// The number of each image of the scene in the file.
    numbers: Vec<Option<usize>>,
    /// Image and sampler of each texture.
    textures: Vec<(usize, usize)>,
    samplers: Vec<([Wrap; 2], bool)>,
}

impl Pictures {
    pub(super) fn of(out: &mut Out<'_>, as_files: bool) -> Self {
        let scene = out.scene;
        let mut pictures = Self { as_files, numbers: Vec::new(), textures: Vec::new(), samplers: Vec::new() };
        let mut n_written = 0_usize;
        for (index, image) in scene.images.iter().enumerate() {
            let is_inside = matches!(image.mime, Mime::Png | Mime::Jpeg) && !image.bytes.is_empty();
            let is_beside = as_files && image.uri.is_some();
            if is_inside || is_beside {
                pictures.numbers.push(Some(n_written));
                n_written = n_written.saturating_add(1);
            } else {
                pictures.numbers.push(None);
                let (code, message) = match &image.uri {
                    Some(uri) => (
                        LossCode::TextureExternal,
                        format!("the image {uri:?} is not at hand and is left out"),
                    ),
                    None => {
                        (LossCode::TextureFormat, "the image is neither PNG nor JPEG and is left out".into())
                    }
                };
                out.report(code, format!("/images/{index}"), message);
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
        // There are no more than 18 of them.
        Some((image, self.samplers.iter().position(|known| *known == sampler)?))
    }

    /// The numbers of textures by image and sampler.
    fn by_pair(&self) -> HashMap<(usize, usize), usize> {
        self.textures.iter().enumerate().map(|(index, pair)| (*pair, index)).collect()
    }

    pub(super) fn textures(&self) -> String {
        let mut json = Writer::default();
        for (image, sampler) in &self.textures {
            json.map(|map| {
                map.key("source").integer(*image);
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

    /// The list of images; their files go into the pool, or beside the model.
    pub(super) fn views(&self, out: &mut Out<'_>) -> String {
        let mut json = Writer::default();
        for (index, image) in self.written(out.scene) {
            let uri = self
                .as_files
                .then(|| image.uri.clone().unwrap_or_else(|| encoded(&self.name(out.scene, index))));
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

    /// A name that no image before has.
    fn name(&self, scene: &Scene, index: usize) -> String {
        let name = scene.images.get(index).map(|image| file_name(image, index)).unwrap_or_default();
        let before = scene.images.get(..index).unwrap_or_default().iter().enumerate();
        let is_taken = before.map(|(other, image)| file_name(image, other)).any(|other| other == name);
        if is_taken { format!("{index}_{name}") } else { name }
    }

    /// The files beside the model.
    pub(super) fn files(&self, scene: &Scene) -> Vec<(String, Vec<u8>)> {
        if !self.as_files {
            return Vec::new();
        }
        let own = self.written(scene).filter(|(_, image)| !image.bytes.is_empty());
        own.map(|(index, image)| match &image.uri {
            Some(uri) => (uri.clone(), image.bytes.clone()),
            None => (self.name(scene, index), image.bytes.clone()),
        })
        .collect()
    }
}

/// The list of materials; those without their textures come behind, where a mesh has no texture coordinates.
pub(super) struct Materials {
    written: Vec<String>,
    by_name: HashMap<String, (usize, bool)>,
    plain: HashMap<usize, (usize, String)>,
    plain_source: Vec<String>,
}

impl Materials {
    pub(super) fn of(out: &mut Out<'_>, pictures: &Pictures) -> Self {
        let scene = out.scene;
        let by_pair = pictures.by_pair();
        let mut materials = Self {
            written: Vec::new(),
            by_name: HashMap::new(),
            plain: HashMap::new(),
            plain_source: Vec::new(),
        };
        for (index, material) in scene.materials.iter().enumerate() {
            let number = |texture: Texture| by_pair.get(&pictures.pair(&texture)?).copied();
            let has_texture = Slot::ALL.iter().any(|slot| material.texture(*slot).is_some());
            materials.written.push(one(out, index, material, &material.name, number));
            let plain = if has_texture {
                one(out, index, material, &format!("{}_plain", material.name), |_| None)
            } else {
                String::new()
            };
            materials.plain_source.push(plain);
            materials.by_name.entry(material.name.clone()).or_insert((index, has_texture));
        }
        materials
    }

    /// The number of a material, or of its form without textures.
    pub(super) fn number(&mut self, name: &str, has_uvs: bool) -> Option<usize> {
        let (index, has_texture) = *self.by_name.get(name)?;
        if has_uvs || !has_texture {
            return Some(index);
        }
        let next = self.written.len().saturating_add(self.plain.len());
        let source = self.plain_source.get(index)?;
        Some(self.plain.entry(index).or_insert_with(|| (next, source.clone())).0)
    }

    pub(super) fn json(&self) -> String {
        let mut plain: Vec<_> = self.plain.values().collect();
        plain.sort();
        let all = self.written.iter().chain(plain.into_iter().map(|(_, json)| json));
        all.map(String::as_str).collect::<Vec<_>>().join(",")
    }
}

fn one(
    out: &mut Out<'_>,
    index: usize,
    material: &Material,
    name: &str,
    number: impl Fn(Texture) -> Option<usize>,
) -> String {
    let mut json = Writer::default();
    let mut emissive = material.emissive;
    if emissive.x.max(emissive.y).max(emissive.z) > 1.0 {
        out.report(LossCode::MaterialProp, format!("/materials/{index}"), "light of more than 1 became 1");
        emissive = emissive.min(Vec3::ONE);
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
    let texture = |map: &mut Writer, key: &str, slot: Slot, strength: Option<&str>| {
        let Some(texture) = material.texture(slot) else { return };
        let Some(number) = number(texture) else { return };
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
        if out.options.extras && !material.extras.is_empty() {
            map.key("extras").json(&material.extras);
        }
    });
    json.text
}

fn extensions(map: &mut Writer, material: &Material) {
    if let Some(ior) = material.ior {
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

/// What glTF allows for a factor.
fn fraction(value: f32) -> f32 {
    value.clamp(0.0, 1.0)
}
