//! Tracing: a reader reports what each byte of a file is, while it reads.

use super::show::SpanType;
use std::fmt;

/// Receives the spans of a file while the file is read. Spans begin and end like brackets.
pub trait Trace {
    /// A span begins. The return value selects which of the spans inside it are reported.
    fn enter(&self, span: &SpanStart<'_>) -> Descent;

    /// The innermost span ends. [`SpanType::show`] prints its value from its bytes and this context.
    fn leave(&self, bytes: &[u8], context: u64);

    /// The innermost span cannot be read. If the reader tries another alternative, the span and all spans inside it do
    /// not count.
    fn fail(&self, tries_another: bool);

    /// Receives the decompressed data of the part that starts at this byte of the input, after the spans inside them.
    fn unpacked(&self, start: usize, data: Vec<u8>) {
        let _ = (start, data);
    }
}

/// The spans that are reported inside a span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Descent {
    /// All spans.
    All,
    /// No spans; only the end of this one.
    Skip,
    /// Reports the values of a list whose index is a multiple of this, and outside of lists all spans.
    Every(usize),
    /// Reports the values of a list from this one on, unless they depend on those before; outside of lists, all spans.
    From {
        /// The index of the value.
        index: usize,
        /// The first byte of the value, which an earlier trace has reported.
        start: usize,
    },
    /// Nothing more: reading ends with [`Stopped`](crate::ErrorKind::Stopped).
    Stop,
}

/// The start of a span.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct SpanStart<'a> {
    /// The buffer that contains the span.
    pub buffer: Buffer,
    /// The first byte of the span in the buffer.
    pub start: usize,
    /// The name of the span.
    pub label: Label<'a>,
    /// The first byte of the label's text in the buffer, if the text lies in it.
    pub text_start: Option<usize>,
    /// The type of the span.
    pub span_type: &'static SpanType,
}

/// The buffer in which a position counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Buffer {
    /// The input.
    Input,
    /// The decompressed data of the part that starts at this byte of the input.
    Inner(usize),
}

/// A name: a word, an index, and text from the file, each of which may be missing. It is printed as `chunks[3] LODS`.
#[derive(Debug, Clone, Copy, Default)]
#[allow(missing_docs, reason = "the fields are explained above")]
pub struct Label<'a> {
    pub word: &'static str,
    pub index: Option<usize>,
    pub text: &'a [u8],
}

impl fmt::Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word)?;
        if let Some(index) = self.index {
            write!(f, "[{index}]")?;
        }
        let is_alone = self.word.is_empty() && self.index.is_none();
        let space = if self.text.is_empty() || is_alone { "" } else { " " };
        write!(f, "{space}{}", String::from_utf8_lossy(self.text))
    }
}

/// A name of a part: a label in traces, a text in paths.
pub(crate) trait Name: Copy {
    fn label(&self) -> Label<'_>;

    fn path(&self) -> String {
        self.label().to_string()
    }
}

impl Name for &'static str {
    fn label(&self) -> Label<'_> {
        Label { word: self, ..Label::default() }
    }
}

/// An element of a list: `("faces", 3)` is `faces[3]`, and so is `("", 3)` inside `faces`.
impl Name for (&'static str, usize) {
    fn label(&self) -> Label<'_> {
        Label { word: self.0, index: Some(self.1), text: &[] }
    }
}

impl Name for Label<'_> {
    fn label(&self) -> Label<'_> {
        *self
    }
}

/// A name whose text in paths says more than its label, such as a name that stands elsewhere in the file.
impl<N: Name, F: Fn() -> String + Copy> Name for (N, F) {
    fn label(&self) -> Label<'_> {
        self.0.label()
    }

    fn path(&self) -> String {
        self.1()
    }
}
