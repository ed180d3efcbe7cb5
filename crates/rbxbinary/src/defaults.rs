//! The default limits. They assume that a decompressed byte takes up to four bytes of memory while it is read or
//! written, and an element up to ten more.

pub(crate) fn output_bytes(n_bytes: usize) -> usize {
    n_bytes.saturating_mul(12).max(48 << 20)
}

pub(crate) const DEPTH: usize = 100_000;

pub(crate) fn elements(n_bytes: usize) -> usize {
    n_bytes.saturating_mul(3).max(12 << 20)
}
