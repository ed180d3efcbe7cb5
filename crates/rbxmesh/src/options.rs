//! What callers may choose.

use crate::Limits;
use crate::mould::input::Reading;

/// How to read.
///
/// By default what can be read is read, with [`Warnings`](crate::Warnings)
/// about the rest, within the default [`Limits`].
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    pub(crate) strict: bool,
    pub(crate) limits: Limits,
}

impl ReadOptions {
    /// Whether the first thing that is wrong ends the reading.
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// What reading may produce.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }
}

/// What follows from the size of the input: as many elements as it has bytes, or 2 million if that is more; and of
/// what is packed, 12 times as many bytes, or 64 MiB if that is more.
///
/// Each element of a file takes a byte at least, but in a Draco stream, where they are few. Nothing is nested.
impl Default for Limits {
    fn default() -> Self {
        Self { output_bytes: UNSET, depth: UNSET, elements: UNSET }
    }
}

/// A limit that the caller did not set.
const UNSET: usize = usize::MAX;

/// The elements that even the smallest file may have.
const FEWEST_ELEMENTS: usize = 1 << 21;

/// The bytes that even the smallest packed part may give.
const FEWEST_OUTPUT_BYTES: usize = 1 << 26;

impl ReadOptions {
    /// A reading of `n_bytes` of input, as these options ask for it.
    pub(crate) fn reading(&self, n_bytes: usize) -> Reading {
        let mut limits = self.limits;
        if limits.elements == UNSET {
            limits.elements = n_bytes.max(FEWEST_ELEMENTS);
        }
        if limits.output_bytes == UNSET {
            limits.output_bytes = n_bytes.saturating_mul(12).max(FEWEST_OUTPUT_BYTES);
        }
        Reading::new(self.strict, limits)
    }
}

/// How to write.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct WriteOptions {}
