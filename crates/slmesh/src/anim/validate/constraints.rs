//! Checks constraints.

use crate::anim::model::{Animation, Constraint, Volume};
use crate::anim::read::MAX_CONSTRAINTS;
use crate::anim::rules::*;
use crate::common::kinds::counted;
use crate::common::rules::Findings;
use crate::skeleton::{self, Kind};
use crate::wire::shown;
use geom::Vec3;
use std::collections::HashMap;
use std::iter::once;

/// The maximum chain length: viewers have arrays for three ancestors.
const LONGEST_CHAIN: u8 = 3;

/// The only target that is not a volume.
const GROUND: &[u8] = b"GROUND";

/// Checks SLA002 and SLA023 to SLA031.
pub(super) fn constraints(animation: &Animation, findings: &mut Findings) {
    let n = animation.constraints.len();
    if n > MAX_CONSTRAINTS {
        findings.add(&SLA023, format_args!("constraints[{MAX_CONSTRAINTS}]"), n, MAX_CONSTRAINTS);
    }
    let moved = moved(animation);
    for (number, constraint) in animation.constraints.iter().enumerate() {
        let path = format!("constraints[{number}]");
        numbers(&path, constraint, findings);
        if constraint.kind().is_none() {
            let path = format_args!("{path}.constraint_type");
            findings.add(&SLA025, path, constraint.constraint_type, "0 or 1");
        }
        volumes(&path, constraint, findings);
        chain(&path, constraint, &moved, findings);
        times(&path, constraint, animation, findings);
    }
}

/// The joints of an animation, by their names without aliases. The flag is set if a joint has positions.
fn moved(animation: &Animation) -> HashMap<&str, bool> {
    let mut all = HashMap::new();
    for joint in &animation.joints {
        if let Some(known) = skeleton::known(&joint.name) {
            all.entry(known.name).or_insert(!joint.positions.is_empty());
        }
    }
    all
}

fn numbers(path: &str, constraint: &Constraint, findings: &mut Findings) {
    let Constraint { source_offset, target_offset, target_dir, .. } = constraint;
    let vectors =
        [("source_offset", source_offset), ("target_offset", target_offset), ("target_dir", target_dir)];
    for (name, vector) in vectors.into_iter().filter(|(_, vector)| !vector.is_finite()) {
        findings.add(&SLA002, format_args!("{path}.{name}"), format_args!("{vector:?}"), "");
    }
    let times = [
        ("ease_in_start", constraint.ease_in_start),
        ("ease_in_stop", constraint.ease_in_stop),
        ("ease_out_start", constraint.ease_out_start),
        ("ease_out_stop", constraint.ease_out_stop),
    ];
    for (name, time) in times.into_iter().filter(|(_, time)| !time.is_finite()) {
        findings.add(&SLA002, format_args!("{path}.{name}"), time, "");
    }
    if target_dir.is_finite() && *target_dir != Vec3::ZERO {
        findings.add(&SLA030, format_args!("{path}.target_dir"), format_args!("{target_dir:?}"), "");
    }
}

fn volumes(path: &str, constraint: &Constraint, findings: &mut Findings) {
    let volumes = [
        ("source_volume", &constraint.source_volume, false),
        ("target_volume", &constraint.target_volume, true),
    ];
    for (name, volume, may_be_ground) in volumes {
        let path = format_args!("{path}.{name}");
        if joint_of(volume).is_none() && !(may_be_ground && volume.name() == GROUND) {
            findings.add(&SLA026, path, shown(volume.name()), "");
        }
        if !volume.leftover().is_empty() {
            findings.add(&SLA031, path, counted(volume.leftover().len(), "byte"), "");
        }
    }
}

/// The joint that carries a collision volume.
fn joint_of(volume: &Volume) -> Option<&'static skeleton::Joint> {
    skeleton::joint(volume.name()).filter(|joint| joint.kind == Kind::Volume)?.parent()
}

fn chain(path: &str, constraint: &Constraint, moved: &HashMap<&str, bool>, findings: &mut Findings) {
    let length = constraint.chain_length;
    if length > LONGEST_CHAIN {
        return findings.add(&SLA024, format_args!("{path}.chain_length"), length, LONGEST_CHAIN);
    }
    let Some(first) = joint_of(&constraint.source_volume) else { return };
    let path = format_args!("{path}.chain_length");
    // The joints above the pelvis cannot be in an animation.
    let needed = once(first).chain(first.ancestors()).map(|joint| joint.name).chain(once("mRoot"));
    let needed = needed.take(usize::from(length).saturating_add(1));
    let missing: Vec<_> = needed.filter(|name| !moved.contains_key(name)).collect();
    if !missing.is_empty() {
        findings.add(&SLA027, path, format_args!("no {}", missing.join(", no ")), "");
    } else if length == 0 && moved.get(first.name) == Some(&false) {
        findings.add(&SLA029, path, format_args!("no positions of {}", first.name), "");
    }
}

fn times(path: &str, constraint: &Constraint, animation: &Animation, findings: &mut Findings) {
    let Constraint { ease_in_start: start, ease_out_stop: stop, .. } = constraint;
    if *stop <= 0.0 || start >= stop || *start > animation.duration {
        let found = format_args!("from {start} to {stop}");
        findings.add(&SLA028, format_args!("{path}.ease_out_stop"), found, "");
    }
}
