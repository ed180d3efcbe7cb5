//! Conversion from facts about animations to properties of a clip.

use super::super::motion::ACTION;
use crate::{priority, said};
use dom::{Document, Id, Value};
use files::documents::problem;
use scene::left_out::report_lost;
use scene::loss::Losses;
use scene::playback::Fact;
use scene::{Animation, Problem};
use std::slice::from_ref;

/// Facts that a `CurveAnimation` holds. It ends with its last key.
pub(super) const OF_CURVES: &[Fact] = &[Fact::Loop, Fact::Priority, Fact::Markers];

/// Facts that a `KeyframeSequence` holds. An empty keyframe is its end.
pub(super) const OF_SEQUENCES: &[Fact] = &[Fact::Loop, Fact::Priority, Fact::Duration, Fact::Markers];

/// Sets the name, the repetition and the priority of a clip, and reports the facts that Roblox does not have.
pub(super) fn put(
    document: &mut Document,
    clip: Id,
    animation: &Animation,
    holds: &[Fact],
    losses: &mut Losses,
) -> Result<(), Problem> {
    report_lost(from_ref(animation), holds, losses);
    document.set(clip, "Name", &*said(&animation.name)).map_err(problem)?;
    document.set(clip, "Loop", animation.playback.repeats.unwrap_or(true)).map_err(problem)?;
    let priority = animation.playback.priority.map(|it| priority::to_roblox(it, &animation.name, losses));
    document.set(clip, "Priority", Value::Enum(priority.unwrap_or(ACTION))).map_err(problem)
}
