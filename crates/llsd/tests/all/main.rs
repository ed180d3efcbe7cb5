//! The tests, in one program, because a program for each would be linked with all libraries again.

use llsd as format;

mod binary;
mod convert;
#[cfg(feature = "xml")]
#[path = "../../../../xtask/template/tests/all/support/each.rs"]
mod each;
mod edits;
mod foreign;
mod format_document;
mod hostile;
mod json;
mod laws;
#[path = "../../../../xtask/template/tests/all/support/locator.rs"]
mod locator;
mod onto;
mod peers;
mod places;
#[path = "../../../../xtask/template/tests/all/support/random.rs"]
mod random;
#[path = "../../../../xtask/template/tests/all/support/recorder.rs"]
mod recorder;
mod rules;
mod samples;
mod serde;
#[path = "../../../../xtask/template/tests/all/support/mod.rs"]
mod support;
mod typed;
mod vectors;

/// Returns the findings of validation in a document.
fn findings(bytes: &[u8]) -> Vec<format::Finding> {
    llsd::validate_bytes(bytes).unwrap().to_vec()
}

/// The bytes that a path leads to.
fn locate(bytes: &[u8], path: &str) -> Option<locator::Bytes> {
    locator::located(path, |trace| drop(format::trace(bytes, &format::ReadOptions::default(), trace)))
}

/// Set if compressed parts that a trace skips are kept compressed.
const KEEPS_SKIPPED_PARTS_PACKED: bool = false;

/// The text of a model in snapshots.
fn shown(model: &llsd::Value) -> String {
    format!("{model:?}")
}
