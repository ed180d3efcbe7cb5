//! The shared strings of a document.

use super::{Document, to_u32};
use crate::model::{Chunk, Column, Model, SharedIndex, Values};
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

/// The shared strings of the file and those that were added later.
#[derive(Debug, Clone)]
pub(super) struct Shared {
    /// For each SSTR chunk, the total number of strings up to its end, and the index of the chunk.
    chunks: Vec<(usize, usize)>,
    pub(super) added: Vec<Box<[u8]>>,
    /// The indices of strings by the hash of their content. Built by the first call of [`Document::share`].
    by_hash: Option<HashMap<u64, Vec<SharedIndex>>>,
    hasher: RandomState,
}

impl Shared {
    pub(super) fn new(base: &Model) -> Self {
        let mut end = 0_usize;
        let mut chunks = Vec::new();
        for (index, chunk) in base.chunks.iter().enumerate() {
            if let Chunk::SharedStrings(shared) = chunk {
                end = end.saturating_add(shared.strings.len());
                chunks.push((end, index));
            }
        }
        Self { chunks, added: Vec::new(), by_hash: None, hasher: RandomState::new() }
    }

    /// The number of strings of the file.
    pub(super) fn n_base(&self) -> usize {
        self.chunks.last().map_or(0, |(end, _)| *end)
    }

    pub(super) fn get<'d>(&'d self, base: &'d Model, index: SharedIndex) -> Option<&'d [u8]> {
        let index = index.0 as usize;
        if let Some(added) = index.checked_sub(self.n_base()) {
            return self.added.get(added).map(|string| &**string);
        }
        let (end, chunk) = self.chunks.get(self.chunks.partition_point(|(end, _)| *end <= index))?;
        let Chunk::SharedStrings(shared) = base.chunks.get(*chunk)? else { return None };
        shared.strings.get(index.checked_sub(end.checked_sub(shared.strings.len())?)?)
    }

    /// The indices of all strings.
    fn indices(&self) -> impl Iterator<Item = SharedIndex> + use<> {
        (0..to_u32(self.n_base().saturating_add(self.added.len()))).map(SharedIndex)
    }
}

impl Document {
    /// The shared string with this index.
    #[must_use]
    pub fn shared_string(&self, index: SharedIndex) -> Option<&[u8]> {
        self.shared.get(&self.base, index)
    }

    /// The index of a shared string with this content, which is added unless there is one.
    ///
    /// ```
    /// use rbxbinary::{Document, Item};
    ///
    /// let mut document = Document::new();
    /// let mesh = document.share(b"mesh");
    /// assert_eq!(document.share(b"mesh"), mesh);
    /// let part = document.add(None, Item::new("UnionOperation").with("MeshData2", mesh))?;
    /// assert_eq!(document.bytes(part, "MeshData2"), Some(&b"mesh"[..]));
    /// # Ok::<(), rbxbinary::Error>(())
    /// ```
    pub fn share(&mut self, content: &[u8]) -> SharedIndex {
        if self.shared.by_hash.is_none() {
            let mut by_hash: HashMap<_, Vec<_>> = HashMap::new();
            for index in self.shared.indices() {
                let string = self.shared_string(index).unwrap_or_default();
                by_hash.entry(self.shared.hasher.hash_one(string)).or_default().push(index);
            }
            self.shared.by_hash = Some(by_hash);
        }
        let Shared { added, by_hash, hasher, .. } = &self.shared;
        let hash = hasher.hash_one(content);
        let alike = by_hash.as_ref().and_then(|by_hash| by_hash.get(&hash)).into_iter().flatten();
        // Strings with the same hash may differ.
        if let Some(index) = alike.copied().find(|index| self.shared_string(*index) == Some(content)) {
            return index;
        }
        let index = SharedIndex(to_u32(self.shared.n_base().saturating_add(added.len())));
        self.shared.added.push(content.into());
        if let Some(by_hash) = &mut self.shared.by_hash {
            by_hash.entry(hash).or_default().push(index);
        }
        index
    }

    /// Returns true if the file has no shared string with this index.
    pub(super) fn leads_nowhere(&self, index: SharedIndex) -> bool {
        index.0 as usize >= self.shared.n_base()
    }

    /// Returns true if a chunk of the file contains an index that no shared string of the file has.
    pub(super) fn has_dangling_strings(&self, chunk: &Chunk) -> bool {
        let Chunk::Column(Column { values: Values::SharedString(all), .. }) = chunk else { return false };
        all.iter().any(|index| self.leads_nowhere(*index))
    }

    /// All shared strings, in the order of their indices.
    pub(super) fn shared_strings(&self) -> impl Iterator<Item = &[u8]> {
        self.shared.indices().map(|index| self.shared_string(index).unwrap_or_default())
    }
}
