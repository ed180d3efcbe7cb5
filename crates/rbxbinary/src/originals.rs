//! The chunks of the original file, for `write_onto`.

use crate::chunks::RawChunk;
use crate::common::input::Reading;
use crate::common::limits::Limits;
use crate::common::zstd;
use crate::compress::Inflater;
use crate::options::{Compression, ReadOptions};
use crate::read::chunks;
use crate::wire::{END_NAME, lz4};
use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};

/// The chunks of an original file. Each is reused at most once, for a written chunk with the same name and payload.
///
/// Only chunks that are compared are unpacked, each at most twice, so the time is linear.
pub(crate) struct Originals<'o> {
    /// The chunks, grouped by name and plain length.
    alike: HashMap<([u8; 4], usize), Alike<'o>>,
    inflater: Inflater,
    /// Limits how much is unpacked for hashing.
    reading: Reading<'static>,
    hasher: RandomState,
}

/// Chunks with the same name and plain length.
#[derive(Default)]
struct Alike<'o> {
    /// Chunks in file order, which is the order of most requests.
    in_order: VecDeque<RawChunk<'o>>,
    /// Set if a comparison with the next chunk has already failed.
    was_missed: bool,
    /// The remaining chunks by the hash of their payload, once a request came out of order.
    by_hash: HashMap<u64, VecDeque<RawChunk<'o>>>,
}

impl<'o> Originals<'o> {
    /// An empty collection, for writing without an original.
    pub(crate) fn none() -> Self {
        let reading = Reading::new(false, Limits::default(), 0);
        Self { alike: HashMap::new(), inflater: Inflater::default(), reading, hasher: RandomState::new() }
    }

    /// Collects the chunks of `original`; in a damaged file, those before the damage.
    pub(crate) fn new(original: &'o [u8], read: &ReadOptions) -> Self {
        let reading = Reading::new(false, read.limits, original.len());
        let mut all = Self { reading, ..Self::none() };
        for chunk in chunks(original).into_iter().flatten() {
            let alike = all.alike.entry((chunk.name(), chunk.plain_len())).or_default();
            alike.in_order.push_back(chunk);
        }
        all
    }

    /// Returns true if there is no original.
    pub(crate) fn is_empty(&self) -> bool {
        self.alike.is_empty()
    }

    /// The compression of the most payload bytes, if it can be written.
    pub(crate) fn compression(&self) -> Option<Compression> {
        const ALL: [Compression; 3] = [Compression::Lz4, Compression::Zstd, Compression::Stored];
        let all = || self.alike.values().flat_map(|alike| &alike.in_order);
        let n_bytes = |compression: Compression| {
            let same = all().filter(|chunk| chunk.compression() == compression && chunk.name() != END_NAME);
            same.map(RawChunk::plain_len).fold(0, usize::saturating_add)
        };
        let most = ALL.into_iter().map(|compression| (n_bytes(compression), compression));
        let (n_bytes, most) = most.rev().max_by_key(|(n_bytes, _)| *n_bytes)?;
        Some(most).filter(|most| n_bytes > 0 && most.can_be_written())
    }

    /// Removes and returns the next chunk with this name and payload.
    pub(crate) fn take(&mut self, name: [u8; 4], plain: &[u8]) -> Option<RawChunk<'o>> {
        if self.is_empty() {
            return None;
        }
        let alike = self.alike.get_mut(&(name, plain.len()))?;
        if alike.by_hash.is_empty() {
            if holds(alike.in_order.front()?, plain) {
                return alike.in_order.pop_front();
            }
            // A single chunk that differs was most likely edited, so hashing it would not find a match.
            if alike.in_order.len() == 1 && !std::mem::replace(&mut alike.was_missed, true) {
                return None;
            }
            for chunk in std::mem::take(&mut alike.in_order) {
                if let Ok(plain) = chunk.unpack(&mut self.inflater, &self.reading) {
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

/// Returns true if the payload of `chunk` is `plain`.
fn holds(chunk: &RawChunk<'_>, plain: &[u8]) -> bool {
    match chunk.compression() {
        Compression::Stored => chunk.body == plain,
        Compression::Lz4 => lz4::holds(chunk.body, plain),
        Compression::Zstd => {
            let mut own = Vec::new();
            zstd::decode(chunk.body, plain.len(), &mut own).is_ok() && own == plain
        }
    }
}
