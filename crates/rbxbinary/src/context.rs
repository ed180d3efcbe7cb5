//! The state that the reader carries from one chunk to the next.

use crate::compress::Inflater;
use crate::model::{Chunk, Class, ClassId, Name, shown};
use crate::mould::input::Input;
use crate::outline::{Fault, Spot};
use crate::wire::trimmed;
use crate::{Error, Limits, Place, ReadOptions};
use std::collections::BTreeMap;

/// What has been read of the file so far.
pub(crate) struct Context<'o> {
    pub(crate) options: &'o ReadOptions,
    /// The limits for the whole file.
    pub(crate) limits: Limits,
    pub(crate) chunks: Vec<Chunk>,
    pub(crate) classes: Classes,
    pub(crate) inflater: Inflater,
    /// The start of the current chunk, if its payload is compressed.
    pub(crate) block: Option<usize>,
    /// For each chunk: its start if its payload is compressed, and the position of its references, or of its payload
    /// if it has none.
    pub(crate) places: Vec<(Option<usize>, usize)>,
    /// A bit for each unknown type that already caused a warning.
    pub(crate) warned: [u64; 4],
}

/// The classes declared so far.
#[derive(Debug, Default)]
pub(crate) struct Classes {
    /// Studio numbers classes in file order, so the id is an index.
    numbered: Vec<Declared>,
    others: BTreeMap<ClassId, Declared>,
    /// Classes declared after a column. Studio never writes such files.
    late: BTreeMap<ClassId, Declared>,
}

/// What reading a column requires to know about its class.
#[derive(Debug, Clone)]
pub(crate) struct Declared {
    pub(crate) name: Name,
    pub(crate) n_instances: usize,
}

impl Classes {
    /// Adds a class and returns true, or returns false if its id is already taken.
    pub(crate) fn declare(&mut self, class: &Class) -> bool {
        let index = class.id.0 as usize;
        if index < self.numbered.len() || self.others.contains_key(&class.id) {
            return false;
        }
        let declared = Declared { name: class.name.clone(), n_instances: class.referents.len() };
        if index == self.numbered.len() {
            self.numbered.push(declared);
        } else {
            self.others.insert(class.id, declared);
        }
        true
    }

    /// Adds the classes that are declared after a column.
    pub(crate) fn add_late(&mut self, late: Self) {
        let numbered = (0..).map(ClassId).zip(late.numbered);
        self.late = numbered.chain(late.others).collect();
    }

    #[inline]
    pub(crate) fn get(&self, id: ClassId) -> Option<&Declared> {
        let numbered = self.numbered.get(id.0 as usize);
        numbered.or_else(|| self.others.get(&id)).or_else(|| self.late.get(&id))
    }

    /// The name of a column in messages.
    pub(crate) fn title(&self, class: ClassId, property: &[u8]) -> String {
        let class = self.get(class).map_or_else(|| "?".into(), |class| shown(&class.name));
        format!("{class}.{}", shown(property))
    }
}

impl<'o> Context<'o> {
    /// The initial state for an input of `n` bytes.
    pub(crate) fn new(options: &'o ReadOptions, n: usize) -> Self {
        Self {
            options,
            limits: options.limits_for(n),
            chunks: Vec::new(),
            classes: Classes::default(),
            inflater: Inflater::default(),
            block: None,
            places: Vec::new(),
            warned: [0; 4],
        }
    }

    /// Whether strings of the current chunk may be built without a buffer, because they will take over the buffer of
    /// the decompressed chunk.
    pub(crate) fn may_lend(&self, plain_len: usize) -> bool {
        self.block.is_some() && plain_len >= LENT
    }

    /// Records that the references of the current chunk begin here.
    pub(crate) fn references_at(&mut self, data: Input<'_>) {
        if let Some(place) = self.places.last_mut() {
            *place = (self.block, data.at());
        }
    }

    /// An error located at a reference or a chunk. If there is no such chunk, it is located at `end`, the end of what
    /// was read.
    pub(crate) fn error(&self, fault: Fault<'_>, spot: Spot, end: usize) -> Error {
        let row = spot.row.unwrap_or_default();
        let place = match self.places.get(spot.chunk) {
            Some((Some(start), at)) => Place::Chunk { start: *start, at: at.saturating_add(row) },
            Some((None, at)) => Place::Input(at.saturating_add(row)),
            None => Place::Input(end),
        };
        let mut error = Error::new(place, fault.kind());
        let Some(chunk) = self.chunks.get(spot.chunk) else { return error };
        if let Some(row) = spot.row {
            error = error.inside(format!("value {row}"));
        }
        match chunk {
            Chunk::Class(class) => error = error.inside(shown(&class.name)),
            Chunk::Column(column) => error = error.inside(self.classes.title(column.class, &column.name)),
            _ => {}
        }
        error.inside(format!("{} #{}", trimmed(&chunk.name()).escape_ascii(), spot.chunk))
    }
}

/// The minimum plain length for which strings keep the buffer that their chunk was decompressed into.
const LENT: usize = 4096;
