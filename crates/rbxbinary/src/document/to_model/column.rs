//! Collects the values of a property of items into a column.

use super::super::conversions::converted;
use super::super::growing::Growing;
use super::super::{Document, OwnedValue, Stored, Table};
use super::Making;
use super::rows::Rows;
use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::{Name, Referent, Type, UniqueId, Value, Values};
use crate::references::Holder;

impl<'d> Making<'d, '_> {
    /// The column of a property for the items of `all_rows`, whose classes are in `tables`; `None` if no item has the
    /// property.
    pub(super) fn column(
        &mut self,
        class: &Name,
        property: u32,
        all_rows: &Rows<'_>,
        tables: &[&Table],
    ) -> Result<Option<Values>, Error> {
        let (document, rows) = (self.document, all_rows.numbers());
        let name = || document.names.get(property).cloned().unwrap_or_default();
        if rows.is_empty() {
            return Ok(None);
        }
        let chunks = || tables.iter().filter_map(|table| table.column(property));
        if chunks().any(|chunk| !document.is_decoded(chunk)) {
            return Err(undecoded(class, &name()));
        }
        let old = chunks().find_map(|chunk| Some(&document.column(chunk)?.values));
        let holder = Holder::for_property(class, &name()).filter(|_| self.is_studio);
        // Values without numbers to change are taken from the batch as they are.
        if let (None, Some(values)) = (old, all_rows.stored(property))
            && !(self.is_studio && values.has_numbers() || holder.is_some())
        {
            return values.picked(all_rows.in_batch()).map(|picked| Some(picked.into()));
        }
        let found = || document.values_of(property, rows);
        let Some(first) = found().flatten().next().map(|value| value.ty()) else { return Ok(None) };
        let old_type = old.and_then(Values::type_id).and_then(Type::from_id);
        let is_first = |value: &Value<'_>| value.ty() == first;
        // The usual case, which needs no list of values: all have the type of the column.
        if old_type.is_none_or(|old| old == first)
            && found().all(|value| value.is_some_and(|value| is_first(&value)))
        {
            return self.collected(first, rows.len(), found().flatten(), old, holder).map(Some);
        }
        let found: Vec<_> = found().collect();
        let is_uniform = found.iter().flatten().all(is_first);
        let all = old_type.and_then(|to| self.all_converted(&found, to));
        // A property that was set in all items may have another type than in the file.
        let all = all.or_else(|| {
            self.all_converted(&found, if is_uniform { first } else { old_type.unwrap_or(first) })
        });
        let Some((ty, mut values)) = all else {
            return Err(self.mixed(class, &name(), rows, &found, old_type.unwrap_or(first)));
        };
        let filling = self.filling(class, &name(), ty, rows, &found)?;
        let filled = values.drain(..).filter_map(|value| value.or(filling.as_ref().map(OwnedValue::get)));
        self.collected(ty, rows.len(), filled, old, holder).map(Some)
    }

    /// Collects values of the type `ty` into a column. `holder` is set if strings have to be renumbered.
    fn collected<'v>(
        &mut self,
        ty: Type,
        n: usize,
        values: impl Iterator<Item = Value<'v>>,
        old: Option<&Values>,
        holder: Option<Holder>,
    ) -> Result<Values, Error> {
        let mut all = Growing::new(ty, n);
        for value in values {
            let held = holder.and_then(|holder| self.renumbered_bytes(holder, value));
            let value = match (value, &held) {
                (Value::SharedString(_), Some(new)) => {
                    Value::SharedString(self.sharing.add(self.document, new))
                }
                (_, Some(new)) => Value::String(new),
                (value, None) => value,
            };
            all.push(&self.renumbered(value))?;
        }
        let mut values = all.into();
        if let (Values::Content(new), Some(Values::Content(old)), false) = (&mut values, old, self.is_studio)
        {
            // No value refers to these, so they stay with the column. Format document, section 5, 22.
            new.externals.clone_from(&old.externals);
        }
        Ok(values)
    }

    /// Converts the values to the type `to`; `None` if any cannot be converted.
    fn all_converted<'v>(
        &mut self,
        found: &[Option<Value<'v>>],
        to: Type,
    ) -> Option<(Type, Vec<Option<Value<'v>>>)>
    where
        'd: 'v,
    {
        let mut convert = |value: Value<'v>| match (value, to) {
            (Value::SharedString(_), Type::SharedString) => Some(value),
            (Value::SharedString(index), _) => {
                converted(Value::String(self.document.shared_string(index)?), to)
            }
            (Value::String(text), Type::SharedString) => {
                Some(Value::SharedString(self.sharing.add(self.document, text)))
            }
            (value, to) => converted(value, to),
        };
        let values = found.iter().map(|value| match value {
            Some(value) => convert(*value).map(Some),
            None => Some(None),
        });
        Some((to, values.collect::<Option<_>>()?))
    }

    /// The value for the items that lack the property; `None` if all have it.
    fn filling(
        &mut self,
        class: &Name,
        property: &Name,
        ty: Type,
        rows: &[u32],
        found: &[Option<Value<'_>>],
    ) -> Result<Option<OwnedValue>, Error> {
        let mut without = rows.iter().zip(found).filter(|(_, value)| value.is_none()).peekable();
        if without.peek().is_none() {
            return Ok(None);
        }
        let filler = self.options.filler.and_then(|fill| fill(class, property, ty as u8));
        let filler = filler.or_else(|| absent(class, property, ty));
        let Some(filler) = filler else {
            let error = Error::model(ErrorKind::Missing { what: "value" });
            let places = self.places(without.map(|(number, _)| *number));
            return Err(error.inside(format!("{class}.{property} of {places}")));
        };
        let filling = self.all_converted(&[Some(filler.get())], ty).and_then(|(_, all)| *all.first()?);
        let wrong = || wrong_type(Some(ty), Some(filler.get().ty())).inside(format!("{class}.{property}"));
        filling.map(|value| Some(value.into())).ok_or_else(wrong)
    }

    #[cold]
    fn mixed(
        &self,
        class: &Name,
        property: &Name,
        rows: &[u32],
        found: &[Option<Value<'_>>],
        to: Type,
    ) -> Error {
        let other =
            |value: &Value<'_>| converted(*value, to).is_none() && !matches!(value, Value::SharedString(_));
        let others =
            rows.iter().zip(found).filter_map(|(number, value)| Some((*number, value.filter(other)?)));
        let others: Vec<_> = others.collect();
        let found = others.first().map(|(_, value)| value.ty());
        let places = self.places(others.iter().map(|(number, _)| *number));
        wrong_type(Some(to), found).inside(format!("{class}.{property} of {places}"))
    }

    /// The paths of items. If there are more than ten, the first ten and the number of the rest.
    #[cold]
    fn places(&self, numbers: impl Iterator<Item = u32>) -> String {
        const MOST: usize = 10;
        let paths = self.document.paths();
        let mut nodes = numbers.filter_map(|number| self.document.node(number));
        let named: Vec<_> = nodes.by_ref().take(MOST).map(|node| paths.path(node.id)).collect();
        match nodes.count() {
            0 => named.join(", "),
            n_more => format!("{} and {n_more} more", named.join(", ")),
        }
    }
}

/// Returns the implied value of a missing property: the class as the name, a null reference or a null id.
fn absent(class: &Name, property: &Name, ty: Type) -> Option<OwnedValue> {
    match ty {
        Type::String if *property == "Name" => Some(Value::String(class).into()),
        Type::Referent => Some(Referent::NONE.into()),
        Type::UniqueId => Some(UniqueId::default().into()),
        // Other defaults depend on the class, and this crate has no list of classes.
        _ => None,
    }
}

impl Document {
    /// The values of a property of items, in order.
    pub(in crate::document) fn values_of<'d>(
        &'d self,
        property: u32,
        rows: &[u32],
    ) -> impl Iterator<Item = Option<Value<'d>>> {
        // Items that were added together are in one source, so most need no look-up.
        let mut last: (Option<u32>, Option<Stored<'d>>) = (None, None);
        rows.iter().map(move |number| {
            let node = self.node(*number)?;
            if let Some(change) = node.change(property) {
                return change.as_ref().map(OwnedValue::get);
            }
            if last.0 != Some(node.source) {
                last = (Some(node.source), self.stored_in(node.source, property));
            }
            self.value_in(last.1?, node.row)
        })
    }

    /// Returns true if the values of a column of the file were decoded.
    pub(in crate::document) fn is_decoded(&self, chunk: usize) -> bool {
        self.column(chunk).is_some_and(|column| !matches!(column.values, Values::Raw { .. }))
    }
}

#[cold]
pub(super) fn undecoded(class: &Name, property: &Name) -> Error {
    let (expected, found) = ("a decoded column".into(), "one that is kept as bytes".into());
    Error::model(ErrorKind::Unexpected { expected, found }).inside(format!("{class}.{property}"))
}

#[cold]
fn wrong_type(expected: Option<Type>, found: Option<Type>) -> Error {
    let name = |ty: Option<Type>| ty.map_or("a known type", Type::name);
    Error::model(ErrorKind::Unexpected { expected: name(expected).into(), found: name(found).into() })
}
