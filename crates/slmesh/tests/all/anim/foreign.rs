//! Animations that Hippolyzer wrote have every field and every value that Hippolyzer reads.

use crate::support;
use serde_json::Value as Json;
use slmesh::anim::*;
use slmesh::geom::{Quat, Vec3};
use slmesh::{ReadOptions, llsd::Text};

fn numbers(json: &Json) -> Vec<f64> {
    json.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn near(found: impl IntoIterator<Item = f32>, expected: &[f64], off: f64, what: &str) {
    let found: Vec<f64> = found.into_iter().map(f64::from).collect();
    let is_near =
        found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| (a - b).abs() <= off);
    assert!(is_near, "{what}: {found:?} is not {expected:?}");
}

/// The tolerance of rotations. The viewer computes in 32 bits, and sets values within a step of 0 to 0.
const OF_ROTATION: f64 = 1.0 / 65_535.0 * 1.001;
const OF_POSITION: f64 = 5.0 * OF_ROTATION;

fn check_joint(joint: &Joint, expected: &Json, animation: &Animation, what: &str) {
    assert_eq!(joint.name, Text::from(expected["name"].as_str().unwrap()), "{what}");
    assert_eq!(i64::from(joint.priority), expected["priority"].as_i64().unwrap(), "{what}");
    let is_old = animation.version == Version::Old;
    let rows =
        |name: &str| -> Vec<Vec<f64>> { expected[name].as_array().unwrap().iter().map(numbers).collect() };
    let off_time = f64::from(animation.duration) * 1e-6;
    let rotations = joint.rotations.rotations(animation.duration);
    let expected_rotations = if is_old { rows("rot_viewer_quaternion") } else { rows("rot") };
    assert_eq!(rotations.len(), expected_rotations.len(), "{what}");
    for (number, (time, rotation)) in rotations.into_iter().enumerate() {
        let row = &expected_rotations[number];
        // The times of angles are with the angles.
        let (at, of) = if row.len() == 5 { (row[0], &row[1..]) } else { (rows("rot")[number][0], &row[..]) };
        near([time], &[at], off_time, what);
        // Hippolyzer does not normalise rotations longer than 1.
        let [x, y, z, w] = of.try_into().map(|of: [f64; 4]| of.map(|part| part as f32)).unwrap();
        let unit = Quat::new(x, y, z, w).normalised().unwrap();
        // Near half a turn, the real part is the root of a difference of nearly equal numbers.
        let off = if w.abs() < 0.02 { 0.006 } else { OF_ROTATION };
        near(rotation.to_array(), &unit.to_array().map(f64::from), off, what);
    }
    let positions = joint.positions.positions(animation.duration);
    assert_eq!(positions.len(), rows("pos").len(), "{what}");
    for ((time, position), row) in positions.into_iter().zip(rows("pos")) {
        near([time], &row[..1], off_time, what);
        let row: Vec<f64> = row[1..].iter().map(|metres| metres.clamp(-5.0, 5.0)).collect();
        near(position.to_array(), &row, OF_POSITION, what);
    }
}

fn check_constraint(constraint: &Constraint, expected: &Json, what: &str) {
    let number = |name: &str| expected[name].as_u64().unwrap();
    assert_eq!(u64::from(constraint.chain_length), number("chain_length"), "{what}");
    assert_eq!(u64::from(constraint.constraint_type), number("type"), "{what}");
    for (name, volume) in
        [("source_volume", constraint.source_volume), ("target_volume", constraint.target_volume)]
    {
        let whole = expected[name].as_str().unwrap();
        assert_eq!(volume.name(), whole.split('\0').next().unwrap().as_bytes(), "{what}");
        assert_eq!(volume.leftover().is_empty(), !whole.trim_end_matches('\0').contains('\0'), "{what}");
    }
    let vector = |name: &str, found: Vec3| near(found.to_array(), &numbers(&expected[name]), 0.0, what);
    vector("source_offset", constraint.source_offset);
    vector("target_offset", constraint.target_offset);
    vector("target_dir", constraint.target_dir);
    let time = |name: &str, found: f32| near([found], &[expected[name].as_f64().unwrap()], 0.0, what);
    time("ease_in_start", constraint.ease_in_start);
    time("ease_in_stop", constraint.ease_in_stop);
    time("ease_out_start", constraint.ease_out_start);
    time("ease_out_stop", constraint.ease_out_stop);
}

#[test]
fn animations_read_as_hippolyzer_reads_them() {
    let files = support::foreign("anim");
    let (_, expected) = files.iter().find(|(name, _)| name == "expected.json").unwrap();
    let expected: Json = serde_json::from_slice(expected).unwrap();
    let mut n_checked = 0;
    for (name, bytes) in files.iter().filter(|(name, _)| name.ends_with(".anim")) {
        let (animation, warnings) = read_with(bytes, &ReadOptions::default()).unwrap();
        assert!(warnings.is_empty() && detect(bytes), "{name}: {warnings:?}");
        assert_eq!(write(&animation).unwrap(), *bytes, "{name}");
        let expected = &expected["files"][name];
        let header = &expected["header"];
        let number = |field: &str| header[field].as_f64().unwrap();
        let version = if numbers(&header["version"]) == [1.0, 0.0] { Version::Current } else { Version::Old };
        assert_eq!(animation.version, version, "{name}");
        assert_eq!(animation.emote_name, Text::from(header["emote_name"].as_str().unwrap()), "{name}");
        let fields = [
            ("base_priority", f64::from(animation.base_priority)),
            ("duration", f64::from(animation.duration)),
            ("loop_in_point", f64::from(animation.loop_in_point)),
            ("loop_out_point", f64::from(animation.loop_out_point)),
            ("loop", f64::from(animation.loops)),
            ("ease_in_duration", f64::from(animation.ease_in_duration)),
            ("ease_out_duration", f64::from(animation.ease_out_duration)),
            ("hand_pose", f64::from(animation.hand_pose)),
            ("bytes", animation.n_bytes() as f64),
        ];
        for (field, found) in fields {
            assert_eq!(found, number(field), "{name}, {field}");
        }
        let list = |field: &str| expected[field].as_array().unwrap();
        assert_eq!(animation.joints.len(), list("joints").len(), "{name}");
        for (joint, expected) in animation.joints.iter().zip(list("joints")) {
            check_joint(joint, expected, &animation, &format!("{name}, {}", joint.name));
        }
        assert_eq!(animation.constraints.len(), list("constraints").len(), "{name}");
        for (constraint, expected) in animation.constraints.iter().zip(list("constraints")) {
            check_constraint(constraint, expected, name);
        }
        n_checked += 1;
    }
    assert_eq!(n_checked, 10);
}
