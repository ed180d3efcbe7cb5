//! The titles of chunks in paths.

use crate::model::{Chunk, ClassId, Name, shown};
use crate::wire::trimmed;
use std::fmt;

/// The path of a chunk: `chunks[3] PROP Part.size`. A [`Trace`](crate::Trace) receives the number and the chunk name;
/// the class and property names are for people.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Title<'c> {
    number: usize,
    chunk: &'c Chunk,
    /// The class to which the chunk's column belongs.
    class: Option<&'c Name>,
}

impl<'c> Title<'c> {
    pub(crate) fn new(
        number: usize,
        chunk: &'c Chunk,
        class: impl FnOnce(ClassId) -> Option<&'c Name>,
    ) -> Self {
        let class = match chunk {
            Chunk::Column(column) => class(column.class),
            _ => None,
        };
        Self { number, chunk, class }
    }
}

impl fmt::Display for Title<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "chunks[{}]", self.number)?;
        let name = self.chunk.name();
        let letters = trimmed(&name);
        if !letters.is_empty() {
            write!(f, " {}", letters.escape_ascii())?;
        }
        match self.chunk {
            Chunk::Class(class) => write!(f, " {}", shown(&class.name)),
            Chunk::Column(column) => {
                let class = self.class.map_or_else(|| "?".into(), |name| shown(name));
                write!(f, " {class}.{}", shown(&column.name))
            }
            _ => Ok(()),
        }
    }
}
