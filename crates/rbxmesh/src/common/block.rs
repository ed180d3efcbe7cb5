//! Decompressed data, for formats with compressed parts.

use super::error::Error;
use super::input::{Checked, Input, Parsed, Source};
use super::show::Shown;
use super::trace::Buffer;
use nom::Err;

impl Input<'_> {
    /// Reads the decompressed data of the part at `start` of the input, the first `len` bytes of `plain`. Who traces
    /// takes them.
    pub(crate) fn block<T>(
        self,
        start: usize,
        (plain, len): (&mut Vec<u8>, usize),
        parser: impl for<'b> FnOnce(Input<'b>) -> Parsed<'b, T>,
    ) -> Checked<T> {
        let (parsed, is_told) = {
            let (bytes, reading) = (plain.get(..len).unwrap_or_default(), self.source.reading);
            let source = Source { bytes, buffer: Buffer::Inner(start), reading };
            let input = Input { rest: bytes, source: &source };
            let span = input.open("plain", Shown::PART)?;
            let parsed = parser(input).map(|(_, value)| value);
            Input { rest: bytes.get(bytes.len()..).unwrap_or_default(), ..input }.close(span, 0);
            (parsed, span.depth > 0)
        };
        if let (Some(trace), true) = (self.source.reading.trace, is_told) {
            plain.truncate(len);
            plain.shrink_to_fit();
            trace.unpacked(start, std::mem::take(plain));
        }
        parsed
    }
}
