//! The tests, in one program: each of its own would be linked with all libraries again.

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

/// What validation finds in a file.
fn findings(bytes: &[u8]) -> Vec<format::Finding> {
    format::validate(&format::read(bytes).unwrap()).to_vec()
}

/// The bytes that a path leads to.
fn locate(bytes: &[u8], path: &str) -> Option<locator::Bytes> {
    locator::located(path, |trace| drop(format::trace(bytes, &format::ReadOptions::default(), trace)))
}

/// Whether what a trace skips is kept as bytes, because it is packed.
const KEEPS_WHAT_IS_SKIPPED: bool = true;

/// What fixtures are compared by.
fn shown(model: &rbxbinary::Model) -> String {
    format!("{model:?}")
}
