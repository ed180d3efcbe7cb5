//! The items that make up the rows of a class.

use super::super::Document;
use super::super::batch::Batch;
use super::super::growing::Growing;

/// Items of one class, in the order of its rows.
pub(super) struct Rows<'d> {
    numbers: Vec<u32>,
    together: Option<Together<'d>>,
}

/// Items that are in one batch.
struct Together<'d> {
    batch: &'d Batch,
    rows: Vec<u32>,
    /// The properties that some of them have changed, sorted.
    changed: Vec<u32>,
}

impl<'d> Rows<'d> {
    pub(super) fn new(document: &'d Document, numbers: Vec<u32>) -> Self {
        let together = Together::of(document, &numbers);
        Self { numbers, together }
    }

    pub(super) fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// The values of a property that all items take from their row [in the batch](Self::in_batch).
    pub(super) fn stored(&self, property: u32) -> Option<&'d Growing> {
        let Together { batch, changed, .. } = self.together.as_ref()?;
        batch.column(property).filter(|_| changed.binary_search(&property).is_err())
    }

    /// The rows of the items in their batch; none if they are not in one batch.
    pub(super) fn in_batch(&self) -> &[u32] {
        self.together.as_ref().map_or(&[], |together| &together.rows)
    }
}

impl<'d> Together<'d> {
    /// Returns `None` unless the items are all in one batch.
    fn of(document: &'d Document, numbers: &[u32]) -> Option<Self> {
        let source = document.node(*numbers.first()?)?.source;
        let batch = document.sources.get(source as usize)?.batch.as_ref()?;
        let (mut rows, mut changed) = (Vec::with_capacity(numbers.len()), Vec::new());
        for number in numbers {
            let node = document.node(*number).filter(|node| node.source == source)?;
            rows.push(node.row);
            changed.extend(node.changes.iter().map(|(property, _)| *property));
        }
        changed.sort_unstable();
        changed.dedup();
        Some(Self { batch, rows, changed })
    }
}
