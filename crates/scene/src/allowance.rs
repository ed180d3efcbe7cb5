//! What a call may take and give out.

use super::counted::size;
use super::problem::{GRANT_MORE, Problem, ProblemKind};
use std::cell::Cell;
use std::ops::ControlFlow;

/// The memory that a call may take for a file of so many bytes, packed or not, unless another amount is granted. What
/// the call gives out may have as many bytes.
#[must_use]
pub const fn usual_memory(n_bytes: usize) -> usize {
    n_bytes.saturating_mul(64).saturating_add(256_000_000)
}

/// What is left of the memory that a call may take, or of the bytes that it may give out.
///
/// What is made of a file may be far larger than the file: names that share bytes, a mesh in many places, a string that
/// many instances have. Whatever is added up in this way is counted here before it is made.
#[derive(Debug)]
pub struct Allowance {
    granted: usize,
    /// Which part of what the call may take this is: one of so many.
    share: usize,
    /// How much was wanted at least, once it was more than there was.
    wanted: Cell<usize>,
    /// `None` once more was wanted than there was.
    left: Cell<Option<usize>>,
}

impl Allowance {
    /// So many bytes.
    #[must_use]
    pub fn new(granted: usize) -> Self {
        Self::share_of(granted, 1)
    }

    /// One of so many parts of what a call may take.
    #[must_use]
    pub fn share_of(memory: usize, share: usize) -> Self {
        let share = share.max(1);
        let granted = memory.checked_div(share).unwrap_or(memory);
        Self { granted, share, wanted: Cell::new(0), left: Cell::new(Some(granted)) }
    }

    /// Takes bytes.
    ///
    /// # Errors
    ///
    /// If there are not as many left, now or before.
    pub fn take(&self, n_bytes: usize) -> Result<(), Problem> {
        let _ = self.pay(n_bytes);
        self.end()
    }

    /// What is left after so many bytes; `None`, and how many are wanted is kept, if these are too many.
    fn rest(&self, n_bytes: usize) -> Option<usize> {
        let left = self.left.get()?;
        let rest = left.checked_sub(n_bytes);
        if rest.is_none() {
            self.wanted.set(self.granted.saturating_sub(left).saturating_add(n_bytes));
        }
        rest
    }

    /// As [`take`](Self::take), where errors cannot be passed on: [`end`](Self::end) gives them.
    pub fn pay(&self, n_bytes: usize) -> ControlFlow<()> {
        self.left.set(self.rest(n_bytes));
        self.left.get().map_or(ControlFlow::Break(()), |_| ControlFlow::Continue(()))
    }

    /// As [`pay`](Self::pay), for bytes that are given back at once.
    pub fn lend(&self, n_bytes: usize) -> ControlFlow<()> {
        self.left.set(self.rest(n_bytes).and(self.left.get()));
        self.pay(0)
    }

    /// # Errors
    ///
    /// If more was wanted than there was.
    pub fn end(&self) -> Result<(), Problem> {
        match self.left.get() {
            Some(_) => Ok(()),
            None => {
                let [wanted, granted] =
                    [self.wanted.get(), self.granted].map(|n_bytes| n_bytes.saturating_mul(self.share));
                let message =
                    format!("this needs at least {} of memory, and may take {}", size(wanted), size(granted));
                // What comes after what was counted is not known, so there is room for as much again.
                Err(too_much(message).needs(wanted.max(granted.saturating_mul(2))))
            }
        }
    }
}

/// More memory is needed than is granted.
#[cold]
pub fn too_much(message: impl Into<String>) -> Problem {
    Problem::new(ProblemKind::Limit, message).help(GRANT_MORE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wanted_is_told_of_the_whole_call() {
        let allowance = Allowance::share_of(60 << 20, 6);
        allowance.take(6 << 20).unwrap();
        assert!(allowance.lend(4 << 20).is_continue());
        let problem = allowance.take(5 << 20).unwrap_err();
        assert_eq!(problem.message, "this needs at least 66.0 MiB of memory, and may take 60.0 MiB");
        assert_eq!(problem.needs_mebibytes.map(u32::from), Some(120));
        // What comes later does not matter.
        assert_eq!(allowance.take(1).unwrap_err(), problem);
        let problem = Allowance::new(10).take(3 << 30).unwrap_err();
        assert_eq!(problem.needs_mebibytes.map(u32::from), Some(3072));
    }
}
