//! Faults of columns: dangling references and duplicates.

use super::faults::{Fault, Report, Spot};
use super::numbers::Numbers;
use super::{TOP, shared};
use crate::model::{Chunk, ClassId, Column, Name, Referent, Values};
use std::collections::HashSet;

/// Reports dangling references in columns, and duplicate properties and chunks.
pub(super) fn check_columns<'c, E>(
    chunks: &'c [Chunk],
    instances: &Numbers,
    report: Report<'_, 'c, E>,
) -> Result<(), E> {
    // Indices continue from one SSTR to the next. Format document, section 8.
    let n_shared: usize = chunks.iter().filter_map(shared).map(|all| all.strings.len()).sum();
    let mut seen = SeenChunks::new(chunks);
    for (chunk, of) in chunks.iter().enumerate() {
        if seen.is_again(of) {
            let fault = match of {
                Chunk::Column(column) => Fault::PropertyTwice(&column.name),
                _ => Fault::ChunkTwice(of.name()),
            };
            report(fault, Spot { chunk, row: None })?;
        }
        let Chunk::Column(column) = of else { continue };
        let points_at = |(row, referent): (usize, Referent)| {
            if referent.is_none() || instances.get(referent) != TOP {
                return Ok(());
            }
            report(Fault::NoInstance(referent), Spot { chunk, row: Some(row) })
        };
        match &column.values {
            Values::Referent(all) => all.iter().copied().enumerate().try_for_each(points_at)?,
            Values::Content(all) => all.objects().try_for_each(points_at)?,
            Values::SharedString(all) => {
                for (row, index) in all.iter().enumerate().filter(|(_, index)| index.0 as usize >= n_shared) {
                    report(Fault::NoSharedString(*index), Spot { chunk, row: Some(row) })?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// The columns, META and SSTR chunks seen so far.
#[derive(Default)]
struct SeenChunks<'c> {
    columns: HashSet<(ClassId, &'c Name)>,
    /// Set if the columns are strictly sorted, as Studio writes them, which rules out duplicates.
    is_sorted: bool,
    metadata: bool,
    shared: bool,
}

impl<'c> SeenChunks<'c> {
    /// The initial state for checking `chunks`.
    fn new(chunks: &'c [Chunk]) -> Self {
        let columns = chunks.iter().filter_map(|chunk| match chunk {
            Chunk::Column(column) => Some((column.class, &column.name)),
            _ => None,
        });
        Self { is_sorted: columns.is_sorted_by(|one, next| one < next), ..Self::default() }
    }

    /// Records a chunk; returns true if it is a duplicate.
    fn is_again(&mut self, chunk: &'c Chunk) -> bool {
        match chunk {
            Chunk::Metadata(_) => std::mem::replace(&mut self.metadata, true),
            Chunk::SharedStrings(_) => std::mem::replace(&mut self.shared, true),
            // A column without a type is ignored; another of the property is used. Format
            // document, section 8.
            Chunk::Column(Column { values: Values::Absent, .. }) => false,
            Chunk::Column(column) if !self.is_sorted => !self.columns.insert((column.class, &column.name)),
            _ => false,
        }
    }
}
