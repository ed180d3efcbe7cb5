//! Maps from keys to values.

use super::keys::{self, Keys};
use super::{Text, Value};
use std::iter::Zip;
use std::sync::Arc;

/// Values by key, in the order of insertion.
///
/// The order has no meaning in LLSD: two maps are equal if their keys and values are. It is kept so that a
/// file can be written as it was read. Finding a key takes constant time. Like an [`Array`](super::Array), a
/// map can be dropped, cloned, compared and printed however deep it is.
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
    /// The keys, one per value. Maps with the same keys in the same order share them, and copy them when they
    /// are changed.
    keys: Option<Arc<Keys>>,
    values: Vec<Value>,
}

impl Map {
    /// Creates a map without entries.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Builds a map from keys and the same number of values.
    pub(crate) fn of_keys(keys: Option<Arc<Keys>>, values: Vec<Value>) -> Self {
        Self { keys, values }
    }

    /// Builds a map from entries whose keys are known to be unique.
    fn of_unique(entries: impl IntoIterator<Item = (Text, Value)>) -> Self {
        let (names, values): (Vec<_>, _) = entries.into_iter().unzip();
        Self { keys: (!names.is_empty()).then(|| Arc::new(Keys::of_unique(names))), values }
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns true if the map is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The index of a key.
    #[must_use]
    pub fn position(&self, key: impl AsRef<[u8]>) -> Option<usize> {
        self.keys.as_ref().and_then(|keys| keys.position(key.as_ref()))
    }

    /// Returns true if an entry has this key.
    #[must_use]
    pub fn contains_key(&self, key: impl AsRef<[u8]>) -> bool {
        self.position(key).is_some()
    }

    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: impl AsRef<[u8]>) -> Option<&Value> {
        self.position(key).and_then(|at| self.values.get(at))
    }

    /// The value of a key, mutable.
    #[must_use]
    pub fn get_mut(&mut self, key: impl AsRef<[u8]>) -> Option<&mut Value> {
        self.position(key).and_then(|at| self.values.get_mut(at))
    }

    /// The entry at an index.
    #[must_use]
    pub fn get_index(&self, at: usize) -> Option<(&Text, &Value)> {
        self.names().get(at).zip(self.values.get(at))
    }

    /// Sets the value of a key and returns the old one. A new key goes to the end.
    pub fn insert(&mut self, key: impl Into<Text>, value: impl Into<Value>) -> Option<Value> {
        let (key, value) = (key.into(), value.into());
        match self.get_mut(&key) {
            Some(old) => Some(std::mem::replace(old, value)),
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
            self.values.len().saturating_sub(1)
        });
        #[expect(clippy::indexing_slicing, reason = "the key is there")]
        &mut self.values[at]
    }

    /// Adds a key that is known to be new.
    fn push(&mut self, key: Text, value: Value) {
        Arc::make_mut(self.keys.get_or_insert_default()).push(key);
        self.values.push(value);
    }

    /// Shares the keys with a map that was built before.
    pub(crate) fn share_keys(&mut self) {
        self.keys = self.keys.take().map(keys::shared);
    }

    /// Removes an entry, and keeps the order of the others. The time is proportional to the size of the map.
    pub fn remove(&mut self, key: impl AsRef<[u8]>) -> Option<Value> {
        let at = self.position(key)?;
        Arc::make_mut(self.keys.get_or_insert_default()).remove(at);
        Some(self.values.remove(at))
    }

    /// Keeps the entries for which `keep` returns true.
    pub fn retain(&mut self, mut keep: impl FnMut(&Text, &mut Value) -> bool) {
        let entries = std::mem::take(self).into_iter();
        *self = Self::of_unique(
            entries.filter_map(|(key, mut value)| keep(&key, &mut value).then_some((key, value))),
        );
    }

    /// Sorts the entries by the bytes of their keys, as the viewer does.
    pub fn sort(&mut self) {
        let mut entries: Vec<_> = std::mem::take(self).into_iter().collect();
        entries.sort_by(|(a, _), (b, _)| a.cmp(b));
        *self = Self::of_unique(entries);
    }

    /// Keys and values, in order.
    pub fn iter(&self) -> Iter<'_> {
        Iter(self.names().iter().zip(&self.values))
    }

    /// Keys and mutable values, in order.
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = (&Text, &mut Value)> {
        let names = self.keys.as_ref().map(|keys| keys.names()).unwrap_or_default();
        names.iter().zip(&mut self.values)
    }

    /// The values, mutable, in order.
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut Value> + ExactSizeIterator {
        self.values.iter_mut()
    }

    /// The keys, in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &Text> + ExactSizeIterator {
        self.names().iter()
    }

    /// The values, in order.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &Value> + ExactSizeIterator {
        self.values.iter()
    }

    /// The keys, to be shared.
    pub(crate) fn shared_keys(&self) -> Option<Arc<Keys>> {
        self.keys.clone()
    }

    pub(super) fn names(&self) -> &[Text] {
        self.keys.as_ref().map(|keys| keys.names()).unwrap_or_default()
    }

    pub(super) fn as_values(&self) -> &[Value] {
        &self.values
    }
}

/// Keys and values of a [`Map`], in order.
#[derive(Debug, Clone)]
pub struct Iter<'a>(Zip<std::slice::Iter<'a, Text>, std::slice::Iter<'a, Value>>);

impl<'a> Iterator for Iter<'a> {
    type Item = (&'a Text, &'a Value);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
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
    type IntoIter = Zip<std::vec::IntoIter<Text>, std::vec::IntoIter<Value>>;

    fn into_iter(mut self) -> Self::IntoIter {
        let names = self.keys.take().map(|keys| Arc::unwrap_or_clone(keys).into_names()).unwrap_or_default();
        names.into_iter().zip(std::mem::take(&mut self.values))
    }
}

/// Builds a map; if a key occurs more than once, the last value is used.
impl<K: Into<Text>, V: Into<Value>> FromIterator<(K, V)> for Map {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let entries = entries.into_iter();
        let n_entries = entries.size_hint().0;
        let keys = (n_entries > 0).then(|| Arc::new(Keys::with_capacity(n_entries)));
        let mut map = Self { keys, values: Vec::with_capacity(n_entries) };
        map.extend(entries);
        map.share_keys();
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

impl Drop for Map {
    fn drop(&mut self) {
        super::drop_deep(&mut self.values);
    }
}
