//! Random scripts of edits, compared with a tree that does the same in the simplest way.
//!
//! `REZKIT_EDITS` says how many edits are made.

use crate::random::Random;
use rbxbinary::{Document, Item, ModelOptions, Order, Referent, Value, read, validate, write, write_onto};
#[path = "../../../rbxxml/tests/all/documents/naive.rs"]
mod tree;
use std::collections::{HashMap, HashSet};
use tree::{Both, Naive, Prop, Row};

type Id = Referent;

/// The numbers of each property have one type, as in a file.
const NUMBERS: &[&str] = &["P", "Q"];
const REFERENCES: &[&str] = &["R", "Z"];

fn new_item(class: &str, _: &mut Random) -> Item {
    Item::new(class)
}

fn n_edits() -> usize {
    std::env::var("REZKIT_EDITS").ok().and_then(|n| n.parse().ok()).unwrap_or(2500)
}

impl Naive {
    /// Fills the holes, as a file has them filled, and lists them.
    fn fill(&mut self) -> Vec<(usize, String)> {
        let mut filled = Vec::new();
        let used: HashSet<_> = self
            .nodes
            .values()
            .flat_map(|node| node.properties.keys().map(|property| (node.class.clone(), property.clone())))
            .collect();
        let named: HashSet<_> =
            self.nodes.values().filter(|node| node.name.is_some()).map(|node| node.class.clone()).collect();
        for (number, node) in &mut self.nodes {
            for (_, property) in used.iter().filter(|(class, _)| *class == node.class) {
                let is_number = NUMBERS.contains(&&**property);
                let neutral = if is_number { Prop::Number(0) } else { Prop::Item(None) };
                if !node.properties.contains_key(property) {
                    filled.push((*number, property.clone()));
                    node.properties.insert(property.clone(), neutral);
                }
            }
            if node.name.is_none() && named.contains(&node.class) {
                filled.push((*number, "Name".into()));
                node.name = Some(node.class.clone());
            }
        }
        filled
    }
}

/// The rows of a document.
fn rows(document: &Document) -> Vec<Row> {
    let places: HashMap<_, _> = document.walk().enumerate().map(|(place, visit)| (visit.id, place)).collect();
    let prop = |value: Value<'_>| match value {
        Value::Int32(number) => Prop::Number(number),
        Value::Referent(id) => Prop::Item((id != Referent::NONE).then(|| places[&id])),
        other => panic!("{other:?} was not set"),
    };
    let row = |visit: rbxbinary::Visit<'_>| {
        let properties = visit.item.properties();
        let (names, others): (Vec<_>, Vec<_>) = properties.partition(|(name, _)| **name == *"Name");
        let name = names.first().map(|(_, name)| name.as_str().unwrap().to_owned());
        let properties = others.into_iter().map(|(name, value)| (name.to_string(), prop(value))).collect();
        Row { depth: visit.depth, class: visit.item.class.to_string(), name, properties }
    };
    document.walk().map(row).collect()
}

impl Both {
    /// Every state can be written, and is read as the same, but for the holes.
    fn check_written(&self, order: Order, original: &[u8]) -> Vec<u8> {
        let zero = |_: &[u8], _: &[u8], type_id| match type_id {
            0x03 => Some(Value::Int32(0).into()),
            0x13 => Some(Value::Referent(Referent::NONE).into()),
            _ => None,
        };
        let model = self.document.to_model_with(&ModelOptions::default().order(order).fill(&zero)).unwrap();
        let mut expected = self.naive.clone();
        let mut filled = expected.fill();
        let mut found = Vec::new();
        for hole in self.document.holes() {
            let n_before = found.len();
            let of_class = self.document.walk().filter(|visit| *visit.item.class == hole.class);
            let without = of_class.filter(|visit| !hole.with.contains(&visit.id));
            found.extend(without.map(|visit| (self.number_of(visit.id), hole.property.to_string())));
            assert_eq!(found.len() - n_before, hole.n_without);
        }
        filled.sort();
        found.sort();
        assert_eq!(found, filled);
        let written = write(&model).unwrap();
        let again = read(&written).unwrap();
        assert_eq!(rows(&Document::from(again.clone())), expected.rows());
        // A class may have no names at all.
        let findings = validate(&again);
        assert!(findings.iter().all(|finding| finding.rule.id == "RBX004"), "{findings}");
        assert_eq!(read(&write_onto(&model, original).unwrap()).unwrap(), again);
        written
    }

    /// Goes on with the document that was written. The ids of a file stay, unless it is put into Studio's order.
    fn reread(&mut self, order: Order, original: &[u8], written: &[u8]) {
        self.document = Document::try_from(written).unwrap();
        self.naive.fill();
        let had_items = read(original).is_ok_and(|model| model.classes().next().is_some());
        for (number, visit) in self.naive.walk().into_iter().zip(self.document.walk()) {
            let old = std::mem::replace(&mut self.ids[number], visit.id);
            assert!(old == visit.id || order == Order::Studio || !had_items);
        }
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
            if number % 5 > 0 {
                continue;
            }
            both.check();
            let order = if random.once_in(3) { Order::Studio } else { Order::File };
            let written = both.check_written(order, &original);
            if random.once_in(8) {
                both.reread(order, &original, &written);
                original = written;
            }
        }
    }
}
