//! The contents of fixtures.

use crate::support;
use rbxbinary::{ReadOptions, Same, read_with, write};

#[test]
fn all_types_are_in_a_fixture_and_are_the_same_when_read() {
    let bytes = support::fixture("rbxbinary/valid/all_types.rbxm");
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
