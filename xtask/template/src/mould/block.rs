//! Decompressed data, for formats with compressed parts.

use super::error::{Error, Place};
use super::input::{Input, Parsed, Source};
use super::layout::SpanKind;
use super::show::Look;
use super::tape::{Block, NONE, Record, Tape, to_u32};
use crate::error::ErrorKind;
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
    /// Reads the decompressed data of the part at `start` of the input. If a layout is recorded, it takes them over.
    pub(crate) fn block<T>(
        self,
        start: usize,
        plain: &mut Plain,
        parser: impl for<'b> FnOnce(Input<'b>) -> Parsed<'b, T>,
    ) -> Result<T, Err<Error>> {
        let reading = self.source.reading;
        let n_bytes = plain.bytes().len();
        let opened = match reading.tape() {
            Some(_) if u32::try_from(n_bytes).is_err() => return Err(self.fatal(too_long(n_bytes))),
            Some(mut tape) => Some(tape.open_block(start, n_bytes)),
            None => None,
        };
        let parsed = {
            let source = Source {
                bytes: plain.bytes(),
                place: |start, at| Place::Inner { start, at },
                start,
                space: opened.map_or(0, |(space, _)| space),
                reading,
            };
            parser(Input { rest: plain.bytes(), source: &source }).map(|(_, value)| value)
        };
        if let (Some(mut tape), Some((space, depth))) = (reading.tape(), opened) {
            tape.abandon(depth, false);
            tape.keep_block(space, plain.take());
        }
        parsed
    }
}

/// Spans store positions in 32 bits.
pub(super) fn too_long(n_bytes: usize) -> ErrorKind {
    ErrorKind::LimitExceeded {
        limit: "bytes of one layout",
        requested: n_bytes,
        left: u32::MAX as usize,
        option: None,
    }
}

impl Tape {
    /// Opens a space for decompressed data, with its root span; returns the space and the number of open spans.
    pub(super) fn open_block(&mut self, start: usize, len: usize) -> (u32, usize) {
        if self.records.len() >= self.limit {
            self.fold();
        }
        self.blocks.push(Block { start: to_u32(start), bytes: Vec::new() });
        let (space, word) = (to_u32(self.blocks.len()), self.word("plain", Look::PART));
        let parent = self.open.last().copied().unwrap_or(NONE);
        self.open.push(to_u32(self.records.len()));
        self.records.push(Record::new(word, SpanKind::Part, space, 0..to_u32(len), parent));
        (space, self.open.len())
    }
}
