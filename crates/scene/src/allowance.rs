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
    /// How often what is taken is there.
    n_copies: usize,
    /// `None` once more was wanted than there was.
    left: Cell<Option<usize>>,
    /// How much was missing then.
    missing: Cell<usize>,
}

impl Allowance {
    /// So many bytes.
    #[must_use]
    pub fn new(granted: usize) -> Self {
        Self::of_copies(granted, 1)
    }

    /// So many bytes, of which each that is taken counts several times. Messages say how much was granted in all.
    #[must_use]
    pub fn of_copies(granted: usize, n_copies: usize) -> Self {
        let left = granted.checked_div(n_copies).unwrap_or(granted);
        Self { granted, n_copies, left: Cell::new(Some(left)), missing: Cell::new(0) }
    }

    /// Takes bytes.
    ///
    /// # Errors
    ///
    /// If there are not as many left, now or before.
    pub fn take(&self, n_bytes: usize) -> Result<(), Problem> {
        if let Some(left) = self.left.get() {
            match left.checked_sub(n_bytes) {
                None => self.stop(n_bytes.saturating_sub(left)),
                left => self.left.set(left),
            }
        }
        self.end()
    }

    #[cold]
    fn stop(&self, missing: usize) {
        self.left.set(None);
        self.missing.set(missing);
    }

    /// As [`take`](Self::take), where errors cannot be passed on: [`end`](Self::end) gives them.
    pub fn pay(&self, n_bytes: usize) -> ControlFlow<()> {
        self.take(n_bytes).map_or(ControlFlow::Break(()), ControlFlow::Continue)
    }

    /// As [`pay`](Self::pay), for bytes that are given back at once.
    pub fn lend(&self, n_bytes: usize) -> ControlFlow<()> {
        if let Some(left) = self.left.get().filter(|left| *left < n_bytes) {
            self.stop(n_bytes.saturating_sub(left));
        }
        self.pay(0)
    }

    /// # Errors
    ///
    /// If more was wanted than there was.
    pub fn end(&self) -> Result<(), Problem> {
        match self.left.get() {
            Some(_) => Ok(()),
            None => Err(self.refused()),
        }
    }

    #[cold]
    fn refused(&self) -> Problem {
        let granted = size(self.granted);
        let missing = self.missing.get().saturating_mul(self.n_copies);
        too_much(match self.granted.checked_add(missing) {
            Some(wanted) => format!("this needs at least {} of memory, and may take {granted}", size(wanted)),
            None => format!("this needs more than the {granted} of memory that it may take"),
        })
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
    fn messages_say_what_was_granted_and_what_would_do() {
        let copies = Allowance::of_copies(6000, 6);
        assert_eq!(copies.take(900), Ok(()));
        let message = copies.take(200).unwrap_err().message;
        assert_eq!(message, "this needs at least 6,600 bytes of memory, and may take 6,000 bytes");
        assert_eq!(copies.take(0).unwrap_err().message, message);
        let message = Allowance::new(1 << 30).take(usize::MAX).unwrap_err().message;
        assert_eq!(message, "this needs more than the 1.0 GiB of memory that it may take");
        let lent = Allowance::new(100);
        assert!(lent.lend(100).is_continue() && lent.lend(101).is_break() && lent.end().is_err());
    }
}
