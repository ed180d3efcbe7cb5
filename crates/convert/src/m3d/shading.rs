//! A chunk of ours with the properties of materials that Model 3D lacks. Its library keeps chunks that it does not know,
//! and other programs ignore them.

use ::m3d::{Chunk, Model, Unknown};
use scene::loss::Losses;
use scene::material_loss::{self, Property};
use scene::{Alpha, Json, Material, Scene};
use std::collections::HashMap;

const MAGIC: [u8; 4] = *b"RZKM";

/// The properties in the chunk.
const HOLDS: [Property; 4] =
    [Property::DoubleSided, Property::Unlit, Property::Mask, Property::TextureOpacity];

/// Keys of a material's map.
const DOUBLE_SIDED: &str = "doubleSided";
const UNLIT: &str = "unlit";
const CUTOFF: &str = "alphaCutoff";
const BLEND: &str = "blend";

/// Writes the chunk in place of an older one, and reports the properties that it holds and those that are lost.
pub(super) fn put(model: &mut Model, scene: &Scene, losses: &mut Losses) {
    model.chunks.retain(|chunk| data(chunk).is_none());
    let mut all = Json::default();
    all.extend(scene.materials.iter().filter_map(|material| Some((material.name.clone(), map(material)?))));
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
        let Some(map) = all.get(&*material.name) else { continue };
        let is = |key| map.get(key) == Some(&Json::Bool(true));
        (material.double_sided, material.unlit) = (is(DOUBLE_SIDED), is(UNLIT));
        #[expect(clippy::cast_possible_truncation, reason = "written from single precision")]
        let cutoff = map.get(CUTOFF).and_then(Json::as_f64).map(|cutoff| cutoff as f32);
        if let Some(cutoff) = cutoff.filter(|cutoff| cutoff.is_finite()) {
            material.alpha = Alpha::Mask(cutoff);
        } else if is(BLEND) {
            material.alpha = Alpha::Blend;
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

/// The properties of a material that differ from the defaults.
fn map(material: &Material) -> Option<Json> {
    let mut map = Json::default();
    for (key, is) in [(DOUBLE_SIDED, material.double_sided), (UNLIT, material.unlit)] {
        if is {
            map.set(key, true);
        }
    }
    match material.alpha {
        Alpha::Mask(cutoff) => map.set(CUTOFF, f64::from(cutoff)),
        // The opacity of a colour is in the file.
        Alpha::Blend if material.base.w >= 1.0 => map.set(BLEND, true),
        Alpha::Blend | Alpha::Opaque => {}
    }
    Some(map).filter(|map| *map != Json::default())
}
