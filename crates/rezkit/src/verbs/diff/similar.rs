//! The similarity of nodes, by the properties and children that they share.

use super::Side;
use super::hashes::{hash_of, property};
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

/// Upper bound on the nodes of one kind that are compared in pairs.
const MOST_NODES: usize = 64;

/// Upper bound on the properties and children of a node whose similarity is computed. Larger nodes are matched by path
/// and content only.
const MOST_FACTS: usize = 1024;

/// Sorted hashes of a node's properties and of the keys of its children.
type Facts = Vec<u64>;

pub(crate) struct Similar {
    seed: RandomState,
}

impl Similar {
    pub(crate) fn new(seed: RandomState) -> Self {
        Self { seed }
    }

    /// Pairs of nodes, the most similar first. Each node is in at most one pair.
    pub(crate) fn best(&self, old: &Side<'_>, new: &Side<'_>, olds: &[u32], news: &[u32]) -> Vec<(u32, u32)> {
        self.pairs(old, new, olds, news, |common, _| common > 0)
    }

    /// Pairs of nodes that are nearly equal, as by [`best`](Self::best).
    pub(crate) fn close(
        &self,
        old: &Side<'_>,
        new: &Side<'_>,
        olds: &[u32],
        news: &[u32],
    ) -> Vec<(u32, u32)> {
        self.pairs(old, new, olds, news, |common, total| {
            let different = total.saturating_sub(common);
            // An eighth of the facts of a small part would be less than one property, so three differences are always
            // allowed.
            different <= (total / 8).max(3) && different <= common && common > 0
        })
    }

    /// Returns true if two nodes have at least half of their facts in common.
    pub(crate) fn has_half(&self, old: &Side<'_>, new: &Side<'_>, one: u32, other: u32) -> bool {
        let facts = self.facts(old, one).zip(self.facts(new, other));
        facts.is_some_and(|(one, other)| {
            let common = common(&one, &other);
            common > 0 && common.saturating_mul(2) >= one.len().max(other.len())
        })
    }

    /// Returns true if neither of two nodes has properties or children.
    pub(crate) fn have_none(&self, old: &Side<'_>, new: &Side<'_>, one: u32, other: u32) -> bool {
        [(old, one), (new, other)]
            .iter()
            .all(|(side, number)| self.facts(side, *number) == Some(Facts::new()))
    }

    /// Pairs of nodes with enough common facts, the most similar first; nodes that their ids keep apart are
    /// never paired.
    fn pairs(
        &self,
        old_side: &Side<'_>,
        new_side: &Side<'_>,
        olds: &[u32],
        news: &[u32],
        is_enough: impl Fn(usize, usize) -> bool,
    ) -> Vec<(u32, u32)> {
        if olds.is_empty() || news.is_empty() || olds.len().max(news.len()) > MOST_NODES {
            return Vec::new();
        }
        let facts = |side: &Side<'_>, all: &[u32]| -> Vec<_> {
            all.iter().filter_map(|number| Some((*number, self.facts(side, *number)?))).collect()
        };
        let (olds, news) = (facts(old_side, olds), facts(new_side, news));
        let mut scores = Vec::new();
        for (i, (old, one)) in olds.iter().enumerate() {
            for (j, (new, other)) in news.iter().enumerate() {
                let (common, are_two) = (common(one, other), old_side.knows(*old) && new_side.knows(*new));
                if !are_two && is_enough(common, one.len().max(other.len())) {
                    // Among equally similar pairs, those at the nearest positions come first.
                    scores.push((std::cmp::Reverse(common), i.abs_diff(j), *old, *new));
                }
            }
        }
        scores.sort_unstable();
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for (.., old, new) in scores {
            if !pairs.iter().any(|(one, other)| *one == old || *other == new) {
                pairs.push((old, new));
            }
        }
        pairs
    }

    fn facts(&self, side: &Side<'_>, number: u32) -> Option<Facts> {
        let mut facts = Vec::new();
        side.outline.properties(number, &mut |label, value| {
            // One fact beyond the bound is enough to detect that there are too many.
            if facts.len() <= MOST_FACTS {
                let mut hasher = self.seed.build_hasher();
                property(&mut hasher, label, value, false);
                facts.push(std::hash::Hasher::finish(&hasher));
            }
        });
        let children = side.children.get(number);
        if facts.len().saturating_add(children.len()) > MOST_FACTS {
            return None;
        }
        facts.extend(children.iter().map(|child| hash_of(&side.hashes.key, *child)));
        facts.sort_unstable();
        Some(facts)
    }
}

/// The number of values that two sorted lists share.
fn common(one: &Facts, other: &Facts) -> usize {
    let (mut one, mut other) = (one.iter().peekable(), other.iter().peekable());
    let mut n = 0_usize;
    while let (Some(a), Some(b)) = (one.peek(), other.peek()) {
        match a.cmp(b) {
            std::cmp::Ordering::Less => {
                one.next();
            }
            std::cmp::Ordering::Greater => {
                other.next();
            }
            std::cmp::Ordering::Equal => {
                n = n.saturating_add(1);
                one.next();
                other.next();
            }
        }
    }
    n
}
