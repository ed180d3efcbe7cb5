//! Faults of a hierarchy and of references.

use crate::error::ErrorKind;
use crate::model::{Chunk, Name, Referent, SharedIndex, shown};
use std::fmt;

/// A location in the model: a chunk and, if known, a value in it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spot {
    pub(crate) chunk: usize,
    pub(crate) row: Option<usize>,
}

/// A fault. A file may have millions of them, so messages are formatted only when needed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Fault<'c> {
    InstanceTwice(Referent),
    ChunkTwice([u8; 4]),
    PropertyTwice(&'c Name),
    ChildTwice(Referent),
    NoChild(Referent),
    NoParent(Referent),
    NoInstance(Referent),
    NoSharedString(SharedIndex),
    NoHierarchy,
    NotInHierarchy(Referent),
    Cycle(Referent),
}

impl Fault<'_> {
    /// The error that describes the fault.
    pub(crate) fn kind(self) -> ErrorKind {
        let twice = |what, name| ErrorKind::Duplicate { what, name };
        let dangling = |what, number: i64| ErrorKind::Dangling { what, name: number.to_string() };
        match self {
            Self::InstanceTwice(referent) => twice("instance", referent.to_string()),
            Self::ChunkTwice(name) => twice("chunk", name.escape_ascii().to_string()),
            Self::PropertyTwice(name) => twice("property", shown(name)),
            Self::ChildTwice(referent) => twice("child", referent.to_string()),
            Self::NoChild(referent) => dangling("child", referent.0.into()),
            Self::NoParent(referent) => dangling("parent", referent.0.into()),
            Self::NoInstance(referent) => dangling("instance", referent.0.into()),
            Self::NoSharedString(index) => dangling("shared string", index.0.into()),
            Self::NoHierarchy => ErrorKind::Missing { what: "PRNT" },
            Self::NotInHierarchy(referent) => ErrorKind::NotInHierarchy { referent: referent.0 },
            Self::Cycle(referent) => ErrorKind::Cycle { what: "instance", name: referent.to_string() },
        }
    }

    /// The name of the list in `chunk` that contains the faulty value.
    pub(crate) fn list(self, chunk: &Chunk) -> &'static str {
        match (self, chunk) {
            (Self::NoParent(_), _) => PARENTS,
            (_, Chunk::Hierarchy(_)) => "children",
            (_, Chunk::Class(_)) => "referents",
            _ => "values",
        }
    }
}

/// Prints the fault as a phrase.
impl fmt::Display for Fault<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind().fmt(f)
    }
}

/// The name of the list of parents in the hierarchy chunk.
pub(crate) const PARENTS: &str = "parents";

/// A callback that receives each fault and may stop the search with an error.
pub(crate) type Report<'r, 'c, E> = &'r mut dyn FnMut(Fault<'c>, Spot) -> Result<(), E>;
