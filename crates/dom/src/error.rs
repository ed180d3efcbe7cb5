//! The errors of documents.

use std::fmt;

/// The reason why a document cannot be read, changed or written.
///
/// Its source is the error of [`rbxbinary`] or [`rbxxml`] if the file cannot be read.
///
/// ```
/// use std::error::Error;
///
/// let error = dom::Document::open(b"<roblox!\x89\xff\r\n\x1a\n").unwrap_err();
/// let source = error.source().and_then(|source| source.downcast_ref::<rbxbinary::Error>());
/// assert_eq!(source.map(ToString::to_string), Some(error.message));
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Error {
    /// The sort of error, for programs.
    pub kind: ErrorKind,
    /// One sentence without a full stop, for people.
    pub message: String,
    source: Option<FormatError>,
}

/// The error of the crate that reads the encoding.
#[derive(Debug, Clone, PartialEq)]
enum FormatError {
    Binary(rbxbinary::Error),
    Xml(rbxxml::Error),
}

/// The sorts of [`Error`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An instance, a class or a property does not exist.
    Reference,
    /// A value does not fit the property or attribute that it is for.
    Value,
    /// The format does not support the request.
    Unsupported,
    /// The file cannot be read; the message comes from the reader.
    Format,
}

impl Error {
    #[cold]
    #[doc(hidden)]
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), source: None }
    }
}

/// Wraps the error of a binary file that cannot be read.
impl From<rbxbinary::Error> for Error {
    fn from(error: rbxbinary::Error) -> Self {
        let message = error.to_string();
        Self { kind: ErrorKind::Format, message, source: Some(FormatError::Binary(error)) }
    }
}

/// Wraps the error of an XML file that cannot be read.
impl From<rbxxml::Error> for Error {
    fn from(error: rbxxml::Error) -> Self {
        let message = error.to_string();
        Self { kind: ErrorKind::Format, message, source: Some(FormatError::Xml(error)) }
    }
}

/// Converts the error of a format crate that refused a change or could not write.
#[cold]
pub(crate) fn refused(error: impl fmt::Display) -> Error {
    Error::new(ErrorKind::Unsupported, error.to_string())
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self.source.as_ref()? {
            FormatError::Binary(error) => Some(error),
            FormatError::Xml(error) => Some(error),
        }
    }
}
