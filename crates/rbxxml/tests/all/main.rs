//! The tests, in one program, because a program for each would be linked with all libraries again.

use rbxxml as format;

mod alike;
mod corpus;
#[path = "../../../../xtask/template/tests/all/support/each.rs"]
mod each;
mod edits;
mod foreign;
mod format_document;
mod hostile;
mod kept;
mod laws;
#[path = "../../../../xtask/template/tests/all/support/locator.rs"]
mod locator;
mod naive;
mod onto;
mod oracle;
mod public_page;
#[path = "../../../../xtask/template/tests/all/support/random.rs"]
mod random;
#[path = "../../../../xtask/template/tests/all/support/recorder.rs"]
mod recorder;
#[path = "../../../../xtask/template/tests/all/support/stored.rs"]
mod stored;
mod studio_forms;
#[path = "../../../../xtask/template/tests/all/support/mod.rs"]
mod support;
mod tree;

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

/// Prints a model for comparison: a line for each item and property.
fn shown(model: &rbxxml::Document) -> String {
    let item = |visit: rbxxml::Visit<'_>| {
        let property = |one: rbxxml::PropertyRef<'_>| {
            format!("\n    {} = {:?} {:?}", one.name(), one.value, one.spelling())
        };
        let properties: String = visit.item.properties.iter().map(property).collect();
        format!("\n{} {} {:?}{properties}", visit.depth, visit.item.class, visit.item.referent)
    };
    model.walk().map(item).collect()
}
