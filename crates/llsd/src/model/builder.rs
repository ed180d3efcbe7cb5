//! Building of nested values from the outside in, without recursion.

use super::keys::{Draft, Keys, RecentKeys};
use super::walk::{Step, Walk, name, short_path};
use super::{Array, Map, Text, Value, fit, make_room};
use crate::model::tagged;
use crate::options::Duplicates;
use std::sync::Arc;

/// Receives values in the order of the bytes, and adds each to its container.
#[derive(Default)]
pub(crate) struct Builder {
    open: Vec<OpenContainer>,
    /// The keys of the maps that were built so far, for sharing.
    seen: RecentKeys,
    duplicates: Duplicates,
    /// Set to count values without building them; then only the keys of open maps are kept.
    is_outline: bool,
    /// Set to replace each map with a tag by the value that it represents; see [`tagged`].
    has_tags: bool,
}

enum OpenContainer {
    Array(Vec<Value>),
    /// An array of which an outline keeps only the number of values.
    Counted(usize),
    Map(Draft, Vec<Value>, Slot),
    /// A map that shares the keys of another map.
    Like(Option<Arc<Keys>>, Vec<Value>),
}

/// The destination of the next value of a map.
#[derive(Default)]
enum Slot {
    /// The key of the next value has not been read yet.
    #[default]
    None,
    /// The next value has the key that an earlier map had at this position.
    Expected,
    New(Text),
    Again(usize),
}

impl Builder {
    pub(crate) fn new(duplicates: Duplicates) -> Self {
        Self { duplicates, ..Self::default() }
    }

    /// A builder that tracks its position and the keys of open maps, and discards values.
    pub(crate) fn outline(duplicates: Duplicates) -> Self {
        Self { duplicates, is_outline: true, ..Self::default() }
    }

    /// Makes maps with a tag be replaced by the values that they represent.
    pub(crate) fn undo_tags(&mut self) {
        self.has_tags = true;
    }

    /// Begins an array of a known length.
    pub(crate) fn open_array(&mut self, n_values: usize) {
        self.open.push(match self.is_outline {
            true => OpenContainer::Counted(0),
            false => OpenContainer::Array(Vec::with_capacity(n_values)),
        });
    }

    /// Makes room for the next value of an array, to which at most this many values can still be added.
    pub(crate) fn make_room(&mut self, n_to_come: usize) {
        if let Some(OpenContainer::Array(values)) = self.open.last_mut() {
            make_room(values, n_to_come);
        }
    }

    /// Begins a map.
    pub(crate) fn open_map(&mut self) {
        self.open.push(OpenContainer::Map(Draft::default(), Vec::new(), Slot::None));
    }

    /// Begins a map that shares the keys of this one.
    pub(super) fn open_like(&mut self, map: &Map) {
        self.open.push(OpenContainer::Like(map.shared_keys(), Vec::with_capacity(map.len())));
    }

    /// Sets the key of the next value; returns whether the map already has it.
    pub(crate) fn key(&mut self, key: &[u8]) -> bool {
        let Some(OpenContainer::Map(keys, _, slot)) = self.open.last_mut() else { return false };
        *slot = match keys.expects(key, &self.seen) {
            true => Slot::Expected,
            false => keys.position(key).map_or_else(|| Slot::New(key.into()), Slot::Again),
        };
        matches!(slot, Slot::Again(_))
    }

    /// Discards the key of the next value.
    #[cfg(feature = "xml")]
    pub(crate) fn drop_key(&mut self) {
        if let Some(OpenContainer::Map(.., slot)) = self.open.last_mut() {
            *slot = Slot::None;
        }
    }

    /// Adds a value to the innermost container; returns the value if no container is open.
    pub(crate) fn value(&mut self, value: Value) -> Option<Value> {
        let value = if self.is_outline { Value::Undef } else { value };
        match self.open.last_mut() {
            None => return Some(value),
            Some(OpenContainer::Counted(n_values)) => *n_values = n_values.saturating_add(1),
            Some(OpenContainer::Array(values) | OpenContainer::Like(_, values)) => values.push(value),
            Some(OpenContainer::Map(keys, values, slot)) => match std::mem::take(slot) {
                Slot::Expected => {
                    keys.push_expected();
                    values.push(value);
                }
                Slot::New(key) => {
                    keys.push(key);
                    values.push(value);
                }
                Slot::Again(at) if self.duplicates == Duplicates::Last => {
                    if let Some(old) = values.get_mut(at) {
                        *old = value;
                    }
                }
                Slot::Again(_) | Slot::None => {}
            },
        }
        None
    }

    /// Ends the innermost container, and adds it to the one around it; returns it if there is none.
    pub(crate) fn close(&mut self) -> Option<Value> {
        self.close_tagged().unwrap_or_default()
    }

    /// Closes a container like [`close`](Self::close); `Err` describes the value that the tag of a map requires.
    pub(crate) fn close_tagged(&mut self) -> Result<Option<Value>, &'static str> {
        let Some(open) = self.open.pop() else { return Ok(None) };
        let value = match open {
            OpenContainer::Array(mut values) => {
                fit(&mut values);
                Value::Array(values.into())
            }
            OpenContainer::Counted(_) => Value::Undef,
            OpenContainer::Map(mut keys, mut values, _) => {
                fit(&mut values);
                let map = Map::of_keys(keys.finish(&mut self.seen), values);
                if self.has_tags { tagged::untagged(map)? } else { Value::Map(map) }
            }
            OpenContainer::Like(keys, values) => Value::Map(Map::of_keys(keys, values)),
        };
        Ok(self.value(value))
    }

    /// Adds copies of all values of a walk.
    pub(crate) fn copy(&mut self, walk: Walk<'_>) {
        for step in walk {
            let Step::Value(_, value) = step else {
                self.close();
                continue;
            };
            match value {
                Value::Array(array) => self.open_array(array.len()),
                Value::Map(map) => self.open_like(map),
                // Neither is a container, so nothing recurses.
                scalar => drop(self.value(scalar.clone())),
            }
        }
    }

    /// The key of the next value, if it was read.
    pub(crate) fn next_key(&self) -> Option<&Text> {
        self.open.last()?.key()
    }

    /// The index of the next value in its array.
    pub(crate) fn next_index(&self) -> Option<usize> {
        match self.open.last()? {
            OpenContainer::Array(values) => Some(values.len()),
            OpenContainer::Counted(n_values) => Some(*n_values),
            OpenContainer::Map(..) | OpenContainer::Like(..) => None,
        }
    }

    /// The position of the next value: a key or an index for each level.
    pub(crate) fn path(&self) -> Vec<String> {
        short_path(&self.open, OpenContainer::name)
    }
}

impl OpenContainer {
    /// The key of the next value.
    fn key(&self) -> Option<&Text> {
        match self {
            Self::Array(_) | Self::Counted(_) | Self::Like(..) | Self::Map(.., Slot::None) => None,
            Self::Map(keys, _, Slot::Expected) => keys.expected(),
            Self::Map(.., Slot::New(key)) => Some(key),
            Self::Map(keys, _, Slot::Again(at)) => keys.names().get(*at),
        }
    }

    fn name(&self) -> Option<String> {
        match self {
            Self::Array(values) => Some(format!("[{}]", values.len())),
            Self::Counted(n_values) => Some(format!("[{n_values}]")),
            open => Some(name(open.key()?.as_bytes())),
        }
    }
}

impl Clone for Array {
    fn clone(&self) -> Self {
        let mut builder = Builder::default();
        builder.open_array(self.len());
        builder.copy(Walk::array(self));
        match builder.close() {
            Some(Value::Array(array)) => array,
            _ => Self::default(),
        }
    }
}

impl Clone for Map {
    fn clone(&self) -> Self {
        let mut builder = Builder::default();
        builder.open_like(self);
        builder.copy(Walk::map(self));
        match builder.close() {
            Some(Value::Map(map)) => map,
            _ => Self::default(),
        }
    }
}
