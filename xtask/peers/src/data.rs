//! The data of the benches, made from one deterministic stream, so that two runs measure the same bytes.
//!
//! What a format crate writes is described here by plain rows; its bench turns them into its document.

/// Documents as the viewer comes with, of the crate's own bench.
#[path = "../../../crates/llsd/benches/documents/mod.rs"]
pub mod documents;
pub mod grid;
pub mod llsd;
pub mod mesh;
pub mod parts;
pub mod scripts;

pub(crate) mod random;

/// FNV-1a: a change of the data, and with it of every figure measured before, does not go unseen.
#[cfg(test)]
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
