//! The tests, in one program, because a program for each would be linked with all libraries again.

use rbxbinary as format;

mod corpus;
#[path = "../../../../xtask/template/tests/all/support/each.rs"]
mod each;
mod edits;
mod foreign;
mod format_document;
mod forms;
mod golden;
mod hostile;
mod laws;
mod limits;
#[path = "../../../../xtask/template/tests/all/support/locator.rs"]
mod locator;
mod migrate;
mod naive;
mod onto;
mod parallel;
mod places;
mod public_page;
#[path = "../../../../xtask/template/tests/all/support/random.rs"]
mod random;
#[path = "../../../../xtask/template/tests/all/support/recorder.rs"]
mod recorder;
mod references;
#[path = "../../../../xtask/template/tests/all/support/stored.rs"]
mod stored;
#[path = "../../../../xtask/template/tests/all/support/mod.rs"]
mod support;
mod terrain;
mod tree;
mod views;

/// The findings of validation in a file.
fn findings(bytes: &[u8]) -> Vec<format::Finding> {
    format::validate(&format::read(bytes).unwrap()).to_vec()
}

/// The bytes that a path leads to.
fn locate(bytes: &[u8], path: &str) -> Option<locator::Bytes> {
    locator::located(path, |trace| drop(format::trace(bytes, &format::ReadOptions::default(), trace)))
}

/// Set if compressed parts that a trace skips are kept compressed.
const KEEPS_SKIPPED_PARTS_PACKED: bool = true;

/// The text of a model in snapshots.
fn shown(model: &rbxbinary::Model) -> String {
    format!("{model:?}")
}
