//! Who refers to an item.

use super::{Document, OwnedValue};
use crate::model::{Content, Name, Referent, Value, Values};
use std::collections::HashMap;

/// For each item, the properties that refer to it, and some that no longer do: the numbers of an item and of a name.
#[derive(Debug, Clone, Default)]
pub(super) struct Referrers(HashMap<Referent, Vec<(u32, u32)>>);

impl Referrers {
    fn add(&mut self, target: Referent, number: u32, property: u32) {
        self.0.entry(target).or_default().push((number, property));
    }
}

impl Document {
    /// The items and properties that refer to an item.
    ///
    /// The first call, and the first removal, take time in proportion to the whole document.
    ///
    /// ```
    /// use rbxbinary::{Document, Item};
    ///
    /// let mut document = Document::new();
    /// let part = document.add(None, Item::new("Part"))?;
    /// let value = document.add(None, Item::new("ObjectValue").with("Value", part))?;
    /// assert_eq!(document.references_to(part), [(value, "Value".into())]);
    /// # Ok::<(), rbxbinary::Error>(())
    /// ```
    pub fn references_to(&mut self, id: Referent) -> Vec<(Referent, Name)> {
        let mut referrers = self.referrers().0.get(&id).cloned().unwrap_or_default();
        referrers.sort_unstable();
        referrers.dedup();
        let references =
            referrers.into_iter().filter(|(number, property)| self.refers(*number, *property, id));
        references.filter_map(|(number, property)| self.named(number, property)).collect()
    }

    /// Notes that a property has a new value.
    pub(super) fn note_reference(&mut self, number: u32, property: u32, value: Option<Value<'_>>) {
        if let (Some(referrers), Some(target)) = (&mut self.referrers, value.and_then(Value::as_referent)) {
            referrers.add(target, number, property);
        }
    }

    /// Makes references to a removed item null, and lists them.
    pub(super) fn clear_references_to(&mut self, id: Referent, cleared: &mut Vec<(Referent, Name)>) {
        let Some(referrers) = self.referrers().0.remove(&id) else { return };
        for (number, property) in referrers {
            if !self.refers(number, property, id) {
                continue;
            }
            let value = self.node(number).and_then(|node| self.value(node, property));
            let null = match value {
                Some(Value::Content(_)) => Value::Content(Content::None),
                _ => Value::Referent(Referent::NONE),
            };
            self.change(number, property, Some(OwnedValue::from(null)));
            cleared.extend(self.named(number, property));
        }
    }

    /// Whether a property refers to an item.
    fn refers(&self, number: u32, property: u32, id: Referent) -> bool {
        let value = self.node(number).and_then(|node| self.value(node, property));
        value.and_then(Value::as_referent) == Some(id)
    }

    fn named(&self, number: u32, property: u32) -> Option<(Referent, Name)> {
        Some((self.node(number)?.id, self.names.get(property)?.clone()))
    }

    fn referrers(&mut self) -> &mut Referrers {
        if self.referrers.is_none() {
            self.referrers = Some(self.all_referrers());
        }
        self.referrers.get_or_insert_default()
    }

    fn all_referrers(&self) -> Referrers {
        let mut all = Referrers::default();
        for (number, node) in (0_u32..).zip(&self.nodes) {
            let Some(node) = node else { continue };
            let changes =
                node.changes.iter().filter_map(|(name, change)| Some((*name, change.as_ref()?.get())));
            let stored =
                self.reference_columns(node.table).filter_map(|name| Some((name, self.value(node, name)?)));
            for (property, value) in changes.chain(stored) {
                if let Some(target) = value.as_referent() {
                    all.add(target, number, property);
                }
            }
        }
        all
    }

    /// The columns of a table that may have references.
    pub(super) fn reference_columns(&self, table: u32) -> impl Iterator<Item = u32> {
        let columns = self.tables.get(table as usize).into_iter().flat_map(|table| &table.columns);
        columns.filter_map(|(name, chunk)| {
            let values = &self.column(*chunk)?.values;
            matches!(values, Values::Referent(_) | Values::Content(_)).then_some(*name)
        })
    }
}
