//! The limit of formats that have compressed parts.

use super::error::Error;
use super::input::Input;
use super::limits::Limits;
use nom::Err;

impl Limits {
    /// How many bytes decompression may give, all parts together.
    #[must_use]
    pub const fn output_bytes(mut self, output_bytes: usize) -> Self {
        self.output_bytes = Some(output_bytes);
        self
    }
}

impl Input<'_> {
    /// Counts what decompression is about to give against the limit.
    pub(crate) fn grant_output(self, bytes: usize) -> Result<(), Err<Error>> {
        self.grant(&self.source.reading.left.output_bytes, bytes, |limits| {
            ("output bytes", limits.output_bytes.is_none().then_some("output_bytes"))
        })
    }
}
