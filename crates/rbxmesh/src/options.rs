//! Options for reading and writing.

use crate::Limits;
use crate::mould::limits::{Defaults, Scale};

/// Options for reading.
///
/// By default recoverable errors become [`Warnings`](crate::Warnings), and the default [`Limits`] apply.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    pub(crate) strict: bool,
    pub(crate) limits: Limits,
}

impl ReadOptions {
    /// Whether recoverable errors are errors instead of warnings.
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// Limits on what reading may produce.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }
}

/// The default limits. Every element takes at least one byte of input, except the points of a Draco stream: the floor
/// of `elements` is for them, and the limit of 12 output bytes per input byte is for their values.
pub(crate) const DEFAULTS: Defaults = Defaults {
    output_bytes: Scale { floor: 64 << 20, per_kilobyte: 12 << 10 },
    depth: 128,
    elements: Scale { floor: 1 << 21, per_kilobyte: 1 << 10 },
    spans: Scale { floor: 1 << 20, per_kilobyte: 0 },
};

/// Options for writing. There are none yet.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct WriteOptions {}
