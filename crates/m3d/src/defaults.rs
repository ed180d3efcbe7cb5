//! Default limits. With them, every call stays below 256 MB of memory plus 64 bytes per byte of input.
//!
//! The number of elements stands for memory: a voxel, a run of voxels and a string count as 1, a vertex as 4,
//! a bone as 5, a command of a shape as 7, a skin as 8, a change of material as 10, a chunk as 24; two
//! references of corners count as 1.

pub(crate) fn output_bytes(n_bytes: usize) -> usize {
    n_bytes.saturating_mul(5).max(32 << 20)
}

/// The limit on nesting, which is never reached, because the format has no nested values.
pub(crate) const DEPTH: usize = 128;

pub(crate) fn elements(n_bytes: usize) -> usize {
    n_bytes.saturating_mul(2).max(5 << 20)
}
