//! Format document, section 2: compression of chunks, both ways.

use crate::mould::input::Input;
use crate::wire::{ZSTD_MAGIC, lz4};
use crate::{Compression, Error, ErrorKind};
use lz4_flex::block::{CompressTable, compress_into_with_table, get_maximum_output_size};
use nom::Err;
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// What a block of zstd gives at most.
const ZSTD_BLOCK: usize = 128 << 10;

/// How a body is compressed.
pub(crate) fn compression(body: &[u8], is_stored: bool) -> Compression {
    match is_stored {
        true => Compression::Stored,
        false if body.starts_with(ZSTD_MAGIC) => Compression::Zstd,
        false => Compression::Lz4,
    }
}

/// Decompresses one chunk after the other into one buffer: fresh memory costs more than decoding does.
#[derive(Debug, Default)]
pub(crate) struct Inflater {
    buffer: Vec<u8>,
}

impl Inflater {
    /// Decompresses a body; its plain payload is of this length.
    pub(crate) fn inflate(&mut self, body: Input<'_>, plain_len: usize) -> Result<(), Err<Error>> {
        let packed = body.bytes();
        let wrong = || body.fatal(ErrorKind::Compression { expected: plain_len });
        let is_zstd = packed.starts_with(ZSTD_MAGIC);
        // A length that lies costs nothing: LZ4 gives at most 255 bytes for one, a block of zstd 128 KiB for four.
        let most = packed.len().saturating_mul(if is_zstd { 1 << 15 } else { 255 });
        if most < plain_len || (is_zstd && zstd_len(packed).is_some_and(|len| len != plain_len)) {
            return Err(wrong());
        }
        body.grant_output(plain_len)?;
        if self.buffer.len() < plain_len {
            // New zeroed memory is given by the page as it is touched; resizing would write it all first.
            self.buffer = vec![0; plain_len];
        }
        let plain = self.buffer.get_mut(..plain_len).unwrap_or_default();
        if !is_zstd {
            return lz4::decode(packed, plain).ok_or_else(wrong);
        }
        let mut decoder = FrameDecoder::new();
        if decoder.decode_all(packed, plain).is_ok_and(|len| len == plain_len) {
            return Ok(());
        }
        // A frame that gives more than it should shows that after a whole window: what that took counts.
        body.grant_output(decoder.blocks_decoded().saturating_mul(ZSTD_BLOCK))?;
        Err(wrong())
    }

    /// The first bytes of what was decompressed last.
    pub(crate) fn plain(&self, plain_len: usize) -> &[u8] {
        self.buffer.get(..plain_len).unwrap_or_default()
    }

    /// The buffer itself, with the plain data of this length, if that does not waste much of it.
    pub(crate) fn lend(&mut self, plain_len: usize) -> Vec<u8> {
        if plain_len < self.buffer.len() / 2 {
            return self.buffer.get(..plain_len).unwrap_or_default().to_vec();
        }
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.truncate(plain_len);
        buffer
    }
}

/// The plain length that a zstd frame declares; `None` if it does not.
fn zstd_len(packed: &[u8]) -> Option<usize> {
    let (descriptor, rest) = packed.get(ZSTD_MAGIC.len()..)?.split_first()?;
    let is_single = descriptor & 0x20 != 0;
    let n_dictionary = [0, 1, 2, 4].get(usize::from(descriptor & 3))?;
    let field = rest.get(usize::from(!is_single)..)?.get(*n_dictionary..)?;
    let len = match descriptor >> 6 {
        0 if is_single => u64::from(*field.first()?),
        0 => return None,
        1 => u64::from(u16::from_le_bytes(*field.first_chunk()?)).saturating_add(256),
        2 => u64::from(u32::from_le_bytes(*field.first_chunk()?)),
        _ => u64::from_le_bytes(*field.first_chunk()?),
    };
    usize::try_from(len).ok()
}

/// The first bytes of a plain payload, as many as `start` has at most.
pub(crate) fn start_of<'s>(body: &[u8], is_stored: bool, start: &'s mut [u8]) -> Option<&'s [u8]> {
    let len = match compression(body, is_stored) {
        Compression::Lz4 => lz4::decode_start(body, start)?,
        Compression::Stored => {
            let len = body.len().min(start.len());
            start.get_mut(..len)?.copy_from_slice(body.get(..len)?);
            len
        }
        Compression::Zstd => {
            use ruzstd::io::Read;
            let (mut decoder, mut body) = (FrameDecoder::new(), body);
            decoder.init(&mut body).ok()?;
            while decoder.can_collect() < start.len() && !decoder.is_finished() {
                decoder.decode_blocks(&mut body, BlockDecodingStrategy::UptoBlocks(1)).ok()?;
            }
            decoder.read(start).ok()?
        }
    };
    start.get(..len)
}

/// Compresses one chunk after the other, with one table and one buffer.
pub(crate) struct Deflater {
    compression: Compression,
    table: CompressTable,
    buffer: Vec<u8>,
}

impl std::fmt::Debug for Deflater {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Deflater({:?})", self.compression)
    }
}

impl Deflater {
    pub(crate) fn new(compression: Compression) -> Self {
        Self { compression, table: CompressTable::default(), buffer: Vec::new() }
    }

    /// The body of a plain payload; `None` if it is to be stored.
    pub(crate) fn deflate(&mut self, plain: &[u8]) -> Result<Option<&[u8]>, Error> {
        match self.compression {
            // A compressed length of zero means stored, so no payload at all is stored too.
            Compression::Stored => return Ok(None),
            #[cfg(feature = "zstd")]
            Compression::Zstd => {
                self.buffer =
                    ruzstd::encoding::compress_to_vec(plain, ruzstd::encoding::CompressionLevel::Fastest);
                return Ok(Some(&self.buffer));
            }
            #[cfg(not(feature = "zstd"))]
            Compression::Zstd => {
                let (expected, found) = ("the feature zstd, to write it".into(), "none".into());
                return Err(Error::model(ErrorKind::Unexpected { expected, found }));
            }
            Compression::Lz4 => {}
        }
        let most = get_maximum_output_size(plain.len());
        if self.buffer.len() < most {
            self.buffer = vec![0; most];
        }
        let wrong = |_| Error::model(ErrorKind::Compression { expected: plain.len() });
        let len = compress_into_with_table(plain, &mut self.buffer, &mut self.table).map_err(wrong)?;
        Ok(self.buffer.get(..len))
    }
}
