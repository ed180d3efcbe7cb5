//! Strings that many properties share.

use super::item::{Attribute, Element, List};
use super::text::{Text, trimmed};
use crate::mould::same::same;
use crate::wire::trim;
use std::collections::HashMap;

/// A string that properties refer to by its key.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SharedString {
    /// The attribute `md5`, which is base64 of some digest; any unique text will do.
    pub key: Text,
    /// The string; empty if its base64 is broken.
    pub data: Vec<u8>,
    /// Attributes other than the key.
    pub attributes: Vec<Attribute>,
    /// The source of a body that is no base64; written in place of `data`.
    pub broken: Option<Text>,
}

/// The shared strings of a document, in the order of the file.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Parts", into = "Parts"))]
pub struct SharedStrings {
    list: Vec<SharedString>,
    /// Where each key is first; without white space around it.
    index: HashMap<Text, usize>,
    lists: Vec<List>,
    elements: Vec<Element>,
}

impl SharedStrings {
    /// All of them; of two with the same key, the first counts.
    #[must_use]
    pub fn as_slice(&self) -> &[SharedString] {
        &self.list
    }

    /// The string of a key.
    #[must_use]
    pub fn get(&self, key: &Text) -> Option<&SharedString> {
        self.list.get(*self.index.get(trim(key))?)
    }

    /// The `SharedStrings` elements: one, if there are strings. The first holds all when it is written.
    #[must_use]
    pub fn lists(&self) -> &[List] {
        &self.lists
    }

    /// What stands between the strings and is none.
    #[must_use]
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// One more list.
    pub(crate) fn open(&mut self, list: List) {
        self.lists.push(list);
    }

    pub(crate) fn elements_mut(&mut self) -> &mut Vec<Element> {
        &mut self.elements
    }

    /// Adds one behind the others, whether or not its key is there already.
    pub fn push(&mut self, string: SharedString) {
        self.need_list();
        self.index.entry(trimmed(string.key.clone())).or_insert(self.list.len());
        self.list.push(string);
    }

    /// Makes sure that a string is there, and gives its key: the one that Studio makes.
    ///
    /// ```
    /// let mut strings = rbxxml::SharedStrings::default();
    /// assert_eq!(strings.insert(vec![]), "yuZpQdnvvUBOTYh1jqZ2cA==");
    /// ```
    #[cfg(feature = "hash")]
    pub fn insert(&mut self, data: Vec<u8>) -> Text {
        use base64::Engine;
        use blake2::Digest;
        let digest = blake2::Blake2b::<blake2::digest::consts::U16>::digest(&data);
        let key = Text::from(crate::wire::BASE64.encode(digest));
        if self.get(&key).is_none() {
            self.push(SharedString { key: key.clone(), data, ..SharedString::default() });
        }
        key
    }

    /// Puts them in Studio's order, that of the bytes that their keys stand for.
    pub fn sort(&mut self) {
        use base64::Engine;
        self.list.sort_by_cached_key(|string| crate::wire::BASE64.decode(&*string.key).unwrap_or_default());
        self.renumber();
    }

    /// Keeps those that `keep` wants.
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

impl From<Vec<SharedString>> for SharedStrings {
    fn from(list: Vec<SharedString>) -> Self {
        let mut strings = Self::default();
        list.into_iter().for_each(|string| strings.push(string));
        strings
    }
}

/// Without what follows from it.
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

/// Equal lists in the same order.
impl PartialEq for SharedStrings {
    fn eq(&self, other: &Self) -> bool {
        (&self.list, &self.lists, &self.elements) == (&other.list, &other.lists, &other.elements)
    }
}

same! {
    SharedString { key, data, attributes, broken }
}

impl crate::Same for SharedStrings {
    fn difference(&self, other: &Self) -> Option<String> {
        (&self.list, &self.lists, &self.elements).difference(&(&other.list, &other.lists, &other.elements))
    }
}
