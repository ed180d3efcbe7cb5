//! The children of each instance, in one list.

use super::{Outline, TOP};

/// The children of each instance.
#[derive(Debug, Clone, Default)]
pub(crate) struct Children {
    /// The index in `all` where the children of each instance start, then that of the top level, then the end.
    starts: Vec<u32>,
    all: Vec<u32>,
}

impl Children {
    /// Groups the instances by parent, in the order of the hierarchy.
    pub(crate) fn new(outline: &mut Outline) -> Self {
        let top = outline.len();
        let slot = |parent: u32| top.min(parent as usize);
        // A counting sort. First, `starts[slot + 2]` counts the children of each parent. The prefix sums turn
        // `starts[slot + 1]` into the start of its children. Each child placed advances that entry, which ends up as
        // the end of the children, and so as the start of the next parent's.
        let mut starts = vec![0_u32; top.saturating_add(3)];
        for parent in &outline.parents {
            if let Some(count) = starts.get_mut(slot(*parent).saturating_add(2)) {
                *count = count.saturating_add(1);
            }
        }
        let mut sum = 0_u32;
        for start in &mut starts {
            sum = sum.saturating_add(*start);
            *start = sum;
        }
        let mut all = vec![0; top];
        for child in std::mem::take(&mut outline.order) {
            let parent = outline.parents.get(child as usize).copied().unwrap_or(TOP);
            let Some(at) = starts.get_mut(slot(parent).saturating_add(1)) else { continue };
            if let Some(place) = all.get_mut(*at as usize) {
                *place = child;
            }
            *at = at.saturating_add(1);
        }
        Self { starts, all }
    }

    /// The children of an instance, or of the top level.
    pub(crate) fn of(&self, parent: u32) -> &[u32] {
        let slot = self.all.len().min(parent as usize);
        let start = self.starts.get(slot).map_or(0, |start| *start as usize);
        let end = self.starts.get(slot.saturating_add(1)).map_or(0, |end| *end as usize);
        self.all.get(start..end).unwrap_or_default()
    }
}
