//! zlib streams, for formats that use them. The feature `zlib-rs` adds an engine, and does not change what is written.

use super::block::Plain;
use crate::error::ErrorKind;

/// The library that compresses and decompresses deflate streams.
///
/// By default, reading uses the fastest one that is built in, since the results do not differ. Writing uses
/// [`MinizOxide`](Self::MinizOxide) unless another is selected, since each compresses differently.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// The crate miniz_oxide, which has no unsafe code.
    #[default]
    MinizOxide,
    /// The crate zlib-rs, which is faster.
    #[cfg(feature = "zlib-rs")]
    ZlibRs,
}

impl Engine {
    /// The default for reading.
    pub(crate) const FASTEST: Self = {
        #[cfg(feature = "zlib-rs")]
        let engine = Self::ZlibRs;
        #[cfg(not(feature = "zlib-rs"))]
        let engine = Self::MinizOxide;
        engine
    };
}

/// The result of decompressing a stream.
#[derive(Debug, PartialEq)]
pub(crate) struct Inflated {
    /// The length of the stream; if it is damaged, that of the input, because the end cannot be known.
    pub(crate) n_read: usize,
    pub(crate) end: End,
}

/// How it ended.
#[derive(Debug, PartialEq)]
pub(crate) enum End {
    Whole,
    /// The output exceeds the limit.
    TooLong,
    /// The output ends where the stream is damaged.
    Broken(ErrorKind),
}

/// The bytes before the compressed data: method and window, flags.
pub(crate) const HEADER: usize = 2;
/// The bytes after them: the Adler-32 of the decompressed data.
pub(crate) const CHECKSUM: usize = 4;

/// Decompresses a zlib stream to at most `limit` bytes, and verifies its checksum.
pub(crate) fn inflate_zlib(bytes: &[u8], engine: Engine, limit: usize, plain: &mut Plain) -> Inflated {
    plain.len = 0;
    let whole = |end| Inflated { n_read: bytes.len(), end };
    let Some((header, packed)) = bytes.split_first_chunk::<HEADER>() else {
        return whole(broken("it is cut short"));
    };
    // Method 8 is deflate, the bit is for a dictionary, and both bytes together are a multiple of 31.
    if header[0] & 0x0f != 8 || header[1] & 0x20 != 0 || u16::from_be_bytes(*header) % 31 != 0 {
        return whole(broken("it does not start like a zlib stream"));
    }
    let Inflated { n_read, end } = inflate(packed, engine, limit, plain);
    let n_read = n_read.saturating_add(HEADER);
    if end != End::Whole {
        return Inflated { n_read, end };
    }
    let Some(stored) = bytes.get(n_read..).and_then(|rest| rest.first_chunk::<CHECKSUM>()) else {
        return whole(broken("it ends before its checksum"));
    };
    let (found, expected) = (u32::from_be_bytes(*stored), adler32(plain.bytes(), engine));
    let end =
        if found == expected { End::Whole } else { End::Broken(ErrorKind::Checksum { expected, found }) };
    Inflated { n_read: n_read.saturating_add(CHECKSUM), end }
}

/// Decompresses a deflate stream to at most `limit` bytes. Memory grows with the output.
pub(crate) fn inflate(packed: &[u8], engine: Engine, limit: usize, plain: &mut Plain) -> Inflated {
    match engine {
        Engine::MinizOxide => {
            use miniz_oxide::inflate::TINFLStatus::{
                Done, FailedCannotMakeProgress, HasMoreOutput, NeedsMoreInput,
            };
            use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};

            let mut engine = Box::<DecompressorOxide>::default();
            let flags = inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
            run(packed, limit, plain, |input, output, len| {
                let (status, n_read, n_written) = decompress(&mut engine, input, output, len, flags);
                let is_done = match status {
                    Done => Ok(true),
                    HasMoreOutput => Ok(false),
                    FailedCannotMakeProgress | NeedsMoreInput => Err("it is cut short"),
                    _ => Err("it is damaged"),
                };
                (n_read, n_written, is_done)
            })
        }
        #[cfg(feature = "zlib-rs")]
        Engine::ZlibRs => {
            let mut engine = zlib_rs::Inflate::new(false, 15);
            run(packed, limit, plain, |input, output, len| {
                let before = (engine.total_in(), engine.total_out());
                let room = output.get_mut(len..).unwrap_or_default();
                let n_room = room.len();
                let result = engine.decompress(input, room, zlib_rs::InflateFlush::NoFlush);
                let made =
                    |all: u64, before| usize::try_from(all.saturating_sub(before)).unwrap_or(usize::MAX);
                let n_written = made(engine.total_out(), before.1);
                let is_done = match result {
                    Ok(zlib_rs::Status::StreamEnd) => Ok(true),
                    // The call stopped because the buffer or the input was used up.
                    Ok(_) if n_written == n_room => Ok(false),
                    Ok(_) => Err("it is cut short"),
                    Err(_) => Err("it is damaged"),
                };
                (made(engine.total_in(), before.0), n_written, is_done)
            })
        }
    }
}

/// `call` gets the rest of the input, the buffer for all output, and how much of it is used. It returns how much it has
/// read and written, and whether that is all; otherwise, the buffer is full.
fn run(
    packed: &[u8],
    limit: usize,
    plain: &mut Plain,
    mut call: impl FnMut(&[u8], &mut [u8], usize) -> (usize, usize, Result<bool, &'static str>),
) -> Inflated {
    // Most streams expand by up to four times; for others, the buffer doubles. One byte more than the limit shows
    // whether a stream ends there.
    let most = limit.saturating_add(1);
    let first = packed.len().saturating_mul(4).clamp(1 << 10, 1 << 24).min(most);
    if plain.buffer.len() < first {
        // The system provides new zeroed memory page by page as it is used; resizing would write all of it.
        plain.buffer = vec![0; first];
    }
    plain.len = 0;
    let mut at = 0_usize;
    let end = loop {
        let room = plain.buffer.len().min(most);
        let output = plain.buffer.get_mut(..room).unwrap_or_default();
        let (n_read, n_written, is_done) = call(packed.get(at..).unwrap_or_default(), output, plain.len);
        (at, plain.len) = (at.saturating_add(n_read), plain.len.saturating_add(n_written));
        match is_done {
            _ if plain.len > limit => break End::TooLong,
            Ok(true) => return Inflated { n_read: at, end: End::Whole },
            Ok(false) => {
                let wanted = room.saturating_mul(2).min(most);
                plain.buffer.reserve_exact(wanted.saturating_sub(plain.buffer.len()));
                plain.buffer.resize(wanted, 0);
            }
            Err(reason) => break broken(reason),
        }
    };
    plain.len = plain.len.min(limit);
    Inflated { n_read: packed.len(), end }
}

/// Compresses into a zlib stream.
pub(crate) fn deflate_zlib(plain: &[u8], engine: Engine, level: u8) -> Vec<u8> {
    match engine {
        Engine::MinizOxide => miniz_oxide::deflate::compress_to_vec_zlib(plain, level),
        #[cfg(feature = "zlib-rs")]
        Engine::ZlibRs => {
            let mut packed = vec![0; zlib_rs::compress_bound(plain.len())];
            let config = zlib_rs::DeflateConfig::new(level.into());
            let len = zlib_rs::compress_slice(&mut packed, plain, config).0.len();
            packed.truncate(len);
            packed
        }
    }
}

/// The checksum of zlib.
pub(crate) fn adler32(plain: &[u8], engine: Engine) -> u32 {
    match engine {
        Engine::MinizOxide => adler2::adler32_slice(plain),
        #[cfg(feature = "zlib-rs")]
        Engine::ZlibRs => zlib_rs::adler32::adler32(1, plain),
    }
}

fn broken(reason: &'static str) -> End {
    End::Broken(ErrorKind::Compression { reason: reason.into() })
}
