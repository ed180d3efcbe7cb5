//! Limits on the memory of a call.

use super::counted::size;
use super::problem::{GRANT_MORE, Problem, ProblemKind};
use std::cell::Cell;
use std::ops::ControlFlow;

/// The default limit on memory for a file of this many bytes, packed or not. The output of a call may have as many
/// bytes.
#[must_use]
pub const fn usual_memory(n_bytes: usize) -> usize {
    n_bytes.saturating_mul(64).saturating_add(256_000_000)
}

/// A limit on memory or on output, and its remainder.
///
/// The result of reading may be far larger than the file: names share bytes, many nodes share a mesh, many instances
/// share a string. Such sums are charged here before anything is allocated.
#[derive(Debug)]
pub struct Allowance {
    granted: usize,
    /// The divisor if this is a share of the limit of a call; errors report the whole limit.
    share: usize,
    /// A lower bound on the bytes that were needed when the limit was exceeded.
    wanted: Cell<usize>,
    /// The remaining bytes; `None` after the limit has been exceeded.
    left: Cell<Option<usize>>,
}

impl Allowance {
    /// A limit in bytes.
    #[must_use]
    pub fn new(granted: usize) -> Self {
        Self::share_of(granted, 1)
    }

    /// A fraction of the limit of a call: one in `share`.
    #[must_use]
    pub fn share_of(memory: usize, share: usize) -> Self {
        let share = share.max(1);
        let granted = memory.checked_div(share).unwrap_or(memory);
        Self { granted, share, wanted: Cell::new(0), left: Cell::new(Some(granted)) }
    }

    /// Charges bytes.
    ///
    /// # Errors
    ///
    /// If fewer bytes remain, or the limit was exceeded before.
    pub fn take(&self, n_bytes: usize) -> Result<(), Problem> {
        let _ = self.pay(n_bytes);
        self.end()
    }

    /// The remainder after charging bytes. If too few bytes remain, records the number needed and returns `None`.
    fn rest(&self, n_bytes: usize) -> Option<usize> {
        let left = self.left.get()?;
        let rest = left.checked_sub(n_bytes);
        if rest.is_none() {
            self.wanted.set(self.granted.saturating_sub(left).saturating_add(n_bytes));
        }
        rest
    }

    /// Charges bytes as [`take`](Self::take) does, in code that cannot return errors: [`end`](Self::end) returns them.
    pub fn pay(&self, n_bytes: usize) -> ControlFlow<()> {
        self.left.set(self.rest(n_bytes));
        self.left.get().map_or(ControlFlow::Break(()), |_| ControlFlow::Continue(()))
    }

    /// Checks as [`pay`](Self::pay) does, for bytes that are freed at once.
    pub fn lend(&self, n_bytes: usize) -> ControlFlow<()> {
        self.left.set(self.rest(n_bytes).and(self.left.get()));
        self.pay(0)
    }

    /// Reports whether the limit was exceeded.
    ///
    /// # Errors
    ///
    /// If the limit was exceeded.
    pub fn end(&self) -> Result<(), Problem> {
        match self.left.get() {
            Some(_) => Ok(()),
            None => {
                let [wanted, granted] =
                    [self.wanted.get(), self.granted].map(|n_bytes| n_bytes.saturating_mul(self.share));
                let message = format!(
                    "this needs at least {} of memory, and the limit is {}",
                    size(wanted),
                    size(granted)
                );
                // The need after this point is unknown, so the suggestion is at least twice the limit.
                Err(too_much(message).needs(wanted.max(granted.saturating_mul(2))))
            }
        }
    }
}

/// The error for a call that needs more memory than its limit.
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
        assert_eq!(problem.message, "this needs at least 66.0 MiB of memory, and the limit is 60.0 MiB");
        assert_eq!(problem.needs_mebibytes.map(u32::from), Some(120));
        // Later charges do not change the error.
        assert_eq!(allowance.take(1).unwrap_err(), problem);
        let problem = Allowance::new(10).take(3 << 30).unwrap_err();
        assert_eq!(problem.needs_mebibytes.map(u32::from), Some(3072));
    }
}
