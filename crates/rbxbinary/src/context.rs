//! The state that the reader carries from one chunk to the next.

use crate::common::error::{Error, Place};
use crate::common::input::Input;
use crate::common::trace::Label;
use crate::model::{Chunk, Class, ClassId, Name};
use crate::options::ReadOptions;
use crate::outline::{Fault, PARENTS, Spot};
use crate::title::Title;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The state that the chunks read so far leave for the chunks after them.
pub(crate) struct Context<'o> {
    pub(crate) options: &'o ReadOptions,
    /// The length of the input, on which the default limits depend.
    pub(crate) n_bytes: usize,
    pub(crate) chunks: Vec<Chunk>,
    /// The classes declared so far, shared by the threads that read columns.
    pub(crate) classes: Arc<Classes>,
    /// The start of the current chunk, if its payload is compressed.
    pub(crate) block: Option<usize>,
    /// Allows the reader to leave the strings of the current payload to the buffer into which the payload was
    /// decompressed, because the column will take over that buffer.
    pub(crate) may_lend: bool,
    /// One entry per chunk: its start if its payload is compressed, and the position of its references, or of its
    /// payload if it has none. The references of a hierarchy are its children.
    pub(crate) places: Vec<(Option<usize>, usize)>,
    /// A bit for each unknown type that already caused a warning.
    pub(crate) warned: [u64; 4],
}

/// The classes declared so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Classes {
    /// The classes by id: Studio numbers classes in file order, so the id is an index.
    numbered: Vec<Declared>,
    others: BTreeMap<ClassId, Declared>,
    /// Classes declared after a column. Studio never writes such files.
    late: BTreeMap<ClassId, Declared>,
}

/// The facts about a class that are needed to read its columns.
#[derive(Debug, Clone)]
pub(crate) struct Declared {
    pub(crate) name: Name,
    pub(crate) n_instances: usize,
}

impl Classes {
    /// Adds a class and returns true, or returns false if its id is already taken.
    fn declare(&mut self, class: &Class) -> bool {
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
    pub(crate) fn add_late(&mut self, late: &Self) {
        let numbered = (0..).map(ClassId).zip(&late.numbered);
        let others = late.others.iter().map(|(id, class)| (*id, class));
        self.late = numbered.chain(others).map(|(id, class)| (id, class.clone())).collect();
    }

    #[inline]
    pub(crate) fn get(&self, id: ClassId) -> Option<&Declared> {
        let numbered = self.numbered.get(id.0 as usize);
        numbered.or_else(|| self.others.get(&id)).or_else(|| self.late.get(&id))
    }

    /// The path of a chunk.
    fn path(&self, number: usize, chunk: &Chunk) -> String {
        let class = |id| self.get(id).map(|class| &class.name);
        Title::new(number, chunk, class).to_string()
    }
}

impl<'o> Context<'o> {
    /// The initial state for an input of `n_bytes` bytes.
    pub(crate) fn new(options: &'o ReadOptions, n_bytes: usize) -> Self {
        Self {
            options,
            n_bytes,
            chunks: Vec::new(),
            classes: Arc::default(),
            block: None,
            may_lend: false,
            places: Vec::new(),
            warned: [0; 4],
        }
    }

    /// Adds a class and returns true, or returns false if its id is already taken.
    pub(crate) fn declare(&mut self, class: &Class) -> bool {
        Arc::make_mut(&mut self.classes).declare(class)
    }

    /// Returns the title of the chunk that has just been read, as paths show it: `chunks[3] PROP Part.size`.
    #[cold]
    pub(crate) fn title(&self, label: Label<'_>) -> String {
        let chunk = label.index.and_then(|index| self.chunks.get(index));
        chunk.map_or_else(
            || label.to_string(),
            |chunk| self.classes.path(label.index.unwrap_or_default(), chunk),
        )
    }

    /// Records that the references of the current chunk begin here.
    pub(crate) fn references_at(&mut self, data: Input<'_>) {
        if let Some(place) = self.places.last_mut() {
            *place = (self.block, data.position());
        }
    }

    /// An error located at a reference or a chunk. If there is no such chunk, it is located at `end`, where reading
    /// stopped.
    pub(crate) fn error(&self, fault: Fault<'_>, spot: Spot, end: usize) -> Error {
        let Some(chunk) = self.chunks.get(spot.chunk) else {
            return Error::new(Place::Input(end), fault.kind());
        };
        let (list, mut at) = (fault.list(chunk), spot.row.unwrap_or_default());
        if let (Chunk::Hierarchy(all), PARENTS) = (chunk, list) {
            // The service markers follow the children, which take four bytes each.
            at = at.saturating_add(all.children.len().saturating_mul(4));
        }
        let place = match self.places.get(spot.chunk) {
            Some((Some(start), first)) => Place::Inner { start: *start, at: first.saturating_add(at) },
            Some((None, first)) => Place::Input(first.saturating_add(at)),
            None => Place::Input(end),
        };
        let mut error = Error::new(place, fault.kind());
        if let Some(row) = spot.row {
            error = error.inside(format!("{list}[{row}]"));
        }
        error.inside(self.classes.path(spot.chunk, chunk))
    }
}
