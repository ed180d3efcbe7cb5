//! Hashes of nodes: equal content has equal hashes.

use super::DiffOptions;
use files::outline::{Datum, Label, Outline, Step};
use std::collections::hash_map::{DefaultHasher, RandomState};
use std::hash::{BuildHasher, Hash, Hasher};

/// The hashes of the nodes of one file. The hasher is seeded randomly for each comparison, so that nobody can make
/// files in which different parts have equal hashes.
#[derive(Debug)]
pub(crate) struct Hashes {
    /// Hashes of class and properties, without the name.
    pub(crate) body: Vec<u64>,
    /// Hashes of the body, and of the names and contents of all descendants.
    pub(crate) inside: Vec<u64>,
    /// Hashes of class and name.
    pub(crate) key: Vec<u64>,
    /// Hashes of the class.
    pub(crate) kind: Vec<u64>,
    /// True if a property refers to a node. References are compared once nodes are matched.
    pub(crate) leads: Vec<bool>,
}

impl Hashes {
    /// Hashes the properties of all nodes that `options` compare.
    pub(crate) fn new(outline: &dyn Outline, seed: &RandomState, options: &DiffOptions) -> Self {
        let n = outline.len();
        let (mut body, mut inside, mut leads) = (vec![0; n], vec![0; n], vec![false; n]);
        let (mut key, mut kind) = (vec![0; n], vec![0; n]);
        let all = || 0..u32::try_from(n).unwrap_or(u32::MAX);
        let heads = key.iter_mut().zip(&mut kind);
        for (number, ((body, leads), (key, kind))) in all().zip(body.iter_mut().zip(&mut leads).zip(heads)) {
            let mut hasher = seed.build_hasher();
            outline.kind(number).hash(&mut hasher);
            *kind = hasher.finish();
            *key = with_name(hasher.clone(), outline.step(number)).finish();
            outline.properties(number, &mut |label, value| {
                if options.compares(label) {
                    property(&mut hasher, label, value, options.exact);
                    *leads |= value.has_nodes();
                }
            });
            *body = hasher.finish();
        }
        inside.copy_from_slice(&body);
        // Each node comes after its parent, so going backwards completes the descendants of a node before it.
        for number in all().rev().filter(|number| *number > 0) {
            let parent = outline.parent(number) as usize;
            let own = [inside.get(number as usize), key.get(number as usize)]
                .map(|hash| hash.copied().unwrap_or_default());
            if let Some(inside) = inside.get_mut(parent) {
                *inside = seed.hash_one((*inside, own));
            }
        }
        Self { body, inside, key, kind, leads }
    }
}

pub(crate) fn property(hasher: &mut DefaultHasher, label: &Label<'_>, value: &Datum<'_>, exact: bool) {
    label.hash(hasher);
    value.hash(hasher, exact);
}

/// Adds the name of a node. An index is not a name: inserting a node would change it for all later siblings.
fn with_name(mut hasher: DefaultHasher, step: Step<'_>) -> DefaultHasher {
    if let Step::Name(name) = step {
        name.hash(&mut hasher);
    }
    hasher
}

/// The hash of a node; 0 for unknown nodes.
pub(crate) fn hash_of(hashes: &[u64], number: u32) -> u64 {
    hashes.get(number as usize).copied().unwrap_or_default()
}
