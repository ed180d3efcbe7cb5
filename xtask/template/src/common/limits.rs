//! Limits on memory and time.

use crate::defaults;
use std::cell::Cell;

/// Limits on what reading may produce; beyond them, reading ends with
/// [`LimitExceeded`](crate::ErrorKind::LimitExceeded).
///
/// Limits that are not set are chosen so that memory and time stay bounded: the larger of a constant and a multiple of
/// the length of the input. Limits that are set are used as they are.
///
/// Whatever a count or size in a file claims, memory is allocated only for bytes that are known to exist.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[must_use]
pub struct Limits {
    pub(crate) output_bytes: Option<usize>,
    pub(crate) depth: Option<usize>,
    pub(crate) elements: Option<usize>,
}

impl Limits {
    /// The maximum total number of values, instances, vertices or nodes.
    pub const fn elements(self, elements: usize) -> Self {
        Self { elements: Some(elements), ..self }
    }

    /// Resolves all limits for an input of this length. Each crate has its defaults in `defaults.rs`.
    pub(crate) fn resolve(self, n_bytes: usize) -> Remaining {
        Remaining {
            output_bytes: self.output_bytes.unwrap_or(defaults::output_bytes(n_bytes)).into(),
            depth: self.depth.unwrap_or(defaults::DEPTH).into(),
            elements: self.elements.unwrap_or(defaults::elements(n_bytes)).into(),
        }
    }
}

/// The remainder of each limit during a call.
#[derive(Debug, Default)]
pub(crate) struct Remaining {
    pub(crate) output_bytes: Cell<usize>,
    pub(crate) depth: Cell<usize>,
    pub(crate) elements: Cell<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bound of docs/robustness.md, if each of the elements takes ten bytes or less.
    #[test]
    fn default_limits_fit_into_the_memory_of_a_call() {
        for n_bytes in [0, 1 << 20, 1 << 30] {
            let memory = (256 << 20) + 64 * n_bytes;
            let Remaining { output_bytes, elements, .. } = Limits::default().resolve(n_bytes);
            assert!(output_bytes.get() <= memory && elements.get() <= memory / 10, "{n_bytes}");
        }
    }
}
