//! Errors and warnings, in one form for all formats.

use crate::loss_code::LossCode;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU32;

/// An error or warning, with its position in the bytes and its path in the file.
///
/// A warning is the error with which strict reading would have stopped.
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[must_use]
pub struct Problem {
    /// The kind of problem, for programs.
    pub kind: ProblemKind,
    /// One sentence without a full stop, for people.
    pub message: String,
    /// The part of the file: a JSON pointer in glTF, a line in OBJ; empty if it is the whole file.
    pub path: String,
    /// The position in the input in bytes; for the JSON of a GLB, counted from the start of the file. If `inner` is
    /// present, the start of the packed part.
    pub byte: Option<usize>,
    /// The position in the decompressed data of a packed part, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inner: Option<usize>,
    /// The kind of loss, if the problem is a feature that a scene cannot represent.
    #[serde(skip)]
    pub code: Option<LossCode>,
    /// Set if the input ends too early.
    #[serde(skip)]
    pub is_short: bool,
    /// Advice for the user.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<Cow<'static, str>>,
    /// The limit on memory to try next in MiB, if it was exceeded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs_mebibytes: Option<NonZeroU32>,
    /// The bytes around the position, with their meaning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excerpt: Option<Box<Excerpt>>,
}

/// The kinds of [`Problem`].
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ProblemKind {
    /// A count, a size or an offset does not fit the bytes, or the syntax is broken.
    Framing,
    /// An index or a name refers to something that does not exist, or to which it may not refer.
    Reference,
    /// A value does not have the required type or range.
    Value,
    /// A limit of the options is exceeded.
    Limit,
    /// The file requires a feature that is not supported.
    Unsupported,
    /// The file contains nothing of what was requested.
    Empty,
    /// A file to which this one refers is not available.
    MissingFile,
    /// A feature was read and cannot be represented in the result.
    Dropped,
    /// The reader of a format crate reported an error; the message is its own.
    Format,
    /// The system cannot open, read or save the file.
    Io,
}

/// Advice for errors about limits that follow from the limit on memory.
pub const GRANT_MORE: &str = "if you trust the file, allow more memory";

impl Problem {
    /// A problem with a message, which is shortened if it is very long, and without a position.
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

    /// An error of the operating system about a file. The library opens no files; callers that do can report such
    /// errors like all others.
    #[cold]
    pub fn io(error: &std::io::Error) -> Self {
        Self::new(ProblemKind::Io, error.to_string())
    }

    /// Adds advice for the user.
    #[cold]
    pub fn help(self, help: impl Into<Cow<'static, str>>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// Adds the limit on memory to try next.
    #[cold]
    pub fn needs(self, n_bytes: usize) -> Self {
        Self {
            needs_mebibytes: u32::try_from(n_bytes.div_ceil(1 << 20)).ok().and_then(NonZeroU32::new),
            ..self
        }
    }

    /// Sets the kind of loss.
    #[cold]
    pub(crate) fn code(self, code: LossCode) -> Self {
        Self { code: Some(code), ..self }
    }

    /// Sets the path in the file, unless it is set already.
    #[cold]
    pub fn with_path(mut self, path: impl Into<String>) -> Self {
        if self.path.is_empty() {
            self.path = path.into();
        }
        self
    }

    /// Sets the position in bytes, unless it is set already.
    #[cold]
    pub fn on_byte(mut self, byte: usize) -> Self {
        self.byte = self.byte.or(Some(byte));
        self
    }
}

/// The surroundings of a position: leaves of the layout, or lines of a text.
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[non_exhaustive]
pub struct Excerpt {
    /// The start of the packed part in the input, if the lines are of its decompressed data.
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
    /// The position after the last byte.
    pub end: usize,
    /// The number of the line in a text, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The bytes in hexadecimal, at most the first eight; empty for a line of a text.
    pub hex: String,
    /// The name of these bytes, or the text of the line.
    pub text: String,
    /// Marks the line that contains the position.
    pub is_marked: bool,
    /// The column of the position in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

impl Excerpt {
    /// An excerpt of the input, or of the data packed at a position.
    #[must_use]
    pub fn new(packed_at: Option<usize>, lines: Vec<ExcerptLine>) -> Self {
        Self { packed_at, lines }
    }
}

impl ExcerptLine {
    /// A line for bytes with this name.
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

/// Faults of a file that did not prevent reading.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Warnings {
    /// The first warnings, up to a thousand.
    pub list: Vec<Problem>,
    /// The number of further warnings.
    pub n_more: usize,
}

impl Warnings {
    /// The number of all warnings.
    #[must_use]
    pub fn total(&self) -> usize {
        self.list.len().saturating_add(self.n_more)
    }

    /// A message about the warnings for users of the result; `None` if there are none.
    #[must_use]
    pub fn in_words(&self) -> Option<String> {
        match self.total() {
            0 => None,
            1 => Some("one part is damaged and was read around; `rez check` says which".into()),
            n => Some(format!("{n} parts are damaged and were read around; `rez check` says which")),
        }
    }
}

/// A collector of warnings.
#[derive(Debug)]
pub(crate) struct Reports {
    is_strict: bool,
    warnings: Warnings,
}

impl Reports {
    /// The number of warnings that are kept: more than anyone reads.
    const MOST: usize = 1000;

    pub(crate) fn new(is_strict: bool) -> Self {
        Self { is_strict, warnings: Warnings::default() }
    }

    /// Records a problem after which reading continues; returns it as an error if reading is strict or the problem is a
    /// limit. Dropped features are not faults of the file, so strict reading continues after them, too.
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
