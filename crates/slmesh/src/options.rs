//! Options for reading and writing.

use crate::common::limits::{Limits, Remaining};

/// Options for reading.
///
/// By default, recoverable errors become [`Warnings`](crate::Warnings), and the default [`Limits`] apply.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct ReadOptions {
    pub(crate) strict: bool,
    pub(crate) limits: Limits,
    /// The length of the input, which determines the default limits.
    pub(crate) n_bytes: usize,
}

impl ReadOptions {
    /// Fails at the first recoverable error instead of adding a warning.
    pub fn strict(self, strict: bool) -> Self {
        Self { strict, ..self }
    }

    /// Sets the limits on memory and time.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The options for an input of this length, which determines the default limits.
    pub(crate) fn for_input(&self, n_bytes: usize) -> Self {
        Self { n_bytes, ..self.clone() }
    }

    /// The limits for this input, with defaults for those that are not set.
    pub(crate) fn resolved(&self) -> Remaining {
        self.limits.resolve(self.n_bytes)
    }

    /// The options for data that are already in memory, without limits.
    pub(crate) fn unlimited() -> Self {
        let limits = Limits::default().output_bytes(usize::MAX).depth(usize::MAX).elements(usize::MAX);
        Self::default().limits(limits)
    }
}

/// The treatment of hashes in the header, which a simulator has added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Hashes {
    /// Recomputes the hashes that were right, and keeps the others.
    #[default]
    AsRead,
    /// Recomputes all hashes.
    Recompute,
    /// Writes no hashes.
    Drop,
}

/// Options for writing. The default compression level is 9.
///
/// Compression is always done by miniz_oxide, so that another crate in the same build cannot change the output by
/// enabling a feature.
#[derive(Debug, Clone)]
#[must_use]
pub struct WriteOptions {
    pub(crate) level: u8,
    pub(crate) hashes: Hashes,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self { level: 9, hashes: Hashes::default() }
    }
}

impl WriteOptions {
    /// Sets the compression level, from 0 (none) to 9 (as in the viewer). Higher values mean 9.
    pub fn level(self, level: u8) -> Self {
        Self { level: level.min(9), ..self }
    }

    /// Selects the treatment of hashes.
    pub fn hashes(self, hashes: Hashes) -> Self {
        Self { hashes, ..self }
    }
}
