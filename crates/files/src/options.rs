//! Read options that all formats share.

use scene::allowance::usual_memory;

/// Options for reading.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// Turns recoverable errors, which are warnings otherwise, into errors.
    pub strict: bool,
    /// Upper bounds on the results of reading.
    pub limits: Limits,
    /// Restricts layouts to spans inside at most two others. Adjacent values at greater depths are combined.
    pub is_outline: bool,
}

impl Options {
    /// The memory limit for work on a file of this length, in bytes.
    #[doc(hidden)]
    pub fn memory(self, n_bytes: usize) -> usize {
        self.limits.memory.unwrap_or(usual_memory(n_bytes))
    }
}

/// Upper bounds on the results of reading; `None` means the default of the format's crate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// The total size of decompressed data.
    pub output_bytes: Option<usize>,
    /// The depth of nesting.
    pub depth: Option<usize>,
    /// The total number of values, instances, vertices or nodes.
    pub elements: Option<usize>,
    /// The number of spans of a layout.
    pub spans: Option<usize>,
    /// The memory for results computed from the model, which also bounds their output, in bytes; `None` means
    /// [`usual_memory`] of the input.
    pub memory: Option<usize>,
}

impl Limits {
    /// Limits that keep reading and checking a file of `n_bytes` within approximately `memory` bytes, if an element of
    /// its format takes `bytes_of_element`.
    ///
    /// The bytes of the file remain in memory; each byte of decompressed data is kept in the buffer, and once or twice
    /// in the model. A span takes at most a hundred bytes, in addition to all of these.
    #[must_use]
    pub fn within(memory: usize, n_bytes: usize, bytes_of_element: usize) -> Self {
        let left = memory.saturating_sub(n_bytes);
        Self {
            output_bytes: Some(left / 4),
            depth: None,
            elements: left.checked_div(bytes_of_element),
            spans: Some((left / 512).min(1 << 20)),
            memory: Some(memory),
        }
    }
}
