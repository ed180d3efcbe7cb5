//! zlib streams, for formats that use them. The feature `zlib-rs` adds an engine, and does not change what is written.

use super::block::Plain;
use crate::error::ErrorKind;
use std::borrow::Cow;

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
    let broken = |reason| Inflated { n_read: bytes.len(), end: End::Broken(kind(reason)) };
    let Some((header, packed)) = bytes.split_first_chunk::<HEADER>() else {
        return broken("it is cut short");
    };
    // Method 8 is deflate, the bit is for a dictionary, and both bytes together are a multiple of 31.
    if header[0] & 0x0f != 8 || header[1] & 0x20 != 0 || u16::from_be_bytes(*header) % 31 != 0 {
        return broken("it does not start like a zlib stream");
    }
    let Inflated { n_read, end } = inflate(packed, engine, limit, plain);
    let n_read = n_read.saturating_add(HEADER);
    if end != End::Whole {
        return Inflated { n_read, end };
    }
    match bytes.get(n_read..).and_then(|rest| rest.first_chunk::<CHECKSUM>()) {
        Some(stored) => {
            let (found, expected) = (u32::from_be_bytes(*stored), adler32(plain.bytes(), engine));
            let is_right = found == expected;
            let end =
                if is_right { End::Whole } else { End::Broken(ErrorKind::Checksum { expected, found }) };
            Inflated { n_read: n_read.saturating_add(CHECKSUM), end }
        }
        None => broken("it ends before its checksum"),
    }
}

/// Decompresses a deflate stream to at most `limit` bytes. Memory grows with the output.
pub(crate) fn inflate(packed: &[u8], engine: Engine, limit: usize, plain: &mut Plain) -> Inflated {
    plain.len = 0;
    match engine {
        Engine::MinizOxide => {
            let mut engine = Box::<miniz_oxide::inflate::core::DecompressorOxide>::default();
            run(packed, limit, plain, |input, output, taken| miniz_oxide(&mut engine, input, output, taken))
        }
        #[cfg(feature = "zlib-rs")]
        Engine::ZlibRs => {
            let mut engine = zlib_rs::Inflate::new(false, 15);
            run(packed, limit, plain, |input, output, taken| zlib_rs(&mut engine, input, output, taken))
        }
    }
}

/// The result of one call of an engine.
struct Progress {
    n_read: usize,
    n_written: usize,
    outcome: Outcome,
}

enum Outcome {
    /// The output buffer is full, and there is more.
    Full,
    Done,
    Failed(&'static str),
}

/// `call` gets the rest of the input, the buffer for all output, and how much of it is used.
fn run(
    packed: &[u8],
    limit: usize,
    plain: &mut Plain,
    mut call: impl FnMut(&[u8], &mut [u8], usize) -> Progress,
) -> Inflated {
    // Most streams expand by up to four times; for others, the buffer doubles. One byte more than the limit shows
    // whether a stream ends there.
    let most = limit.saturating_add(1);
    let first = packed.len().saturating_mul(4).clamp(1 << 10, 1 << 24).min(most);
    if plain.buffer.len() < first {
        // The system provides new zeroed memory page by page as it is used; resizing would write all of it.
        plain.buffer = vec![0; first];
    }
    let mut n_read = 0_usize;
    let end = loop {
        let room = plain.buffer.len().min(most);
        let output = plain.buffer.get_mut(..room).unwrap_or_default();
        let progress = call(packed.get(n_read..).unwrap_or_default(), output, plain.len);
        n_read = n_read.saturating_add(progress.n_read);
        plain.len = plain.len.saturating_add(progress.n_written);
        match progress.outcome {
            _ if plain.len > limit => break End::TooLong,
            Outcome::Done => break End::Whole,
            Outcome::Failed(reason) => break End::Broken(kind(reason)),
            Outcome::Full => {
                let wanted = room.saturating_mul(2).min(most);
                plain.buffer.reserve_exact(wanted.saturating_sub(plain.buffer.len()));
                plain.buffer.resize(wanted, 0);
            }
        }
    };
    plain.len = plain.len.min(limit);
    if end != End::Whole {
        n_read = packed.len();
    }
    Inflated { n_read, end }
}

fn miniz_oxide(
    engine: &mut miniz_oxide::inflate::core::DecompressorOxide,
    input: &[u8],
    output: &mut [u8],
    taken: usize,
) -> Progress {
    use miniz_oxide::inflate::TINFLStatus;
    use miniz_oxide::inflate::core::{decompress, inflate_flags};

    let flags = inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let (status, n_read, n_written) = decompress(engine, input, output, taken, flags);
    let outcome = match status {
        TINFLStatus::Done => Outcome::Done,
        TINFLStatus::HasMoreOutput => Outcome::Full,
        TINFLStatus::FailedCannotMakeProgress | TINFLStatus::NeedsMoreInput => {
            Outcome::Failed("it is cut short")
        }
        _ => Outcome::Failed("it is damaged"),
    };
    Progress { n_read, n_written, outcome }
}

#[cfg(feature = "zlib-rs")]
fn zlib_rs(engine: &mut zlib_rs::Inflate, input: &[u8], output: &mut [u8], taken: usize) -> Progress {
    use zlib_rs::{InflateFlush, Status};

    let (before_in, before_out) = (engine.total_in(), engine.total_out());
    let room = output.get_mut(taken..).unwrap_or_default();
    let n_room = room.len();
    let result = engine.decompress(input, room, InflateFlush::NoFlush);
    let made = |before: u64, after: u64| usize::try_from(after.saturating_sub(before)).unwrap_or(usize::MAX);
    let n_read = made(before_in, engine.total_in());
    let n_written = made(before_out, engine.total_out());
    let outcome = match result {
        Ok(Status::StreamEnd) => Outcome::Done,
        // The call stopped because the buffer or the input was used up.
        Ok(_) if n_written == n_room => Outcome::Full,
        Ok(_) => Outcome::Failed("it is cut short"),
        Err(_) => Outcome::Failed("it is damaged"),
    };
    Progress { n_read, n_written, outcome }
}

/// Compresses into a zlib stream.
pub(crate) fn deflate_zlib(plain: &[u8], engine: Engine, level: u8) -> Result<Vec<u8>, ErrorKind> {
    match engine {
        Engine::MinizOxide => Ok(miniz_oxide::deflate::compress_to_vec_zlib(plain, level)),
        #[cfg(feature = "zlib-rs")]
        Engine::ZlibRs => deflate_zlib_rs(plain, level),
    }
}

#[cfg(feature = "zlib-rs")]
fn deflate_zlib_rs(plain: &[u8], level: u8) -> Result<Vec<u8>, ErrorKind> {
    use zlib_rs::{Deflate, DeflateFlush, Status};

    let mut engine = Deflate::new(level.into(), true, 15);
    let mut packed = vec![0; plain.len().saturating_div(2).saturating_add(64)];
    loop {
        let (n_read, n_made) = (engine.total_in(), engine.total_out());
        let rest = usize::try_from(n_read).ok().and_then(|at| plain.get(at..)).unwrap_or_default();
        let n_made = usize::try_from(n_made).unwrap_or(usize::MAX);
        let room = packed.get_mut(n_made..).unwrap_or_default();
        match engine.compress(rest, room, DeflateFlush::Finish) {
            Ok(Status::StreamEnd) => break,
            Ok(_) => packed.resize(packed.len().saturating_mul(2), 0),
            Err(_) => return Err(kind("it cannot be packed")),
        }
    }
    packed.truncate(usize::try_from(engine.total_out()).unwrap_or(usize::MAX));
    Ok(packed)
}

/// The checksum of zlib.
pub(crate) fn adler32(plain: &[u8], engine: Engine) -> u32 {
    match engine {
        Engine::MinizOxide => adler2::adler32_slice(plain),
        #[cfg(feature = "zlib-rs")]
        Engine::ZlibRs => zlib_rs::adler32::adler32(1, plain),
    }
}

fn kind(reason: &'static str) -> ErrorKind {
    ErrorKind::Compression { reason: Cow::Borrowed(reason) }
}
