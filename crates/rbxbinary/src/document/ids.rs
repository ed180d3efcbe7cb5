//! Maps the ids of items to their nodes.

use super::to_u32;
use crate::model::Referent;
use crate::outline::{Numbers, TOP};
use std::ops::Range;

/// The ids of items. Items from the file have their referents as ids; new items get referents that the file does not
/// use.
#[derive(Debug, Clone)]
pub(super) struct Ids {
    numbers: Numbers,
    /// The number of nodes that come from the file.
    n_base: usize,
    /// The nodes from the file whose referent is -1 or the same as that of an earlier node. They get the first new ids.
    twins: Vec<u32>,
    /// The referents that the file does not use, for new ids.
    free: Range<i64>,
    /// The new nodes' offsets into the free referents, sorted, as far as they were computed. From then on, offsets
    /// continue from `n_given`.
    offsets: Vec<u32>,
    /// The number of free referents in use when `offsets` was computed.
    n_given: usize,
}

impl Ids {
    /// The ids of a file's instances, given their referents in the order of their numbers, and the referents to which
    /// no instance belongs.
    pub(super) fn new(numbers: Numbers, referents: &[Referent], dangling: &[Referent]) -> Self {
        let free = free(|| referents.iter().chain(dangling).map(|referent| i64::from(referent.0)));
        let is_twin =
            |(number, referent): &(u32, &Referent)| referent.is_none() || numbers.get(**referent) != *number;
        let twins: Vec<_> = (0..).zip(referents).filter(is_twin).map(|(number, _)| number).collect();
        let n_given = twins.len();
        Self { numbers, n_base: referents.len(), twins, free, offsets: Vec::new(), n_given }
    }

    /// The node with this id, even if it was removed.
    pub(super) fn get(&self, id: Referent) -> Option<u32> {
        let offset =
            i64::from(id.0).checked_sub(self.free.start).filter(|_| self.free.contains(&id.0.into()));
        if let Some(offset) = offset.and_then(|offset| usize::try_from(offset).ok()) {
            let new = || match offset.checked_sub(self.n_given) {
                Some(later) => self.offsets.len().checked_add(later),
                None => self.offsets.binary_search(&to_u32(offset)).ok(),
            };
            let new = || u32::try_from(self.n_base.checked_add(new()?)?).ok();
            return self.twins.get(offset).copied().or_else(new);
        }
        Some(self.numbers.get(id)).filter(|number| *number != TOP && !id.is_none())
    }

    /// The id for the new node with this number; `None` if there are no more ids.
    pub(super) fn of_new(&self, number: usize) -> Option<Referent> {
        self.id_at(self.offset(number)?)
    }

    /// The number of nodes that come from the file. Those never change their numbers.
    pub(super) fn n_base(&self) -> usize {
        self.n_base
    }

    /// Removes the new nodes that are not kept, and renumbers the rest consecutively.
    pub(super) fn keep(&mut self, is_kept: impl ExactSizeIterator<Item = bool>) {
        let end = self.n_base.saturating_add(is_kept.len());
        let numbers = (self.n_base..end).zip(is_kept).filter(|(_, is_kept)| *is_kept);
        let offsets = numbers.filter_map(|(number, _)| self.offset(number).map(to_u32)).collect();
        self.n_given = self.offset(end).unwrap_or(usize::MAX);
        self.offsets = offsets;
    }

    /// The position of a new node's id in the range of free referents.
    fn offset(&self, number: usize) -> Option<usize> {
        let new = number.checked_sub(self.n_base)?;
        match new.checked_sub(self.offsets.len()) {
            Some(later) => self.n_given.checked_add(later),
            None => self.offsets.get(new).map(|offset| *offset as usize),
        }
    }

    /// The nodes from the file that need a new id, with that id.
    pub(super) fn of_twins(&self) -> impl Iterator<Item = (u32, Referent)> {
        let twins = self.twins.iter().enumerate();
        twins.filter_map(|(offset, number)| Some((*number, self.id_at(offset)?)))
    }

    fn id_at(&self, offset: usize) -> Option<Referent> {
        let id = self.free.start.checked_add(i64::try_from(offset).ok()?)?;
        i32::try_from(id).ok().filter(|_| self.free.contains(&id)).map(Referent)
    }
}

/// The referents above all used ones; or, if those are few, the longest range of unused referents. Neither has negative
/// numbers.
fn free<I: Iterator<Item = i64>>(referents: impl Fn() -> I) -> Range<i64> {
    const END: i64 = i32::MAX as i64 + 1;
    let highest = referents().max().unwrap_or(-1).max(-1);
    let above = highest.saturating_add(1)..END;
    if highest < END / 2 {
        return above;
    }
    let mut used: Vec<_> = referents().filter(|id| *id >= 0).collect();
    used.sort_unstable();
    let starts = std::iter::once(0).chain(used.iter().map(|id| id.saturating_add(1)));
    let ranges = starts.zip(used.iter().copied().chain([END])).map(|(start, end)| start..end);
    ranges.max_by_key(|range| range.end.saturating_sub(range.start)).unwrap_or(above)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_ids_are_not_used_in_the_file() {
        let free = |ids: &[i32]| free(|| ids.iter().map(|id| i64::from(*id)));
        assert_eq!(free(&[]), 0..1 << 31);
        assert_eq!(free(&[-1, -7]), 0..1 << 31);
        assert_eq!(free(&[3, 0]), 4..1 << 31);
        assert_eq!(free(&[i32::MAX, 7, 7]), 8..i64::from(i32::MAX));
        assert_eq!(free(&[1 << 30]), 0..1 << 30);
    }
}
