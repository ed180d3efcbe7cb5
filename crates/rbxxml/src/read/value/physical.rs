//! Reads physical properties. Format document, section 6.

use super::children::{children, set};
use super::scalar::{bool, float};
use super::spelled::Spelled;
use crate::common::input::Parsed;
use crate::error::ErrorKind;
use crate::model::PhysicalProperties;
use crate::read::opening::Opening;
use crate::wire;

/// Reads physical properties; `None` if those of the material apply.
pub(super) fn physical<'a>(value: &Opening<'a, '_>) -> Parsed<'a, Spelled<Option<Box<PhysicalProperties>>>> {
    let input = value.inside;
    let mut is_custom = false;
    let mut custom = PhysicalProperties::default();
    let (rest, found) = children(value, wire::PHYSICAL, |name, child| match name {
        "CustomPhysics" => bool(child).map(set(&mut is_custom)),
        "Density" => float(child).map(set(&mut custom.density)),
        "Friction" => float(child).map(set(&mut custom.friction)),
        "Elasticity" => float(child).map(set(&mut custom.elasticity)),
        "FrictionWeight" => float(child).map(set(&mut custom.friction_weight)),
        "ElasticityWeight" => float(child).map(set(&mut custom.elasticity_weight)),
        _ => float(child).map(|(rest, absorption)| {
            custom.acoustic_absorption = Some(absorption);
            (rest, None)
        }),
    })?;
    if is_custom {
        // Files from before acoustic simulation have five numbers.
        found.need_all_but("AcousticAbsorption", input)?;
        return Ok((rest, Spelled { value: Some(Box::new(custom)), notes: found.notes }));
    }
    // An element without children means the same as `false`.
    if found.is_empty() {
        input.warn(|| ErrorKind::Empty)?;
    }
    if found.has_only("CustomPhysics") {
        return Ok((rest, Spelled { value: None, notes: found.notes }));
    }
    // The numbers have no effect here, and the model has no place for them: they are kept as unknown children.
    let (rest, found) = children(value, &["CustomPhysics"], |_, child| bool(child).map(set(&mut is_custom)))?;
    Ok((rest, Spelled { value: None, notes: found.notes }))
}
