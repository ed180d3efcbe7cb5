//! Containers and influences through serde and back.

#![cfg(feature = "serde")]

use slmesh::{Same, slm};

#[test]
fn containers_come_back_from_json() {
    let bytes = include_bytes!("../../../../fixtures/slmesh/containers/two_parts.slm");
    let container = slm::read(bytes).unwrap();
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
