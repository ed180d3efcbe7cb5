//! The count of levels, for formats whose values may be nested without bound.

use super::input::{Checked, Input};

impl Input<'_> {
    /// Enters a nested value, and counts a level against the limit.
    pub(crate) fn enter(self) -> Checked {
        self.charge(&self.remaining().depth, 1, ("levels of depth", "depth"), |set| set.depth)
    }

    /// Leaves a nested value, and gives its level back.
    pub(crate) fn leave(self) {
        self.remaining().depth.update(|depth| depth.saturating_add(1));
    }
}
