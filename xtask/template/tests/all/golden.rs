//! Every fixture that reads: a summary to review, and the laws that files obey.

use crate::recorder::check_traced;
use crate::support;
use template::{Same, read, write, write_onto};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/extra/fixtures");

#[test]
fn fixtures_read_and_write_back() {
    for (name, bytes) in support::files(format!("{FIXTURES}/valid")) {
        let model = read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        insta::assert_debug_snapshot!(name.clone(), model);
        let written = write(&model).unwrap_or_else(|error| panic!("{name}: {error}"));
        let again = read(&written).unwrap_or_else(|error| panic!("{name}, written: {error}"));
        assert_eq!(again.difference(&model), None, "{name}");
        assert_eq!(write_onto(&model, &bytes).as_ref(), Ok(&bytes), "{name}");
        check_traced(&bytes);
    }
}

#[test]
fn fixtures_have_sources() {
    let sources = std::fs::read_to_string(format!("{FIXTURES}/SOURCES.md")).unwrap();
    assert!(sources.starts_with("# Fixtures of template\n"), "{sources}");
}
