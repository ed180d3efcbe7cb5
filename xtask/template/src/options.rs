//! What callers may choose.

use crate::common::limits::Limits;

/// How to read.
///
/// By default what can be read is read, with [`Warnings`](crate::Warnings)
/// about the rest, within the default [`Limits`].
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct ReadOptions {
    pub(crate) strict: bool,
    pub(crate) limits: Limits,
}

impl ReadOptions {
    /// Whether the first recoverable error ends the reading.
    pub fn strict(self, strict: bool) -> Self {
        Self { strict, ..self }
    }

    /// What reading may produce.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }
}

/// How to write.
#[derive(Debug, Clone, Default)]
pub struct WriteOptions {}
