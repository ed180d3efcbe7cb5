//! Writes LLSD values.

use crate::common::error::Error;
use crate::common::input::Checked;
use crate::error::ErrorKind;
use crate::read::llsd::{FieldValue, ValueAt, has_form};
use geom::Same;
use llsd::{Array, Document, Map, Text, Value};
use std::collections::{HashMap, HashSet};

/// Writes a value as a document, after the header line if there is one.
pub(crate) fn document(line: &[u8], value: &Value) -> Result<Vec<u8>, Error> {
    let options = llsd::WriteOptions::default().header(llsd::Header::None);
    let bytes = llsd::binary::write_with(value, &options).map_err(|error| translated(&error))?;
    if line.is_empty() {
        return Ok(bytes);
    }
    check_line(line)?;
    Ok([line, &bytes].concat())
}

/// Checks the header line. Readers would take any other line for a part of the value.
fn check_line(line: &[u8]) -> Result<(), Error> {
    // A line is valid if the reader finds a value right after it. Format document, section 1.2.
    let with_undef = [line, b"!"].concat();
    let read = Document::read_prefix(&with_undef, &llsd::ReadOptions::default());
    match read.map(|(document, _)| document.root().range().start) {
        Ok(start) if start == line.len() => Ok(()),
        _ => Err(Error::model(ErrorKind::Malformed { expected: "a line such as <? LLSD/Binary ?>" })
            .inside("line")),
    }
}

/// Converts an error of the crate llsd to one of this crate.
#[cold]
fn translated(error: &llsd::Error) -> Error {
    let mut path: Vec<String> = error.path().map(str::to_owned).collect();
    path.reverse();
    path.into_iter().fold(Error::model(ErrorKind::Llsd { error: error.clone() }), Error::inside)
}

/// Collects the entries of a map.
pub(crate) struct Entries<'a> {
    other: &'a Map,
    order: &'a [Text],
    fields: Vec<(Text, Value)>,
    /// Keys of `other` whose value no longer matches the field, which is written instead.
    replaced: Vec<&'static str>,
}

impl<'a> Entries<'a> {
    pub(crate) fn new(other: &'a Map, order: &'a [Text]) -> Self {
        Self { other, order, fields: Vec::new(), replaced: Vec::new() }
    }

    /// Adds a field. The stored form of its value is written as long as it matches the field.
    pub(crate) fn known<T: Same>(
        &mut self,
        key: &'static str,
        field: &Option<T>,
        write: impl Fn(&T) -> Value,
        read: impl for<'x, 'd> Fn(ValueAt<'x, 'd>) -> Checked<FieldValue<T>>,
    ) {
        if let Some(stored) = self.other.get(key) {
            if has_form(stored, read).same(field) {
                return;
            }
            self.replaced.push(key);
        }
        if let Some(value) = field {
            self.fields.push((key.into(), write(value)));
        }
    }

    /// Adds an entry that is not a field of the model.
    pub(crate) fn computed(&mut self, key: impl Into<Text>, value: impl Into<Value>) {
        self.fields.push((key.into(), value.into()));
    }

    /// The keys in their order; and what reading the map would return: the entries that are not fields, and the order
    /// of the keys, which is empty if they are sorted by their bytes.
    pub(crate) fn settled(self) -> (Vec<Text>, (Map, Vec<Text>)) {
        let fields: HashSet<Text> = self.fields.iter().map(|(key, _)| key.clone()).collect();
        let all = self.finish();
        let keys: Vec<Text> = all.keys().cloned().collect();
        let other = all.into_iter().filter(|(key, _)| !fields.contains(key)).collect();
        let order = if keys.is_sorted() { Vec::new() } else { keys.clone() };
        (keys, (other, order))
    }

    /// The map in the order of `order`. Keys that are missing there follow, sorted by their bytes.
    pub(crate) fn finish(self) -> Map {
        let mut all = self.fields;
        let is_replaced = |key: &Text| self.replaced.iter().any(|replaced| *key == **replaced);
        let others = self.other.iter().filter(|(key, _)| !is_replaced(key));
        all.extend(others.map(|(key, value)| (key.clone(), value.clone())));
        all.sort_by(|(a, _), (b, _)| a.cmp(b));
        // Fields take precedence over kept keys: they come first, and the sort is stable.
        all.dedup_by(|(later, _), (earlier, _)| later == earlier);
        if !self.order.is_empty() {
            let places: HashMap<&Text, usize> =
                self.order.iter().enumerate().map(|(at, key)| (key, at)).collect();
            all.sort_by_key(|(key, _)| places.get(key).copied().unwrap_or(usize::MAX));
        }
        all.into_iter().collect()
    }
}

pub(crate) fn boolean(value: &bool) -> Value {
    (*value).into()
}

pub(crate) fn integer(value: &i32) -> Value {
    (*value).into()
}

pub(crate) fn uuid(value: &llsd::Uuid) -> Value {
    (*value).into()
}

pub(crate) fn date(value: &llsd::Date) -> Value {
    (*value).into()
}

pub(crate) fn text(value: &Text) -> Value {
    value.clone().into()
}

pub(crate) fn real(value: &f64) -> Value {
    (*value).into()
}

pub(crate) fn reals<const N: usize>(values: &[f64; N]) -> Value {
    Value::Array(values.iter().copied().collect())
}

pub(crate) fn list<T>(write: impl Fn(&T) -> Value) -> impl Fn(&Vec<T>) -> Value {
    move |values| Value::Array(values.iter().map(&write).collect::<Array>())
}

/// Converts rows of 16-bit numbers to bytes.
#[expect(clippy::ptr_arg, reason = "of a field, which is a Vec")]
pub(crate) fn table<const N: usize>(rows: &Vec<[u16; N]>) -> Value {
    let numbers = rows.as_flattened();
    let mut bytes = Vec::with_capacity(numbers.len().saturating_mul(2));
    geom::le::encode(numbers, &mut bytes);
    bytes.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_llsd_keep_their_path() {
        let error = llsd::notation::read(b"{'a':[1,q]}").unwrap_err();
        assert_eq!(translated(&error).to_string(), "a[1]: expected a value, found \"q\"");
    }
}
