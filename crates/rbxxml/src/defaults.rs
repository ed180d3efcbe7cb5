//! What reading may produce where nothing is set. Memory is in proportion to the elements of a file, so no file has too
//! many of them by default: the shortest has four bytes, and the shortest item seven. Nothing in this format is compressed.

/// How many bytes of memory an element takes; a property, or one that is kept as it is.
const BYTES_OF_ELEMENT: usize = 28;

/// How many elements an item counts as, with its places among the others.
pub(crate) const OF_ITEM: usize = 8;

/// How many elements an attribute counts as that the format does not have.
pub(crate) const OF_ATTRIBUTE: usize = 3;

/// How many elements more a text of this length counts as.
pub(crate) fn of_text(n_bytes: usize) -> usize {
    n_bytes / BYTES_OF_ELEMENT
}

pub(crate) fn output_bytes(_: usize) -> usize {
    0
}

pub(crate) const DEPTH: usize = 100_000;

pub(crate) fn elements(n_bytes: usize) -> usize {
    n_bytes.saturating_mul(2).max(8 << 20)
}
