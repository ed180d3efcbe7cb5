//! Round trip of the model through JSON.

#![cfg(feature = "serde")]

use crate::support;
use rbxbinary::{Model, Same, read};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/rbxbinary");

#[test]
fn models_come_back_from_json() {
    let fixtures = support::files(format!("{FIXTURES}/valid"));
    let samples = support::samples("roblox");
    let (mut n_files, mut n_without) = (0, 0);
    for (name, bytes) in fixtures.into_iter().chain(samples) {
        let Ok(model) = read(&bytes) else { continue };
        let text = serde_json::to_string(&model).unwrap();
        match serde_json::from_str::<Model>(&text) {
            Ok(again) => assert_eq!(again.difference(&model), None, "{name}"),
            // JSON cannot represent NaN.
            Err(error) => {
                assert!(error.to_string().contains("null"), "{name}: {error}");
                n_without += 1;
            }
        }
        n_files += 1;
    }
    assert!(
        n_files >= 8 && n_without * 4 < n_files,
        "{n_files} files, {n_without} of them with numbers that are none"
    );
}
