//! Values by key.

use super::builder::{Builder, fit};
use super::walk::Walk;
use super::{Text, Value, compare};
use std::fmt;
use std::hash::{BuildHasher, RandomState};

/// Values by key, in the order of insertion.
///
/// The order has no meaning in LLSD: two maps are equal if their keys and
/// values are. It is kept so that a file can be written as it was read.
/// Finding a key takes constant time. Like
/// [`Array`](super::Array), a map is dropped, cloned, compared and printed without recursion.
///
/// ```
/// let mut map = llsd::Map::new();
/// map.insert("size", 27_225);
/// map.insert("offset", 12_025);
/// assert_eq!(map.get("offset"), Some(&llsd::Value::Integer(12_025)));
/// assert_eq!(map.keys().next().unwrap(), "size");
/// ```
#[derive(Default)]
pub struct Map {
    entries: Vec<(Text, Value)>,
    /// Only for maps with more than [`LINEAR`] entries.
    index: Option<Box<Index>>,
}

/// Up to this many keys, comparing each is faster than a hash table.
const LINEAR: usize = 16;

impl Map {
    /// Without entries.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// From entries whose keys are known to be unique.
    pub(crate) fn of_unique(entries: Vec<(Text, Value)>) -> Self {
        let mut map = Self { entries, index: None };
        map.reindex();
        map
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The index of a key.
    #[must_use]
    pub fn position(&self, key: impl AsRef<[u8]>) -> Option<usize> {
        let key = key.as_ref();
        match &self.index {
            None => self.entries.iter().position(|(of, _)| of.as_bytes() == key),
            Some(index) => index.find(key, &self.entries).ok(),
        }
    }

    /// Whether there is an entry with this key.
    #[must_use]
    pub fn contains_key(&self, key: impl AsRef<[u8]>) -> bool {
        self.position(key).is_some()
    }

    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: impl AsRef<[u8]>) -> Option<&Value> {
        self.position(key).and_then(|at| self.entries.get(at)).map(|(_, value)| value)
    }

    /// The value of a key, mutable.
    #[must_use]
    pub fn get_mut(&mut self, key: impl AsRef<[u8]>) -> Option<&mut Value> {
        self.position(key).and_then(|at| self.entries.get_mut(at)).map(|(_, value)| value)
    }

    /// The entry at an index.
    #[must_use]
    pub fn get_index(&self, at: usize) -> Option<(&Text, &Value)> {
        self.entries.get(at).map(|(key, value)| (key, value))
    }

    /// Sets the value of a key and returns the old one. A new key goes to the end.
    pub fn insert(&mut self, key: impl Into<Text>, value: impl Into<Value>) -> Option<Value> {
        let (key, value) = (key.into(), value.into());
        match self.position(&key) {
            Some(at) => self.replace(at, value),
            None => {
                self.push(key, value);
                None
            }
        }
    }

    /// The value of a key, mutable; inserts undef if the key is missing.
    pub(crate) fn get_or_insert(&mut self, key: &str) -> &mut Value {
        let at = self.position(key).unwrap_or_else(|| {
            self.push(key.into(), Value::Undef);
            self.entries.len().saturating_sub(1)
        });
        #[expect(clippy::indexing_slicing, reason = "the key is there")]
        &mut self.entries[at].1
    }

    /// Sets the value of the entry at this position.
    pub(crate) fn replace(&mut self, at: usize, value: Value) -> Option<Value> {
        self.entries.get_mut(at).map(|(_, old)| std::mem::replace(old, value))
    }

    /// Adds a key that is known to be new.
    pub(crate) fn push(&mut self, key: Text, value: Value) {
        self.entries.push((key, value));
        if self.entries.len() > LINEAR {
            match &mut self.index {
                Some(index) if index.has_room(self.entries.len()) => index.add_last(&self.entries),
                _ => self.reindex(),
            }
        }
    }

    /// Removes an entry; the order of the others stays. Takes time in proportion to the size of the map.
    pub fn remove(&mut self, key: impl AsRef<[u8]>) -> Option<Value> {
        let at = self.position(key)?;
        let (_, value) = self.entries.remove(at);
        self.reindex();
        Some(value)
    }

    /// Keeps the entries for which `keep` returns true.
    pub fn retain(&mut self, mut keep: impl FnMut(&Text, &mut Value) -> bool) {
        self.entries.retain_mut(|(key, value)| keep(key, value));
        self.reindex();
    }

    /// Sorts the entries by the bytes of their keys, as the viewer does.
    pub fn sort(&mut self) {
        self.entries.sort_by(|(a, _), (b, _)| a.cmp(b));
        self.reindex();
    }

    /// Keys and values, in order.
    pub fn iter(&self) -> Iter<'_> {
        Iter(self.entries.iter())
    }

    /// Keys and mutable values, in order.
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = (&Text, &mut Value)> {
        self.entries.iter_mut().map(|(key, value)| (&*key, value))
    }

    /// The values, mutable, in order.
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut Value> + ExactSizeIterator {
        self.entries.iter_mut().map(|(_, value)| value)
    }

    /// The keys, in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &Text> + ExactSizeIterator {
        self.entries.iter().map(|(key, _)| key)
    }

    /// The values, in order.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &Value> + ExactSizeIterator {
        self.entries.iter().map(|(_, value)| value)
    }

    /// Frees unused capacity.
    pub(crate) fn fit(&mut self) {
        fit(&mut self.entries);
    }

    pub(crate) fn entries(&self) -> &[(Text, Value)] {
        &self.entries
    }

    fn reindex(&mut self) {
        self.index = (self.entries.len() > LINEAR).then(|| Box::new(Index::new(&self.entries)));
    }
}

/// The position of each key: a hash table of twice to four times as many slots as entries, with linear probing.
struct Index {
    // Random keys, so that nobody can construct colliding keys.
    hasher: RandomState,
    /// A position plus 1, or 0 for a free slot. The number of slots is a power of two.
    slots: Vec<usize>,
}

impl Index {
    fn new(entries: &[(Text, Value)]) -> Self {
        let n_slots = entries.len().saturating_mul(2).next_power_of_two();
        let mut index = Self { hasher: RandomState::new(), slots: vec![0; n_slots] };
        for end in 1..=entries.len() {
            index.add_last(entries.get(..end).unwrap_or_default());
        }
        index
    }

    fn has_room(&self, n_entries: usize) -> bool {
        n_entries.saturating_mul(2) <= self.slots.len()
    }

    /// The position of the key; if it is missing, the slot for it.
    fn find(&self, key: &[u8], entries: &[(Text, Value)]) -> Result<usize, usize> {
        let mask = self.slots.len().saturating_sub(1);
        #[expect(clippy::cast_possible_truncation, reason = "the low bits are what is wanted")]
        let mut slot = self.hasher.hash_one(key) as usize & mask;
        // This loop ends, because at least half of the slots are free.
        loop {
            let Some(at) = self.slots.get(slot).and_then(|at| at.checked_sub(1)) else { return Err(slot) };
            if entries.get(at).is_some_and(|(of, _)| of.as_bytes() == key) {
                return Ok(at);
            }
            slot = slot.wrapping_add(1) & mask;
        }
    }

    fn add_last(&mut self, entries: &[(Text, Value)]) {
        let Some((key, _)) = entries.last() else { return };
        if let Err(slot) = self.find(key.as_bytes(), entries)
            && let Some(slot) = self.slots.get_mut(slot)
        {
            *slot = entries.len();
        }
    }
}

/// Keys and values of a [`Map`], in order.
#[derive(Debug, Clone)]
pub struct Iter<'a>(std::slice::Iter<'a, (Text, Value)>);

impl<'a> Iterator for Iter<'a> {
    type Item = (&'a Text, &'a Value);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(key, value)| (key, value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Iter<'_> {}

impl<'a> IntoIterator for &'a Map {
    type Item = (&'a Text, &'a Value);
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

impl IntoIterator for Map {
    type Item = (Text, Value);
    type IntoIter = std::vec::IntoIter<(Text, Value)>;

    fn into_iter(mut self) -> Self::IntoIter {
        std::mem::take(&mut self.entries).into_iter()
    }
}

/// If a key occurs more than once, the last value counts.
impl<K: Into<Text>, V: Into<Value>> FromIterator<(K, V)> for Map {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::new();
        map.extend(entries);
        map
    }
}

impl<K: Into<Text>, V: Into<Value>> Extend<(K, V)> for Map {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        entries.into_iter().for_each(|(key, value)| {
            self.insert(key, value);
        });
    }
}

impl<K: Into<Text>, V: Into<Value>, const N: usize> From<[(K, V); N]> for Map {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl Clone for Map {
    fn clone(&self) -> Self {
        let mut builder = Builder::default();
        builder.open_map(self.len());
        builder.copy(Walk::map(self));
        match builder.close() {
            Some(Value::Map(map)) => map,
            _ => Self::default(),
        }
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        super::drop_deep(self.entries.iter_mut().map(|(_, value)| value));
    }
}

impl PartialEq for Map {
    fn eq(&self, other: &Self) -> bool {
        compare::maps(self, other)
    }
}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::write::debug(Walk::map(self), "{}", f)
    }
}
