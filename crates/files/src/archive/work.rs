//! What a walk does, and may do.

use scene::Problem;
use scene::allowance::{Allowance, too_much};
use std::cell::Cell;
use std::ops::ControlFlow;

/// The work of a walk, which archives in archives share, in bytes that are unpacked and handed out.
#[derive(Debug)]
pub(super) struct Work {
    left: Allowance,
    n_unpacked: Cell<u64>,
}

impl Work {
    pub(super) fn new(granted: usize) -> Self {
        Self { left: Allowance::new(granted), n_unpacked: Cell::new(0) }
    }

    /// Takes what something costs, before it is done, and whether or not it succeeds.
    ///
    /// # Errors
    ///
    /// If no more is granted, now or before.
    pub(super) fn charge(&self, n_bytes: u64) -> Result<(), Problem> {
        let n_bytes = usize::try_from(n_bytes).unwrap_or(usize::MAX);
        self.left.take(n_bytes).map_err(|_| too_much("the archive unpacks to more bytes than it may"))
    }

    /// Ends the walk if no more is granted.
    pub(super) fn flow(&self) -> ControlFlow<()> {
        self.left.pay(0)
    }

    /// Counts what was unpacked in truth, whatever was charged for it.
    pub(super) fn count(&self, n_bytes: usize) {
        self.n_unpacked.set(self.n_unpacked.get().saturating_add(n_bytes as u64));
    }

    pub(super) fn n_unpacked(&self) -> u64 {
        self.n_unpacked.get()
    }
}
