//! Matches the parts of a list of the model with those of the original file.

use crate::model::{Element, External, Meta, PropertyRef, SharedString};
use geom::Same;
use std::collections::{HashMap, VecDeque};

/// A part of a list. Parts have no numbers, so they are identified by their content.
pub(crate) trait Listed {
    /// The key that identifies the part. Several parts may have the same key.
    fn key(&self) -> &[u8];

    /// Returns true if the parts are equal.
    fn is_same(&self, other: &Self) -> bool;

    /// Returns true if `other` is likely to be the same part with another key.
    fn is_renamed(&self, other: &Self) -> bool;
}

/// Returns, for each of `ours`, the index of its counterpart in `theirs`; `None` if both lists correspond one to one.
pub(crate) fn pairs<T: Listed>(ours: &[T], theirs: &[T]) -> Option<Vec<Option<usize>>> {
    let both = || ours.iter().zip(theirs);
    let is_alike = |(one, other): (&T, &T)| one.key() == other.key();
    // Usually nothing has been added or removed.
    if ours.len() == theirs.len()
        && both().all(is_alike)
        && (ours.is_sorted_by(|a, b| a.key() < b.key()) || both().all(|(one, other)| one.is_same(other)))
    {
        return None;
    }
    let is_equal = |(one, other): &(&T, &T)| one.key() == other.key() && one.is_same(other);
    let n_before = both().take_while(is_equal).count();
    let (ours_left, theirs_left) =
        (ours.len().saturating_sub(n_before), theirs.len().saturating_sub(n_before));
    let from_the_end = ours.iter().rev().zip(theirs.iter().rev());
    let n_after = from_the_end.take(ours_left.min(theirs_left)).take_while(is_equal).count();

    let mut found: Vec<_> = (0..n_before).map(Some).collect();
    found.resize(ours.len().saturating_sub(n_after), None);
    found.extend((theirs.len().saturating_sub(n_after)..theirs.len()).map(Some));
    let mut changes = Changes { ours, theirs, found, is_taken: vec![false; theirs.len()] };
    for place in changes.found.iter().flatten() {
        if let Some(is_taken) = changes.is_taken.get_mut(*place) {
            *is_taken = true;
        }
    }
    let middle = n_before..ours.len().saturating_sub(n_after);
    changes.by_key(middle.clone());
    for number in middle.clone() {
        let before = number.checked_sub(1).map(|before| changes.found.get(before).copied().flatten());
        changes.by_place(number, before.map_or(Some(0), |before| before?.checked_add(1)));
    }
    for number in middle.rev() {
        let after = changes.found.get(number.saturating_add(1)).copied();
        let last = theirs.len().checked_sub(1);
        changes.by_place(number, after.map_or(last, |after| after?.checked_sub(1)));
    }
    Some(changes.found)
}

struct Changes<'l, T> {
    ours: &'l [T],
    theirs: &'l [T],
    found: Vec<Option<usize>>,
    is_taken: Vec<bool>,
}

impl<T: Listed> Changes<'_, T> {
    fn take(&mut self, number: usize, place: usize) {
        if let Some(found) = self.found.get_mut(number) {
            *found = Some(place);
        }
        if let Some(is_taken) = self.is_taken.get_mut(place) {
            *is_taken = true;
        }
    }

    /// Matches parts by key. If several have the same key, unchanged ones are matched first, the others in order.
    fn by_key(&mut self, middle: std::ops::Range<usize>) {
        /// The maximum number of parts with the same key that are compared to find an unchanged one.
        const FEW: usize = 16;
        let (ours, theirs) = (self.ours, self.theirs);
        let mut places: HashMap<&[u8], VecDeque<usize>> = HashMap::new();
        for (place, one) in
            theirs.iter().enumerate().filter(|(place, _)| self.is_taken.get(*place) == Some(&false))
        {
            places.entry(one.key()).or_default().push_back(place);
        }
        for only_same in [true, false] {
            for (number, one) in ours.iter().enumerate().take(middle.end).skip(middle.start) {
                let Some(places) = places.get_mut(one.key()) else { continue };
                if self.found.get(number) != Some(&None) {
                    continue;
                }
                let is_same = |place: &usize| theirs.get(*place).is_some_and(|other| one.is_same(other));
                let at = if only_same { places.iter().take(FEW).position(is_same) } else { Some(0) };
                if let Some(place) = at.and_then(|at| places.remove(at)) {
                    self.take(number, place);
                }
            }
        }
    }

    /// Matches a part with the part at `place` if it was probably renamed.
    fn by_place(&mut self, number: usize, place: Option<usize>) {
        let (Some(None), Some(place)) = (self.found.get(number), place) else { return };
        let both = self.ours.get(number).zip(self.theirs.get(place));
        if self.is_taken.get(place) == Some(&false) && both.is_some_and(|(one, other)| one.is_renamed(other))
        {
            self.take(number, place);
        }
    }
}

impl Listed for Meta {
    fn key(&self) -> &[u8] {
        &self.name
    }

    fn is_same(&self, other: &Self) -> bool {
        self == other
    }

    fn is_renamed(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl Listed for External {
    fn key(&self) -> &[u8] {
        &self.value
    }

    fn is_same(&self, other: &Self) -> bool {
        self == other
    }

    fn is_renamed(&self, _: &Self) -> bool {
        true
    }
}

impl Listed for Element {
    fn key(&self) -> &[u8] {
        &self.source
    }

    fn is_same(&self, _: &Self) -> bool {
        // The key is everything that it has.
        true
    }

    fn is_renamed(&self, other: &Self) -> bool {
        self.is_text() == other.is_text() && self.name() == other.name()
    }
}

impl Listed for SharedString {
    fn key(&self) -> &[u8] {
        &self.key
    }

    fn is_same(&self, other: &Self) -> bool {
        self == other
    }

    fn is_renamed(&self, other: &Self) -> bool {
        self.data == other.data
    }
}

impl Listed for PropertyRef<'_> {
    fn key(&self) -> &[u8] {
        self.name()
    }

    fn is_same(&self, other: &Self) -> bool {
        // The targets of references cannot be compared here, because they are in two documents.
        let is_reference = || self.value.reference().is_some() && other.value.reference().is_some();
        self.spelling() == other.spelling() && (self.value.same(other.value) || is_reference())
    }

    fn is_renamed(&self, other: &Self) -> bool {
        self.is_same(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A part with a key and a value.
    #[derive(Clone, Copy, PartialEq)]
    struct Pair(&'static str, u32);

    impl Listed for Pair {
        fn key(&self) -> &[u8] {
            self.0.as_bytes()
        }

        fn is_same(&self, other: &Self) -> bool {
            self == other
        }

        fn is_renamed(&self, other: &Self) -> bool {
            self.1 == other.1
        }
    }

    fn found(ours: &[Pair], theirs: &[Pair]) -> Vec<Option<usize>> {
        pairs(ours, theirs).unwrap_or_else(|| (0..ours.len()).map(Some).collect())
    }

    #[test]
    fn each_is_the_one_that_it_was() {
        let theirs = [Pair("a", 1), Pair("b", 2), Pair("b", 3), Pair("c", 4)];
        let [a, b, twin, c] = theirs;
        assert_eq!(found(&theirs, &theirs), [Some(0), Some(1), Some(2), Some(3)]);
        // The unchanged one of several with the same key is matched.
        assert_eq!(found(&[a, twin, c], &theirs), [Some(0), Some(2), Some(3)]);
        assert_eq!(found(&[c, twin, b, a], &theirs), [Some(3), Some(2), Some(1), Some(0)]);
        assert_eq!(found(&[a, Pair("b", 5), twin], &theirs), [Some(0), Some(1), Some(2)]);
        // Renamed, set, new.
        assert_eq!(found(&[a, Pair("x", 2), twin, c], &theirs), [Some(0), Some(1), Some(2), Some(3)]);
        assert_eq!(found(&[Pair("a", 9), b, twin, c], &theirs), [Some(0), Some(1), Some(2), Some(3)]);
        assert_eq!(found(&[Pair("x", 9), b, twin, c], &theirs), [None, Some(1), Some(2), Some(3)]);
        assert_eq!(
            found(&[a, b, Pair("x", 9), twin, Pair("y", 4)], &theirs),
            [Some(0), Some(1), None, Some(2), Some(3)]
        );
        assert_eq!(found(&[], &theirs), []);
        assert_eq!(found(&theirs, &[]), [None; 4]);
    }

    /// Pairs long lists of parts with the same key, which would take minutes in quadratic time.
    #[test]
    fn many_twins_are_paired_in_linear_time() {
        let twins = |from: u32| (from..from + 200_000).map(|value| Pair("x", value)).collect::<Vec<_>>();
        let found = found(&twins(100_000), &twins(0));
        assert_eq!(found.iter().flatten().count(), 200_000);
    }
}
