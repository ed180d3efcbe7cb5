//! Removal of duplicate and unused strings; the others are sorted by first use.

use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::{Model, Name, Strings, Title};
use crate::visit::{Visitor, visit};
use std::collections::HashMap;

pub(super) fn merge(model: &mut Model) -> Result<(), Error> {
    let old = std::mem::take(&mut model.strings);
    let mut new = Strings { bytes: Vec::with_capacity(old.bytes.len()) };
    for title in Title::ALL {
        new.bytes.extend_from_slice(old.title(title).unwrap_or_default());
        new.bytes.push(0);
    }
    let mut merge = StringMerger::new(&old, new);
    visit(model, &mut merge);
    model.strings = merge.new;
    merge.error.map_or(Ok(()), Err)
}

/// The maximum ratio of the lengths of the new table and the old one. The new table must not be longer than
/// `LONGEST_SHARED` either, unless the old one is.
///
/// Names may share bytes in a file, but not in the canonical form. A file with a name for each byte of a long string
/// would take quadratic space.
const MAX_SHARED: usize = 16;
/// The maximum length of a new table that is longer than the old one, in bytes: 16 MiB.
const LONGEST_SHARED: usize = 1 << 24;

/// Moves the strings of visited names to another table, without duplicates.
pub(crate) struct StringMerger<'a> {
    old: &'a Strings,
    pub(crate) new: Strings,
    moved: HashMap<Name, Name>,
    /// The names of the strings in the new table.
    pub(crate) found: HashMap<&'a [u8], Name>,
    /// The number of bytes of strings that may still be copied.
    left: usize,
    pub(crate) error: Option<Error>,
}

impl Visitor for StringMerger<'_> {
    fn name(&mut self, name: &mut Name) {
        if let Some(moved) = self.moved.get(name) {
            *name = *moved;
        } else if self.error.is_none() {
            let moved = self.merge(*name);
            self.moved.insert(*name, moved);
            *name = moved;
        }
    }
}

impl<'a> StringMerger<'a> {
    pub(crate) fn new(old: &'a Strings, new: Strings) -> Self {
        let left = old.bytes.len().saturating_mul(MAX_SHARED).min(LONGEST_SHARED).max(old.bytes.len());
        Self { old, new, moved: HashMap::new(), found: HashMap::new(), left, error: None }
    }

    fn merge(&mut self, name: Name) -> Name {
        let string = self.old.get(name).unwrap_or_default();
        if string.is_empty() {
            return Name::NONE;
        }
        match self.left.checked_sub(string.len()) {
            Some(left) => self.left = left,
            None => {
                let (limit, requested, left) = ("bytes of strings", string.len(), self.left);
                let kind = ErrorKind::LimitExceeded { limit, requested, left, option: None };
                self.error = Some(Error::model(kind).inside("strings"));
                return Name::NONE;
            }
        }
        *self.found.entry(string).or_insert_with(|| self.new.push(string))
    }
}
