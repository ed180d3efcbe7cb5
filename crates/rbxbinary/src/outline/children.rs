//! The children of each instance, in one list.

use super::{Outline, TOP};

/// The children of each instance.
#[derive(Debug, Clone, Default)]
pub(crate) struct Children {
    /// The index in `all` where the children of each instance start; then the index where the top level starts, and the
    /// end.
    starts: Vec<u32>,
    all: Vec<u32>,
}

impl Children {
    pub(crate) fn new(outline: &Outline) -> Self {
        let n = outline.len();
        let (mut starts, mut all) = (Vec::with_capacity(n.saturating_add(2)), Vec::with_capacity(n));
        // Instances are numbered with 32 bits.
        let len = |all: &Vec<u32>| u32::try_from(all.len()).unwrap_or(TOP);
        for parent in (0..).take(n).chain([TOP]) {
            starts.push(len(&all));
            all.extend(outline.nodes.children(parent));
        }
        starts.push(len(&all));
        Self { starts, all }
    }

    /// The children of `parent`, which may be [`TOP`].
    pub(crate) fn get(&self, parent: u32) -> &[u32] {
        let slot = self.all.len().min(parent as usize);
        let start = self.starts.get(slot).map_or(0, |start| *start as usize);
        let end = self.starts.get(slot.saturating_add(1)).map_or(0, |end| *end as usize);
        self.all.get(start..end).unwrap_or_default()
    }
}
