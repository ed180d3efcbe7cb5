//! Who refers to an item.

use super::batch::Batch;
use super::{Document, OwnedValue, to_u32};
use crate::model::{Content, Model, Name, Referent, Value, Values};
use crate::outline::{Numbers, Outline, TOP};
use std::collections::HashMap;

/// For each item, the properties that refer to it, and some that no longer do: the numbers of an item and of a name.
#[derive(Debug, Clone, Default)]
pub(super) struct Referrers {
    /// Those in the columns of the file, sorted by the item that they refer to.
    stored: Vec<(u32, u32)>,
    /// The index in `stored` where those of each item of the file start, then the end; nothing if there are none.
    starts: Vec<u32>,
    /// Those that came later.
    added: HashMap<Referent, Vec<(u32, u32)>>,
}

impl Referrers {
    /// Those in the columns of a file with `n` items: the item that each leads to, and the numbers.
    fn new<I: Iterator<Item = (u32, (u32, u32))>>(n: usize, all: impl Fn() -> I) -> Self {
        if all().next().is_none() {
            return Self::default();
        }
        // A counting sort, as of the children of an outline.
        let mut starts = vec![0_u32; n.saturating_add(2)];
        for (target, _) in all() {
            if let Some(count) = starts.get_mut((target as usize).saturating_add(2)) {
                *count = count.saturating_add(1);
            }
        }
        let mut sum = 0_u32;
        for start in &mut starts {
            sum = sum.saturating_add(*start);
            *start = sum;
        }
        let mut stored = vec![(0, 0); sum as usize];
        for (target, referrer) in all() {
            let Some(at) = starts.get_mut((target as usize).saturating_add(1)) else { continue };
            if let Some(place) = stored.get_mut(*at as usize) {
                *place = referrer;
            }
            *at = at.saturating_add(1);
        }
        Self { stored, starts, added: HashMap::new() }
    }

    /// Those of an item with this number and id.
    fn of(&self, number: u32, id: Referent) -> Vec<(u32, u32)> {
        let start = self.starts.get(number as usize).map_or(0, |start| *start as usize);
        let end = self.starts.get((number as usize).saturating_add(1)).map_or(0, |end| *end as usize);
        let stored = self.stored.get(start..end).unwrap_or_default();
        stored.iter().chain(self.added.get(&id).into_iter().flatten()).copied().collect()
    }

    pub(super) fn add(&mut self, target: Referent, number: u32, property: u32) {
        let referrers = self.added.entry(target).or_default();
        if referrers.last() != Some(&(number, property)) {
            referrers.push((number, property));
        }
    }
}

/// The references in a column that are not null, with their rows.
fn references(values: &Values) -> impl Iterator<Item = (usize, Referent)> {
    let (plain, contents) = match values {
        Values::Referent(all) => (&**all, None),
        Values::Content(all) => (&[][..], Some(all)),
        _ => (&[][..], None),
    };
    let contents = contents.into_iter().flat_map(|contents| contents.objects());
    plain.iter().copied().enumerate().chain(contents).filter(|(_, target)| !target.is_none())
}

/// The references of a model that lead nowhere.
pub(super) fn dangling(model: &Model, numbers: &Numbers) -> Vec<Referent> {
    let all = model.columns().flat_map(|column| references(&column.values)).map(|(_, target)| target);
    all.filter(|target| numbers.get(*target) == TOP).collect()
}

impl Document {
    /// The items and properties that refer to an item.
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
    pub fn references_to(&self, id: Referent) -> Vec<(Referent, Name)> {
        let Some(number) = self.number(id) else { return Vec::new() };
        let mut referrers = self.referrers.of(number, id);
        referrers.sort_unstable();
        referrers.dedup();
        let references =
            referrers.into_iter().filter(|(number, property)| self.refers(*number, *property, id));
        references.filter_map(|(number, property)| self.named(number, property)).collect()
    }

    /// Notes that a property has a new value.
    pub(super) fn note_reference(&mut self, number: u32, property: u32, value: Option<Value<'_>>) {
        if let Some(target) = value.and_then(Value::as_referent) {
            self.referrers.add(target, number, property);
        }
    }

    /// Makes references to an item that was removed null, and lists them.
    pub(super) fn clear_references_to(
        &mut self,
        number: u32,
        id: Referent,
        cleared: &mut Vec<(Referent, Name)>,
    ) {
        let referrers = self.referrers.of(number, id);
        self.referrers.added.remove(&id);
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

    /// Notes who refers to whom in the columns of the file.
    pub(super) fn adopt_references(&mut self, outline: &Outline) {
        let of_column = |first: u32, (property, chunk): &(u32, usize)| {
            let values = self.column(*chunk).map(|column| references(&column.values));
            let property = *property;
            values
                .into_iter()
                .flatten()
                .map(move |(row, target)| (target, (first.saturating_add(to_u32(row)), property)))
        };
        let all = || {
            let tables = self.tables.iter().zip(&outline.classes);
            let columns = tables
                .flat_map(|(table, place)| table.columns.iter().map(move |column| (place.first, column)));
            let references = columns.flat_map(|(first, column)| of_column(first, column));
            references.filter_map(|(target, referrer)| Some((outline.number_of(target)?, referrer)))
        };
        self.referrers = Referrers::new(self.nodes.len(), all);
    }

    /// The columns of a source that may have references.
    pub(super) fn reference_columns(&self, source: u32) -> impl Iterator<Item = u32> {
        let source = self.sources.get(source as usize);
        let batch = source.and_then(|source| source.batch.as_ref());
        let table = source.and_then(|source| self.tables.get(source.table as usize));
        let columns = table.filter(|_| batch.is_none()).into_iter().flat_map(|table| &table.columns);
        let of_file = columns.filter_map(|(name, chunk)| {
            let values = &self.column(*chunk)?.values;
            matches!(values, Values::Referent(_) | Values::Content(_)).then_some(*name)
        });
        of_file.chain(batch.into_iter().flat_map(Batch::references))
    }
}
