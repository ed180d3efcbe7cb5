//! The chunks of a file that is written again.

use crate::chunks::{RawChunk, chunks};
use crate::compress::Inflater;
use crate::wire::{lz4, zstd};
use crate::{Compression, ReadOptions};
use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};

/// The chunks of an original, each of which is taken once: by the chunk that is written with the same payload.
///
/// Nothing is unpacked but what is compared, and that once or twice, so that the time is linear.
#[derive(Default)]
pub(crate) struct Originals<'o> {
    /// By name and plain length.
    alike: HashMap<([u8; 4], usize), Alike<'o>>,
    inflater: Inflater,
    read: ReadOptions,
    hasher: RandomState,
    /// How many bytes may yet be unpacked to know their hash.
    left: usize,
}

/// Chunks with one name and one plain length.
#[derive(Default)]
struct Alike<'o> {
    /// In the file's order, in which most are asked for.
    in_order: VecDeque<RawChunk<'o>>,
    /// Whether the next one was compared in vain.
    was_missed: bool,
    /// All of them by the hash of their payload, once they were asked for in another order.
    by_hash: HashMap<u64, VecDeque<RawChunk<'o>>>,
}

impl<'o> Originals<'o> {
    /// Takes what it can: an original that is broken helps as far as it goes.
    pub(crate) fn new(original: &'o [u8], read: &ReadOptions) -> Self {
        let left = read.limits_for(original.len()).output_bytes;
        let mut all = Self { read: read.clone().strict(false), left, ..Self::default() };
        for chunk in chunks(original).into_iter().flatten() {
            let alike = all.alike.entry((chunk.name(), chunk.plain_len())).or_default();
            alike.in_order.push_back(chunk);
        }
        all
    }

    /// The next chunk with this name and payload.
    pub(crate) fn take(&mut self, name: [u8; 4], plain: &[u8]) -> Option<RawChunk<'o>> {
        // Not if there is no original.
        if self.alike.is_empty() {
            return None;
        }
        let alike = self.alike.get_mut(&(name, plain.len()))?;
        if alike.by_hash.is_empty() {
            if holds(alike.in_order.front()?, plain) {
                return alike.in_order.pop_front();
            }
            // One chunk that differs was edited, most likely, and nothing else is like it.
            if alike.in_order.len() == 1 && !std::mem::replace(&mut alike.was_missed, true) {
                return None;
            }
            for chunk in std::mem::take(&mut alike.in_order) {
                let Some(left) = self.left.checked_sub(chunk.plain_len()) else { continue };
                self.left = left;
                if let Ok(plain) = chunk.unpack(&mut self.inflater, &self.read) {
                    let hash = self.hasher.hash_one(plain);
                    alike.by_hash.entry(hash).or_default().push_back(chunk);
                }
            }
        }
        let same = alike.by_hash.get_mut(&self.hasher.hash_one(plain))?;
        same.front().filter(|chunk| holds(chunk, plain))?;
        same.pop_front()
    }
}

/// Whether this is the payload of a chunk.
fn holds(chunk: &RawChunk<'_>, plain: &[u8]) -> bool {
    match chunk.compression() {
        Compression::Stored => chunk.body == plain,
        Compression::Lz4 => lz4::holds(chunk.body, plain),
        Compression::Zstd => zstd::holds(chunk.body, plain),
    }
}
