//! Writing of lights, by KHR_lights_punctual.

use super::Out;
use crate::json::Writer;
use crate::light::{Light, LightKind};
use core::f32::consts::FRAC_PI_2;
use geom::Vec3;

/// The name of the extension.
pub(in super::super) const EXTENSION: &str = "KHR_lights_punctual";

/// The smallest outer angle of a cone: the extension requires it to exceed the inner angle, which may be 0.
const SHARPEST: f32 = 1e-4;

/// Writes the list of lights.
pub(super) fn lights(out: &mut Out<'_>) -> String {
    let mut json = Writer::default();
    for light in &out.scene.lights {
        json.map(|map| one(map, light));
    }
    if !json.text.is_empty() {
        out.uses(EXTENSION);
    }
    json.text
}

fn one(map: &mut Writer, light: &Light) {
    if !light.name.is_empty() {
        map.key("name").text(&light.name);
    }
    map.key("type").text(match light.kind {
        LightKind::Directional => "directional",
        LightKind::Point => "point",
        LightKind::Spot { .. } => "spot",
    });
    if light.colour != Vec3::ONE {
        let colour = light.colour.to_array().map(|part| part.clamp(0.0, 1.0));
        map.key("color").numbers(&colour);
    }
    if light.intensity != 1.0 {
        map.key("intensity").number(light.intensity.max(0.0));
    }
    // The extension does not allow a range of 0, nor any range for a directional light.
    if let Some(range) = light.range.filter(|range| *range > 0.0 && light.kind != LightKind::Directional) {
        map.key("range").number(range);
    }
    if let LightKind::Spot { inner, outer } = light.kind {
        map.key("spot").map(|map| {
            // The extension ends at a quarter turn, which single precision rounds up.
            let outer = outer.clamp(SHARPEST, FRAC_PI_2.next_down());
            map.key("innerConeAngle").number(inner.clamp(0.0, outer.next_down()));
            map.key("outerConeAngle").number(outer);
        });
    }
}
