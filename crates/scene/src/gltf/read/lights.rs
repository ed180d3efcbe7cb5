//! Reading of lights, by KHR_lights_punctual.

use super::super::context::Context;
use super::super::cursor::At;
use super::super::document::Document;
use super::super::write::LIGHTS;
use crate::light::{Light, LightKind};
use crate::loss::LossCode;
use crate::problem::{Problem, ProblemKind};
use crate::scene::Scene;
use core::f32::consts::{FRAC_PI_2, FRAC_PI_4};
use geom::Vec3;

/// Reads the lights. One that cannot be read is replaced by a dark one, so that the others keep their indices.
pub(super) fn lights(
    document: &Document<'_>,
    context: &mut Context,
    scene: &mut Scene,
) -> Result<(), Problem> {
    let Some(list) = document.root().path(["extensions", LIGHTS, "lights"]) else { return Ok(()) };
    for at in list.items() {
        context.charge::<Light>(&at, 1)?;
        let light = context.or_warn(light(at))?;
        scene.lights.push(light.unwrap_or_default());
    }
    Ok(())
}

fn light(at: At<'_>) -> Result<Light, Problem> {
    let kind = match at.needed_text("type")? {
        "directional" => LightKind::Directional,
        "point" => LightKind::Point,
        "spot" => {
            let angle = |key, usual| match at.get("spot") {
                Some(spot) => spot.number(key, usual),
                None => Ok(usual),
            };
            // The defaults are those of KHR_lights_punctual.
            let outer = angle("outerConeAngle", FRAC_PI_4)?;
            let inner = angle("innerConeAngle", 0.0)?;
            if !(0.0 <= inner && inner < outer && outer <= FRAC_PI_2) {
                return Err(at.fault(ProblemKind::Value, "the cone angles are out of range"));
            }
            LightKind::Spot { inner, outer }
        }
        other => {
            let problem = at.fault(ProblemKind::Dropped, format!("{other:?} is not a known kind of light"));
            return Err(problem.code(LossCode::CameraLightDropped));
        }
    };
    Ok(Light {
        name: at.name(),
        kind,
        colour: at.vec3("color", Vec3::ONE)?,
        intensity: at.number("intensity", 1.0)?,
        range: at.get("range").map(|_| at.number("range", 0.0)).transpose()?,
    })
}
