//! The limit of decompressed data, for formats with compressed parts.

use super::limits::Limits;

impl Limits {
    /// The maximum total size of decompressed data.
    #[must_use]
    pub const fn output_bytes(mut self, output_bytes: usize) -> Self {
        self.output_bytes = Some(output_bytes);
        self
    }
}
