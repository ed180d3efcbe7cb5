//! The chunk layer: framing and compression, without decoding payloads.

use crate::common::error::Error;
use crate::common::input::Reading;
use crate::common::parsers::remainder;
use crate::common::wire::Wire;
use crate::compress::{Inflater, compression};
use crate::options::{Compression, ReadOptions};
use crate::wire::{END_NAME, FRAME_LEN, Frame, HEADER_LEN};

/// The iterator that [`chunks`](crate::chunks) returns. It ends after the first END, or before a truncated chunk.
#[derive(Debug, Clone)]
pub struct Chunks<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Set once END has been returned.
    is_over: bool,
}

/// A chunk of a file, still compressed.
#[derive(Debug, Clone, Copy)]
pub struct RawChunk<'a> {
    pub(crate) frame: Frame,
    start: usize,
    pub(crate) body: &'a [u8],
}

impl<'a> Chunks<'a> {
    /// The bytes after the chunks returned so far.
    #[must_use]
    pub fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// The chunks of a file.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: HEADER_LEN, is_over: false }
    }

    /// The chunks in `bytes`, which follow the file header.
    pub(crate) fn within(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, is_over: false }
    }
}

impl<'a> Iterator for Chunks<'a> {
    type Item = RawChunk<'a>;

    fn next(&mut self) -> Option<RawChunk<'a>> {
        if self.is_over {
            return None;
        }
        let (head, rest) = self.rest().split_first_chunk::<FRAME_LEN>()?;
        let (frame, start) = (Frame::decode(head), self.at);
        let body = rest.get(..frame.body_len())?;
        self.at = start.checked_add(FRAME_LEN)?.checked_add(body.len())?;
        self.is_over = frame.name.0 == END_NAME;
        Some(RawChunk { frame, start, body })
    }
}

impl<'a> RawChunk<'a> {
    /// The chunk's name, padded with zeros.
    #[must_use]
    pub fn name(&self) -> [u8; 4] {
        self.frame.name.0
    }

    /// The position of the chunk's frame in the file.
    #[must_use]
    pub fn start(&self) -> usize {
        self.start
    }

    /// The position after the chunk.
    pub(crate) fn end(&self) -> usize {
        self.start.saturating_add(FRAME_LEN).saturating_add(self.body.len())
    }

    /// The compression of the body.
    #[must_use]
    pub fn compression(&self) -> Compression {
        compression(self.body, self.frame.is_stored())
    }

    /// The body, exactly as in the file.
    #[must_use]
    pub fn body(&self) -> &'a [u8] {
        self.body
    }

    /// The length of the decompressed payload according to the frame.
    #[must_use]
    pub fn plain_len(&self) -> usize {
        self.frame.plain_len as usize
    }

    /// Decompresses the payload.
    ///
    /// # Errors
    ///
    /// If the body does not decompress to the length that the frame declares, or that length exceeds the limits of
    /// `options`.
    pub fn plain(&self, options: &ReadOptions) -> Result<Vec<u8>, Error> {
        let mut inflater = Inflater::default();
        let reading = Reading::new(options.strict, options.limits, self.body.len());
        match self.unpack(&mut inflater, &reading)? {
            plain if self.frame.is_stored() => Ok(plain.to_vec()),
            _ => Ok(inflater.lend()),
        }
    }

    /// Decompresses the payload like [`plain`](Self::plain), into a reused buffer and within the remaining limits of
    /// `reading`.
    pub(crate) fn unpack<'i>(
        &'i self,
        inflater: &'i mut Inflater,
        reading: &Reading<'_>,
    ) -> Result<&'i [u8], Error> {
        if self.frame.is_stored() {
            return Ok(self.body);
        }
        reading.read(self.body, |body| {
            inflater.inflate(body, self.plain_len())?;
            remainder(body).map(|(rest, _)| (rest, ()))
        })?;
        Ok(inflater.plain.bytes())
    }
}
