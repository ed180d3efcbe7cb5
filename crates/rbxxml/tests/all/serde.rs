//! The model through another format and back.

#![cfg(feature = "serde")]

use crate::support;
use rbxxml::{Document, Same, read};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/rbxxml");

#[test]
fn models_come_back_from_json() {
    let fixtures = support::files(format!("{FIXTURES}/valid"));
    let samples = support::samples("roblox");
    let (mut n_files, mut n_without) = (0, 0);
    for (name, bytes) in fixtures.into_iter().chain(samples) {
        let Ok(model) = read(&bytes) else { continue };
        let text = serde_json::to_string(&model).unwrap();
        match serde_json::from_str::<Document>(&text) {
            Ok(again) => assert_eq!(again.difference(&model), None, "{name}"),
            // JSON has no number that is none.
            Err(error) => {
                assert!(error.to_string().contains("null"), "{name}: {error}");
                n_without += 1;
            }
        }
        n_files += 1;
    }
    assert!(
        n_files >= 3 && n_without * 2 < n_files,
        "{n_files} files, {n_without} of them with numbers that are none"
    );
}
