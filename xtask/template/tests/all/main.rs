//! The tests, in one program: each of its own would be linked with all libraries again.

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

/// What validation finds in a file.
fn findings(bytes: &[u8]) -> Vec<format::Finding> {
    format::validate(&format::read(bytes).unwrap()).to_vec()
}

/// The bytes that a path leads to.
fn locate(bytes: &[u8], path: &str) -> Option<locator::Bytes> {
    locator::located(path, |trace| drop(format::trace(bytes, &format::ReadOptions::default(), trace)))
}

/// Whether what a trace skips is kept as bytes, because it is packed.
const KEEPS_WHAT_IS_SKIPPED: bool = false;

/// What fixtures are compared by.
fn shown(model: &template::Template) -> String {
    format!("{model:?}")
}
