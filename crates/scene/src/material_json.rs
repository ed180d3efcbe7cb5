//! JSON with the properties of a material that several formats lack, for places that other programs ignore.

use crate::json::Json;
use crate::material::{Alpha, Material};
use crate::material_loss::Property;

/// The properties in the map.
pub const HOLDS: [Property; 4] =
    [Property::DoubleSided, Property::Unlit, Property::Mask, Property::TextureOpacity];

const DOUBLE_SIDED: &str = "doubleSided";
const UNLIT: &str = "unlit";
const CUTOFF: &str = "alphaCutoff";
const BLEND: &str = "blend";

/// The properties that differ from the defaults.
#[must_use]
pub fn to_json(material: &Material) -> Option<Json> {
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

/// Sets the properties of a material that [`to_json`] wrote.
pub fn put(map: &Json, material: &mut Material) {
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
