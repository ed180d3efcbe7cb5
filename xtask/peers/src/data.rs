//! The data of the benches, generated from deterministic random numbers, so that two runs measure the same bytes.
//!
//! The data are plain rows that no format crate defines; the bench of a crate converts them to its documents.

/// Documents like those in the viewer, shared with the crate's own bench.
#[path = "../../../crates/llsd/benches/documents/mod.rs"]
pub mod documents;
pub mod grid;
pub mod llsd;
pub mod mesh;
pub mod parts;
pub mod scripts;

pub(crate) mod random;

/// The FNV-1a hash of data. Tests compare it, because a change of the data would make earlier measurements
/// incomparable.
#[cfg(test)]
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
