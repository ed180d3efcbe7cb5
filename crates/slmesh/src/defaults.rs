//! Default limits. With them, every call stays below 256 MB of memory plus 64 bytes per byte of input.
//!
//! An element is a vertex, a triangle, a point of a hull, or the influences on a vertex. A value of LLSD counts as
//! eight elements, and so does a key; a face, a matrix and an asset of a container count as more, in proportion to
//! their memory. The largest level of detail that a viewer can write has half a million vertices, which are some 21
//! MB and 3 million elements.

pub(crate) fn output_bytes(n_bytes: usize) -> usize {
    n_bytes.saturating_mul(8).max(32 << 20)
}

/// Viewers read at most 95 levels.
pub(crate) const DEPTH: usize = 128;

pub(crate) fn elements(n_bytes: usize) -> usize {
    n_bytes.saturating_mul(2).max(6_000_000)
}
