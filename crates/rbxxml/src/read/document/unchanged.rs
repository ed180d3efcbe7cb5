//! Comparing a file with a model while reading it. Of the properties that are read, none is kept.

use super::Reader;
use crate::model::{Item, Property, Reference, Walk};
use crate::{Document, ItemId, Same};

/// The model that a file may be unchanged from.
pub(in crate::read) struct Expected<'m> {
    pub(in crate::read) model: &'m Document,
    /// Its items that the file has not had yet.
    walk: Walk<'m>,
    /// Its items that the file has had, in the order of the file.
    ids: Vec<ItemId>,
    /// Where references of the model lead, and what the file says.
    references: Vec<(&'m Reference, Reference)>,
    /// Whether a difference has been found, so that reading can end.
    pub(in crate::read) is_different: bool,
}

impl<'m> Expected<'m> {
    pub(in crate::read) fn new(model: &'m Document) -> Self {
        Self { model, walk: model.walk(), ids: Vec::new(), references: Vec::new(), is_different: false }
    }

    /// An item begins.
    pub(in crate::read) fn next_item(&mut self) {
        match self.walk.next() {
            Some(visit) => self.ids.push(visit.id),
            None => self.is_different = true,
        }
    }

    /// The item of the model for an item of the file.
    pub(in crate::read) fn item(&self, id: ItemId) -> Option<&'m Item> {
        self.model.item(*self.ids.get(id.index())?)
    }

    /// Compares the properties of an item.
    fn compare(&mut self, id: ItemId, found: Vec<Property>) {
        let Some(item) = self.item(id).filter(|item| item.properties.len() == found.len()) else {
            self.is_different = true;
            return;
        };
        for (ours, mut theirs) in item.properties.iter().zip(found) {
            let is_same = match (ours.value.reference(), theirs.value.reference_mut()) {
                (Some(target), Some(reference)) => {
                    self.references.push((target, std::mem::take(reference)));
                    ours.value.kind() == theirs.value.kind()
                }
                _ => ours.value.same(&theirs.value),
            };
            if !is_same || !ours.head().is(theirs.head()) {
                self.is_different = true;
                return;
            }
        }
    }
}

impl Reader<'_, '_> {
    /// Compares an item that ends with that of the model, if there is one.
    pub(in crate::read) fn compare_item(&mut self, id: ItemId) {
        let Some(expected) = &mut self.expected else { return };
        if let Some(item) = self.document.item_without_references(id) {
            expected.compare(id, std::mem::take(&mut item.properties));
        }
    }

    /// Whether a difference from the model has been found.
    pub(in crate::read) fn is_different(&self) -> bool {
        self.expected.as_ref().is_some_and(|expected| expected.is_different)
    }

    /// Whether the file is that of the model, when all has been read.
    pub(in crate::read) fn is_unchanged(&self) -> bool {
        let Some(expected) = &self.expected else { return false };
        let leads_there = |(target, reference): &(&Reference, Reference)| match (target, reference) {
            (Reference::Null, Reference::Null) => true,
            (target, Reference::Unresolved(referent)) => match (target, self.referents.get(&**referent)) {
                (Reference::Item(id), Some(found)) => expected.ids.get(found.index()) == Some(id),
                (Reference::Unresolved(target), None) => target == referent,
                _ => false,
            },
            _ => false,
        };
        !expected.is_different
            && expected.references.iter().all(leads_there)
            && self.document.same_but_properties(expected.model)
    }
}
