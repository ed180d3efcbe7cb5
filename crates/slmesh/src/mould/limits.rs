//! What a call may take.

/// What reading may produce; above it, reading ends with [`LimitExceeded`](crate::ErrorKind::LimitExceeded).
///
/// Memory is also bound by the input: nothing is allocated on the word of a
/// count or size before the bytes that it speaks of are known to be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub(crate) output_bytes: usize,
    pub(crate) depth: usize,
    pub(crate) elements: usize,
}

impl Limits {
    /// How many bytes decompression may give, all parts together.
    #[must_use]
    pub const fn output_bytes(mut self, output_bytes: usize) -> Self {
        self.output_bytes = output_bytes;
        self
    }

    /// How deep values may lie inside each other.
    #[must_use]
    pub const fn depth(mut self, depth: usize) -> Self {
        self.depth = depth;
        self
    }

    /// How many values, instances, vertices or nodes there may be, all together.
    #[must_use]
    pub const fn elements(mut self, elements: usize) -> Self {
        self.elements = elements;
        self
    }
}
