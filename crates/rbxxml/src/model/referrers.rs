//! An index from items to the items that refer to them.

use super::item::Item;
use super::value::ItemId;
use std::collections::HashMap;

/// For each item, the items that may refer to it. The index is updated on demand, in time proportional to the number of
/// changed items, because references are in public fields, which any caller may change.
#[derive(Debug, Clone, Default)]
pub(super) struct Referrers {
    /// The items that refer to each item, except those in `changed`. Some may no longer refer to it.
    pub(super) of: HashMap<ItemId, Vec<ItemId>>,
    /// The items whose references may have changed.
    pub(super) changed: Vec<ItemId>,
}

impl Referrers {
    /// Records that an item may have new references, in a document with `n_items` items.
    pub(super) fn note(&mut self, id: ItemId, n_items: usize) {
        self.changed.push(id);
        // A document whose referrers are never requested should not pay for each change of an item.
        if self.changed.len() / 2 > n_items.max(1024) {
            self.compact();
        }
    }

    pub(super) fn compact(&mut self) {
        self.changed.sort_unstable();
        self.changed.dedup();
    }

    pub(super) fn add(&mut self, id: ItemId, item: &Item) {
        for target in item.references().filter_map(|(_, reference)| reference.item()) {
            let referrers = self.of.entry(target).or_default();
            if referrers.last() != Some(&id) {
                referrers.push(id);
            }
        }
    }
}
