//! A chunk of ours with the properties of materials that Model 3D lacks. Its library keeps chunks that it does not know,
//! and other programs ignore them.

use ::m3d::{Chunk, Model, Unknown};
use scene::loss::Losses;
use scene::material_json::{self, HOLDS};
use scene::material_loss::{self, Property};
use scene::{Json, Scene};
use std::collections::HashMap;

const MAGIC: [u8; 4] = *b"RZKM";

/// Writes the chunk in place of an older one, and reports the properties that it holds and those that are lost.
pub(super) fn put(model: &mut Model, scene: &Scene, losses: &mut Losses) {
    model.chunks.retain(|chunk| data(chunk).is_none());
    let mut all = Json::default();
    let maps = scene.materials.iter();
    all.extend(maps.filter_map(|material| Some((material.name.clone(), material_json::to_json(material)?))));
    if all != Json::default() && all != Json::Map(Vec::new()) {
        model.chunks.push(Chunk::Unknown(Unknown { magic: MAGIC, data: all.to_string().into_bytes() }));
    }
    material_loss::report_elsewhere(&scene.materials, &HOLDS, losses);
    let holds = [&HOLDS[..], &[Property::Metallic]].concat();
    material_loss::report(&scene.materials, &holds, losses);
}

/// Reads the chunk into the materials of the scene.
pub(super) fn read(model: &Model, scene: &mut Scene) {
    let Some(Json::Map(all)) = model.chunks.iter().find_map(data).and_then(|data| Json::read(data).ok())
    else {
        return;
    };
    let all: HashMap<&str, &Json> = all.iter().map(|(name, map)| (&**name, map)).collect();
    for material in &mut scene.materials {
        if let Some(map) = all.get(&*material.name) {
            material_json::put(map, material);
        }
    }
}

/// The content of our chunk.
fn data(chunk: &Chunk) -> Option<&[u8]> {
    match chunk {
        Chunk::Unknown(unknown) if unknown.magic == MAGIC => Some(&unknown.data),
        _ => None,
    }
}
