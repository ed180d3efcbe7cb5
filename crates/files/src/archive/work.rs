//! The limit on the work of a walk.

use scene::Problem;
use scene::allowance::{Allowance, too_much};
use std::cell::Cell;
use std::ops::ControlFlow;

/// The remaining work of a walk, shared by nested archives: a number of bytes to unpack and pass on.
#[derive(Debug)]
pub(super) struct Work {
    left: Allowance,
    n_unpacked: Cell<u64>,
}

impl Work {
    pub(super) fn new(granted: usize) -> Self {
        Self { left: Allowance::new(granted), n_unpacked: Cell::new(0) }
    }

    /// Charges for an operation before it is performed, whether or not it succeeds.
    ///
    /// # Errors
    ///
    /// If the limit is exceeded, by this charge or an earlier one.
    pub(super) fn charge(&self, n_bytes: u64) -> Result<(), Problem> {
        let n_bytes = usize::try_from(n_bytes).unwrap_or(usize::MAX);
        self.left.take(n_bytes).map_err(|_| too_much("the unpacked archive exceeds the limit"))
    }

    /// Ends the walk if the limit is exceeded.
    pub(super) fn flow(&self) -> ControlFlow<()> {
        self.left.pay(0)
    }

    /// Counts the bytes that were actually unpacked, independent of charges.
    pub(super) fn count(&self, n_bytes: usize) {
        self.n_unpacked.set(self.n_unpacked.get().saturating_add(n_bytes as u64));
    }

    pub(super) fn n_unpacked(&self) -> u64 {
        self.n_unpacked.get()
    }
}
