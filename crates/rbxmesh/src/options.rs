//! What callers may choose.

use crate::Limits;
use crate::mould::limits::{Defaults, Scale};

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
    /// Whether the first recoverable error ends the reading.
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

/// What reading may produce where nothing is set. A vertex takes a byte of text or more, a chunk 16 bytes; nothing is
/// compressed.
pub(crate) const DEFAULTS: Defaults = Defaults {
    output_bytes: Scale { floor: 64 << 20, per_kilobyte: 0 },
    depth: 128,
    elements: Scale { floor: 1 << 20, per_kilobyte: 1 << 10 },
    spans: Scale { floor: 1 << 20, per_kilobyte: 0 },
};

/// How to write.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct WriteOptions {}
