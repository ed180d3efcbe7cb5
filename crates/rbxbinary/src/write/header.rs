//! Format document, section 1: the file header.

use crate::model::{Chunk, Model};
use crate::mould::output::Output;
use crate::outline::class;
use crate::wire::{FileHeader, MAGIC, SIGNATURE};

pub(super) fn header(out: &mut Output, model: &Model) {
    out.bytes(MAGIC);
    out.bytes(SIGNATURE);
    let (n_classes, n_instances) = model.header.counts.unwrap_or_else(|| counts(&model.chunks));
    out.value(&FileHeader { version: 0, n_classes, n_instances, reserved: model.header.reserved });
}

/// The numbers of classes and instances. The header's fields wrap, and nobody relies on them.
#[expect(clippy::cast_possible_truncation, reason = "as said")]
pub(crate) fn counts(chunks: &[Chunk]) -> (u32, u32) {
    let classes = || chunks.iter().filter_map(class);
    (classes().count() as u32, classes().map(|class| class.referents.len()).sum::<usize>() as u32)
}
