//! Options for reading and writing.

use crate::common::limits::{Limits, Remaining};

/// How to read.
///
/// By default, recoverable errors become [`Warnings`](crate::Warnings), and the default [`Limits`] apply.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct ReadOptions {
    pub(crate) strict: bool,
    pub(crate) limits: Limits,
    /// The length of the input, which determines the limits that are not set.
    pub(crate) n_bytes: usize,
}

impl ReadOptions {
    /// Whether recoverable errors are errors instead of warnings.
    pub fn strict(self, strict: bool) -> Self {
        Self { strict, ..self }
    }

    /// How much reading may produce.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// These options for an input of this length, which determines the limits that are not set.
    pub(crate) fn for_input(&self, n_bytes: usize) -> Self {
        Self { n_bytes, ..self.clone() }
    }

    /// All limits for this input.
    pub(crate) fn resolved(&self) -> Remaining {
        self.limits.resolve(self.n_bytes)
    }

    /// Options for data that are already in memory: no limits.
    pub(crate) fn unlimited() -> Self {
        let limits = Limits::default().output_bytes(usize::MAX).depth(usize::MAX).elements(usize::MAX);
        Self::default().limits(limits)
    }
}

/// How the hashes in the header, which a simulator has added, are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Hashes {
    /// Hashes that were right are recomputed; others stay as they are.
    #[default]
    AsRead,
    /// All hashes are recomputed.
    Recompute,
    /// No hashes are written.
    Drop,
}

/// How to write. The default is level 9.
///
/// miniz_oxide compresses, whatever the features: another crate in the same build cannot change the written bytes.
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
    /// The level of compression, from 0 (none) to 9 (as in the viewer). Higher values mean 9.
    pub fn level(self, level: u8) -> Self {
        Self { level: level.min(9), ..self }
    }

    /// How hashes are written.
    pub fn hashes(self, hashes: Hashes) -> Self {
        Self { hashes, ..self }
    }
}
