//! Decompressed data, for formats with compressed parts: their limit, their buffer and their reader.

use super::input::{Checked, Input, Parsed, SourceBuffer};
use super::limits::Limits;
use super::show::SpanType;
use super::trace::Buffer;

impl Limits {
    /// The maximum total size of decompressed data.
    pub const fn output_bytes(self, output_bytes: usize) -> Self {
        Self { output_bytes: Some(output_bytes), ..self }
    }
}

/// A buffer for decompressed data that is reused from part to part, so that it is allocated once.
#[derive(Debug, Default)]
pub(crate) struct PlainBuffer {
    /// The data, followed by the rest of earlier, longer data.
    pub(crate) buffer: Vec<u8>,
    /// The length of the data.
    pub(crate) len: usize,
}

impl PlainBuffer {
    pub(crate) fn bytes(&self) -> &[u8] {
        self.buffer.get(..self.len).unwrap_or(&self.buffer)
    }
}

impl Input<'_> {
    /// Reads the decompressed data of the part at `start` of the input. If they are traced, the tracer takes the buffer.
    pub(crate) fn read_inner<T>(
        self,
        start: usize,
        plain: &mut PlainBuffer,
        parser: impl for<'b> FnOnce(Input<'b>) -> Parsed<'b, T>,
    ) -> Checked<T> {
        let (bytes, reading) = (plain.bytes(), self.source.reading);
        let source = SourceBuffer { bytes, buffer: Buffer::Inner(start), reading };
        let input = Input { rest: bytes, source: &source };
        let span = input.open("plain", SpanType::PART)?;
        let parsed = parser(input).map(|(_, value)| value);
        input.with(bytes.get(bytes.len()..).unwrap_or_default()).close(span, 0);
        if let (Some(trace), 1..) = (reading.trace, span.depth) {
            let PlainBuffer { mut buffer, len } = std::mem::take(plain);
            buffer.truncate(len);
            buffer.shrink_to_fit();
            trace.unpacked(start, buffer);
        }
        parsed
    }
}
