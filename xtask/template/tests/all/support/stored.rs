//! Models through serde and back.

#![cfg(feature = "serde")]

use crate::each::fixtures;
use crate::format::{Same, read};
use crate::support::foreign;
use serde::{Serialize, de::DeserializeOwned};

/// A model through JSON and back; `None` if it has a number that JSON does not have, such as NaN, which becomes `null`.
fn restored<M: Serialize + DeserializeOwned>(model: &M, name: &str) -> Option<M> {
    let text = serde_json::to_string(model).unwrap();
    match serde_json::from_str(&text) {
        Ok(again) => Some(again),
        Err(error) => {
            assert!(error.to_string().contains("null"), "{name}: {error}");
            None
        }
    }
}

#[test]
fn models_come_back_from_json() {
    let (mut n_files, mut n_restored) = (0, 0);
    for (name, bytes) in [fixtures("valid"), foreign("")].concat() {
        let Ok(model) = read(&bytes) else { continue };
        n_files += 1;
        if let Some(again) = restored(&model, &name) {
            assert_eq!(again.difference(&model), None, "{name}");
            n_restored += 1;
        }
    }
    assert!(n_restored >= 8 && n_restored * 2 > n_files, "{n_restored} of {n_files}");
}
