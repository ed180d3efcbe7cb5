//! Definitions that the reader and the writer share: names of blocks, tables of offsets, hashes.

use crate::common::wire::{arrays, wire};
use md5::{Digest, Md5};

/// Computes the hash of a block.
pub(crate) fn md5(bytes: &[u8]) -> [u8; 16] {
    Md5::digest(bytes).into()
}

/// A name for messages: at most its first 48 characters, with control characters escaped.
///
/// A long name in a file may occur in the paths of a thousand messages.
pub(crate) fn shown(name: &[u8]) -> String {
    // Enough characters to recognise a name.
    const LENGTH: usize = 48;
    // A character takes at most four bytes.
    let start = String::from_utf8_lossy(name.get(..LENGTH.saturating_mul(4)).unwrap_or(name));
    let mut shown = String::new();
    for (number, character) in start.chars().enumerate() {
        if number == LENGTH {
            shown.push('…');
            break;
        }
        match character.is_control() {
            true => shown.extend(character.escape_default()),
            false => shown.push(character),
        }
    }
    shown
}

/// The preamble of a viewer's cache entry. Format document, section 1.3.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CacheHead {
    pub(crate) version: u32,
    pub(crate) header_size: u32,
    pub(crate) flags: u32,
}

wire! {
    CacheHead = 12 bytes {
        0 version: u32,
        4 header_size: u32,
        8 flags: u32,
    }
}

/// The only known version of [`CacheHead`].
pub(crate) const CACHE_VERSION: u32 = 1;

/// An influence on a vertex as stored. Format document, section 6.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StoredInfluence {
    pub(crate) joint: u8,
    pub(crate) weight: u16,
}

/// The size of a [`StoredInfluence`] in bytes.
pub(crate) const INFLUENCE: usize = 3;

wire! {
    StoredInfluence = 3 bytes {
        0 joint: u8,
        1 weight: u16,
    }
}

arrays!(u16, 2 = 4; u16, 3 = 6; u16, 4 = 8);

/// The names of the blocks, in the order in which the viewer writes them. Undocumented blocks follow. Format document,
/// section 1.1.
pub(crate) const BLOCKS: [&str; 9] = [
    "skin",
    "physics_convex",
    "lowest_lod",
    "low_lod",
    "medium_lod",
    "high_lod",
    "physics_mesh",
    "physics_shape",
    "physics_havok",
];

/// The byte that ends the influences of a vertex. Format document, section 6.
pub(crate) const NO_MORE: u8 = 0xff;

/// The maximum number of influences of a vertex.
pub(crate) const MAX_INFLUENCES: usize = 4;
