//! The default limits on the output of reading. Memory is proportional to the elements of a file, so they do not reject
//! any file: the shortest element has four bytes, and the shortest item seven. Nothing in this format is compressed.

/// The memory that an element takes in bytes, whether it is a property or kept as source text.
const BYTES_OF_ELEMENT: usize = 28;

/// The number of elements that an item is charged, including its links to others.
pub(crate) const OF_ITEM: usize = 8;

/// The number of elements that an attribute is charged which the format does not define.
pub(crate) const OF_ATTRIBUTE: usize = 3;

/// Returns the additional elements that a text of this length is charged.
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
