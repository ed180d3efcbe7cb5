//! Round trip of a model through another format.

#![cfg(feature = "serde")]

use crate::support;
use m3d::{Model, Same, read};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/m3d");

#[test]
fn models_come_back_from_json() {
    let fixtures = support::files(format!("{FIXTURES}/valid"));
    let samples = support::samples("m3d");
    let mut n_files = 0;
    for (name, bytes) in fixtures.into_iter().chain(samples) {
        let Ok(model) = read(&bytes) else { continue };
        let text = serde_json::to_string(&model).unwrap();
        let again: Model = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(again.difference(&model), None, "{name}");
        n_files += 1;
    }
    assert!(n_files >= 25);
}
