//! zlib streams, for formats that use them. The feature `zlib-rs` adds an engine, and does not change what is written.

use super::block::Plain;
use crate::error::ErrorKind;
use miniz_oxide::inflate::TINFLStatus as Status;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};

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
    #[cfg(feature = "zlib-rs")]
    pub(crate) const FASTEST: Self = Self::ZlibRs;
    #[cfg(not(feature = "zlib-rs"))]
    pub(crate) const FASTEST: Self = Self::MinizOxide;
}

/// How the decompression of a stream ended.
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
///
/// Returns the length of the stream, too; if it is damaged, that of the input, because the end cannot be known.
pub(crate) fn inflate_zlib(bytes: &[u8], engine: Engine, limit: usize, plain: &mut Plain) -> (usize, End) {
    plain.len = 0;
    let Some((header, packed)) = bytes.split_first_chunk::<HEADER>() else {
        return broken(bytes, "it is cut short");
    };
    // Method 8 is deflate, the bit is for a dictionary, and both bytes together are a multiple of 31.
    if header[0] & 0x0f != 8 || header[1] & 0x20 != 0 || u16::from_be_bytes(*header) % 31 != 0 {
        return broken(bytes, "it does not start like a zlib stream");
    }
    let (n_packed, end) = inflate(packed, engine, limit, plain);
    if end != End::Whole {
        return (bytes.len(), end);
    }
    let Some(stored) = packed.get(n_packed..).and_then(|rest| rest.first_chunk::<CHECKSUM>()) else {
        return broken(bytes, "it ends before its checksum");
    };
    let (found, expected) = (u32::from_be_bytes(*stored), adler32(plain.bytes(), engine));
    let is_right = found == expected;
    let end = if is_right { End::Whole } else { End::Broken(ErrorKind::Checksum { expected, found }) };
    (n_packed.saturating_add(HEADER).saturating_add(CHECKSUM), end)
}

/// As [`inflate_zlib`], for a deflate stream, which has neither header nor checksum. Memory grows with the output.
pub(crate) fn inflate(packed: &[u8], engine: Engine, limit: usize, plain: &mut Plain) -> (usize, End) {
    match engine {
        Engine::MinizOxide => {
            let mut state = Box::<DecompressorOxide>::default();
            let flags = inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
            run(packed, limit, plain, |input, output, len| decompress(&mut state, input, output, len, flags))
        }
        #[cfg(feature = "zlib-rs")]
        Engine::ZlibRs => {
            let mut state = zlib_rs::Inflate::new(false, 15);
            run(packed, limit, plain, |input, output, len| {
                let before = (state.total_in(), state.total_out());
                let result = state.decompress(
                    input,
                    output.get_mut(len..).unwrap_or_default(),
                    zlib_rs::InflateFlush::NoFlush,
                );
                let since =
                    |before, now: u64| usize::try_from(now.saturating_sub(before)).unwrap_or(usize::MAX);
                let (n_read, n_written) =
                    (since(before.0, state.total_in()), since(before.1, state.total_out()));
                let status = match result {
                    Ok(zlib_rs::Status::StreamEnd) => Status::Done,
                    // The call stopped because the buffer or the input was used up.
                    Ok(_) if len.saturating_add(n_written) == output.len() => Status::HasMoreOutput,
                    Ok(_) => Status::NeedsMoreInput,
                    Err(_) => Status::Failed,
                };
                (status, n_read, n_written)
            })
        }
    }
}

/// `step` is called as [`decompress`] is: with the rest of the input, the buffer for all output, and how much of it is
/// used. It returns how much it has read and written.
fn run(
    packed: &[u8],
    limit: usize,
    plain: &mut Plain,
    mut step: impl FnMut(&[u8], &mut [u8], usize) -> (Status, usize, usize),
) -> (usize, End) {
    // Most streams expand by up to four times; for others, the buffer doubles. One byte more than the limit shows
    // whether a stream ends there.
    let most = limit.saturating_add(1);
    let first = packed.len().saturating_mul(4).clamp(1 << 10, 1 << 24).min(most);
    if plain.buffer.len() < first {
        // The system provides new zeroed memory page by page as it is used; resizing would write all of it.
        plain.buffer = vec![0; first];
    }
    plain.buffer.truncate(most);
    plain.len = 0;
    let mut n_read = 0_usize;
    loop {
        let input = packed.get(n_read..).unwrap_or_default();
        let (status, n_more, n_written) = step(input, &mut plain.buffer, plain.len);
        (n_read, plain.len) = (n_read.saturating_add(n_more), plain.len.saturating_add(n_written));
        match status {
            _ if plain.len > limit => {
                plain.len = limit;
                return (packed.len(), End::TooLong);
            }
            Status::Done => return (n_read, End::Whole),
            Status::HasMoreOutput => {
                let len = plain.buffer.len().saturating_mul(2).min(most);
                plain.buffer.reserve_exact(len.saturating_sub(plain.buffer.len()));
                plain.buffer.resize(len, 0);
            }
            Status::FailedCannotMakeProgress | Status::NeedsMoreInput => {
                return broken(packed, "it is cut short");
            }
            _ => return broken(packed, "it is damaged"),
        }
    }
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

fn broken(bytes: &[u8], reason: &'static str) -> (usize, End) {
    (bytes.len(), End::Broken(ErrorKind::Compression { reason: reason.into() }))
}
