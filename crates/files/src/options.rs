//! How to read, the same for all formats.

use scene::allowance::usual_memory;

/// How to read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether recoverable errors are errors instead of warnings.
    pub strict: bool,
    /// What reading may produce.
    pub limits: Limits,
    /// Whether a layout needs only the spans that at most two others contain. Below them, values side by side are one.
    pub is_outline: bool,
}

impl Options {
    /// The memory for what is made of a file of this length.
    #[doc(hidden)]
    pub fn memory(self, n_bytes: usize) -> usize {
        self.limits.memory.unwrap_or(usual_memory(n_bytes))
    }
}

/// Limits on what reading may produce; `None` is the default of the format's crate.
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
    /// The memory for what is made of the model, and how many bytes that may give out; `None` is
    /// [`usual_memory`] of the input.
    pub memory: Option<usize>,
}

impl Limits {
    /// Limits that keep reading and checking a file of this length within approximately this much memory, if an element
    /// of its format takes so many bytes.
    ///
    /// The bytes of the file stay there, and a byte of decompressed data is kept once in the buffer and once or twice in
    /// the model. A span takes a hundred bytes at most, but lies beside all of these.
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
