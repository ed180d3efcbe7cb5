//! Checks animations that can be read, but are rejected, ignored, or probably not shown as intended.

mod constraints;
mod joints;

use super::emotes::is_emote;
use super::model::{Animation, Version};
use super::rules::*;
use crate::common::kinds::counted;
use crate::common::rules::Findings;
use crate::wire::shown;

/// The viewer's limit on the duration of an animation, in seconds.
const MAX_SECONDS: f32 = 60.0;

/// The maximum number of joints: the number of bones, volumes and attachment points, and two for hands and face.
const MAX_JOINTS: usize = 216;

/// The maximum size of a file that the viewer uploads.
const MAX_BYTES: usize = 250_000;

/// The range of priorities. For a joint, -1 means the priority of the animation.
const PRIORITIES: std::ops::RangeInclusive<i32> = -1..=6;

/// Checks an animation against the [rules](crate::anim::rules), part by part.
///
/// All findings are counted, but only the first 1,000 of each rule are kept.
///
/// ```
/// use slmesh::anim::{Animation, Joint, rules, validate};
///
/// let joints = vec![Joint::named("mixamorig:Hips")];
/// let findings = validate(&Animation { joints, ..Animation::default() });
/// assert_eq!((findings[0].rule, findings[0].path.as_str()), (&rules::SLA008, "joints[0].name"));
/// ```
#[must_use]
pub fn validate(animation: &Animation) -> Findings {
    let mut findings = Findings::default();
    header(animation, &mut findings);
    joints::joints(animation, &mut findings);
    constraints::constraints(animation, &mut findings);
    let n_bytes = animation.n_bytes();
    if n_bytes > MAX_BYTES {
        findings.add(&SLA032, "joints", counted(n_bytes, "byte"), MAX_BYTES);
    }
    if !animation.trailing.is_empty() {
        findings.add(&SLA036, "trailing", counted(animation.trailing.len(), "byte"), "");
    }
    findings
}

/// Checks the fields before the joints.
fn header(animation: &Animation, findings: &mut Findings) {
    if animation.version == Version::Old {
        findings.add(&SLA033, "version", animation.version, Version::Current);
    }
    let priority = animation.base_priority;
    if priority < *PRIORITIES.start() {
        findings.add(&SLA003, "base_priority", priority, PRIORITIES.start());
    } else if priority > *PRIORITIES.end() {
        findings.add(&SLA004, "base_priority", priority, PRIORITIES.end());
    }
    if !(0.0..=MAX_SECONDS).contains(&animation.duration) {
        findings.add(&SLA001, "duration", animation.duration, format_args!("0 to {MAX_SECONDS}"));
    }
    let emote = animation.emote_name.as_bytes();
    if !emote.is_empty() && !is_emote(emote) {
        findings.add(&SLA022, "emote_name", shown(emote), "");
    }
    times(animation, findings);
    if animation.hand_pose > 13 {
        findings.add(&SLA006, "hand_pose", animation.hand_pose, 13);
    }
    let n_joints = animation.joints.len();
    if !(1..=MAX_JOINTS).contains(&n_joints) {
        findings.add(&SLA007, "num_joints", n_joints, format_args!("1 to {MAX_JOINTS}"));
    }
}

/// Checks the start and end of the loop, and the transitions.
fn times(animation: &Animation, findings: &mut Findings) {
    let all = [
        ("loop_in_point", animation.loop_in_point),
        ("loop_out_point", animation.loop_out_point),
        ("ease_in_duration", animation.ease_in_duration),
        ("ease_out_duration", animation.ease_out_duration),
    ];
    for (name, number) in all.into_iter().filter(|(_, number)| !number.is_finite()) {
        findings.add(&SLA002, name, number, "");
    }
    for (name, number) in all.into_iter().skip(2).filter(|(_, number)| *number < 0.0) {
        findings.add(&SLA020, name, number, "0");
    }
    let clip = 0.0..=animation.duration;
    let [(_, begin), (_, end), (_, ease_in), (_, ease_out)] = all;
    if animation.loops == 0 {
        let eased = ease_in.max(0.0) + ease_out.max(0.0);
        if animation.duration > 0.0 && eased > animation.duration {
            let limit = animation.duration;
            findings.add(&SLA021, "ease_out_duration", format_args!("{eased} seconds"), limit);
        }
        return;
    }
    let outside = all.into_iter().take(2).find(|(_, point)| point.is_finite() && !clip.contains(point));
    if let Some((name, point)) = outside {
        findings.add(&SLA018, name, point, format_args!("0 to {}", animation.duration));
    } else if begin > end {
        findings.add(&SLA018, "loop_in_point", begin, end);
    }
}
