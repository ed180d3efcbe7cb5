//! Default limits: below 256 MB, and 64 bytes per byte of the input.

pub(crate) fn output_bytes(n_bytes: usize) -> usize {
    n_bytes.saturating_mul(16).max(64 << 20)
}

pub(crate) const DEPTH: usize = 128;

pub(crate) fn elements(n_bytes: usize) -> usize {
    n_bytes.max(1 << 20)
}
