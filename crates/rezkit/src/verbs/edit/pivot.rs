//! The position and rotation of a model: setting them moves all its descendants.

use super::paths::number_of;
use super::value;
use crate::roblox::Document;
use dom::classes;
use dom::words::ScriptOnly;
use dom::{Id, Kind, Value};
use files::documents::problem;
use geom::Pose;
use scene::Problem;

/// Names for position and rotation together. Parts have a property `CFrame` themselves; of the other two,
/// scripts call `PivotTo`, and Studio shows the pivot as the origin.
const PLACES: [&str; 3] = ["CFrame", "PivotTo", "Origin"];

/// Returns true if a property, or one of its components, moves a model, or moves a part by its pivot.
pub(super) fn is_pivot(document: &Document, id: Id, property: &str) -> bool {
    let (whole, _) = number_of(property).unwrap_or((property, 0));
    let place = PLACES.iter().position(|name| name.eq_ignore_ascii_case(whole));
    let is_a = |name| classes::class(&document.class(id)).is_some_and(|class| class.is_a(name));
    match place {
        Some(0) => is_a("Model"),
        Some(_) => is_a("Model") || is_a("BasePart"),
        None => made(whole).is_some() && is_a("Model"),
    }
}

/// The script-only property of parts with this name, if it is computed from `CFrame`.
fn made(property: &str) -> Option<ScriptOnly> {
    ScriptOnly::like(property).filter(|made| made.source() == "CFrame")
}

/// Moves a model or part with its descendants, so that its pivot has the position and rotation that a text
/// describes.
pub(super) fn set(
    document: &mut Document,
    id: Id,
    property: &str,
    text: &str,
    find: &value::Find<'_>,
) -> Result<(), Problem> {
    let pivot = Value::CFrame(document.0.pivot(id).unwrap_or(Pose::IDENTITY));
    let number = number_of(property);
    let (whole, _) = number.unwrap_or((property, 0));
    let made = made(whole);
    let old = made.map_or_else(|| Some(pivot.clone()), |made| made.compute(&pivot));
    let new = match (number, old) {
        (Some((_, index)), Some(old)) => value::with_number(old, index, text)?,
        _ => value::value(made.map_or(Kind::CFrame, ScriptOnly::kind), text, find)?,
    };
    let place = made.map_or_else(|| Some(new.clone()), |made| made.put(&pivot, &new));
    if let Some(Value::CFrame(place)) = place {
        document.0.pivot_to(id, place).map_err(problem)?;
    }
    Ok(())
}
