//! The limit of depth, for formats whose values are nested.

use super::limits::Limits;

impl Limits {
    /// The maximum depth to which values may be nested.
    pub const fn depth(self, depth: usize) -> Self {
        Self { depth: Some(depth), ..self }
    }
}
