//! What is reported: errors and warnings of every format in one shape.

use crate::loss_code::LossCode;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU32;

/// What went wrong, where in the bytes, and in which part of the file.
///
/// A warning is of the same type: it is the error that strict reading stops at.
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[must_use]
pub struct Problem {
    /// What sort of problem it is, for programs.
    pub kind: ProblemKind,
    /// One sentence without a full stop, for people.
    pub message: String,
    /// The part of the file: a JSON pointer in glTF, a line in OBJ; empty if it is the whole file.
    pub path: String,
    /// The byte of the input, or of the JSON text of a GLB counted from the start of the file. If `inner` is there, where
    /// the packed part starts.
    pub byte: Option<usize>,
    /// The byte of the plain data of something packed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inner: Option<usize>,
    /// What sort of loss it is, of what a scene cannot take along.
    #[serde(skip)]
    pub code: Option<LossCode>,
    /// Whether the bytes end too early.
    #[serde(skip)]
    pub is_short: bool,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<Cow<'static, str>>,
    /// The memory to grant next in MiB, if there was too little.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs_mebibytes: Option<NonZeroU32>,
    /// The bytes around the place, with what they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excerpt: Option<Box<Excerpt>>,
}

/// The sorts of [`Problem`].
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ProblemKind {
    /// A count, a size or an offset does not fit the bytes, or the syntax is broken.
    Framing,
    /// An index or a name refers to nothing, or where it must not.
    Reference,
    /// A value is not of the type or range that its place demands.
    Value,
    /// A limit of the options would be exceeded.
    Limit,
    /// The file demands something that this crate does not have.
    Unsupported,
    /// There is nothing in it of what was asked for.
    Empty,
    /// A file that belongs to this one was not given.
    MissingFile,
    /// Something was read and has no place in the result.
    Dropped,
    /// The reader of a format crate reports an error; the message is its own.
    Format,
    /// The system cannot open, read or save the file.
    Io,
}

/// Advice on a limit that follows from the memory.
pub const GRANT_MORE: &str = "if you trust the file, let it take more memory";

impl Problem {
    /// With a sentence, which is shortened if it is very long, and without a place.
    #[cold]
    pub fn new(kind: ProblemKind, message: impl Into<String>) -> Self {
        let (mut message, path) = (message.into(), String::new());
        if let Cow::Owned(short) = crate::visible::cut(&message) {
            message = short;
        }
        Self {
            kind,
            message,
            path,
            byte: None,
            inner: None,
            code: None,
            is_short: false,
            help: None,
            needs_mebibytes: None,
            excerpt: None,
        }
    }

    /// What the system reports of a file. The library opens none itself; who does can show it like other problems.
    #[cold]
    pub fn io(error: &std::io::Error) -> Self {
        Self::new(ProblemKind::Io, error.to_string())
    }

    /// Says what to do.
    #[cold]
    pub fn help(self, help: impl Into<Cow<'static, str>>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// Says how much memory to grant.
    #[cold]
    pub fn needs(self, n_bytes: usize) -> Self {
        Self {
            needs_mebibytes: u32::try_from(n_bytes.div_ceil(1 << 20)).ok().and_then(NonZeroU32::new),
            ..self
        }
    }

    /// Of this sort.
    #[cold]
    pub(crate) fn code(self, code: LossCode) -> Self {
        Self { code: Some(code), ..self }
    }

    /// In this part of the file, unless a part is known already.
    #[cold]
    pub fn at(mut self, path: impl Into<String>) -> Self {
        if self.path.is_empty() {
            self.path = path.into();
        }
        self
    }

    /// At this byte, unless one is known already.
    #[cold]
    pub fn on_byte(mut self, byte: usize) -> Self {
        self.byte = self.byte.or(Some(byte));
        self
    }
}

/// The bytes around a place: leaves of the layout, or lines of a text.
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[non_exhaustive]
pub struct Excerpt {
    /// Where the packed part starts in the input, if these are bytes of its decompressed data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packed_at: Option<usize>,
    /// The lines, in the order of the bytes.
    pub lines: Vec<ExcerptLine>,
}

/// A line of an [`Excerpt`].
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[non_exhaustive]
pub struct ExcerptLine {
    /// The first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// The number of the line in a text, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The bytes in hexadecimal, at most the first eight; empty for a line of a text.
    pub hex: String,
    /// The name of these bytes, or the text of the line.
    pub text: String,
    /// Whether the place is in this line.
    pub is_marked: bool,
    /// The character of the text at which the place is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

impl Excerpt {
    /// These lines, of the input or of what is packed at a byte of it.
    #[must_use]
    pub fn new(packed_at: Option<usize>, lines: Vec<ExcerptLine>) -> Self {
        Self { packed_at, lines }
    }
}

impl ExcerptLine {
    /// Bytes with what they are.
    #[must_use]
    pub fn new(start: usize, end: usize, text: String) -> Self {
        let (line, hex, is_marked, column) = Default::default();
        Self { start, end, line, hex, text, is_marked, column }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)?;
        match (self.byte, self.inner) {
            (Some(byte), None) => write!(f, " (at byte {byte:#x})"),
            (Some(start), Some(at)) => {
                write!(f, " (at byte {at:#x} of the data decompressed from byte {start:#x})")
            }
            (None, _) => Ok(()),
        }
    }
}

impl std::error::Error for Problem {}

/// What was wrong with a file and did not hinder its reading.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Warnings {
    /// The first of them, up to a thousand.
    pub list: Vec<Problem>,
    /// How many more there were.
    pub n_more: usize,
}

impl Warnings {
    /// How many there were.
    #[must_use]
    pub fn total(&self) -> usize {
        self.list.len().saturating_add(self.n_more)
    }

    /// What a person has to know who sees what was read; `None` if nothing was wrong.
    #[must_use]
    pub fn in_words(&self) -> Option<String> {
        match self.total() {
            0 => None,
            1 => Some("one part is damaged and was read around; `rez check` says which".into()),
            n => Some(format!("{n} parts are damaged and were read around; `rez check` says which")),
        }
    }
}

/// Warnings while they come in.
#[derive(Debug)]
pub(crate) struct Reports {
    is_strict: bool,
    warnings: Warnings,
}

impl Reports {
    /// As many as anybody reads.
    const MOST: usize = 1000;

    pub(crate) fn new(is_strict: bool) -> Self {
        Self { is_strict, warnings: Warnings::default() }
    }

    /// A problem that reading goes on after, unless it is strict or the problem is a limit.
    /// What is dropped is no fault of the file, so strict reading goes on after it too.
    pub(crate) fn excuse(&mut self, problem: Problem) -> Result<(), Problem> {
        let is_fault = problem.kind != ProblemKind::Dropped;
        if problem.kind == ProblemKind::Limit || self.is_strict && is_fault {
            return Err(problem);
        }
        if self.warnings.list.len() < Self::MOST {
            self.warnings.list.push(problem);
        } else {
            self.warnings.n_more = self.warnings.n_more.saturating_add(1);
        }
        Ok(())
    }

    pub(crate) fn into_warnings(self) -> Warnings {
        self.warnings
    }
}
