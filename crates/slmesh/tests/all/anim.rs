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
