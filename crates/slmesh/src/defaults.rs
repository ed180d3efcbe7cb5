//! Default limits. With these, every call takes less than 256 MB of memory plus 64 bytes per byte of input.
//!
//! An element is a vertex, a triangle, a point of a hull, or the influences on a vertex. An LLSD value or key counts as
//! eight elements; a face, a matrix and an asset of a container count as more, in proportion to their memory. The
//! largest level of detail that a viewer can write has half a million vertices, which take about 21 MB and count as 3
//! million elements.

pub(crate) fn output_bytes(n_bytes: usize) -> usize {
    n_bytes.saturating_mul(8).max(32 << 20)
}

/// The default limit on depth. Viewers read at most 95 levels.
pub(crate) const DEPTH: usize = 128;

pub(crate) fn elements(n_bytes: usize) -> usize {
    n_bytes.saturating_mul(2).max(6_000_000)
}
