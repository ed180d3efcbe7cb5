//! Every fixture that reads: a summary to review, and the laws that files obey.

#![cfg(feature = "xml")]

use crate::recorder::traced;
use crate::support;
use llsd::{ReadOptions, Same, read, write, write_onto};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/llsd");

#[test]
fn fixtures_read_and_write_back() {
    for (name, bytes) in support::files(format!("{FIXTURES}/valid")) {
        let model = read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        insta::assert_snapshot!(name.clone(), format!("{model:#?}"));
        let written = write(&model).unwrap_or_else(|error| panic!("{name}: {error}"));
        let again = read(&written).unwrap_or_else(|error| panic!("{name}, written: {error}"));
        assert_eq!(again.difference(&model), None, "{name}");
        assert_eq!(write_onto(&model, &bytes).as_ref(), Ok(&bytes), "{name}");
        assert_eq!(traced(&bytes, &ReadOptions::default()).check(&bytes, &name), 1.0, "{name}");
    }
}

#[test]
fn the_readme_shows_the_example() {
    let (_, printer) = include_str!("../../examples/dump_llsd.rs").split_once("/// Prints spans").unwrap();
    let (printer, _) = printer.split_once("\nfn main").unwrap();
    assert!(include_str!("../../README.md").contains(printer));
}

#[test]
fn fixtures_have_sources() {
    let sources = std::fs::read_to_string(format!("{FIXTURES}/SOURCES.md")).unwrap();
    assert!(sources.starts_with("# Fixtures of llsd\n"), "{sources}");
}
