//! Checks of actions.

use super::{Findings, title};
use crate::model::{Chunk, Model};
use crate::rules::*;

pub(super) fn check(model: &Model, findings: &mut Findings) {
    let has_bones = model.skeleton().is_some_and(|skeleton| !skeleton.bones.is_empty());
    for (number, chunk) in model.chunks.iter().enumerate() {
        let Chunk::Action(action) = chunk else { continue };
        let path = || title(number, chunk);
        let missing = match (has_bones, action.frames.is_empty(), action.duration) {
            (false, ..) => Some(("name", "no skeleton")),
            (_, true, _) => Some(("frame_count", "no frame")),
            (.., 0) => Some(("duration", "a duration of 0")),
            _ => None,
        };
        if let Some((field, missing)) = missing {
            findings.add(&M3D050, format_args!("{}, {field}", path()), missing, "");
        }
        let times = || action.frames.iter().map(|frame| frame.time);
        let late = times().position(|time| time > action.duration);
        let back = times().zip(times().skip(1)).position(|(before, after)| before > after);
        // The index of the first frame that is earlier than the one before it.
        let back = back.map(|before| before.saturating_add(1));
        if let Some(frame) = late.or(back) {
            let time = times().nth(frame).unwrap_or_default();
            findings.add(&M3D051, format_args!("{}, frames[{frame}].time", path()), time, action.duration);
        }
    }
}
