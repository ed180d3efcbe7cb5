//! The default limits. Every element takes at least one byte of input, except the points of a Draco stream. The lower
//! bound of `elements` is for these points, and the limit of 12 output bytes per input byte is for their values.

pub(crate) fn output_bytes(n_bytes: usize) -> usize {
    n_bytes.saturating_mul(12).max(64 << 20)
}

pub(crate) const DEPTH: usize = 128;

pub(crate) fn elements(n_bytes: usize) -> usize {
    n_bytes.max(1 << 21)
}
