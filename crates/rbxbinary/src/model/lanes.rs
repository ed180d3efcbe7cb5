//! Values that consist of several numbers.

use geom::Same;

/// Values of `K` numbers each, such as vectors. As in the file, the first numbers of all values come first, then all
/// second numbers, and so on.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Lanes<T, const K: usize> {
    /// All numbers; the length is a multiple of `K`.
    pub(crate) numbers: Vec<T>,
}

impl<T: Copy, const K: usize> Lanes<T, K> {
    /// The number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.numbers.len().checked_div(K).unwrap_or_default()
    }

    /// Returns true if there are no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// One number of every value, such as all x coordinates.
    #[must_use]
    pub fn lane(&self, lane: usize) -> &[T] {
        self.numbers.chunks_exact(self.len().max(1)).nth(lane).unwrap_or_default()
    }

    /// The value at `index`.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<[T; K]> {
        let (len, mut at) = (self.len(), index);
        // Any number will do to begin with: all are replaced below.
        let mut value = [*self.numbers.get(at)?; K];
        if at >= len {
            return None;
        }
        for number in &mut value {
            *number = *self.numbers.get(at)?;
            at = at.saturating_add(len);
        }
        Some(value)
    }

    /// Changes the value at `index`; returns false if there is none.
    pub fn set(&mut self, index: usize, value: [T; K]) -> bool {
        let len = self.len();
        if index >= len {
            return false;
        }
        for (lane, number) in self.numbers.chunks_exact_mut(len).zip(value) {
            if let Some(place) = lane.get_mut(index) {
                *place = number;
            }
        }
        true
    }

    /// The values in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = [T; K]> + '_ {
        let mut lanes = [&[][..]; K];
        for (lane, numbers) in lanes.iter_mut().zip(self.numbers.chunks_exact(self.len().max(1))) {
            *lane = numbers;
        }
        LanesIter { lanes, at: 0, len: self.len() }
    }
}

/// Iterates over all lanes in parallel.
struct LanesIter<'a, T, const K: usize> {
    lanes: [&'a [T]; K],
    at: usize,
    len: usize,
}

impl<T: Copy, const K: usize> Iterator for LanesIter<'_, T, K> {
    type Item = [T; K];

    #[inline]
    fn next(&mut self) -> Option<[T; K]> {
        // All lanes have the same length, so the others have a number if the first has one.
        let first = *self.lanes.first()?.get(self.at)?;
        let value = self.lanes.map(|lane| lane.get(self.at).copied().unwrap_or(first));
        self.at = self.at.saturating_add(1);
        Some(value)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.len.saturating_sub(self.at);
        (left, Some(left))
    }
}

impl<T: Copy, const K: usize> ExactSizeIterator for LanesIter<'_, T, K> {}

impl<T, const K: usize> Default for Lanes<T, K> {
    fn default() -> Self {
        Self { numbers: Vec::new() }
    }
}

impl<T: Copy, const K: usize> From<Vec<[T; K]>> for Lanes<T, K> {
    fn from(values: Vec<[T; K]>) -> Self {
        let mut numbers = Vec::with_capacity(values.len().saturating_mul(K));
        for lane in 0..K {
            numbers.extend(values.iter().filter_map(|value| value.get(lane).copied()));
        }
        Self { numbers }
    }
}

impl<T: Copy, const K: usize> FromIterator<[T; K]> for Lanes<T, K> {
    fn from_iter<I: IntoIterator<Item = [T; K]>>(values: I) -> Self {
        values.into_iter().collect::<Vec<_>>().into()
    }
}

impl<T: Copy + Same, const K: usize> Same for Lanes<T, K> {
    fn same(&self, other: &Self) -> bool {
        self.numbers.same(&other.numbers)
    }

    fn difference(&self, other: &Self) -> Option<String> {
        if self.len() != other.len() {
            return Some(format!(": {} values are not {}", self.len(), other.len()));
        }
        let (i, (a, b)) = self.iter().zip(other.iter()).enumerate().find(|(_, (a, b))| !a.same(b))?;
        a.difference(&b).map(|rest| format!("[{i}]{rest}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_names_the_value() {
        let [one, other] = [3.0_f32, 4.0].map(|number| Lanes::from(vec![[1.0, 2.0], [0.0, number]]));
        assert!(one.difference(&other).unwrap().starts_with("[1]"));
        assert_eq!(one.difference(&Lanes::default()).unwrap(), ": 2 values are not 0");
    }
}
