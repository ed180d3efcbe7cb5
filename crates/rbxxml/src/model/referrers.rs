//! Who refers to an item.

use super::item::Item;
use super::text::Text;
use super::tree::Document;
use super::value::{ItemId, Reference, Value};
use std::collections::HashMap;

/// For each item, those that refer to it. It is brought up to date when it is needed, in time in proportion to what has
/// changed: references are in plain fields of items, which anyone may change.
#[derive(Debug, Clone, Default)]
pub(super) struct Referrers {
    /// All that refer to an item, and some that no longer do; without those of `changed`.
    of: HashMap<ItemId, Vec<ItemId>>,
    /// Items that may have got references.
    changed: Vec<ItemId>,
}

impl Referrers {
    /// Notes that an item may have got references, in a document with so many items.
    pub(super) fn note(&mut self, id: ItemId, n_items: usize) {
        self.changed.push(id);
        // Whoever never asks for referrers should not pay for each change of an item.
        if self.changed.len() / 2 > n_items.max(1024) {
            self.compact();
        }
    }

    fn compact(&mut self) {
        self.changed.sort_unstable();
        self.changed.dedup();
    }

    fn add(&mut self, id: ItemId, item: &Item) {
        for target in item.references().filter_map(|(_, reference)| reference.item()) {
            let referrers = self.of.entry(target).or_default();
            if referrers.last() != Some(&id) {
                referrers.push(id);
            }
        }
    }
}

impl Document {
    /// The items and properties that refer to an item. With several properties in an item, each is listed.
    ///
    /// The first call, or the first removal, looks at all items with references, and each later one at those that have
    /// changed since.
    ///
    /// ```
    /// let mut document = rbxxml::Document::new();
    /// let part = document.add(None, rbxxml::Item::new("Part"))?;
    /// let value = document.add(None, rbxxml::Item::new("ObjectValue").with("Value", part))?;
    /// assert_eq!(document.references_to(part), [(value, "Value".into())]);
    /// # Ok::<(), rbxxml::Error>(())
    /// ```
    pub fn references_to(&mut self, id: ItemId) -> Vec<(ItemId, Text)> {
        let mut found = Vec::new();
        let mut referrers = self.referrers().of.get(&id).cloned().unwrap_or_default();
        referrers.sort_unstable();
        referrers.dedup();
        for referrer in referrers {
            let references = self.item(referrer).into_iter().flat_map(Item::references);
            let here = references.filter(|(_, reference)| reference.item() == Some(id));
            found.extend(here.map(|(name, _)| (referrer, name.clone())));
        }
        found
    }

    /// Makes references to a removed item null, and lists them.
    pub(super) fn clear_references_to(&mut self, id: ItemId, cleared: &mut Vec<(ItemId, Text)>) {
        let Some(referrers) = self.referrers().of.remove(&id) else { return };
        for referrer in referrers {
            self.note_change(referrer);
            let Some(item) = self.item_without_references(referrer) else { continue };
            for index in 0..item.properties.len() {
                let Some(property) = item.properties.get(index) else { break };
                if property.value.as_item() != Some(id) {
                    continue;
                }
                cleared.push((referrer, property.name().clone()));
                let value = item.properties.own_value_mut(index);
                if let Some(reference) = value.and_then(Value::reference_mut) {
                    *reference = Reference::None;
                }
            }
        }
    }

    /// The index, up to date.
    fn referrers(&mut self) -> &mut Referrers {
        if !self.referrers.changed.is_empty() {
            let mut index = std::mem::take(&mut self.referrers);
            index.compact();
            for id in std::mem::take(&mut index.changed) {
                if let Some(item) = self.item(id) {
                    index.add(id, item);
                }
            }
            self.referrers = index;
        }
        &mut self.referrers
    }
}
