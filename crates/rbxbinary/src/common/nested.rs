//! The limit of formats whose values lie inside each other.

use super::limits::Limits;

impl Limits {
    /// The maximum depth to which values may be nested.
    pub const fn depth(self, depth: usize) -> Self {
        Self { depth: Some(depth), ..self }
    }
}
