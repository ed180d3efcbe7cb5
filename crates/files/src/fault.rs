//! What format crates report, as problems.

use scene::problem::{GRANT_MORE, Problem, ProblemKind};
use std::borrow::Cow;
use std::fmt;

/// What sort of error a format crate reports.
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

/// What is limited.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// What follows from the memory: the elements, and the bytes of decompressed data.
    Memory,
    /// Anything else, such as the depth.
    Other,
}

impl Limit {
    /// A limit by what the format crates call it.
    pub fn of(name: &str) -> Self {
        if ["elements", "output bytes"].contains(&name) { Self::Memory } else { Self::Other }
    }
}

impl Fault {
    /// What a format crate reports.
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

/// What a writer says that cannot write a model, or a document that cannot be changed in this way.
#[cold]
pub fn refused(error: impl fmt::Display) -> Problem {
    Problem::new(ProblemKind::Unsupported, error.to_string())
}
