//! What reading may produce where nothing is set. Memory is in proportion to the elements of a file, and the shortest
//! element has four bytes, so no file has too many of them by default. Nothing in this format is compressed.

pub(crate) fn output_bytes(_: usize) -> usize {
    0
}

pub(crate) const DEPTH: usize = 100_000;

pub(crate) fn elements(n_bytes: usize) -> usize {
    n_bytes.max(1 << 20)
}
