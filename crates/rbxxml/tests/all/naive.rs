//! Random scripts of edits, compared with a tree that makes the same edits in the simplest way.
//!
//! `REZKIT_EDITS` says how many edits are made.

use crate::random::Random;
use rbxxml::{Document, Item, ItemId, Value, read, validate, write, write_onto};
#[path = "documents/naive.rs"]
mod tree;
use std::collections::HashMap;
use tree::{Both, Prop, Row};

type Id = ItemId;

const NUMBERS: &[&str] = &["P", "Q", "Z"];
const REFERENCES: &[&str] = NUMBERS;

/// Returns an item whose referent is shared by several items, missing, or one that means none.
fn new_item(class: &str, random: &mut Random) -> Item {
    let referent = random.pick(&[None, Some("r"), Some("s"), Some("null")]).unwrap();
    Item { referent: referent.map(Into::into), ..Item::new(class) }
}

fn n_edits() -> usize {
    std::env::var("REZKIT_EDITS").ok().and_then(|n| n.parse().ok()).unwrap_or(2_000)
}

/// The rows of a document.
fn rows(document: &Document) -> Vec<Row> {
    let places: HashMap<_, _> = document.walk().enumerate().map(|(place, visit)| (visit.id, place)).collect();
    let prop = |value: &Value| match value {
        Value::Int32(number) => Prop::Number(*number),
        value => Prop::Item(value.reference().unwrap().item().map(|id| places[&id])),
    };
    let row = |visit: rbxxml::Visit<'_>| {
        let properties = visit.item.properties.iter();
        let (names, others): (Vec<_>, Vec<_>) = properties.partition(|property| *property.name() == *"Name");
        let name = names.first().map(|name| name.value.as_str().unwrap().to_owned());
        let others = others.into_iter();
        let properties = others.map(|property| (property.name().to_string(), prop(property.value))).collect();
        Row { depth: visit.depth, class: visit.item.class.to_string(), name, properties }
    };
    document.walk().map(row).collect()
}

impl Both {
    /// Every state can be written, and is read as the same.
    fn check_written(&self, original: &[u8]) -> Vec<u8> {
        let written = write(&self.document).unwrap();
        let again = read(&written).unwrap();
        assert_eq!(rows(&again), self.naive.rows());
        // Referents that several items have, and that none refers to, are a finding; nothing else is wrong.
        let is_expected = |rule: &str| matches!(rule, "RXX001" | "RXX002" | "RXX021" | "RXX022");
        assert!(validate(&again).iter().all(|finding| is_expected(finding.rule.id)));
        assert_eq!(rows(&read(&write_onto(&self.document, original).unwrap()).unwrap()), self.naive.rows());
        written
    }
}

#[test]
fn edits_do_what_they_do_to_a_naive_tree() {
    for seed in 0..4 {
        let mut random = Random::new(seed);
        let mut other = Both::new();
        for _ in 0..20 {
            other.edit(None, &mut random);
        }
        let (mut both, mut original) = (Both::new(), Vec::new());
        for number in 0..n_edits() / 4 {
            both.edit(Some(&other), &mut random);
            // Copies make more and more of it.
            while both.naive.nodes.len() > 60 {
                let root = both.naive.roots[random.below(both.naive.roots.len())];
                both.naive.remove(root);
                both.document.remove(both.ids[root]).unwrap();
            }
            both.check();
            let written = both.check_written(&original);
            if number % 50 == 0 {
                original = written;
            }
        }
    }
}
