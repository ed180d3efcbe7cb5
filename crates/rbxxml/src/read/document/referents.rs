//! Finds items by their referents.

use crate::hash::Keys;
use crate::model::{Document, ItemId};
use crate::wire::{is_null, trim};
use std::hash::BuildHasher;

/// A hash table with the first item of each referent. It contains only the numbers of items; the items themselves have
/// the texts.
#[derive(Default)]
pub(in crate::read) struct Referents {
    keys: Keys,
    /// The slots of the table. There are more slots than items; the rest are [`FREE`].
    places: Vec<ItemId>,
}

/// Marks a free slot.
const FREE: ItemId = ItemId(u32::MAX);

impl Referents {
    /// Reserves space for at most this many items.
    pub(in crate::read) fn reserve(&mut self, n_items: usize) {
        // A third of the places is free at least, so that a search is short and always ends.
        let n_places = n_items.saturating_add(n_items / 2).saturating_add(1).next_power_of_two();
        self.places.resize(n_places, FREE);
    }

    /// The item with this trimmed referent; `Err` is the slot to insert it at.
    fn find(&self, document: &Document, referent: &[u8]) -> Result<ItemId, usize> {
        let mask = self.places.len().saturating_sub(1);
        let mut at = usize::try_from(self.keys.hash_one(referent) & mask as u64).unwrap_or_default();
        loop {
            let Some(id) = self.places.get(at).copied().filter(|id| *id != FREE) else { return Err(at) };
            let found = document.item(id).and_then(|item| item.referent.as_deref());
            if found.is_some_and(|found| trim(found) == referent) {
                return Ok(id);
            }
            at = at.wrapping_add(1) & mask;
        }
    }

    /// The item with this trimmed referent.
    pub(in crate::read) fn get(&self, document: &Document, referent: &[u8]) -> Option<ItemId> {
        self.find(document, referent).ok()
    }

    /// Adds an item; returns false if an earlier item has the same referent.
    pub(in crate::read) fn insert(&mut self, document: &Document, id: ItemId) -> bool {
        let referent = document.item(id).and_then(|item| item.referent.as_deref()).map(trim);
        // These texts mean "no item", so they lead nowhere and may occur often. Format document, section 2.3.
        let Some(referent) = referent.filter(|referent| !is_null(referent)) else { return true };
        let Err(place) = self.find(document, referent) else { return false };
        if let Some(place) = self.places.get_mut(place) {
            *place = id;
        }
        true
    }
}
