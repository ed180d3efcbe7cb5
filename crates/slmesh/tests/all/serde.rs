//! The model through another format and back.

#![cfg(feature = "serde")]

use crate::support;
use slmesh::{MeshAsset, Same, read, slm};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/slmesh");

#[test]
fn models_come_back_from_json() {
    let mut n_files = 0;
    for (name, bytes) in support::files(format!("{FIXTURES}/valid")) {
        let asset = read(&bytes).unwrap();
        let text = serde_json::to_string(&asset).unwrap();
        let again: MeshAsset = serde_json::from_str(&text).unwrap();
        assert_eq!(again.difference(&asset), None, "{name}");
        n_files += 1;
    }
    assert!(n_files >= 8);
    let bytes = std::fs::read(format!("{FIXTURES}/containers/two_parts.slm")).unwrap();
    let container = slm::read(&bytes).unwrap();
    let text = serde_json::to_string(&container).unwrap();
    let again: slm::Container = serde_json::from_str(&text).unwrap();
    assert_eq!(again.difference(&container), None);
}

#[test]
fn five_influences_are_refused() {
    let one = r#"{"joint":1,"weight":2}"#;
    let five = format!("[{}]", [one; 5].join(","));
    assert!(serde_json::from_str::<slmesh::Influences>(&five).is_err());
    let two = format!("[{}]", [one; 2].join(","));
    assert_eq!(serde_json::from_str::<slmesh::Influences>(&two).unwrap().len(), 2);
}
