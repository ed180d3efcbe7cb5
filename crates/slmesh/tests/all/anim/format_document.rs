//! Decodes the examples of docs/formats/anim.md, so that the page cannot become outdated.

use super::each::fixtures;
use crate::format_document::example_of;
use slmesh::ReadOptions;
use slmesh::anim::*;
use slmesh::geom::Vec3;

const PAGE: &str = include_str!("../../../../../docs/formats/anim.md");

#[test]
fn all_examples_are_decoded_here() {
    let titles: Vec<&str> =
        PAGE.split("```hex ").skip(1).map(|rest| rest.split('\n').next().unwrap()).collect();
    assert_eq!(titles, ["file", "keys", "plain key"]);
}

#[test]
fn the_file_has_the_values_of_its_comments() {
    let bytes = example_of(PAGE, "file");
    let strict = ReadOptions::default().strict(true);
    let (animation, _) = read_with(&bytes, &strict).unwrap();
    assert_eq!(write(&animation).unwrap(), bytes);
    let all = fixtures("valid");
    let (_, fixture) = all.iter().find(|(name, _)| name == "example.anim").unwrap();
    assert_eq!(*fixture, bytes);
    assert_eq!((animation.base_priority, animation.hand_pose, animation.loops), (4, 9, 1));
    let head = animation.joint("mHead").unwrap();
    let turns = head.rotations.rotations(animation.duration);
    assert_eq!(turns.iter().map(|(time, _)| *time).collect::<Vec<_>>(), [0.0, 2.0]);
    let degrees = 2.0 * turns[1].1.z.asin().to_degrees();
    assert!((degrees - 30.0).abs() < 0.01, "{degrees}");
    let (_, place) = animation.joints[0].positions.positions(2.0)[0];
    assert!((place - Vec3::new(0.0, 0.0, -0.250_019)).length() < 1e-6, "{place:?}");
    let [constraint] = animation.constraints[..] else { panic!("one") };
    assert_eq!(constraint.kind(), Some(ConstraintKind::Plane));
    assert_eq!((constraint.source_volume.name(), constraint.ease_out_stop), (&b"PELVIS"[..], 2.0));
}

/// An animation with one joint that has these rotation keys.
fn with_keys(version: [u8; 4], n: u8, keys: &[u8]) -> Animation {
    let mut bytes =
        write(&Animation { duration: 1.0, joints: vec![Joint::named("mHead")], ..Animation::default() })
            .unwrap();
    bytes[..4].copy_from_slice(&version);
    let at = bytes.len() - 12;
    bytes[at] = n;
    bytes.splice(at + 4..at + 4, keys.iter().copied());
    read(&bytes).unwrap()
}

#[test]
fn keys_have_the_values_of_their_comments() {
    let animation = with_keys([1, 0, 0, 0], 2, &example_of(PAGE, "keys"));
    let turns = animation.joints[0].rotations.rotations(1.0);
    let values: Vec<_> = turns.iter().map(|(time, turn)| (*time, turn.to_array())).collect();
    assert_eq!(values, [(0.0, [0.0, 0.0, 1.0, 0.0]), (1.0, [0.0, -1.0, 0.0, 0.0])]);
    let animation = with_keys([0, 0, 1, 0], 1, &example_of(PAGE, "plain key"));
    let value = Vec3::new(10.0, -20.0, 45.0);
    assert_eq!(animation.joints[0].rotations, Keys::Plain(vec![PlainKey { time: 1.0, value }]));
}
