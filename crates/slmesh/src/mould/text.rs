//! What nom's own text parsers need of [`Input`]: `tag`, `take_while`, `digit1`,
//! `separated_list0` and the like then work on it, and know their place.

use super::input::Input;
use nom::{CompareResult, Needed};
use std::iter::{Copied, Enumerate};
use std::slice::Iter;

impl<'a> nom::Input for Input<'a> {
    type Item = u8;
    type Iter = Copied<Iter<'a, u8>>;
    type IterIndices = Enumerate<Self::Iter>;

    fn input_len(&self) -> usize {
        self.bytes().len()
    }

    fn take(&self, index: usize) -> Self {
        self.with(self.bytes().get(..index).unwrap_or(self.bytes()))
    }

    fn take_from(&self, index: usize) -> Self {
        self.with(self.bytes().get(index..).unwrap_or_default())
    }

    fn take_split(&self, index: usize) -> (Self, Self) {
        (self.take_from(index), self.take(index))
    }

    fn position<P: Fn(u8) -> bool>(&self, predicate: P) -> Option<usize> {
        self.bytes().iter().position(|byte| predicate(*byte))
    }

    fn iter_elements(&self) -> Self::Iter {
        self.bytes().iter().copied()
    }

    fn iter_indices(&self) -> Self::IterIndices {
        self.iter_elements().enumerate()
    }

    fn slice_index(&self, count: usize) -> Result<usize, Needed> {
        match count.checked_sub(self.bytes().len()).and_then(std::num::NonZeroUsize::new) {
            None => Ok(count),
            Some(missing) => Err(Needed::Size(missing)),
        }
    }
}

impl nom::Compare<&[u8]> for Input<'_> {
    fn compare(&self, expected: &[u8]) -> CompareResult {
        nom::Compare::compare(&self.bytes(), expected)
    }

    fn compare_no_case(&self, expected: &[u8]) -> CompareResult {
        nom::Compare::compare_no_case(&self.bytes(), expected)
    }
}

impl nom::Compare<&str> for Input<'_> {
    fn compare(&self, expected: &str) -> CompareResult {
        nom::Compare::compare(self, expected.as_bytes())
    }

    fn compare_no_case(&self, expected: &str) -> CompareResult {
        nom::Compare::compare_no_case(self, expected.as_bytes())
    }
}

impl nom::Offset for Input<'_> {
    fn offset(&self, second: &Self) -> usize {
        second.at().saturating_sub(self.at())
    }
}
