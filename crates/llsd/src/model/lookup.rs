//! Access to values inside others: by key, by index and by path.

use super::{Array, Map, Value};
use std::ops::{Index, IndexMut};

/// A key or an index, for [`Value::get`]: a key (`&str`, `&[u8]`, [`&Text`](crate::Text)) or an index (`usize`).
pub trait Lookup: sealed::Sealed {}

pub(crate) mod sealed {
    /// A key or an index.
    #[derive(Debug, Clone, Copy)]
    pub enum Name<'k> {
        Key(&'k [u8]),
        Index(usize),
    }

    pub trait Sealed {
        fn name(&self) -> Name<'_>;
    }
}
pub(crate) use sealed::Name;

impl<T: AsRef<[u8]> + ?Sized> Lookup for &T {}

impl<T: AsRef<[u8]> + ?Sized> sealed::Sealed for &T {
    fn name(&self) -> Name<'_> {
        Name::Key((**self).as_ref())
    }
}

impl Lookup for usize {}

impl sealed::Sealed for usize {
    fn name(&self) -> Name<'_> {
        Name::Index(*self)
    }
}

/// Parses an element of a path that is an index.
pub(crate) fn index(text: &str) -> Option<usize> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

impl Value {
    /// The value of a key in a map, or at an index in an array; `None` if there is none.
    ///
    /// ```
    /// let value = llsd::read(b"{'sizes': [i1, i2]}")?;
    /// assert_eq!(value.get("sizes").and_then(|sizes| sizes.get(1)), Some(&llsd::Value::Integer(2)));
    /// # Ok::<(), llsd::Error>(())
    /// ```
    #[must_use]
    pub fn get(&self, lookup: impl Lookup) -> Option<&Self> {
        match (self, lookup.name()) {
            (Self::Map(map), Name::Key(key)) => map.get(key),
            (Self::Array(array), Name::Index(index)) => array.get(index),
            _ => None,
        }
    }

    /// Looks up a value like [`get`](Self::get), mutably.
    #[must_use]
    pub fn get_mut(&mut self, lookup: impl Lookup) -> Option<&mut Self> {
        match (self, lookup.name()) {
            (Self::Map(map), Name::Key(key)) => map.get_mut(key),
            (Self::Array(array), Name::Index(index)) => array.get_mut(index),
            _ => None,
        }
    }

    /// The value at a path: keys and indexes with slashes between them. The empty path is the value itself.
    ///
    /// A key that contains a slash is only found by [`get`](Self::get).
    ///
    /// ```
    /// let value = llsd::read(b"{'regions': [{'name': 'Ahern'}]}")?;
    /// assert_eq!(value.at("regions/0/name").and_then(|name| name.as_str()), Some("Ahern"));
    /// assert_eq!(value.at("regions/1/name"), None);
    /// # Ok::<(), llsd::Error>(())
    /// ```
    #[must_use]
    pub fn at(&self, path: &str) -> Option<&Self> {
        parts(path).try_fold(self, |value, part| match value {
            Self::Array(_) => value.get(index(part)?),
            _ => value.get(part),
        })
    }

    /// Looks up a value like [`at`](Self::at), mutably.
    #[must_use]
    pub fn at_mut(&mut self, path: &str) -> Option<&mut Self> {
        parts(path).try_fold(self, |value, part| match value {
            Self::Array(_) => value.get_mut(index(part)?),
            _ => value.get_mut(part),
        })
    }
}

/// The parts of a path; none if it is empty.
pub(crate) fn parts(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').skip(usize::from(path.is_empty()))
}

pub(crate) static UNDEF: Value = Value::Undef;

/// Returns the value of a key; undef if there is none, as in the viewer.
impl Index<&str> for Value {
    type Output = Self;

    fn index(&self, key: &str) -> &Self {
        self.get(key).unwrap_or(&UNDEF)
    }
}

/// Returns the value at an index; undef if there is none, as in the viewer.
impl Index<usize> for Value {
    type Output = Self;

    fn index(&self, index: usize) -> &Self {
        self.get(index).unwrap_or(&UNDEF)
    }
}

/// Returns the value of a key, mutably. As in the viewer, a missing key is added with undef, and a value of
/// another type is replaced by a map.
///
/// ```
/// let mut value = llsd::Value::default();
/// value["size"]["x"] = 12.into();
/// assert_eq!(value.to_string(), "{'size':{'x':i12}}");
/// ```
impl IndexMut<&str> for Value {
    fn index_mut(&mut self, key: &str) -> &mut Self {
        if self.as_map().is_none() {
            *self = Map::new().into();
        }
        match self {
            Self::Map(map) => &mut map[key],
            // It is a map now.
            other => other,
        }
    }
}

/// Returns the value at an index, mutably. As in the viewer, an array that is too short is extended with
/// undef, and a value of another type is replaced by an array. Check untrusted indices first: the index
/// decides how much memory this takes.
impl IndexMut<usize> for Value {
    fn index_mut(&mut self, index: usize) -> &mut Self {
        if self.as_array().is_none() {
            *self = Array::default().into();
        }
        match self {
            Self::Array(array) => {
                if index >= array.len() {
                    array.resize_with(index.saturating_add(1), Self::default);
                }
                #[expect(clippy::indexing_slicing, reason = "it is that long now")]
                &mut array[index]
            }
            // It is an array now.
            other => other,
        }
    }
}

/// Returns the value of a key; undef if there is none.
impl Index<&str> for Map {
    type Output = Value;

    fn index(&self, key: &str) -> &Value {
        self.get(key).unwrap_or(&UNDEF)
    }
}

/// Returns the value of a key, mutably; a missing key is added with undef.
impl IndexMut<&str> for Map {
    fn index_mut(&mut self, key: &str) -> &mut Value {
        self.get_or_insert(key)
    }
}
