//! Tells what each byte is, while it is read.

use super::show::Shown;
use std::fmt;

/// Is told what each byte of a file is, while the file is read: spans begin and end like brackets.
pub trait Trace {
    /// A span begins.
    fn enter(&self, span: &Named<'_>) -> Inside;

    /// The innermost span ends. Its value is shown from its bytes and this context.
    fn leave(&self, bytes: &[u8], context: u64);

    /// The innermost span cannot be read. It does not count if another alternative is tried.
    fn fail(&self, tries_another: bool);

    /// The decompressed data of the part that starts at this byte of the input. The spans in it have been told.
    fn unpacked(&self, start: usize, data: Vec<u8>) {
        let _ = (start, data);
    }
}

/// What is told of a span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inside {
    /// The spans inside it, and its end.
    Wanted,
    /// Only its end.
    Skipped,
    /// As `Wanted`, but of a list only the values whose index is a multiple of this.
    Every(usize),
    /// As `Wanted`, but of a list only the values from this one on, unless they depend on those before. It begins at
    /// this byte, as was told before.
    From {
        /// Its index.
        index: usize,
        /// Its first byte.
        start: usize,
    },
    /// Nothing, and nothing after it: reading ends with [`Stopped`](crate::ErrorKind::Stopped).
    Stop,
}

/// A span that begins.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Named<'a> {
    /// The bytes that it is a part of.
    pub buffer: Buffer,
    /// Its first byte.
    pub start: usize,
    /// Its name.
    pub label: Label<'a>,
    /// Where the text of the label is in the buffer, if it is there.
    pub text_start: Option<usize>,
    /// How it is shown.
    pub shown: &'static Shown,
}

/// The bytes in which a position counts.
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

/// What a label can be made from. In paths, it is a text.
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

/// One of many: `("faces", 3)` is `faces[3]`, and so is `("", 3)` inside `faces`.
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

/// A name whose text in paths has more than its label, which is not in the bytes of the part.
impl<N: Name, F: Fn() -> String + Copy> Name for (N, F) {
    fn label(&self) -> Label<'_> {
        self.0.label()
    }

    fn path(&self) -> String {
        self.1()
    }
}
