//! Values from the inside out, without recursion.

use super::walk::{Step, Walk};
use super::{Map, Text, Value};
use crate::options::Duplicates;

/// Takes values in the order of the bytes, and puts each where it belongs.
#[derive(Default)]
pub(crate) struct Builder {
    open: Vec<Open>,
    duplicates: Duplicates,
}

enum Open {
    Array(Vec<Value>),
    Map(Map, Slot),
    /// A map whose keys are known to differ.
    Unique(Vec<(Text, Value)>, Text),
}

/// Where the next value of a map goes.
enum Slot {
    New(Text),
    Again(usize),
}

impl Builder {
    pub(crate) fn new(duplicates: Duplicates) -> Self {
        Self { open: Vec::new(), duplicates }
    }

    /// Begins an array for which so many values are known to come.
    pub(crate) fn open_array(&mut self, n_values: usize) {
        self.open.push(Open::Array(Vec::with_capacity(n_values)));
    }

    /// Begins a map.
    pub(crate) fn open_any_map(&mut self) {
        self.open.push(Open::Map(Map::new(), Slot::New(Text::default())));
    }

    /// Begins a map for which so many entries are known to come, with keys that differ.
    pub(crate) fn open_map(&mut self, n_entries: usize) {
        self.open.push(Open::Unique(Vec::with_capacity(n_entries), Text::default()));
    }

    /// The key of the next value. Whether the map has it already.
    pub(crate) fn key(&mut self, key: Text) -> bool {
        match self.open.last_mut() {
            Some(Open::Unique(_, next)) => *next = key,
            Some(Open::Map(map, slot)) => match map.position(&key) {
                Some(at) => {
                    *slot = Slot::Again(at);
                    return true;
                }
                None => *slot = Slot::New(key),
            },
            Some(Open::Array(_)) | None => {}
        }
        false
    }

    /// Puts a value where it belongs; gives it back if that is nowhere, since nothing is open.
    pub(crate) fn value(&mut self, value: Value) -> Option<Value> {
        match self.open.last_mut() {
            None => return Some(value),
            Some(Open::Array(values)) => values.push(value),
            Some(Open::Unique(entries, key)) => entries.push((std::mem::take(key), value)),
            Some(Open::Map(map, slot)) => match slot {
                Slot::New(key) => map.push(std::mem::take(key), value),
                Slot::Again(at) if self.duplicates != Duplicates::First => drop(map.replace(*at, value)),
                Slot::Again(_) => {}
            },
        }
        None
    }

    /// Ends the container begun last, and puts it where it belongs.
    pub(crate) fn close(&mut self) -> Option<Value> {
        let value = match self.open.pop()? {
            Open::Array(values) => Value::Array(values.into()),
            Open::Map(map, _) => Value::Map(map),
            Open::Unique(entries, _) => Value::Map(Map::of_unique(entries)),
        };
        self.value(value)
    }

    /// Puts copies of all values of a walk where they belong.
    pub(crate) fn copy(&mut self, walk: Walk<'_>) {
        for step in walk {
            let Step::Value(key, value) = step else {
                self.close();
                continue;
            };
            if let Some(key) = key {
                self.key(key.clone());
            }
            match value {
                Value::Array(array) => self.open_array(array.len()),
                Value::Map(map) => self.open_map(map.len()),
                // Neither is a container: nothing recurses.
                scalar => drop(self.value(scalar.clone())),
            }
        }
    }
}
