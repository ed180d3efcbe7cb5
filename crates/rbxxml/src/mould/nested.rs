//! The limit of formats whose values lie inside each other.

use super::limits::Limits;

impl Limits {
    /// How deep values may lie inside each other.
    #[must_use]
    pub const fn depth(mut self, depth: usize) -> Self {
        self.depth = Some(depth);
        self
    }
}
