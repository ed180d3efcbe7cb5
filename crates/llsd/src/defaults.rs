//! The default limits. They can be proportional to the input, since a value takes at least one byte of it and
//! nothing is compressed.

pub(crate) fn output_bytes(_: usize) -> usize {
    64 << 20
}

pub(crate) const DEPTH: usize = 128;

pub(crate) fn elements(n_bytes: usize) -> usize {
    n_bytes.max(1 << 20)
}
