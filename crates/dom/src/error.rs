//! Why a document cannot be read, changed or written.

use std::fmt;

/// Why a document cannot be read, changed or written.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Error {
    /// The sort of error, for programs.
    pub kind: ErrorKind,
    /// One sentence without a full stop, for people.
    pub message: String,
}

/// The sorts of [`Error`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An instance or a property is not there.
    Reference,
    /// A value is not of the kind that its place demands.
    Value,
    /// The encoding does not have what is asked for.
    Unsupported,
    /// The file cannot be read; the message is that of the reader.
    Format,
}

impl Error {
    #[cold]
    #[doc(hidden)]
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }
}

/// The error of a format crate that cannot change or write something.
#[cold]
pub(crate) fn refused(error: impl fmt::Display) -> Error {
    Error::new(ErrorKind::Unsupported, error.to_string())
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
