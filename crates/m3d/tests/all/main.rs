//! The tests, in one program, because a program for each would be linked with all libraries again.

use m3d as format;

mod animation;
mod ascii;
mod canonical;
mod corpus;
#[path = "../../../../xtask/template/tests/all/support/each.rs"]
mod each;
mod editing;
mod edits;
mod foreign;
mod format_document;
mod hostile;
mod laws;
#[path = "../../../../xtask/template/tests/all/support/locator.rs"]
mod locator;
mod models;
mod onto;
mod parts;
mod public_page;
#[path = "../../../../xtask/template/tests/all/support/random.rs"]
mod random;
#[path = "../../../../xtask/template/tests/all/support/recorder.rs"]
mod recorder;
mod refusals;
mod shapes;
#[path = "../../../../xtask/template/tests/all/support/stored.rs"]
mod stored;
#[path = "../../../../xtask/template/tests/all/support/mod.rs"]
mod support;
mod trimesh;
mod voxels;

/// The findings of validation in a file, including those for one program.
fn findings(bytes: &[u8]) -> Vec<m3d::Finding> {
    let model = m3d::read(bytes).unwrap();
    [m3d::validate(&model).to_vec(), m3d::validate_for(&model, m3d::Program::Raylib).to_vec()].concat()
}

/// The bytes that a path leads to.
fn locate(bytes: &[u8], path: &str) -> Option<locator::Bytes> {
    let options = format::ReadOptions::default();
    let in_file = &format::paths_in_file(bytes, &options, &[path])[0];
    let found = locator::located(in_file, |trace| drop(format::trace(bytes, &options, trace)));
    found.or_else(|| (path == "file").then_some((format::Buffer::Input, 0..bytes.len())))
}

/// Set if compressed parts that a trace skips are kept compressed.
const KEEPS_SKIPPED_PARTS_PACKED: bool = false;

/// The text of a model in snapshots.
fn shown(model: &m3d::Model) -> String {
    format!("{model:?}")
}
