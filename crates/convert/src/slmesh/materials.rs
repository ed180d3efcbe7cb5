//! Materials of a scene as material assets of Second Life: LLSD that contains glTF.

use files::hash::sha256;
use llsd::{Map, Uuid, Value};
use scene::file_names::{FileNames, ImageFiles};
use scene::gltf::material_json;
use scene::json::Writer;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::material_loss::{self, Property};
use scene::{Image, Material, Mime, Problem, ProblemKind, Scene, Slot, Texture};
use std::collections::HashSet;

/// The version and the type of material assets.
const VERSION: &str = "1.1";
const TYPE: &str = "GLTF 2.0";

/// Writes the material assets and their images, as files named after a model that is called `base`.
pub fn files(
    scene: &Scene,
    base: &str,
    names: &mut FileNames,
    losses: &mut Losses,
) -> Result<Vec<(String, Vec<u8>)>, Problem> {
    let used = used(scene);
    let materials: Vec<Material> = scene
        .materials
        .iter()
        .filter(|material| used.contains(&*material.name))
        .map(|it| plain(it, losses))
        .collect();
    let what = "materials that the finest level does not use";
    let n_idle = scene.materials.len().saturating_sub(materials.len());
    losses.report(LossCode::MaterialProp, LossSeverity::Lost, what, n_idle, "");
    let mut files = Vec::new();
    for material in &materials {
        let asset = Map::from([
            ("data", Value::from(json(scene, material).as_str())),
            ("type", Value::from(TYPE)),
            ("version", Value::from(VERSION)),
        ]);
        let bytes = llsd::binary::write_with(&asset.into(), &llsd::WriteOptions::default());
        let bytes = bytes.map_err(|error| Problem::new(ProblemKind::Unsupported, error.to_string()))?;
        files.push((names.beside(&format!("{base}_{}", material.name), ".llsd"), bytes));
    }
    let textures = || materials.iter().flat_map(|material| material.textures.iter().flatten());
    let images: HashSet<usize> = textures().map(|texture| texture.image).collect();
    let paths = ImageFiles::new(scene, base, names);
    for (index, image) in scene.images.iter().enumerate().filter(|(index, _)| images.contains(index)) {
        match paths.get(index) {
            Some(path) => {
                let what = format!(
                    "{path} stands for the texture {} until the texture is uploaded and has an asset id",
                    id(image)
                );
                losses.report(LossCode::TextureExternal, LossSeverity::Note, &what, 1, path);
                if !matches!(image.mime, Mime::Png | Mime::Jpeg) {
                    let what = "textures that are neither PNG nor JPEG, which viewers do not upload";
                    losses.report(LossCode::TextureFormat, LossSeverity::Changed, what, 1, path);
                }
            }
            None => {
                let what = "textures that were not found";
                losses.report(LossCode::TextureExternal, LossSeverity::Lost, what, 1, &image.name);
            }
        }
    }
    files.extend(paths.contents(scene, (0..scene.images.len()).filter(|index| images.contains(index))));
    Ok(files)
}

/// The names of the materials that the finest level uses.
fn used(scene: &Scene) -> HashSet<&str> {
    let mut used = HashSet::new();
    for node in scene.at_level(0).into_iter().filter_map(|node| scene.nodes.get(node)) {
        if let Some(material) = node.material.and_then(|material| scene.materials.get(material)) {
            used.insert(&*material.name);
            continue;
        }
        let mesh = node.mesh.and_then(|mesh| scene.meshes.get(mesh));
        used.extend(
            mesh.iter().flat_map(|mesh| &mesh.shape.groups).filter_map(|group| group.material.as_deref()),
        );
    }
    used
}

/// Properties of materials that material assets hold.
const HOLDS: [Property; 5] = [
    Property::DoubleSided,
    Property::Metallic,
    Property::Mask,
    Property::TextureOpacity,
    Property::MetallicRoughnessMap,
];

/// The material reduced to the properties that viewers support.
fn plain(material: &Material, losses: &mut Losses) -> Material {
    let mut plain = material.clone();
    material_loss::report(std::slice::from_ref(material), &HOLDS, losses);
    let what = "materials lose their refraction";
    let count = usize::from(material.ior.is_some());
    losses.report(LossCode::MaterialProp, LossSeverity::Lost, what, count, &material.name);
    (plain.unlit, plain.ior, plain.specular) = (false, None, None);
    for texture in plain.textures.iter_mut().flatten() {
        *texture = Texture::new(texture.image);
    }
    let rough = plain.texture(Slot::MetallicRoughness).map(|texture| texture.image);
    let occlusion = plain.texture(Slot::Occlusion).map(|texture| texture.image);
    if occlusion.is_some() && occlusion != rough {
        let what = "occlusion textures: viewers expect them in the red channel of the roughness texture";
        losses.report(LossCode::MaterialProp, LossSeverity::Lost, what, 1, &material.name);
        plain.set_texture(Slot::Occlusion, None);
    }
    plain.extras = scene::Json::Null;
    plain
}

/// A glTF file with only this material; images are named by their ids.
fn json(scene: &Scene, material: &Material) -> String {
    let mut images: Vec<usize> = material.textures.iter().flatten().map(|texture| texture.image).collect();
    images.sort_unstable();
    images.dedup();
    images.retain(|image| scene.images.get(*image).is_some_and(|image| !image.bytes.is_empty()));
    let number = |_: Slot, texture: Texture| images.iter().position(|image| *image == texture.image);
    let mut json = Writer::default();
    json.map(|root| {
        root.key("asset").map(|asset| asset.key("version").text("2.0"));
        root.raw("materials", material_json(material, number));
        if !images.is_empty() {
            root.key("textures").list(|list| {
                (0..images.len()).for_each(|number| list.map(|map| map.key("source").integer(number)));
            });
            let ids = images.iter().filter_map(|image| scene.images.get(*image)).map(id);
            root.key("images")
                .list(|list| ids.for_each(|id| list.map(|map| map.key("uri").text(&id.to_string()))));
        }
    });
    json.text
}

/// The placeholder for the id of a texture that is not uploaded yet: a custom UUID derived from its content, so it is
/// always the same.
fn id(image: &Image) -> Uuid {
    let mut id = [0; 16];
    id.iter_mut().zip(sha256(&image.bytes).0).for_each(|(to, from)| *to = from);
    let [_, _, _, _, _, _, version, _, variant, ..] = &mut id;
    // Version 8 and the variant of RFC 9562.
    *version = *version & 0x0f | 0x80;
    *variant = *variant & 0x3f | 0x80;
    Uuid::from(id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use scene::Wrap;

    /// Wrap mode, filter and strength of a texture are lost, and each is counted by itself.
    #[test]
    fn textures_are_plain_and_what_is_lost_is_counted() {
        let n_lost = |edit: &dyn Fn(&mut Texture)| {
            let (mut material, mut texture) = (Material::default(), Texture::new(0));
            edit(&mut texture);
            material.set_texture(Slot::Base, Some(texture));
            let mut losses = Losses::default();
            let plain = plain(&material, &mut losses);
            assert_eq!(plain.texture(Slot::Base), Some(Texture::new(0)));
            losses.0.iter().map(|loss| loss.count).sum::<usize>()
        };
        assert_eq!(n_lost(&|_| {}), 0);
        assert_eq!(n_lost(&|texture| texture.wrap[1] = Wrap::Clamp), 1);
        assert_eq!(n_lost(&|texture| texture.nearest = true), 1);
        assert_eq!(n_lost(&|texture| texture.strength = 0.5), 1);
    }
}
