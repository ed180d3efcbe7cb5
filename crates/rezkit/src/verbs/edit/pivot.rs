//! The place of a model, which is moved with all that is in it.

use super::paths::number_of;
use super::value;
use crate::roblox::Document;
use dom::classes;
use dom::words::ScriptOnly;
use dom::{Id, Kind, Value};
use files::documents::problem;
use geom::Pose;
use scene::Problem;

/// Names of the whole place, which a part has as a property of its own, `CFrame`, except for the last two: scripts call
/// `PivotTo`, and Studio shows the pivot as the origin.
const PLACES: [&str; 3] = ["CFrame", "PivotTo", "Origin"];

/// Returns true if a property, or one of its components, is the place of a model, or the pivot of a part.
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

/// A property of parts that is computed from their place.
fn made(property: &str) -> Option<ScriptOnly> {
    ScriptOnly::like(property).filter(|made| made.source() == "CFrame")
}

/// Moves a model or part with all that is in it, so that its pivot has the place that a text describes.
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
    let old = made.map_or_else(|| Some(pivot.clone()), |made| made.of(&pivot));
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
