//! The tests, in one program, because a program for each would be linked with all libraries again.

use template as format;

#[path = "../../../../xtask/template/tests/all/support/each.rs"]
mod each;
mod laws;
#[path = "../../../../xtask/template/tests/all/support/locator.rs"]
mod locator;
#[path = "../../../../xtask/template/tests/all/support/recorder.rs"]
mod recorder;
#[path = "../../../../xtask/template/tests/all/support/mod.rs"]
mod support;

/// The findings of validation in a file.
fn findings(bytes: &[u8]) -> Vec<format::Finding> {
    format::validate(&format::read(bytes).unwrap()).to_vec()
}

/// The bytes that a path leads to.
fn locate(bytes: &[u8], path: &str) -> Option<locator::Bytes> {
    locator::located(path, |trace| drop(format::trace(bytes, &format::ReadOptions::default(), trace)))
}

/// Set if compressed parts that a trace skips are kept compressed.
const KEEPS_SKIPPED_PARTS_PACKED: bool = false;

/// The text of a model in snapshots.
fn shown(model: &template::Template) -> String {
    format!("{model:?}")
}
