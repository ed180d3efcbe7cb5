//! Checks joints and their keys.

use super::PRIORITIES;
use crate::anim::model::{Animation, Joint, Keys};
use crate::anim::rules::*;
use crate::anim::wire::MAX_METRES;
use crate::common::kinds::counted;
use crate::common::rules::Findings;
use crate::skeleton;
use crate::wire::shown;
use geom::Same;
use std::collections::HashMap;
use std::fmt::Display;

/// The tolerance for quaternions with a length above 1. In files of viewers, the length reaches 1.0001.
const LENGTH_TOLERANCE: f32 = 0.001;

/// The maximum jump of a rotation from the end of a loop to its start that is not reported, in degrees.
const JUMP_OF_ROTATION: f32 = 1.0;
/// The maximum jump of a position from the end of a loop to its start that is not reported, in metres.
const JUMP_OF_POSITION: f32 = 0.01;

/// Checks SLA005, SLA008 to SLA017, SLA019, SLA034 and SLA035.
pub(super) fn joints(animation: &Animation, findings: &mut Findings) {
    let mut firsts = HashMap::new();
    for (number, joint) in animation.joints.iter().enumerate() {
        let path = format!("joints[{number}]");
        name(&path, joint, findings);
        let own = skeleton::known(&joint.name).map_or(joint.name.as_bytes(), |joint| joint.name.as_bytes());
        let first = *firsts.entry(own).or_insert(number);
        if first != number {
            let found = format_args!("{}, as joint {first}", shown(own));
            findings.add(&SLA010, format_args!("{path}.name"), found, "");
        }
        if !PRIORITIES.contains(&joint.priority) {
            let path = format_args!("{path}.priority");
            findings.add(&SLA005, path, joint.priority, format_args!("{PRIORITIES:?}"));
        }
        if joint.rotations.is_empty() && joint.positions.is_empty() {
            findings.add(&SLA011, &path, shown(joint.name.as_bytes()), "");
        }
        curve(format_args!("{path}.rotations"), &joint.rotations, animation, findings);
        curve(format_args!("{path}.positions"), &joint.positions, animation, findings);
        rotations(&path, joint, findings);
        positions(&path, joint, own, findings);
        seam(&path, joint, animation, findings);
    }
}

fn name(path: &str, joint: &Joint, findings: &mut Findings) {
    let (path, name) = (format_args!("{path}.name"), joint.name.as_bytes());
    match skeleton::known(name) {
        None => findings.add(&SLA008, path, shown(name), ""),
        Some(known) if known.name.as_bytes() != name => findings.add(&SLA009, path, shown(name), known.name),
        Some(_) => {}
    }
}

/// Checks the rules that rotations and positions share.
fn curve(path: impl Display, keys: &Keys, animation: &Animation, findings: &mut Findings) {
    let n = keys.len();
    if animation.duration == 0.0 && n > 1 {
        return findings.add(&SLA034, path, counted(n, "key"), "1");
    }
    let times: Vec<f32> = match keys {
        // Codes are compared instead of times, because they are distinct wherever times are.
        Keys::Codes(keys) => keys.iter().map(|key| f32::from(key.time)).collect(),
        Keys::Plain(_) => keys.times(animation.duration).collect(),
    };
    if let Some(at) = times.windows(2).position(|pair| matches!(pair, [a, b] if a > b)) {
        let at = at.saturating_add(1);
        findings.add(&SLA012, format_args!("{path}[{at}]"), "an earlier time than before", "");
    }
    let mut sorted = times;
    sorted.sort_unstable_by(f32::total_cmp);
    let n_repeated = sorted.windows(2).filter(|pair| matches!(pair, [a, b] if a == b)).count();
    if n_repeated > 0 {
        findings.add(&SLA013, &path, format_args!("{}", counted(n_repeated, "key")), "");
    }
    if n > 1 && is_constant(keys) {
        findings.add(&SLA035, &path, counted(n, "key"), "1");
    }
    let Keys::Plain(keys) = keys else { return };
    for (number, key) in keys.iter().enumerate() {
        let path = format_args!("{path}[{number}]");
        if !key.time.is_finite() || !key.value.is_finite() {
            findings.add(&SLA002, path, format_args!("{key:?}"), "");
        } else if !(0.0..=animation.duration).contains(&key.time) {
            findings.add(&SLA014, path, key.time, format_args!("0 to {}", animation.duration));
        }
    }
}

fn is_constant(keys: &Keys) -> bool {
    fn same<T: Same>(values: impl Iterator<Item = T> + Clone) -> bool {
        values.clone().zip(values.skip(1)).all(|(a, b)| a.same(&b))
    }
    match keys {
        Keys::Codes(keys) => same(keys.iter().map(|key| key.value)),
        Keys::Plain(keys) => same(keys.iter().map(|key| key.value)),
    }
}

fn rotations(path: &str, joint: &Joint, findings: &mut Findings) {
    let Keys::Codes(keys) = &joint.rotations else { return };
    for (number, key) in keys.iter().enumerate() {
        let length = key.squared_length().sqrt();
        if length > 1.0 + LENGTH_TOLERANCE {
            let path = format_args!("{path}.rotations[{number}]");
            findings.add(&SLA015, path, format_args!("{length:.4}"), "1");
        }
    }
}

fn positions(path: &str, joint: &Joint, own: &[u8], findings: &mut Findings) {
    if own != b"mPelvis" && !joint.positions.is_empty() {
        let found = format_args!("{} of {}", counted(joint.positions.len(), "position"), shown(own));
        findings.add(&SLA017, format_args!("{path}.positions"), found, "");
    }
    let Keys::Plain(keys) = &joint.positions else { return };
    for (number, key) in keys.iter().enumerate() {
        let most = key.value.to_array().into_iter().map(f32::abs).fold(0.0, f32::max);
        if most > MAX_METRES {
            findings.add(&SLA016, format_args!("{path}.positions[{number}]"), most, MAX_METRES);
        }
    }
}

/// Checks that a joint has the same pose at the start and at the end of the loop.
fn seam(path: &str, joint: &Joint, animation: &Animation, findings: &mut Findings) {
    let (duration, end) = (animation.duration, animation.loop_out_point);
    let begin = animation.loop_in_point;
    if animation.loops == 0 || begin >= end || duration == 0.0 {
        return;
    }
    let turns = [begin, end].map(|time| joint.rotations.rotation_at(duration, time));
    if let [Some(first), Some(last)] = turns {
        let degrees = first.dot(last).abs().min(1.0).acos().to_degrees() * 2.0;
        if degrees > JUMP_OF_ROTATION {
            let found = format_args!("a jump of {degrees:.1} degrees");
            findings.add(&SLA019, format_args!("{path}.rotations"), found, "");
        }
    }
    let places = [begin, end].map(|time| joint.positions.position_at(duration, time));
    if let [Some(first), Some(last)] = places {
        let metres = (first - last).length();
        if metres > JUMP_OF_POSITION {
            let found = format_args!("a jump of {metres:.3} metres");
            findings.add(&SLA019, format_args!("{path}.positions"), found, "");
        }
    }
}
