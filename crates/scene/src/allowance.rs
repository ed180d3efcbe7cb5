//! What a call may take and give out.

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
    /// `None` once more was wanted than there was.
    left: Cell<Option<usize>>,
}

impl Allowance {
    /// So many bytes.
    #[must_use]
    pub fn new(granted: usize) -> Self {
        Self { granted, left: Cell::new(Some(granted)) }
    }

    /// Takes bytes.
    ///
    /// # Errors
    ///
    /// If there are not as many left, now or before.
    pub fn take(&self, n_bytes: usize) -> Result<(), Problem> {
        self.left.set(self.left.get().and_then(|left| left.checked_sub(n_bytes)));
        self.end()
    }

    /// As [`take`](Self::take), where errors cannot be passed on: [`end`](Self::end) gives them.
    pub fn pay(&self, n_bytes: usize) -> ControlFlow<()> {
        self.take(n_bytes).map_or(ControlFlow::Break(()), ControlFlow::Continue)
    }

    /// As [`pay`](Self::pay), for bytes that are given back at once.
    pub fn lend(&self, n_bytes: usize) -> ControlFlow<()> {
        self.left.set(self.left.get().filter(|left| *left >= n_bytes));
        self.pay(0)
    }

    /// # Errors
    ///
    /// If more was wanted than there was.
    pub fn end(&self) -> Result<(), Problem> {
        match self.left.get() {
            Some(_) => Ok(()),
            None => {
                Err(too_much(format!("this takes more than the {} bytes that are granted", self.granted)))
            }
        }
    }
}

/// More memory is needed than is granted.
#[cold]
pub fn too_much(message: impl Into<String>) -> Problem {
    Problem::new(ProblemKind::Limit, message).help(GRANT_MORE)
}
