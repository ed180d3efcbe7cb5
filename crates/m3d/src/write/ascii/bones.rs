//! Writing of bones and actions in the text form. Text format document, sections 6 and 12.

use super::Text;
use super::line::Lines;
use crate::model::{Action, Skeleton};

/// Writes bones in depth-first order, each with a slash for each ancestor.
pub(super) fn bones(out: &mut Lines, text: &Text<'_>, skeleton: &Skeleton) {
    let bones = skeleton.walk();
    if bones.is_empty() {
        return;
    }
    out.line(b"Bones");
    for (bone, depth) in bones {
        let Some(bone) = bone.get().and_then(|bone| skeleton.bones.get(bone)) else { continue };
        (0..depth).for_each(|_| out.attach("/"));
        out.reference(bone.position);
        out.reference(bone.orientation);
        out.bytes(&text.name(bone.name));
        out.end();
    }
    out.end();
}

pub(super) fn action(out: &mut Lines, text: &Text<'_>, action: &Action) {
    if action.frames.is_empty() {
        return;
    }
    out.word("Action");
    out.integer(action.duration);
    out.bytes(&text.name(action.name));
    out.end();
    for frame in &action.frames {
        out.word("frame");
        out.integer(frame.time);
        out.end();
        for transform in &frame.transforms {
            out.reference(text.bone(transform.bone));
            out.reference(transform.position);
            out.reference(transform.orientation);
            out.end();
        }
    }
    out.end();
}
