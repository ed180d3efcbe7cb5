//! The facts about the file from which a document was read.

use super::value::ItemId;
use crate::hash::Keys;
use crate::options::{ReadOptions, TextRule};
use std::ops::Range;
use std::sync::Arc;

/// The facts needed to recognise the file, and to find the items in it that have not changed since. It holds no values.
#[derive(Debug, Clone)]
pub(crate) struct Origin {
    file: Arc<File>,
    /// Set once any item, or the list of roots, may have changed.
    is_changed: bool,
    /// One bit per item: set if the item, or its list of children, may have changed.
    changed: Vec<u64>,
}

#[derive(Debug)]
struct File {
    keys: Keys,
    hash: u64,
    len: usize,
    /// Option that affects the meaning of texts; only a file read with the same options is recognised.
    text: TextRule,
    keep_line_ends: bool,
    places: Places,
    /// Set if reading the file gave warnings.
    is_damaged: bool,
}

/// The start and end of each item's element in a file, by the number of the item, which is the order of the starts.
#[derive(Debug, Default)]
pub(crate) struct Places(Vec<(u32, u32)>);

impl Places {
    pub(crate) fn reserve(&mut self, n_items: usize) {
        self.0.reserve_exact(n_items);
    }

    /// Adds the next item. Positions have 32 bits, so a file of more than 4 GiB gets no [`Origin`].
    pub(crate) fn begin(&mut self, start: usize) {
        self.0.push((u32::try_from(start).unwrap_or_default(), 0));
    }

    pub(crate) fn end(&mut self, id: ItemId, end: usize) {
        if let Some((_, place)) = self.0.get_mut(id.index()) {
            *place = u32::try_from(end).unwrap_or_default();
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The range of bytes of an item's element in the file.
    pub(crate) fn get(&self, id: ItemId) -> Option<Range<usize>> {
        self.0.get(id.index()).map(|(start, end)| *start as usize..*end as usize)
    }

    /// The number of the first later item that is not a descendant of this item.
    pub(crate) fn after(&self, id: ItemId) -> usize {
        let (first, others) = self.0.split_at_checked(id.index()).unwrap_or_default();
        let end = others.first().map(|(_, end)| *end);
        let n_inside = others.iter().take_while(|(start, _)| Some(*start) < end).count();
        first.len().saturating_add(n_inside)
    }
}

impl Origin {
    /// Records the facts about a file. Returns `None` if the file is too large, or if a table of types affected the
    /// values.
    pub(crate) fn new(bytes: &[u8], options: &ReadOptions, places: Places, is_damaged: bool) -> Option<Self> {
        if options.types.0.is_some() || u32::try_from(bytes.len()).is_err() {
            return None;
        }
        let keys = Keys::default();
        let file = File {
            hash: keys.hash_of(bytes),
            keys,
            len: bytes.len(),
            text: options.text,
            keep_line_ends: options.keep_line_ends,
            places,
            is_damaged,
        };
        Some(Self { file: Arc::new(file), is_changed: false, changed: Vec::new() })
    }

    /// Returns true if these bytes are the file, and the options read it the same way.
    pub(super) fn is(&self, bytes: &[u8], options: &ReadOptions) -> bool {
        let File { ref keys, hash, len, text, keep_line_ends, .. } = *self.file;
        len == bytes.len()
            && options.types.0.is_none()
            && (text, keep_line_ends) == (options.text, options.keep_line_ends)
            && keys.hash_of(bytes) == hash
    }

    /// Records that an item or its list of children may have changed. [`NONE`](super::links::NONE) stands for the list
    /// of roots.
    pub(super) fn note(&mut self, id: ItemId) {
        self.is_changed = true;
        let (word, bit) = (id.index() / 64, id.index() % 64);
        if id.index() >= self.file.places.len() {
            return;
        }
        if word >= self.changed.len() {
            self.changed.resize(self.file.places.len().div_ceil(64), 0);
        }
        if let Some(word) = self.changed.get_mut(word) {
            *word |= 1 << bit;
        }
    }

    pub(crate) fn places(&self) -> &Places {
        &self.file.places
    }

    /// Returns true if any item, or the list of roots, may have changed.
    pub(crate) fn is_changed(&self) -> bool {
        self.is_changed
    }

    pub(crate) fn is_damaged(&self) -> bool {
        self.file.is_damaged
    }

    /// The items that may have been changed, in order.
    pub(crate) fn changed(&self) -> impl Iterator<Item = ItemId> {
        let bits = (0_u32..).zip(&self.changed).flat_map(|(number, word)| {
            (0..64)
                .filter(move |bit| word >> bit & 1 != 0)
                .map(move |bit| number.saturating_mul(64).saturating_add(bit))
        });
        bits.map(ItemId)
    }
}
