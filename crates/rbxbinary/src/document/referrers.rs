//! An index from items to the properties that refer to them.

use super::batch::Batch;
use super::links::NONE;
use super::{Document, Node, OwnedValue, Table, to_u32};
use crate::model::{Model, Name, Referent, Value, Values};
use crate::outline::{Numbers, Outline, TOP};
use crate::references::{Holder, Redirected, redirected, references};
use std::collections::HashMap;

/// For each item, the properties that may refer to it, each as the number of an item and the number of the property's
/// name. Entries are not removed when a property changes.
#[derive(Debug, Clone, Default)]
pub(super) struct Referrers {
    /// The references in the columns of the file, sorted by the item that they refer to.
    stored: Vec<(u32, u32)>,
    /// The start in `stored` of the references to each item of the file, and finally the end of `stored`. Empty if
    /// there are no references.
    starts: Vec<u32>,
    /// The references that were added later.
    added: HashMap<Referent, Vec<(u32, u32)>>,
}

impl Referrers {
    /// Builds the index of a file with `n` items. Each pair is the number of the item referred to, and the numbers of
    /// the referring item and property.
    fn new<I: Iterator<Item = (u32, (u32, u32))>>(n: usize, all: impl Fn() -> I) -> Self {
        if all().next().is_none() {
            return Self::default();
        }
        // A counting sort: counted two places further on, the sums are the starts, one place too far, until
        // filling moves them by one.
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

    /// The properties that may refer to the item with this number and id.
    fn candidates(&self, number: u32, id: Referent) -> Vec<(u32, u32)> {
        let start = self.starts.get(number as usize).map_or(0, |start| *start as usize);
        let end = self.starts.get((number as usize).saturating_add(1)).map_or(0, |end| *end as usize);
        let stored = self.stored.get(start..end).unwrap_or_default();
        stored.iter().chain(self.added.get(&id).into_iter().flatten()).copied().collect()
    }

    /// Updates the index after the numbers of items have changed.
    pub(super) fn renumber(&mut self, to: &impl Fn(u32) -> u32) {
        self.added.retain(|_, referrers| {
            for (number, _) in &mut *referrers {
                *number = to(*number);
            }
            referrers.retain(|(number, _)| *number != NONE);
            !referrers.is_empty()
        });
    }

    pub(super) fn add(&mut self, target: Referent, number: u32, property: u32) {
        let referrers = self.added.entry(target).or_default();
        if referrers.last() != Some(&(number, property)) {
            referrers.push((number, property));
        }
    }
}

/// The references in a column that are not null, with their rows. `bytes` returns the bytes of a string or shared
/// string.
fn in_column<'m>(
    values: &'m Values,
    holder: Option<Holder>,
    bytes: impl Fn(Value<'m>) -> Option<&'m [u8]>,
) -> impl Iterator<Item = (usize, Referent)> {
    let (plain, contents) = match values {
        Values::Referent(all) => (&**all, None),
        Values::Content(all) => (&[][..], Some(all)),
        _ => (&[][..], None),
    };
    let contents = contents.into_iter().flat_map(|contents| contents.objects());
    let plain = plain.iter().copied().enumerate().chain(contents).filter(|(_, target)| !target.is_none());
    let rows = 0..holder.map_or(0, |_| values.len());
    let held = rows.filter_map(move |row| Some((row, holder?.references(bytes(values.get(row)?)?))));
    plain.chain(held.flat_map(|(row, held)| held.into_iter().map(move |(_, target)| (row, target))))
}

/// The referents in values of a model that no instance has.
pub(super) fn dangling(model: &Model, numbers: &Numbers) -> Vec<Referent> {
    let shared = &model.shared_strings();
    let classes: HashMap<_, _> = model.classes().map(|class| (class.id, &class.name)).collect();
    let of_columns = model.columns().flat_map(|column| {
        let holder = classes.get(&column.class).and_then(|class| Holder::for_property(class, &column.name));
        in_column(&column.values, holder, |value| match value {
            Value::SharedString(index) => shared.get(index),
            value => value.as_bytes(),
        })
    });
    of_columns.map(|(_, target)| target).filter(|target| numbers.get(*target) == TOP).collect()
}

impl Document {
    /// The items and properties that refer to an item. A reference in an attribute is listed as `@` and the name of the
    /// attribute.
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
        let mut referrers = self.referrers.candidates(number, id);
        referrers.sort_unstable();
        referrers.dedup();
        let of = |(number, property): (u32, u32)| {
            let (node, name) = (self.node(number)?, self.names.get(property)?);
            let references = self.references_in(node, property).into_iter();
            let references = references.filter(|(_, target)| *target == id);
            Some(references.map(|(attribute, _)| (node.id, label(name, attribute))))
        };
        referrers.into_iter().filter_map(of).flatten().collect()
    }

    /// Records the references in the new value of a property.
    pub(super) fn note_references(&mut self, number: u32, property: u32) {
        let Some(node) = self.node(number) else { return };
        for (_, target) in self.references_in(node, property) {
            self.referrers.add(target, number, property);
        }
    }

    /// Sets the references to a removed item to null, and lists them.
    pub(super) fn clear_references_to(
        &mut self,
        number: u32,
        id: Referent,
        cleared: &mut Vec<(Referent, Name)>,
    ) {
        let referrers = self.referrers.candidates(number, id);
        self.referrers.added.remove(&id);
        for (number, property) in referrers {
            let to = |target| if target == id { Referent::NONE } else { target };
            self.redirect_in(number, property, &to, cleared);
        }
    }

    /// Replaces the references in a property of an item, and lists those that are null now.
    pub(super) fn redirect_in(
        &mut self,
        number: u32,
        property: u32,
        to: &dyn Fn(Referent) -> Referent,
        cleared: &mut Vec<(Referent, Name)>,
    ) {
        let Some(node) = self.node(number) else { return };
        let (Some(value), Some(name)) = (self.value(node, property), self.names.get(property)) else {
            return;
        };
        let is_shared = matches!(value, Value::SharedString(_));
        let new = redirected(value, self.held(node, name, value), &mut |attribute, target| {
            let new = to(target);
            if new.is_none() {
                cleared.push((node.id, label(name, attribute)));
            }
            new
        });
        let new = match new {
            None => return,
            Some(Redirected::Value(value)) => value.into(),
            Some(Redirected::Bytes(bytes)) if is_shared => Value::SharedString(self.share(&bytes)).into(),
            Some(Redirected::Bytes(bytes)) => OwnedValue::from(bytes),
        };
        self.change(number, property, Some(new));
    }

    /// The references in a property of an item; those in attributes have the name of the attribute.
    pub(super) fn references_in(&self, node: &Node, property: u32) -> Vec<(Option<Name>, Referent)> {
        let (Some(value), Some(name)) = (self.value(node, property), self.names.get(property)) else {
            return Vec::new();
        };
        references(value, self.held(node, name, value))
    }

    /// The bytes of a value in which attributes may hold references, and how they hold them.
    fn held<'d>(&'d self, node: &Node, name: &Name, value: Value<'d>) -> Option<(Holder, &'d [u8])> {
        let holder = Holder::for_property(&self.table(node)?.class, name)?;
        Some((holder, self.bytes_of(value)?))
    }

    /// Records the references in the columns of the file.
    pub(super) fn adopt_references(&mut self, outline: &Outline) {
        let of_column = |table: &Table, first: u32, (property, chunk): &(u32, usize)| {
            let column = self.column(*chunk).map(|column| {
                let holder = Holder::for_property(&table.class, &column.name);
                in_column(&column.values, holder, |value| self.bytes_of(value))
            });
            let property = *property;
            let named = move |(row, target)| (target, (first.saturating_add(to_u32(row)), property));
            column.into_iter().flatten().map(named)
        };
        let all = || {
            let tables = self.tables.iter().zip(&outline.classes);
            let references = tables.flat_map(|(table, place)| {
                table.columns.iter().flat_map(|column| of_column(table, place.first, column))
            });
            references.filter_map(|(target, referrer)| Some((outline.number_of(target)?, referrer)))
        };
        self.referrers = Referrers::new(self.nodes.len(), all);
    }

    /// The numbers of the properties of a source that may hold references.
    pub(super) fn reference_columns(&self, source: u32) -> impl Iterator<Item = u32> {
        let source = self.sources.get(source as usize);
        let batch = source.and_then(|source| source.batch.as_ref());
        let table = source.and_then(|source| self.tables.get(source.table as usize));
        let of_file = table.filter(|_| batch.is_none()).into_iter().flat_map(|table| {
            table.columns.iter().filter_map(|(name, chunk)| {
                let column = self.column(*chunk)?;
                let is_reference = matches!(column.values, Values::Referent(_) | Values::Content(_));
                (is_reference || Holder::for_property(&table.class, &column.name).is_some()).then_some(*name)
            })
        });
        of_file.chain(batch.into_iter().flat_map(Batch::references))
    }
}

/// The label of a reference: the name of its property, or `@` and the name of its attribute.
pub(super) fn label(property: &Name, attribute: Option<Name>) -> Name {
    match attribute {
        Some(attribute) => [b"@", &*attribute].concat().as_slice().into(),
        None => property.clone(),
    }
}
