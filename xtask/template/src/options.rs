//! Options of reading and writing.

use crate::common::limits::Limits;

/// Options of reading.
///
/// By default, reading continues after recoverable errors, which become
/// [`Warnings`](crate::Warnings), within the default [`Limits`].
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct ReadOptions {
    pub(crate) strict: bool,
    pub(crate) limits: Limits,
}

impl ReadOptions {
    /// Ends reading at the first recoverable error.
    pub fn strict(self, strict: bool) -> Self {
        Self { strict, ..self }
    }

    /// Sets the limits on memory and time.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }
}

/// Options of writing.
#[derive(Debug, Clone, Default)]
pub struct WriteOptions {}
