//! Numbers that tell nodes apart: equal content has equal numbers.

use files::outline::{Datum, Label, Outline, Step};
use std::collections::hash_map::{DefaultHasher, RandomState};
use std::hash::{BuildHasher, Hash, Hasher};

/// What the nodes of one file hold. The hasher is seeded anew for each comparison, so that nobody can make files of
/// which different parts have equal numbers.
#[derive(Debug)]
pub(crate) struct Hashes {
    /// The class and the properties, without the name.
    pub(crate) body: Vec<u64>,
    /// The body, and names and contents of all that is inside.
    pub(crate) inside: Vec<u64>,
    /// Class and name.
    pub(crate) key: Vec<u64>,
    /// Class.
    pub(crate) kind: Vec<u64>,
    /// Whether a property leads to a node, which is compared once it is known which nodes belong together.
    pub(crate) leads: Vec<bool>,
}

impl Hashes {
    /// `exact` tells the signs of zeros in rotations apart.
    pub(crate) fn new(outline: &dyn Outline, seed: &RandomState, exact: bool) -> Self {
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
                property(&mut hasher, label, value, exact);
                *leads |= value.has_nodes();
            });
            *body = hasher.finish();
        }
        inside.copy_from_slice(&body);
        // Each node stands behind its parent, so all that is in it is complete when it is reached from the back.
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

/// A place in a list is no name: what follows a new part would have another.
fn with_name(mut hasher: DefaultHasher, step: Step<'_>) -> DefaultHasher {
    if let Step::Name(name) = step {
        name.hash(&mut hasher);
    }
    hasher
}

/// The hash of a node; 0 if there is no such node.
pub(crate) fn hash_of(hashes: &[u64], number: u32) -> u64 {
    hashes.get(number as usize).copied().unwrap_or_default()
}
