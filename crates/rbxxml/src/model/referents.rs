//! The referents of items, and new ones that items get when they are written.

use super::item::Item;
use super::text::Text;
use super::tree::Document;
use super::value::ItemId;
use crate::hash::Keys;
use crate::wire::{is_null, trim};
use std::collections::HashMap;

/// New referents, for items that have none. An item that is referred to also gets one if its referent is a null
/// referent or belongs to an earlier item.
#[derive(Debug, Default)]
pub(crate) struct NewReferents {
    /// The new referents by the number of the item.
    all: Vec<Option<New>>,
}

#[derive(Debug, Clone, Copy)]
struct New {
    number: u32,
    /// Set if the item is referred to.
    is_needed: bool,
}

impl New {
    /// Builds a referent of Studio's form, but with a counter instead of a random number.
    fn referent(self) -> [u8; 35] {
        let mut text = *b"RBX00000000000000000000000000000000";
        // Only the last eight of the 32 digits can differ from zero. Format document, section 2.3.
        let digits = text.iter_mut().rev().zip(0..8);
        digits.for_each(|(digit, place)| {
            let value = self.number.wrapping_shr(4_u32.wrapping_mul(place)) & 15;
            *digit = b"0123456789ABCDEF".get(value as usize).copied().unwrap_or_default();
        });
        text
    }
}

impl NewReferents {
    fn new_referent(&self, id: ItemId) -> Option<New> {
        self.all.get(id.index()).copied().flatten()
    }

    /// The new referent of an item.
    pub(crate) fn get(&self, id: ItemId) -> Option<Text> {
        self.new_referent(id).map(|new| new.referent().as_slice().into())
    }

    /// Returns the new referent of an item, if the item needs it because it is referred to.
    pub(crate) fn get_needed(&self, id: ItemId) -> Option<Text> {
        self.get(id).filter(|_| self.new_referent(id).is_some_and(|new| new.is_needed))
    }

    /// The items that get new referents because they are referred to.
    pub(crate) fn needed(&self) -> impl Iterator<Item = ItemId> {
        let needed = (0..).zip(&self.all).filter(|(_, new)| new.is_some_and(|new| new.is_needed));
        needed.map(|(number, _)| ItemId(number))
    }
}

impl Document {
    /// The first item with each referent, in document order. The flag is set if all items have different referents.
    pub(super) fn referents(&self) -> (HashMap<&[u8], ItemId, Keys>, bool) {
        let mut referents = HashMap::with_capacity_and_hasher(self.len(), Keys::default());
        for visit in self.walk() {
            if let Some(referent) = visit.item.referent.as_deref().map(trim).filter(|one| !is_null(one)) {
                referents.entry(referent).or_insert(visit.id);
            }
        }
        // There are as many distinct referents as items: none is missing, and none is a duplicate.
        let is_complete = referents.len() == self.len();
        (referents, is_complete)
    }

    /// The new referents that items get when they are written.
    pub(crate) fn new_referents(&self) -> NewReferents {
        let (referents, is_complete) = self.referents();
        if is_complete {
            return NewReferents::default();
        }
        let mut all = vec![None; self.items.len()];
        let is_own = |id, item: &Item| {
            let referent = item.referent.as_deref().map(trim);
            referent.and_then(|referent| referents.get(referent)) == Some(&id)
        };
        let references = self.walk().flat_map(|visit| visit.item.references());
        for id in references.filter_map(|(_, reference)| reference.item()) {
            if let (Some(item), Some(new)) = (self.item(id), all.get_mut(id.index()))
                && !is_own(id, item)
            {
                *new = Some(New { number: 0, is_needed: true });
            }
        }
        // Numbers are given in document order, so that an item gets the same one whether or not earlier items needed
        // one.
        let mut numbers = 0..;
        for visit in self.walk() {
            let Some(new) = all.get_mut(visit.id.index()) else { continue };
            let is_needed = new.is_some();
            if is_needed || visit.item.referent.is_none() {
                let free = |number: &u32| {
                    let new = New { number: *number, is_needed };
                    !referents.contains_key(new.referent().as_slice())
                };
                *new = numbers.find(free).map(|number| New { number, is_needed });
            }
        }
        NewReferents { all }
    }
}
