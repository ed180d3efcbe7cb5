//! The tests, in one program, because a program for each would be linked with all libraries again.

use rbxmesh as format;

mod changes;
mod corpus;
#[path = "../../../../xtask/template/tests/all/support/each.rs"]
mod each;
mod edits;
mod features;
mod foreign;
mod format_document;
mod golden;
mod hostile;
mod laws;
#[path = "../../../../xtask/template/tests/all/support/locator.rs"]
mod locator;
mod public_page;
#[path = "../../../../xtask/template/tests/all/support/random.rs"]
mod random;
#[path = "../../../../xtask/template/tests/all/support/recorder.rs"]
mod recorder;
mod serde;
mod shapes;
#[path = "../../../../xtask/template/tests/all/support/stored.rs"]
mod stored;
#[path = "../../../../xtask/template/tests/all/support/mod.rs"]
mod support;
mod transcode;

/// The findings of validation in a file.
fn findings(bytes: &[u8]) -> Vec<format::Finding> {
    format::validate(&format::read(bytes).unwrap()).to_vec()
}

/// The bytes that a path leads to.
fn locate(bytes: &[u8], path: &str) -> Option<locator::Bytes> {
    let options = format::ReadOptions::default();
    let in_file = &format::paths_in_file(bytes, &options, &[path])[0];
    locator::located(in_file, |trace| drop(format::trace(bytes, &options, trace)))
}

/// Set if compressed parts that a trace skips are kept compressed.
const KEEPS_SKIPPED_PARTS_PACKED: bool = false;

/// The text of a model in snapshots.
fn shown(model: &rbxmesh::Mesh) -> String {
    format!("{model:?}")
}
