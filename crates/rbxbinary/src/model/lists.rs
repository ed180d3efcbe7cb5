//! Values that are lists.

use geom::Same;
use std::ops::Index;

/// Values that are lists of different lengths, such as sequences of keypoints, in one buffer.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Lists<T> {
    items: Vec<T>,
    /// The end of each list, which is the start of the next one.
    ends: Vec<usize>,
}

impl<T> Lists<T> {
    /// An empty collection with capacity for `n` lists with `n_items` items in total.
    pub(crate) fn with_capacity(n: usize, n_items: usize) -> Self {
        Self { items: Vec::with_capacity(n_items), ends: Vec::with_capacity(n) }
    }

    /// The number of lists.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns true if there are no lists.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The list at `index`.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&[T]> {
        self.items.get(self.range(index)?)
    }

    /// Changes the list at `index`, in time proportional to the total length; returns false if there is none.
    pub fn set(&mut self, index: usize, list: impl IntoIterator<Item = T>) -> bool {
        let Some(old) = self.range(index).filter(|range| range.end <= self.items.len()) else { return false };
        let n_before = self.items.len();
        drop(self.items.splice(old, list));
        let n_after = self.items.len();
        // The ends of this list and of all after it move by the same distance.
        for end in self.ends.iter_mut().skip(index) {
            *end = end.saturating_add(n_after).saturating_sub(n_before);
        }
        true
    }

    /// Adds a list.
    pub fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.ends.push(self.items.len());
    }

    /// The lists in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[T]> {
        (0..self.len()).map(|index| self.get(index).unwrap_or_default())
    }

    fn range(&self, index: usize) -> Option<std::ops::Range<usize>> {
        let end = *self.ends.get(index)?;
        let start = index.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        (start <= end).then_some(start..end)
    }
}

/// The list at an index.
///
/// # Panics
///
/// If there is none.
impl<T> Index<usize> for Lists<T> {
    type Output = [T];

    #[expect(clippy::panic, reason = "documented, as for slices")]
    fn index(&self, index: usize) -> &[T] {
        self.get(index).unwrap_or_else(|| panic!("there are {} lists, and none at {index}", self.len()))
    }
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { items: Vec::new(), ends: Vec::new() }
    }
}

impl<T, L: IntoIterator<Item = T>> FromIterator<L> for Lists<T> {
    fn from_iter<I: IntoIterator<Item = L>>(lists: I) -> Self {
        let mut all = Self::default();
        lists.into_iter().for_each(|list| all.push(list));
        all
    }
}

impl<T: Same> Same for Lists<T> {
    fn difference(&self, other: &Self) -> Option<String> {
        self.iter().collect::<Vec<_>>().difference(&other.iter().collect())
    }
}
