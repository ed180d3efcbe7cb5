//! Shared strings.

use super::item::List;
use super::spelling::{Attribute, Element};
use super::text::{Text, trimmed};
use crate::wire::trim;
use geom::same;
use std::collections::HashMap;

/// A string that properties refer to by its key.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SharedString {
    /// The attribute `md5`: a hash in base64, or any other unique text.
    pub key: Text,
    /// The string; empty if its base64 is broken.
    pub data: Vec<u8>,
    /// Attributes other than the key.
    pub attributes: Vec<Attribute>,
    /// The source of a body that is not base64, which is written instead of `data`.
    pub broken: Option<Text>,
}

/// The shared strings of a document, in the order of the file.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Parts", into = "Parts"))]
pub struct SharedStrings {
    list: Vec<SharedString>,
    /// The index of the first string with each trimmed key.
    index: HashMap<Text, usize>,
    lists: Vec<List>,
    elements: Vec<Element>,
}

impl SharedStrings {
    /// All strings. If two have the same key, the first is used for it.
    #[must_use]
    pub fn as_slice(&self) -> &[SharedString] {
        &self.list
    }

    /// The string with this key.
    #[must_use]
    pub fn get(&self, key: &Text) -> Option<&SharedString> {
        self.list.get(self.position(key)?)
    }

    /// Returns the index in [`as_slice`](Self::as_slice) of the string with this key.
    #[must_use]
    pub fn position(&self, key: &Text) -> Option<usize> {
        self.index.get(trim(key)).copied()
    }

    /// The `SharedStrings` elements. There is normally one if there are strings.
    #[must_use]
    pub fn lists(&self) -> &[List] {
        &self.lists
    }

    /// Other elements, and text, between the strings.
    #[must_use]
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// Begins another `SharedStrings` element.
    pub(crate) fn open(&mut self, list: List) {
        self.lists.push(list);
    }

    pub(crate) fn elements_mut(&mut self) -> &mut Vec<Element> {
        &mut self.elements
    }

    /// Adds a string at the end, even if its key already exists.
    pub fn push(&mut self, string: SharedString) {
        self.need_list();
        self.index.entry(trimmed(string.key.clone())).or_insert(self.list.len());
        self.list.push(string);
    }

    /// Adds a string unless it is already present, and returns its key, which is the one that Studio would use.
    ///
    /// ```
    /// let mut strings = rbxxml::SharedStrings::default();
    /// assert_eq!(strings.share(b""), "yuZpQdnvvUBOTYh1jqZ2cA==");
    /// ```
    #[cfg(feature = "hash")]
    pub fn share(&mut self, content: &[u8]) -> Text {
        use base64::Engine;
        use blake2::Digest;
        // Studio has used this hash since about 2020. Format document, section 2.5.
        let digest = blake2::Blake2b::<blake2::digest::consts::U16>::digest(content);
        let key = Text::from(crate::wire::BASE64.encode(digest));
        if self.get(&key).is_none() {
            self.push(SharedString { key: key.clone(), data: content.to_vec(), ..SharedString::default() });
        }
        key
    }

    /// Adds a string of another document unless its content is already present under its key, and returns the key. If
    /// the key belongs to another content, a new key is made.
    pub(crate) fn adopt(&mut self, string: &SharedString) -> Text {
        let mut key = trimmed(string.key.clone());
        for number in 1_usize.. {
            match self.get(&key) {
                None => {
                    self.push(SharedString { key: key.clone(), ..string.clone() });
                    break;
                }
                Some(here) if (&here.data, &here.broken) == (&string.data, &string.broken) => break,
                // Any unique key will do, and no program compares it with the content.
                Some(_) => key = format!("{}-{number}", string.key).into(),
            }
        }
        key
    }

    /// Sorts the strings as Studio does: by the bytes that their keys encode.
    pub fn sort(&mut self) {
        use base64::Engine;
        // Format document, section 2.5.
        self.list.sort_by_cached_key(|string| crate::wire::BASE64.decode(&*string.key).unwrap_or_default());
        self.renumber();
    }

    /// Keeps the strings for which `keep` returns true.
    pub fn retain(&mut self, keep: impl FnMut(&SharedString) -> bool) {
        self.list.retain(keep);
        if self.list.is_empty() && self.elements.is_empty() {
            self.lists.retain(|list| !list.attributes.is_empty());
        }
        self.renumber();
    }

    fn need_list(&mut self) {
        if self.lists.is_empty() {
            self.lists.push(List::default());
        }
    }

    fn renumber(&mut self) {
        self.index.clear();
        for (number, string) in self.list.iter().enumerate() {
            self.index.entry(trimmed(string.key.clone())).or_insert(number);
        }
    }
}

impl<'s> IntoIterator for &'s SharedStrings {
    type Item = &'s SharedString;
    type IntoIter = std::slice::Iter<'s, SharedString>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

impl From<Vec<SharedString>> for SharedStrings {
    fn from(list: Vec<SharedString>) -> Self {
        list.into_iter().collect()
    }
}

impl FromIterator<SharedString> for SharedStrings {
    fn from_iter<I: IntoIterator<Item = SharedString>>(strings: I) -> Self {
        let mut all = Self::default();
        for string in strings {
            all.push(string);
        }
        all
    }
}

/// The fields that are stored; the index follows from them.
#[cfg(feature = "serde")]
type Parts = (Vec<SharedString>, Vec<List>, Vec<Element>);

#[cfg(feature = "serde")]
impl From<Parts> for SharedStrings {
    fn from((list, lists, elements): Parts) -> Self {
        Self { lists, elements, ..list.into() }
    }
}

#[cfg(feature = "serde")]
impl From<SharedStrings> for Parts {
    fn from(strings: SharedStrings) -> Self {
        (strings.list, strings.lists, strings.elements)
    }
}

/// Lists are equal if they have the same strings and elements in the same order.
impl PartialEq for SharedStrings {
    fn eq(&self, other: &Self) -> bool {
        (&self.list, &self.lists, &self.elements) == (&other.list, &other.lists, &other.elements)
    }
}

same! {
    SharedString { key, data, attributes, broken }
}

impl geom::Same for SharedStrings {
    fn difference(&self, other: &Self) -> Option<String> {
        (&self.list, &self.lists, &self.elements).difference(&(&other.list, &other.lists, &other.elements))
    }
}
