//! Decompressed data, for formats with compressed parts.

use super::error::Error;
use super::input::{Input, Parsed, Source};
use super::show::Shown;
use super::trace::Buffer;
use nom::Err;

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

    /// The data, by value; the next ones get a new buffer.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        let mut bytes = std::mem::take(&mut self.buffer);
        bytes.truncate(std::mem::take(&mut self.len));
        bytes.shrink_to_fit();
        bytes
    }
}

impl From<Vec<u8>> for Plain {
    fn from(buffer: Vec<u8>) -> Self {
        Self { len: buffer.len(), buffer }
    }
}

impl Input<'_> {
    /// Reads the decompressed data of the part at `start` of the input. Who traces gets them.
    pub(crate) fn block<T>(
        self,
        start: usize,
        plain: &mut Plain,
        parser: impl for<'b> FnOnce(Input<'b>) -> Parsed<'b, T>,
    ) -> Result<T, Err<Error>> {
        let (parsed, is_told) = {
            let (bytes, reading) = (plain.bytes(), self.source.reading);
            let source = Source { bytes, buffer: Buffer::Inner(start), reading };
            let input = Input { rest: bytes, source: &source };
            let span = input.open("plain", Shown::PART)?;
            let parsed = parser(input).map(|(_, value)| value);
            Input { rest: bytes.get(bytes.len()..).unwrap_or_default(), ..input }.close(span, 0);
            (parsed, span.depth > 0)
        };
        if let (Some(trace), true) = (self.source.reading.trace, is_told) {
            trace.unpacked(start, plain.take());
        }
        parsed
    }
}
