//! Comparing a file with a model while reading it. Of the properties that are read, none is kept.

use super::Reader;
use crate::model::{Head, Item, PropertyRef, Reference, Walk};
use crate::{Document, ItemId, Same, Value};
use std::ptr;

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

    /// Compares a property of the file with that of the model.
    pub(in crate::read) fn compare(&mut self, ours: Option<PropertyRef<'m>>, head: &Head, mut value: Value) {
        let is_same = ours.is_some_and(|ours| {
            let is_same = match (ours.value.reference(), value.reference_mut()) {
                (Some(target), Some(reference)) => {
                    self.references.push((target, std::mem::take(reference)));
                    ours.value.kind() == value.kind()
                }
                _ => ours.value.same(&value),
            };
            is_same && ours.head().is(head)
        });
        self.is_different |= !is_same;
    }

    /// Compares a property of the model with one that the file has the same text for.
    pub(in crate::read) fn compare_values(
        &mut self,
        ours: Option<PropertyRef<'m>>,
        usual: Option<PropertyRef<'m>>,
    ) {
        let is_same = ours.zip(usual).is_some_and(|(ours, usual)| {
            // Items that were read have common values in common.
            ours.head().is(usual.head()) && (ptr::eq(ours.value, usual.value) || ours.value.same(usual.value))
        });
        self.is_different |= !is_same;
    }
}

impl Reader<'_, '_> {
    /// Compares an item that ends with that of the model, if there is one.
    pub(in crate::read) fn compare_item(&mut self, id: ItemId, n_properties: usize) {
        if let Some(expected) = &mut self.expected {
            let ours = expected.item(id).map(|item| item.properties.len());
            expected.is_different |= ours != Some(n_properties);
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
            (target, Reference::Unresolved(referent)) => {
                match (target, self.referents.get(&self.document, referent)) {
                    (Reference::Item(id), Some(found)) => expected.ids.get(found.index()) == Some(id),
                    (Reference::Unresolved(target), None) => target == referent,
                    _ => false,
                }
            }
            _ => false,
        };
        !expected.is_different
            && expected.references.iter().all(leads_there)
            && self.document.same_but_properties(expected.model)
    }
}
