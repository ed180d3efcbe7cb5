//! Limits on memory and time.

use crate::options::DEFAULTS;
use std::cell::Cell;

/// Limits on what reading may produce; beyond them, reading ends with
/// [`LimitExceeded`](crate::ErrorKind::LimitExceeded).
///
/// Limits that are not set are chosen so that memory and time stay bounded: the larger of a constant and a multiple of
/// the length of the input. Limits that are set are used as they are.
///
/// Whatever a count or size in a file claims, memory is allocated only for bytes that are known to exist.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    pub(crate) output_bytes: Option<usize>,
    pub(crate) depth: Option<usize>,
    pub(crate) elements: Option<usize>,
}

impl Limits {
    /// The maximum total number of values, instances, vertices or nodes.
    #[must_use]
    pub const fn elements(mut self, elements: usize) -> Self {
        self.elements = Some(elements);
        self
    }

    /// All limits for an input of this length.
    pub(crate) fn resolve(self, n_bytes: usize) -> Left {
        Left {
            output_bytes: self.output_bytes.unwrap_or(DEFAULTS.output_bytes.of(n_bytes)).into(),
            depth: self.depth.unwrap_or(DEFAULTS.depth).into(),
            elements: self.elements.unwrap_or(DEFAULTS.elements.of(n_bytes)).into(),
        }
    }
}

/// The default limits: each crate has its table in `options.rs`.
#[derive(Debug)]
pub(crate) struct Defaults {
    pub(crate) output_bytes: Scale,
    pub(crate) depth: usize,
    pub(crate) elements: Scale,
}

/// The larger of a constant and a multiple of the length of the input.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scale {
    pub(crate) floor: usize,
    pub(crate) per_kilobyte: usize,
}

impl Scale {
    pub(crate) const fn of(self, n_bytes: usize) -> usize {
        let scaled = (n_bytes / 1024).saturating_add(1).saturating_mul(self.per_kilobyte);
        if scaled > self.floor { scaled } else { self.floor }
    }
}

/// What is left of each limit.
#[derive(Debug, Default)]
pub(crate) struct Left {
    pub(crate) output_bytes: Cell<usize>,
    pub(crate) depth: Cell<usize>,
    pub(crate) elements: Cell<usize>,
}
