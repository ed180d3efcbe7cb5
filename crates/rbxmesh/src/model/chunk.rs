//! The chunks of 6.00 and 7.00. Format document, section 9.

use crate::model::{FacsBlock, Mesh};
use geom::same;
use std::borrow::Cow;

/// A chunk.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Chunk {
    /// A chunk that was decoded.
    Part {
        /// The part of the mesh that the chunk stores.
        part: ChunkPart,
        /// Surplus bytes at the end of the payload.
        surplus: Vec<u8>,
    },
    /// A chunk that is kept as bytes: it has an unknown name or version, is broken, or is the second of its kind.
    Raw {
        /// The name, padded with NULs.
        name: [u8; 8],
        /// The version.
        version: u32,
        /// The payload.
        data: Vec<u8>,
    },
}

/// A part of the mesh that is stored in a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum ChunkPart {
    /// `COREMESH`: vertices and faces, plain or as a Draco stream.
    CoreMesh,
    /// `LODS`: levels of detail.
    Lods,
    /// `SKINNING`: envelopes, bones and subsets.
    Skinning,
    /// `FACS`: facial animation.
    Facs,
    /// `HSRAVIS`: the faces that stay visible under layered clothing.
    HsrVisibility,
}

/// A list of bits.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BitList {
    /// The number of bits.
    pub n_bits: u32,
    /// The bits, eight per byte, the lowest first. The last byte is padded.
    pub bytes: Vec<u8>,
}

impl BitList {
    /// Builds a list of these bits.
    ///
    /// Returns `None` if there are more bits than 32 bits can count.
    #[must_use]
    pub fn from_bits(bits: &[bool]) -> Option<Self> {
        let byte = |bits: &[bool]| bits.iter().rev().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
        Some(Self { n_bits: u32::try_from(bits.len()).ok()?, bytes: bits.chunks(8).map(byte).collect() })
    }

    /// The bit at `index`; `None` beyond the end.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<bool> {
        let byte = *self.bytes.get(index / 8).filter(|_| index < self.n_bits as usize)?;
        Some(byte >> (index % 8) & 1 == 1)
    }
}

impl Mesh {
    /// The chunks to write: the stored list, or the usual chunks if it is empty. Versions before 6.00 have no chunks.
    pub(crate) fn chunk_list(&self, has_envelopes: bool) -> Cow<'_, [Chunk]> {
        if self.version.major < 6 || !self.chunks.is_empty() {
            return Cow::Borrowed(&self.chunks);
        }
        let has_skinning = has_envelopes || self.has_skeleton();
        let has_facs = self.facs != FacsBlock::None;
        // The order in which Roblox's programs write the chunks.
        let mut parts = vec![ChunkPart::CoreMesh, ChunkPart::Lods];
        parts.extend(has_skinning.then_some(ChunkPart::Skinning));
        parts.extend(has_facs.then_some(ChunkPart::Facs));
        parts.extend(self.hsr_visibility.is_some().then_some(ChunkPart::HsrVisibility));
        parts.into_iter().map(|part| Chunk::Part { part, surplus: Vec::new() }).collect()
    }
}

same! {
    enum Chunk { Part { part, surplus }, Raw { name, version, data } }
    enum ChunkPart { CoreMesh, Lods, Skinning, Facs, HsrVisibility }
    BitList { n_bits, bytes }
}
