//! What fixtures hold.

use rbxbinary::{ReadOptions, Same, read_with, write};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/rbxbinary");

#[test]
fn all_types_are_in_a_fixture_and_are_the_same_when_read() {
    let bytes = std::fs::read(format!("{FIXTURES}/valid/all_types.rbxm")).unwrap();
    let (model, _) = read_with(&bytes, &ReadOptions::default()).unwrap();
    let mut seen: Vec<_> = model.columns().filter_map(|column| column.values.type_id()).collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen, (0x01..=0x22).collect::<Vec<_>>());
    assert_eq!(
        read_with(&write(&model).unwrap(), &ReadOptions::default()).unwrap().0.difference(&model),
        None
    );
}
