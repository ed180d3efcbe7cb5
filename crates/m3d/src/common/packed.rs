//! The limit of decompressed data, for formats with compressed parts.

use super::error::Error;
use super::input::Input;
use super::limits::Limits;
use nom::Err;

impl Limits {
    /// The maximum total size of decompressed data.
    #[must_use]
    pub const fn output_bytes(mut self, output_bytes: usize) -> Self {
        self.output_bytes = Some(output_bytes);
        self
    }
}

impl Input<'_> {
    /// Counts the size of decompressed data against the limit, before they are produced.
    pub(crate) fn grant_output(self, bytes: usize) -> Result<(), Err<Error>> {
        self.grant(&self.source.reading.left.output_bytes, bytes, |limits| {
            ("output bytes", limits.output_bytes.is_none().then_some("output_bytes"))
        })
    }

    /// How many bytes decompression may still give.
    pub(crate) fn output_left(self) -> usize {
        self.source.reading.left.output_bytes.get()
    }
}
