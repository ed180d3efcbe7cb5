//! The shared strings of a model being made.

use super::super::{Document, to_u32};
use crate::model::SharedIndex;
use std::collections::HashMap;

/// The shared strings that columns need in addition to those of the document. For Studio's order, also the strings that
/// are used at all.
#[derive(Debug, Default)]
pub(super) struct Sharing {
    /// The indices of all strings, by content. Built when the first string is added.
    by_content: Option<HashMap<Vec<u8>, SharedIndex>>,
    added: Vec<Vec<u8>>,
    /// Maps the indices of the document, including those of added strings, to indices in the order of use.
    by_index: HashMap<SharedIndex, SharedIndex>,
    used: HashMap<Vec<u8>, SharedIndex>,
}

impl Sharing {
    /// The index of a string, counted after those of the document if it is new.
    pub(super) fn add(&mut self, document: &Document, content: &[u8]) -> SharedIndex {
        let by_content = self.by_content.get_or_insert_with(|| {
            let mut all = HashMap::new();
            for (string, number) in document.shared_strings().zip(0..) {
                all.entry(string.to_vec()).or_insert(SharedIndex(number));
            }
            all
        });
        *by_content.entry(content.to_vec()).or_insert_with(|| {
            let number = n_known(document).saturating_add(self.added.len());
            self.added.push(content.to_vec());
            SharedIndex(to_u32(number))
        })
    }

    /// The strings that are not in the document.
    pub(super) fn added(&self) -> impl Iterator<Item = &[u8]> {
        self.added.iter().map(Vec::as_slice)
    }

    /// A string of the document, or one that was added.
    pub(super) fn get<'s>(&'s self, document: &'s Document, index: SharedIndex) -> Option<&'s [u8]> {
        let added = || self.added.get((index.0 as usize).checked_sub(n_known(document))?).map(Vec::as_slice);
        document.shared_string(index).or_else(added)
    }

    /// The index of a string in the order of first use. Strings with the same content share an index.
    pub(super) fn used(&mut self, document: &Document, index: SharedIndex) -> SharedIndex {
        if let Some(new) = self.by_index.get(&index) {
            return *new;
        }
        // An index that leads nowhere goes on to do so.
        let Some(content) = self.get(document, index) else {
            return SharedIndex::NOWHERE;
        };
        let next = SharedIndex(to_u32(self.used.len()));
        let new = *self.used.entry(content.to_vec()).or_insert(next);
        self.by_index.insert(index, new);
        new
    }

    /// The strings that are used, in the order of first use.
    pub(super) fn into_used(self) -> Vec<Vec<u8>> {
        let mut strings: Vec<_> = self.used.into_iter().collect();
        strings.sort_unstable_by_key(|(_, index)| *index);
        strings.into_iter().map(|(string, _)| string).collect()
    }
}

fn n_known(document: &Document) -> usize {
    document.shared.n_base().saturating_add(document.shared.added.len())
}
