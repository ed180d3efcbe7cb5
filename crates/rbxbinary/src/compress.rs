//! Compresses and decompresses chunks. Format document, section 2.

use crate::common::error::Error;
use crate::common::input::{Checked, Input};
use crate::common::kinds::counted;
use crate::common::output::Output;
use crate::common::packed::PlainBuffer;
use crate::common::zstd;
use crate::error::ErrorKind;
use crate::options::Compression;
use crate::wire::{lz4, lz4_encode};
use lz4_flex::block::{CompressTable, compress_into_with_table, get_maximum_output_size};

/// Detects how a body is compressed.
pub(crate) fn compression(body: &[u8], is_stored: bool) -> Compression {
    match is_stored {
        true => Compression::Stored,
        false if body.starts_with(zstd::MAGIC) => Compression::Zstd,
        false => Compression::Lz4,
    }
}

/// Decompresses chunks into one reused buffer, because allocating memory costs more than decoding.
#[derive(Debug, Default)]
pub(crate) struct Inflater {
    /// The payload that was decompressed last.
    pub(crate) plain: PlainBuffer,
}

impl Inflater {
    /// Decompresses a body whose payload has the length `plain_len`.
    // `inline(always)`: see `read::chunk`.
    #[inline(always)]
    pub(crate) fn inflate(&mut self, body: Input<'_>, plain_len: usize) -> Checked {
        self.plain.len = 0;
        let packed = body.bytes();
        let wrong = || body.fatal(wrong(plain_len));
        let is_zstd = packed.starts_with(zstd::MAGIC);
        // Reject an impossible length before it counts against the limit.
        if plain_len > packed.len().saturating_mul(if is_zstd { zstd::MAX_RATIO } else { lz4::MOST }) {
            return Err(wrong());
        }
        body.charge_output(plain_len)?;
        if is_zstd {
            zstd::decode(packed, plain_len, &mut self.plain.buffer).or_else(|n_decoded| {
                // The output of a broken frame counts too, because producing it takes time.
                body.charge_output(n_decoded)?;
                Err(wrong())
            })?;
        } else {
            lz4::decode(packed, self.room(plain_len)).ok_or_else(wrong)?;
        }
        self.plain.len = plain_len;
        Ok(())
    }

    /// A slice of `len` bytes to decode into, with arbitrary contents.
    #[inline(always)]
    fn room(&mut self, len: usize) -> &mut [u8] {
        let buffer = &mut self.plain.buffer;
        if buffer.capacity() < len {
            // The system hands out new zeroed memory page by page as it is touched; resizing would write all of it
            // first. The old buffer is freed before, so the two never exist at once.
            *buffer = Vec::new();
            *buffer = vec![0; len];
        } else if buffer.len() < len {
            buffer.resize(len, 0);
        }
        buffer.get_mut(..len).unwrap_or_default()
    }

    /// Frees a large buffer, because the following steps need memory too. Freeing a small one is not worth the time.
    pub(crate) fn give_back(&mut self) {
        if self.plain.buffer.capacity() > LARGE / 8 {
            self.plain = PlainBuffer::default();
        }
    }

    /// Takes the decompressed payload out. This is the buffer itself, or a copy if the payload fills less than half of
    /// the buffer.
    pub(crate) fn lend(&mut self) -> Vec<u8> {
        if self.plain.len < self.plain.buffer.capacity() / 2 {
            return self.plain.bytes().to_vec();
        }
        let mut plain = std::mem::take(&mut self.plain);
        plain.buffer.truncate(plain.len);
        plain.buffer.shrink_to_fit();
        plain.buffer
    }
}

/// The error of a body that does not decompress to the length that its frame states.
fn wrong(plain_len: usize) -> ErrorKind {
    ErrorKind::Compression { reason: format!("expected {}", counted(plain_len, "byte")).into() }
}

/// Compresses chunks with reused tables and one reused buffer.
pub(crate) struct Deflater {
    pub(crate) compression: Compression,
    /// Spends time on small output, as Studio does.
    is_thorough: bool,
    /// A table for payloads below 64 KiB. The compressor's output depends on the table type, so a table that served a
    /// longer payload would make the bytes depend on the chunks before.
    small: CompressTable,
    large: CompressTable,
    buffer: Vec<u8>,
}

impl std::fmt::Debug for Deflater {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Deflater({:?})", self.compression)
    }
}

impl Deflater {
    pub(crate) fn new(compression: Compression) -> Self {
        let (small, large) = (CompressTable::default(), CompressTable::default());
        Self { compression, is_thorough: false, small, large, buffer: Vec::new() }
    }

    /// Makes a deflater for the few chunks of a file that replace others.
    pub(crate) fn thorough(compression: Compression) -> Self {
        Self { is_thorough: true, ..Self::new(compression) }
    }

    /// Writes the compressed body of a payload, or nothing if the payload is to be stored.
    pub(crate) fn deflate(&mut self, plain: &[u8], out: &mut Output) -> Result<(), Error> {
        match self.compression {
            // A compressed length of zero means stored, so nothing is written here.
            Compression::Stored => Ok(()),
            #[cfg(feature = "zstd")]
            Compression::Zstd => {
                // The only level that `ruzstd` implements, besides storing.
                let level = ruzstd::encoding::CompressionLevel::Fastest;
                append(out, &ruzstd::encoding::compress_to_vec(plain, level));
                Ok(())
            }
            #[cfg(not(feature = "zstd"))]
            Compression::Zstd => {
                let (expected, found) = ("the feature zstd".into(), "zstd disabled".into());
                Err(Error::model(ErrorKind::Unexpected { expected, found }))
            }
            Compression::Lz4 if self.is_thorough => {
                make_room(out, get_maximum_output_size(plain.len()));
                lz4_encode::encode(plain, &mut out.0);
                Ok(())
            }
            Compression::Lz4 => {
                // The bound is that of `lz4_flex`, which replaces a small table by a large one from there on.
                let table =
                    if plain.len() < usize::from(u16::MAX) { &mut self.small } else { &mut self.large };
                let most = get_maximum_output_size(plain.len());
                if most > LARGE {
                    // The compressor writes into the output: a separate buffer would double the memory.
                    make_room(out, most);
                    let start = out.0.len();
                    out.0.resize(start.saturating_add(most), 0);
                    let room = out.0.get_mut(start..).unwrap_or_default();
                    let len = lz4(plain, room, table)?;
                    out.0.truncate(start.saturating_add(len));
                    return Ok(());
                }
                if self.buffer.len() < most {
                    self.buffer = vec![0; most];
                }
                let len = lz4(plain, &mut self.buffer, table)?;
                append(out, self.buffer.get(..len).unwrap_or_default());
                Ok(())
            }
        }
    }
}

/// Compresses into `room`, and returns the length.
fn lz4(plain: &[u8], room: &mut [u8], table: &mut CompressTable) -> Result<usize, Error> {
    let len = room.len();
    compress_into_with_table(plain, room, table).map_err(|_| {
        let found = format!("{len} bytes");
        Error::model(ErrorKind::Unexpected { expected: "more room".into(), found })
    })
}

/// The length from which saving memory matters more than the time that a reused buffer saves.
const LARGE: usize = 1 << 20;

/// Appends bytes.
pub(crate) fn append(out: &mut Output, bytes: &[u8]) {
    make_room(out, bytes.len());
    out.bytes(bytes);
}

/// Reserves room for `n` more bytes. Large output grows by a quarter, because a vector that doubles briefly takes three
/// times its length while it moves.
fn make_room(out: &mut Output, n: usize) {
    let out = &mut out.0;
    if out.capacity().saturating_sub(out.len()) < n {
        let step = if out.len() < LARGE { out.len() } else { out.len() / 4 };
        out.reserve_exact(n.max(step));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compressing_needs_room() {
        let (plain, table) = (b"0123456789abcdef", &mut CompressTable::default());
        assert_eq!(
            lz4(plain, &mut [0; 15], table).unwrap_err().to_string(),
            "expected more room, found 15 bytes"
        );
        assert_eq!(lz4(plain, &mut [0; 40], table), Ok(18));
    }
}
