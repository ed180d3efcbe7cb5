//! The items that make up the rows of a class.

use super::super::Document;
use super::super::batch::Batch;
use super::super::growing::Growing;

/// Items of one class, in the order of its rows.
pub(super) struct Rows<'d> {
    numbers: Vec<u32>,
    together: Option<Together<'d>>,
}

/// Items whose values are all in one batch.
struct Together<'d> {
    batch: &'d Batch,
    rows: Vec<u32>,
    /// The properties that were changed in at least one of the items, sorted.
    changed: Vec<u32>,
}

impl<'d> Rows<'d> {
    pub(super) fn new(document: &'d Document, numbers: Vec<u32>) -> Self {
        let together = Together::find(document, &numbers);
        Self { numbers, together }
    }

    pub(super) fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// The column of the batch with a property, if no item has changed it. [`in_batch`](Self::in_batch) has the rows of
    /// the items in it.
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
    /// Finds the batch of the items; `None` unless all are in the same one.
    fn find(document: &'d Document, numbers: &[u32]) -> Option<Self> {
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
