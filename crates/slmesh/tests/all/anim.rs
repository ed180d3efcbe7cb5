//! Tests of animations.

mod curves;
#[path = "../../../../xtask/template/tests/all/support/each.rs"]
mod each;
mod foreign;
mod format_document;
mod laws;
#[path = "../../../../xtask/template/tests/all/support/locator.rs"]
mod locator;
#[path = "../../../../xtask/template/tests/all/support/recorder.rs"]
mod recorder;

use crate::support;
use slmesh::anim::Animation;
use slmesh::geom::Quat;

/// The module of animations with the types that it shares with meshes, as the common tests of all formats expect it.
mod format {
    pub(crate) use slmesh::anim::{read, read_with, trace, write, write_onto};
    pub(crate) use slmesh::{
        Buffer, Descent, Error, ErrorKind, Finding, Limits, ReadOptions, Same, SpanKind, SpanStart, SpanType,
        Trace,
    };
}

fn findings(bytes: &[u8]) -> Vec<slmesh::Finding> {
    slmesh::anim::validate(&slmesh::anim::read(bytes).unwrap()).to_vec()
}

/// The bytes that a path leads to.
fn locate(bytes: &[u8], path: &str) -> Option<locator::Bytes> {
    locator::located(path, |trace| drop(format::trace(bytes, &format::ReadOptions::default(), trace)))
}

/// Animations have no compressed parts.
const KEEPS_SKIPPED_PARTS_PACKED: bool = false;

fn shown(model: &Animation) -> String {
    format!("{model:?}")
}

#[test]
fn a_name_without_a_zero_is_written() {
    let (_, bytes) = crate::support::fixtures("anim/valid").remove(0);
    let mut animation = slmesh::anim::read(&bytes).unwrap();
    animation.emote_name = "a\0b".into();
    let error = slmesh::anim::write(&animation).unwrap_err();
    assert_eq!(error.to_string(), "emote_name: expected a text without a zero, found \"a\\0b\"");
}

/// The mean of the two would be nearer to the start.
#[test]
fn rotations_of_opposite_signs_follow_the_arc() {
    let (from, to) = (Quat::new(0.0, 0.0, 0.0, 1.0), Quat::new(0.0, 0.0, 0.866_025_4, -0.5));
    // 120 degrees about Z, backwards, of which a quarter is 30.
    let quarter = slmesh::anim::blended(from, to, 0.25).to_array();
    for (part, expected) in quarter.into_iter().zip([0.0, 0.0, 0.258_819_05, -0.965_925_8]) {
        assert!((part - expected).abs() < 1e-6, "{quarter:?}");
    }
}
