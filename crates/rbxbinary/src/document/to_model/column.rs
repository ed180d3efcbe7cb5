//! The values of a column, from those of its items.

use super::super::gather::collected;
use super::super::neutral::{converted, neutral, type_id};
use super::super::{Document, OwnedValue, Table};
use super::{Hole, Making};
use crate::model::{Name, Referent, Value, Values};
use crate::{Error, ErrorKind};

impl<'d> Making<'d, '_> {
    /// The values of a property of these items, which are in these tables; `None` if none of them has it.
    pub(super) fn column(
        &mut self,
        class: &Name,
        property: u32,
        rows: &[u32],
        tables: &[&Table],
    ) -> Result<Option<Values>, Error> {
        let document = self.document;
        let name = || document.names.get(property).cloned().unwrap_or_default();
        if rows.is_empty() {
            return Ok(None);
        }
        let chunks = || tables.iter().filter_map(|table| table.column(property));
        if chunks().any(|chunk| !document.is_decoded(chunk)) {
            return Err(undecoded(class, &name()));
        }
        let old = chunks().find_map(|chunk| Some(&document.column(chunk)?.values));
        let value = |number: &u32| document.value(document.node(*number)?, property);
        let found: Vec<_> = rows.iter().map(value).collect();
        let mut present = found.iter().flatten();
        let Some(first) = present.next().map(|first| type_id(*first)) else { return Ok(None) };
        let old_type = old.and_then(Values::type_id);
        let is_uniform = present.all(|value| type_id(*value) == first);
        let all = old_type.and_then(|to| self.all_converted(&found, to));
        // What was set in all items may have another type than in the file.
        let all = all.or_else(|| {
            self.all_converted(&found, if is_uniform { first } else { old_type.unwrap_or(first) })
        });
        let Some((type_id, mut values)) = all else {
            return Err(self.mixed(class, &name(), rows, &found, old_type.unwrap_or(first)));
        };
        let filling = self.filling(class, &name(), type_id, rows, &found)?;
        let filled: Vec<_> = values
            .drain(..)
            .filter_map(|value| value.or(filling.as_ref().map(OwnedValue::get)))
            .map(|value| self.renumbered(value))
            .collect();
        let mut values = collected(type_id, &filled)?;
        if let (Values::Content(new), Some(Values::Content(old)), false) = (&mut values, old, self.is_studio)
        {
            new.externals.clone_from(&old.externals);
        }
        Ok(Some(values))
    }

    /// The values as ones of another type, if all can be converted.
    fn all_converted<'v>(
        &mut self,
        found: &[Option<Value<'v>>],
        to: u8,
    ) -> Option<(u8, Vec<Option<Value<'v>>>)>
    where
        'd: 'v,
    {
        let mut convert = |value: Value<'v>| match (value, to) {
            (Value::SharedString(_), 0x1c) => Some(value),
            (Value::SharedString(index), _) => {
                converted(Value::String(self.document.shared_string(index)?), to)
            }
            (Value::String(text), 0x1c) => Some(Value::SharedString(self.sharing.add(self.document, text))),
            (value, to) => converted(value, to),
        };
        let values = found.iter().map(|value| match value {
            Some(value) => convert(*value).map(Some),
            None => Some(None),
        });
        Some((to, values.collect::<Option<_>>()?))
    }

    /// The value for items without one, if there are any.
    fn filling(
        &mut self,
        class: &Name,
        property: &Name,
        type_id: u8,
        rows: &[u32],
        found: &[Option<Value<'_>>],
    ) -> Result<Option<OwnedValue>, Error> {
        let without = rows.iter().zip(found).filter(|(_, value)| value.is_none());
        let items: Vec<_> = without.filter_map(|(number, _)| Some(self.document.node(*number)?.id)).collect();
        let Some(first) = items.first() else { return Ok(None) };
        let inside = |error: Error| error.inside(format!("{class}.{property}"));
        let default = self.options.defaults.and_then(|of| of.default_of(class, property, type_id));
        let is_default = default.is_some();
        if !is_default && self.options.refuses_holes {
            let error = Error::model(ErrorKind::Missing { what: "value" });
            return Err(error.inside(format!("{class}.{property}, instance {first}")));
        }
        let value = match &default {
            Some(default) => {
                self.all_converted(&[Some(default.get())], type_id).and_then(|(_, all)| *all.first()?)
            }
            None if type_id == 0x1c => Some(Value::SharedString(self.sharing.add(self.document, b""))),
            None => neutral(type_id),
        };
        let found = || default.as_ref().map_or(0, |default| self::type_id(default.get()));
        let value = value.map(OwnedValue::from).ok_or_else(|| inside(wrong_type(type_id, found())))?;
        let (class, property, filling) = (class.clone(), property.clone(), value.clone());
        self.holes.push(Hole { class, property, items, value, is_default });
        Ok(Some(filling))
    }

    #[cold]
    fn mixed(
        &self,
        class: &Name,
        property: &Name,
        rows: &[u32],
        found: &[Option<Value<'_>>],
        to: u8,
    ) -> Error {
        let other =
            |value: &Value<'_>| converted(*value, to).is_none() && !matches!(value, Value::SharedString(_));
        let first = rows.iter().zip(found).find_map(|(number, value)| Some((number, value.filter(other)?)));
        let (id, found) = first.map_or((Referent::NONE, 0), |(number, value)| {
            (self.document.node(*number).map_or(Referent::NONE, |node| node.id), type_id(value))
        });
        wrong_type(to, found).inside(format!("{class}.{property}, instance {id}"))
    }
}

impl Document {
    /// Whether the values of a column of the file are known.
    fn is_decoded(&self, chunk: usize) -> bool {
        self.column(chunk).is_some_and(|column| !matches!(column.values, Values::Raw { .. }))
    }
}

#[cold]
pub(super) fn undecoded(class: &Name, property: &Name) -> Error {
    let (expected, found) = ("a decoded column".into(), "one that is kept as bytes".into());
    Error::model(ErrorKind::Unexpected { expected, found }).inside(format!("{class}.{property}"))
}

#[cold]
fn wrong_type(expected: u8, found: u8) -> Error {
    let name = |type_id| Values::type_name(type_id).unwrap_or("a known type");
    Error::model(ErrorKind::Unexpected { expected: name(expected).into(), found: name(found).into() })
}
