//! Decompressed data, for formats with compressed parts: their limit, their buffer, and how they are read.

use super::input::{Checked, Input, Parsed, Source};
use super::limits::Limits;
use super::show::Shown;
use super::trace::Buffer;

impl Limits {
    /// The maximum total size of decompressed data.
    pub const fn output_bytes(self, output_bytes: usize) -> Self {
        Self { output_bytes: Some(output_bytes), ..self }
    }
}

/// The data that were decompressed last, in a buffer that is reused.
#[derive(Debug, Default)]
pub(crate) struct Plain {
    /// Longer than the data if earlier data were longer.
    pub(crate) buffer: Vec<u8>,
    pub(crate) len: usize,
}

impl Plain {
    pub(crate) fn bytes(&self) -> &[u8] {
        self.buffer.get(..self.len).unwrap_or(&self.buffer)
    }
}

impl Input<'_> {
    /// Reads the decompressed data of the part at `start` of the input. Who traces takes them.
    pub(crate) fn block<T>(
        self,
        start: usize,
        plain: &mut Plain,
        parser: impl for<'b> FnOnce(Input<'b>) -> Parsed<'b, T>,
    ) -> Checked<T> {
        let (bytes, reading) = (plain.bytes(), self.source.reading);
        let source = Source { bytes, buffer: Buffer::Inner(start), reading };
        let input = Input { rest: bytes, source: &source };
        let span = input.open("plain", Shown::PART)?;
        let parsed = parser(input).map(|(_, value)| value);
        input.with(bytes.get(bytes.len()..).unwrap_or_default()).close(span, 0);
        if let (Some(trace), 1..) = (reading.trace, span.depth) {
            let Plain { mut buffer, len } = std::mem::take(plain);
            buffer.truncate(len);
            buffer.shrink_to_fit();
            trace.unpacked(start, buffer);
        }
        parsed
    }
}
