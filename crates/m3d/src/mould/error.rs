//! What went wrong, where, inside what.

use crate::error::ErrorKind;
use std::borrow::Cow;
use std::fmt;

/// What went wrong, where in the bytes, and in which part of the file.
///
/// A warning is of the same type: it is the error that strict reading stops at.
// Boxed, so that a `Result` on the path that succeeds stays small.
#[derive(Clone, PartialEq)]
pub struct Error(Box<Inner>);

#[derive(Clone, PartialEq)]
struct Inner {
    kind: ErrorKind,
    place: Place,
    /// Innermost first: names are added as the call unwinds.
    path: Vec<Cow<'static, str>>,
}

/// Where an error lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// At this byte of the input.
    Input(usize),
    /// At a byte of the plain data of something packed: a chunk, a block or a stream.
    Inner {
        /// Where it starts in the input.
        start: usize,
        /// The byte of its plain data.
        at: usize,
    },
    /// In the model, when writing.
    Model,
}

impl Error {
    #[cold]
    pub(crate) fn new(place: Place, kind: ErrorKind) -> Self {
        Self(Box::new(Inner { kind, place, path: Vec::new() }))
    }

    /// Of a model that cannot be written.
    #[cold]
    pub(crate) fn model(kind: ErrorKind) -> Self {
        Self::new(Place::Model, kind)
    }

    /// Says which part of the file this lies in; called from the inside out.
    #[cold]
    pub(crate) fn inside(mut self, part: impl Into<Cow<'static, str>>) -> Self {
        self.add(part);
        self
    }

    /// As [`inside`](Self::inside).
    #[cold]
    pub(crate) fn add(&mut self, part: impl Into<Cow<'static, str>>) {
        self.0.path.push(part.into());
    }

    /// What went wrong.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// Where.
    #[must_use]
    pub fn place(&self) -> Place {
        self.0.place
    }

    /// Inside what, outermost first.
    pub fn path(&self) -> impl Iterator<Item = &str> {
        self.0.path.iter().rev().map(AsRef::as_ref)
    }

    /// Line and column of the place in a text, both from 1; columns count characters.
    ///
    /// `None` for a place that is not in the input itself.
    #[must_use]
    pub fn line_column(&self, source: &[u8]) -> Option<(usize, usize)> {
        let Place::Input(at) = self.0.place else { return None };
        let before = source.get(..at).unwrap_or(source);
        let line = before.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        let n_lines = before.iter().filter(|byte| **byte == b'\n').count();
        // A byte 10xxxxxx goes on with the character before it.
        let n_characters = line.iter().filter(|byte| **byte & 0xc0 != 0x80).count();
        Some((n_lines.saturating_add(1), n_characters.saturating_add(1)))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = None;
        for name in self.path() {
            write!(f, "{}{name}", separator(before, name))?;
            before = Some(name);
        }
        if !self.0.path.is_empty() {
            f.write_str(": ")?;
        }
        write!(f, "{}", self.0.kind)?;
        match self.0.place {
            Place::Input(at) => write!(f, " (at byte {at:#x})"),
            Place::Inner { start, at } => {
                write!(f, " (at byte {at:#x} of the plain data of what is packed at byte {start:#x})")
            }
            Place::Model => Ok(()),
        }
    }
}

/// What stands between two names of a path: a point, and a comma behind letters of the file, which may have points.
/// A number alone belongs to the name before it.
pub(crate) fn separator(before: Option<&str>, name: &str) -> &'static str {
    match before {
        None => "",
        Some(_) if name.starts_with('[') => "",
        Some(before) if before.contains([' ', '.', ',']) => ", ",
        Some(_) => ".",
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({self})")
    }
}

impl std::error::Error for Error {}

/// Recoverable errors: a slice of the first thousand, and the number of all.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Warnings {
    kept: Vec<Error>,
    n_dropped: usize,
}

impl Warnings {
    const KEPT: usize = 1000;

    /// How many there were. The slice has the first thousand of them.
    #[must_use]
    pub fn total(&self) -> usize {
        self.kept.len().saturating_add(self.n_dropped)
    }

    /// Whether the next one is only counted, so that nobody needs to make it.
    pub(crate) fn is_full(&self) -> bool {
        self.kept.len() >= Self::KEPT
    }

    pub(crate) fn count_one(&mut self) {
        self.n_dropped = self.n_dropped.saturating_add(1);
    }

    pub(crate) fn push(&mut self, warning: Error) {
        if self.is_full() {
            self.count_one();
        } else {
            self.kept.push(warning);
        }
    }

    /// Puts a name before the path of each warning kept since there were `mark`.
    pub(crate) fn name_since(&mut self, mark: usize, name: impl Fn() -> Cow<'static, str>) {
        self.kept.iter_mut().skip(mark).for_each(|warning| warning.add(name()));
    }
}

impl std::ops::Deref for Warnings {
    type Target = [Error];

    fn deref(&self) -> &[Error] {
        &self.kept
    }
}

impl IntoIterator for Warnings {
    type Item = Error;
    type IntoIter = std::vec::IntoIter<Error>;

    fn into_iter(self) -> Self::IntoIter {
        self.kept.into_iter()
    }
}

impl<'w> IntoIterator for &'w Warnings {
    type Item = &'w Error;
    type IntoIter = std::slice::Iter<'w, Error>;

    fn into_iter(self) -> Self::IntoIter {
        self.kept.iter()
    }
}
