//! Errors with a place and a path.

use crate::error::ErrorKind;
use std::borrow::Cow;
use std::fmt;

/// An error: its kind, its place in the bytes, and its path in the file.
///
/// Warnings have the same type: a warning is the error with which strict reading would end.
// Boxed, so that a `Result` on the path that succeeds stays small.
#[derive(Clone, PartialEq)]
pub struct Error(Box<Inner>);

#[derive(Clone, PartialEq)]
struct Inner {
    kind: ErrorKind,
    place: Place,
    /// Innermost first, because names are added while the call unwinds.
    path: Vec<Cow<'static, str>>,
}

/// The place of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// This byte of the input.
    Input(usize),
    /// A byte of the decompressed data of a chunk, a block or a stream.
    Inner {
        /// The first byte of the compressed part in the input.
        start: usize,
        /// The byte of its decompressed data.
        at: usize,
    },
    /// The model, when writing.
    Model,
}

impl Error {
    #[cold]
    pub(crate) fn new(place: Place, kind: ErrorKind) -> Self {
        Self(Box::new(Inner { kind, place, path: Vec::new() }))
    }

    /// An error in a model that cannot be written.
    #[cold]
    pub(crate) fn model(kind: ErrorKind) -> Self {
        Self::new(Place::Model, kind)
    }

    /// Adds the name of a part of the file that contains the place; called from the inside out.
    #[cold]
    pub(crate) fn inside(mut self, part: impl Into<Cow<'static, str>>) -> Self {
        self.0.path.push(part.into());
        self
    }

    /// The kind of the error.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// The place.
    #[must_use]
    pub fn place(&self) -> Place {
        self.0.place
    }

    /// The parts of the file that contain the place, outermost first.
    pub fn path(&self) -> impl Iterator<Item = &str> {
        self.0.path.iter().rev().map(AsRef::as_ref)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = None;
        for name in self.path() {
            write!(f, "{}{name}", separator(before, name))?;
            before = Some(name);
        }
        write!(f, "{}{}", if before.is_some() { ": " } else { "" }, self.0.kind)?;
        match self.0.place {
            Place::Input(at) => write!(f, " (at byte {at:#x})"),
            Place::Inner { start, at } => {
                write!(f, " (at byte {at:#x} of the data decompressed from byte {start:#x})")
            }
            Place::Model => Ok(()),
        }
    }
}

/// The separator between two names of a path: a dot, or a comma after text from the file, which may contain dots. There
/// is none before an index.
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

/// The error that a kind wraps: none, but where a crate's `ErrorKind` has a method of this name, which comes first.
trait Wraps {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        None
    }
}

impl Wraps for ErrorKind {}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.kind.source()
    }
}

/// Recoverable errors: a slice of the first thousand, and the total number.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Warnings {
    kept: Vec<Error>,
    n_dropped: usize,
}

impl Warnings {
    /// Nobody reads more; a broken file may have millions, which would take more memory than the file.
    const KEPT: usize = 1000;

    /// The total number. The slice has the first thousand.
    #[must_use]
    pub fn total(&self) -> usize {
        self.kept.len().saturating_add(self.n_dropped)
    }

    /// Counts a warning, which is constructed only if it is kept.
    pub(crate) fn add(&mut self, warning: impl FnOnce() -> Error) {
        match self.kept.len() < Self::KEPT {
            true => self.kept.push(warning()),
            false => self.n_dropped = self.n_dropped.saturating_add(1),
        }
    }

    /// Adds a name to the path of each warning since `mark`.
    pub(crate) fn name_since(&mut self, mark: usize, name: impl Fn() -> String) {
        self.kept.iter_mut().skip(mark).for_each(|warning| warning.0.path.push(name().into()));
    }
}

/// Implements access as a slice and as an iterator, for a list that keeps only its first items.
macro_rules! slice {
    ($list:ident.$kept:ident: $item:ty) => {
        impl std::ops::Deref for $list {
            type Target = [$item];

            fn deref(&self) -> &[$item] {
                &self.$kept
            }
        }

        impl IntoIterator for $list {
            type Item = $item;
            type IntoIter = std::vec::IntoIter<$item>;

            fn into_iter(self) -> Self::IntoIter {
                self.$kept.into_iter()
            }
        }

        impl<'l> IntoIterator for &'l $list {
            type Item = &'l $item;
            type IntoIter = std::slice::Iter<'l, $item>;

            fn into_iter(self) -> Self::IntoIter {
                self.$kept.iter()
            }
        }
    };
}
pub(super) use slice;
slice!(Warnings.kept: Error);
