//! Conversion of errors of format crates to problems.

use scene::problem::{GRANT_MORE, Problem, ProblemKind};
use std::borrow::Cow;
use std::fmt;

/// The kind of an error of a format crate.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// A limit is exceeded.
    Limit(Limit),
    /// The bytes end too early.
    End,
    /// Anything else.
    Other,
}

/// The kind of a limit.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// A limit that is derived from the memory limit: on elements, or on bytes of decompressed data.
    Memory,
    /// Any other limit, such as on depth.
    Other,
}

impl Limit {
    /// The limit with this name in the format crates.
    pub fn from_name(name: &str) -> Self {
        if ["elements", "output bytes"].contains(&name) { Self::Memory } else { Self::Other }
    }
}

impl Fault {
    /// Builds the problem for an error of a format crate.
    #[cold]
    pub fn problem(
        self,
        message: String,
        path: String,
        byte: Option<usize>,
        inner: Option<usize>,
    ) -> Problem {
        let kind = if let Self::Limit(_) = self { ProblemKind::Limit } else { ProblemKind::Format };
        let help = (self == Self::Limit(Limit::Memory)).then_some(Cow::Borrowed(GRANT_MORE));
        Problem { path, byte, inner, help, is_short: self == Self::End, ..Problem::new(kind, message) }
    }
}

/// The problem for a model that cannot be written, or for a refused change of a document.
#[cold]
pub fn refused(error: impl fmt::Display) -> Problem {
    Problem::new(ProblemKind::Unsupported, error.to_string())
}
