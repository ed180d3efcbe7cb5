//! The tests, in one program, because a program for each would be linked with all libraries again.
#![expect(clippy::duplicate_mod, reason = "the shared tests, for meshes and for animations")]

use slmesh as format;
use slmesh::{ReadOptions, slm};

mod anim;
mod build;
mod corpus;
mod cost;
#[path = "../../../../xtask/template/tests/all/support/each.rs"]
mod each;
mod edits;
mod foreign;
mod format_document;
mod geometry;
mod golden;
mod hostile;
mod laws;
#[path = "../../../../xtask/template/tests/all/support/locator.rs"]
mod locator;
mod malformed;
mod models;
mod odd;
mod onto;
mod public_page;
mod quantise;
#[path = "../../../../xtask/template/tests/all/support/recorder.rs"]
mod recorder;
mod serde;
#[path = "../../../../xtask/template/tests/all/support/stored.rs"]
mod stored;
#[path = "../../../../xtask/template/tests/all/support/mod.rs"]
mod support;

/// The findings of validation in an asset or a saved upload.
fn findings(bytes: &[u8]) -> Vec<slmesh::Finding> {
    match slm::detect(bytes) {
        true => slm::validate(&slm::read(bytes).unwrap()).to_vec(),
        false => slmesh::validate(&slmesh::read(bytes).unwrap()).to_vec(),
    }
}

/// The bytes that a path leads to in an asset or a saved upload.
fn locate(bytes: &[u8], path: &str) -> Option<locator::Bytes> {
    let options = ReadOptions::default();
    locator::located(path, |trace| match slm::detect(bytes) {
        true => drop(slm::trace(bytes, &options, trace)),
        false => drop(slmesh::trace(bytes, &options, trace)),
    })
}

/// Set if compressed parts that a trace skips are kept compressed.
const KEEPS_SKIPPED_PARTS_PACKED: bool = true;

/// The text of a model in snapshots.
fn shown(model: &slmesh::MeshAsset) -> String {
    format!("{model:?}")
}
