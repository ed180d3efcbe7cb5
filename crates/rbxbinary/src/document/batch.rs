//! The values of items that were added.

use super::growing::Growing;
use super::owned::OwnedValue;
use super::{Document, to_u32};
use crate::common::error::Error;
use crate::model::{Name, Type, Value};
use crate::references::{Holder, references};

/// Items of one class that were added with the same properties, of the same types, in the same order. Their values are in
/// columns: a list of values for each item would take several times the memory.
#[derive(Debug, Clone)]
pub(super) struct Batch {
    columns: Vec<BatchColumn>,
    /// The numbers of the properties with their indices in `columns`, sorted.
    sorted: Vec<(u32, u32)>,
    n_rows: u32,
}

#[derive(Debug, Clone)]
struct BatchColumn {
    property: u32,
    ty: Type,
    /// The way in which strings of the property hold references; `None` if they hold none.
    holder: Option<Holder>,
    values: Growing,
}

impl BatchColumn {
    fn has_references(&self) -> bool {
        self.holder.is_some() || self.values.has_references()
    }
}

/// The class of a batch, and its properties with their types.
pub(super) type BatchKey = (u32, Vec<(u32, Type)>);

/// The source of the unchanged values of items.
#[derive(Debug, Clone)]
pub(super) struct ValueSource {
    pub(super) table: u32,
    /// The batch with the values; `None` if they are in the columns of the file.
    pub(super) batch: Option<Batch>,
}

impl Batch {
    /// The maximum number of items of a batch. This many short strings stay below the 4 GiB that a column of strings
    /// can hold.
    const MOST_ROWS: u32 = 1 << 22;

    fn new(properties: &[(u32, Type)], holder: impl Fn(u32) -> Option<Holder>) -> Self {
        let column = |(property, ty): &(u32, Type)| {
            let (property, ty, holder) = (*property, *ty, holder(*property));
            BatchColumn { property, ty, holder, values: Growing::new(ty, 0) }
        };
        let columns = properties.iter().map(column).collect();
        let mut sorted: Vec<_> = properties.iter().map(|(property, _)| *property).zip(0..).collect();
        sorted.sort_unstable();
        Self { columns, sorted, n_rows: 0 }
    }

    /// The values of a property.
    pub(super) fn column(&self, property: u32) -> Option<&Growing> {
        let at = self.sorted.binary_search_by_key(&property, |(property, _)| *property).ok()?;
        let (_, index) = self.sorted.get(at)?;
        self.columns.get(*index as usize).map(|column| &column.values)
    }

    /// The numbers of the properties, sorted.
    pub(super) fn properties(&self) -> impl Iterator<Item = u32> {
        self.sorted.iter().map(|(property, _)| *property)
    }

    /// Keeps only the values in these rows; returns `false` if that fails.
    pub(super) fn keep(&mut self, rows: &[u32]) -> bool {
        let kept = self.columns.iter().map(|column| column.values.picked(rows));
        let Ok(kept) = kept.collect::<Result<Vec<_>, _>>() else { return false };
        for (column, values) in self.columns.iter_mut().zip(kept) {
            column.values = values;
        }
        self.n_rows = to_u32(rows.len());
        true
    }

    /// The properties that may have references.
    pub(super) fn references(&self) -> impl Iterator<Item = u32> {
        self.columns.iter().filter(|column| column.has_references()).map(|column| column.property)
    }
}

impl Document {
    /// Adds the values of a new item to a batch of its class, except those [stored with the item](OwnedValue::stays).
    /// Returns the source and the row.
    pub(super) fn store(
        &mut self,
        table: u32,
        number: u32,
        values: &[(Name, OwnedValue)],
    ) -> Result<(u32, u32), Error> {
        let latest = self.tables.get(table as usize).and_then(|table| table.latest);
        let source = match latest.filter(|latest| self.fits(*latest, values)) {
            Some(latest) => latest,
            None => self.source_for(table, values)?,
        };
        let batch = self.sources.get_mut(source as usize).and_then(|source| source.batch.as_mut());
        let Some(batch) = batch else { return Ok((source, 0)) };
        for (column, (_, value)) in batch.columns.iter_mut().zip(stored(values)) {
            value.with(|value| column.values.push(value))?;
            if column.has_references() {
                let value = value.get();
                let bytes = match value {
                    Value::SharedString(index) => self.shared.get(&self.base, index),
                    value => value.as_bytes(),
                };
                for (_, target) in references(value, column.holder.zip(bytes)) {
                    self.referrers.add(target, number, column.property);
                }
            }
        }
        let row = batch.n_rows;
        batch.n_rows = row.saturating_add(1);
        Ok((source, row))
    }

    /// Returns true if an item with these values fits into the batch of a source.
    fn fits(&self, source: u32, values: &[(Name, OwnedValue)]) -> bool {
        let batch = self.sources.get(source as usize).and_then(|source| source.batch.as_ref());
        let Some(batch) = batch.filter(|batch| batch.n_rows < Batch::MOST_ROWS) else { return false };
        let mut values = stored(values);
        let is_same = |column: &BatchColumn| {
            values.next().is_some_and(|(name, value)| {
                column.ty == value.with(|value| value.ty()) && self.names.get(column.property) == Some(name)
            })
        };
        batch.columns.iter().all(is_same) && values.next().is_none()
    }

    /// The source for new items of a class with these values, which is added if there is none.
    #[cold]
    fn source_for(&mut self, table: u32, values: &[(Name, OwnedValue)]) -> Result<u32, Error> {
        let properties =
            stored(values).map(|(name, value)| (self.names.number(name), value.with(|value| value.ty())));
        let key: BatchKey = (table, properties.collect());
        let known = self.batches.get(&key).copied().filter(|known| self.fits(*known, values));
        let source = match known {
            Some(known) => known,
            None => {
                let new = to_u32(self.sources.len());
                let class = self.tables.get(table as usize).map(|table| &*table.class).unwrap_or_default();
                let holder = |property| Holder::for_property(class, self.names.get(property)?);
                let batch = Some(Batch::new(&key.1, holder));
                self.sources.push(ValueSource { table, batch });
                if let Some(table) = self.tables.get_mut(table as usize) {
                    table.edited.extend(key.1.iter().map(|(property, _)| *property));
                }
                self.batches.insert(key, new);
                new
            }
        };
        if let Some(table) = self.tables.get_mut(table as usize) {
            table.latest = Some(source);
        }
        Ok(source)
    }
}

/// The values that go into a batch, not those that are stored with the item.
fn stored(values: &[(Name, OwnedValue)]) -> impl Iterator<Item = &(Name, OwnedValue)> {
    values.iter().filter(|(_, value)| !value.stays())
}
