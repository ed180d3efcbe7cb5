//! The limit of depth, for formats whose values may be nested without bound.

use super::input::{Checked, Input};

impl Input<'_> {
    /// Goes one level down; [`leave`](Self::leave) goes up again.
    pub(crate) fn enter(self) -> Checked {
        self.grant(&self.left().depth, 1, ("levels of depth", "depth"), |set| set.depth)
    }

    pub(crate) fn leave(self) {
        self.left().depth.update(|depth| depth.saturating_add(1));
    }
}
