//! The default limits on the output of reading. They never reject a file by its number of elements, because memory is
//! proportional to it: the shortest element has four bytes, and the shortest item seven. Nothing in this format is
//! compressed.

/// The memory that an element takes in bytes, whether it is a property or kept as source text.
const BYTES_OF_ELEMENT: usize = 28;

/// The number of elements that an item counts as, including its links to other items.
pub(crate) const OF_ITEM: usize = 8;

/// The number of elements that an attribute counts as if the format does not define it.
pub(crate) const OF_ATTRIBUTE: usize = 3;

/// The number of additional elements that a text of this length counts as.
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
