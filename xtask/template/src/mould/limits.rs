//! Limits on memory and time.

use crate::options::DEFAULTS;

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
    pub(crate) spans: Option<usize>,
}

impl Limits {
    /// The maximum total number of values, instances, vertices or nodes.
    #[must_use]
    pub const fn elements(mut self, elements: usize) -> Self {
        self.elements = Some(elements);
        self
    }

    /// The maximum number of spans of a layout. Beyond it, large parts are [folded](crate::SpanKind::Folded).
    #[must_use]
    pub const fn spans(mut self, spans: usize) -> Self {
        self.spans = Some(spans);
        self
    }

    /// All limits for an input of this length.
    pub(crate) fn resolve(self, n_bytes: usize) -> Resolved {
        Resolved {
            output_bytes: self.output_bytes.unwrap_or(DEFAULTS.output_bytes.of(n_bytes)),
            depth: self.depth.unwrap_or(DEFAULTS.depth),
            elements: self.elements.unwrap_or(DEFAULTS.elements.of(n_bytes)),
            spans: self.spans.unwrap_or(DEFAULTS.spans.of(n_bytes)),
        }
    }
}

/// The default limits: each crate has its table in `options.rs`.
#[derive(Debug)]
pub(crate) struct Defaults {
    pub(crate) output_bytes: Scale,
    pub(crate) depth: usize,
    pub(crate) elements: Scale,
    pub(crate) spans: Scale,
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

/// A number for each limit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Resolved {
    pub(crate) output_bytes: usize,
    pub(crate) depth: usize,
    pub(crate) elements: usize,
    pub(crate) spans: usize,
}
