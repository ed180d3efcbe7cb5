//! What callers may choose.

use crate::Limits;
use crate::common::limits::{Defaults, Scale};

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

/// What reading may produce where nothing is set: below 256 MB, and 64 bytes for a byte of the input.
pub(crate) const DEFAULTS: Defaults = Defaults {
    output_bytes: Scale { floor: 64 << 20, per_kilobyte: 16 << 10 },
    depth: 128,
    elements: Scale { floor: 1 << 20, per_kilobyte: 1 << 10 },
};

/// How to write.
#[derive(Debug, Clone, Default)]
pub struct WriteOptions {}
