//! Writes chunks on several threads.
//!
//! The threads pack ahead, and the chunks are appended in file order, so output and errors are the same as when writing
//! on one thread.

use super::chunk::Packer;
use crate::common::error::Error;
use crate::common::output::Output;
use crate::compress::append;
use crate::model::{Chunk, Column, Model, Values};
use crate::parallel::{WORTH, is_shared, run_tasks};
use std::sync::Arc;

/// The chunks that were packed ahead, each with its frame.
pub(super) struct Ahead(std::vec::IntoIter<Option<Result<Vec<u8>, Error>>>);

impl Packer<'_> {
    /// Packs all chunks of a large model ahead. This is not done with an original, because then chunks are mostly
    /// compared, one after the other, and few are packed.
    pub(super) fn ahead(&self, model: &Model, out: &mut Output, n_threads: usize) -> Ahead {
        let len = |number: usize| model.chunks.get(number).map_or(0, len);
        let total = || (0..model.chunks.len()).map(len).fold(0, usize::saturating_add);
        if !is_shared(n_threads) || self.is_onto() || total() < WORTH {
            return Ahead(Vec::new().into_iter());
        }
        let pack = |(packer, out): &mut (Packer<'_>, Output), number: usize| {
            let chunk = model.chunks.get(number)?;
            out.0.clear();
            Some(packer.chunk(out, chunk).map(|()| out.0.clone()))
        };
        let (compression, n_instances) = (self.compression(), &self.n_instances);
        let state = || (Packer::with(compression, Arc::clone(n_instances)), Output::default());
        let packed = run_tasks(n_threads, model.chunks.len(), len, state, pack);
        let chunks: Vec<_> = packed.into_iter().map(Option::flatten).collect();
        let n_bytes = chunks.iter().flatten().flatten().map(Vec::len).sum();
        out.0.reserve_exact(n_bytes);
        Ahead(chunks.into_iter())
    }
}

impl Ahead {
    /// Writes the next chunk with its frame.
    pub(super) fn chunk(
        &mut self,
        out: &mut Output,
        chunk: &Chunk,
        packer: &mut Packer<'_>,
    ) -> Result<(), Error> {
        match self.0.next().flatten() {
            Some(packed) => packed.map(|packed| append(out, &packed)),
            None => packer.chunk(out, chunk),
        }
    }
}

/// The approximate number of bytes of a chunk's payload.
fn len(chunk: &Chunk) -> usize {
    match chunk {
        Chunk::Column(Column { values: Values::String(all) | Values::Bytecode(all), .. }) => all.n_bytes(),
        Chunk::Column(column) => column.values.len().saturating_mul(4),
        Chunk::SharedStrings(shared) => shared.strings.n_bytes(),
        Chunk::Class(class) => class.referents.len().saturating_mul(4),
        Chunk::Hierarchy(hierarchy) => hierarchy.children.len().saturating_mul(8),
        Chunk::Unknown(unknown) => unknown.data.len(),
        _ => 0,
    }
}
