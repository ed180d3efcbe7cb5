//! Compression and decompression of zlib streams, by either engine.

use crate::options::Engine;
use crate::{Error, ErrorKind};

/// The result of unpacking a stream.
#[derive(Debug)]
pub(crate) struct Inflated {
    pub(crate) plain: Vec<u8>,
    /// The length of the stream in bytes.
    pub(crate) n_used: usize,
    /// The error in the stream, if any. The data up to the error are kept.
    pub(crate) fault: Option<ErrorKind>,
    /// Whether the stream continues beyond the limit.
    pub(crate) is_too_long: bool,
}

/// Length of the header: method and window, flags.
pub(crate) const HEADER: usize = 2;
/// Length of the trailer: the Adler-32 checksum of the plain data.
pub(crate) const CHECKSUM: usize = 4;

/// Unpacks a stream to at most `limit` bytes, and allocates `expected` bytes at first. Further memory grows with the
/// output.
pub(crate) fn inflate(bytes: &[u8], engine: Engine, limit: usize, expected: usize) -> Inflated {
    let failed = |reason| Inflated {
        plain: Vec::new(),
        n_used: 0,
        fault: Some(ErrorKind::Inflate { reason }),
        is_too_long: false,
    };
    let Some((header, packed)) = bytes.split_first_chunk::<HEADER>() else { return failed("is cut short") };
    // Method 8 is deflate; bit 5 of the flags asks for a preset dictionary; the two bytes as a big-endian number must
    // be a multiple of 31.
    if header[0] & 0x0f != 8 || header[1] & 0x20 != 0 || u16::from_be_bytes(*header) % 31 != 0 {
        return failed("has an invalid header");
    }
    let mut inflated = match engine {
        Engine::Miniz => {
            let mut engine = miniz_oxide::inflate::core::DecompressorOxide::default();
            inflate_with(packed, limit, expected, |input, output, taken| {
                miniz(&mut engine, input, output, taken)
            })
        }
        #[cfg(feature = "zlib-rs")]
        Engine::ZlibRs => {
            let mut engine = zlib_rs::Inflate::new(false, 15);
            inflate_with(packed, limit, expected, |input, output, taken| {
                zlib_rs(&mut engine, input, output, taken)
            })
        }
    };
    inflated.n_used = inflated.n_used.saturating_add(HEADER).min(bytes.len());
    if inflated.fault.is_none() && !inflated.is_too_long {
        match bytes.get(inflated.n_used..).and_then(|rest| rest.first_chunk::<CHECKSUM>()) {
            Some(stored) => {
                inflated.n_used = inflated.n_used.saturating_add(CHECKSUM);
                let (stored, computed) = (u32::from_be_bytes(*stored), adler32(&inflated.plain, engine));
                inflated.fault = (stored != computed).then_some(ErrorKind::Checksum { stored, computed });
            }
            None => {
                inflated.n_used = bytes.len();
                inflated.fault = Some(ErrorKind::Inflate { reason: "ends before its checksum" });
            }
        }
    }
    inflated
}

/// Compresses into a zlib stream.
pub(crate) fn deflate(plain: &[u8], engine: Engine, level: u8) -> Result<Vec<u8>, Error> {
    match engine {
        Engine::Miniz => Ok(miniz_oxide::deflate::compress_to_vec_zlib(plain, level)),
        #[cfg(feature = "zlib-rs")]
        Engine::ZlibRs => deflate_zlib_rs(plain, level),
    }
}

/// A guess at the unpacked length of a stream of this length.
// Most models shrink to a half or a third; for those that shrink more, the buffer doubles. A large allocation comes
// as untouched pages, so unused room is free, unlike in many small allocations.
pub(crate) fn guess(n_packed: usize) -> usize {
    let times = if n_packed < 1 << 16 { 3 } else { 4 };
    n_packed.saturating_mul(times).clamp(1 << 10, 1 << 26)
}

/// The result of one step of an engine.
struct Step {
    n_read: usize,
    n_written: usize,
    outcome: Outcome,
}

enum Outcome {
    /// The output buffer is full, and there is more output.
    Full,
    Done,
    Failed(&'static str),
}

/// `step` takes the remaining input, the whole output buffer, and the length already written.
fn inflate_with(
    packed: &[u8],
    limit: usize,
    expected: usize,
    mut step: impl FnMut(&[u8], &mut [u8], usize) -> Step,
) -> Inflated {
    // One byte more than the limit, to detect a stream that exceeds it.
    let room = limit.saturating_add(1);
    let mut plain = vec![0; expected.saturating_add(1).min(room)];
    let (mut n_used, mut n_made) = (0_usize, 0_usize);
    let (fault, is_too_long) = loop {
        let Step { n_read, n_written, outcome } =
            step(packed.get(n_used..).unwrap_or_default(), &mut plain, n_made);
        n_used = n_used.saturating_add(n_read);
        n_made = n_made.saturating_add(n_written);
        match outcome {
            Outcome::Done => break (None, false),
            Outcome::Failed(reason) => break (Some(ErrorKind::Inflate { reason }), false),
            Outcome::Full if plain.len() >= room => break (None, true),
            Outcome::Full => plain.resize(plain.len().saturating_mul(2).min(room), 0),
        }
    };
    plain.truncate(n_made);
    if fault.is_some() {
        // The end of a broken stream is unknown.
        n_used = packed.len();
    }
    Inflated { is_too_long: is_too_long || plain.len() > limit, plain, n_used, fault }
}

fn miniz(
    engine: &mut miniz_oxide::inflate::core::DecompressorOxide,
    input: &[u8],
    output: &mut [u8],
    taken: usize,
) -> Step {
    use miniz_oxide::inflate::TINFLStatus;
    use miniz_oxide::inflate::core::{decompress, inflate_flags};

    let flags = inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let (status, n_read, n_written) = decompress(engine, input, output, taken, flags);
    let outcome = match status {
        TINFLStatus::Done => Outcome::Done,
        TINFLStatus::HasMoreOutput => Outcome::Full,
        TINFLStatus::FailedCannotMakeProgress => Outcome::Failed("is cut short"),
        _ => Outcome::Failed("is broken"),
    };
    Step { n_read, n_written, outcome }
}

#[cfg(feature = "zlib-rs")]
fn zlib_rs(engine: &mut zlib_rs::Inflate, input: &[u8], output: &mut [u8], taken: usize) -> Step {
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
        // The engine stopped because either the input or the output buffer is used up.
        Ok(_) if n_written == n_room => Outcome::Full,
        Ok(_) => Outcome::Failed("is cut short"),
        Err(_) => Outcome::Failed("is broken"),
    };
    Step { n_read, n_written, outcome }
}

#[cfg(feature = "zlib-rs")]
fn deflate_zlib_rs(plain: &[u8], level: u8) -> Result<Vec<u8>, Error> {
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
            Err(_) => return Err(Error::model(ErrorKind::Inflate { reason: "cannot be packed" })),
        }
    }
    packed.truncate(usize::try_from(engine.total_out()).unwrap_or(usize::MAX));
    Ok(packed)
}

fn adler32(plain: &[u8], engine: Engine) -> u32 {
    match engine {
        Engine::Miniz => adler2::adler32_slice(plain),
        #[cfg(feature = "zlib-rs")]
        Engine::ZlibRs => zlib_rs::adler32::adler32(1, plain),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn engines() -> Vec<Engine> {
        vec![
            Engine::Miniz,
            #[cfg(feature = "zlib-rs")]
            Engine::ZlibRs,
        ]
    }

    proptest! {
        #[test]
        fn any_engine_unpacks_what_any_packs(mut plain: Vec<u8>, level in 0_u8..10, repeat in 0_usize..2000) {
            plain = plain.repeat(repeat.min(1 + 200_000 / plain.len().max(1)));
            for packer in engines() {
                let packed = deflate(&plain, packer, level).unwrap();
                for engine in engines() {
                    let followed = [&packed[..], b"tail"].concat();
                    let inflated = inflate(&followed, engine, plain.len(), plain.len());
                    prop_assert_eq!(&inflated.fault, &None);
                    prop_assert_eq!((inflated.n_used, inflated.is_too_long), (packed.len(), false));
                    prop_assert!(inflated.plain == plain);
                    if let Some(less) = plain.len().checked_sub(1) {
                        prop_assert!(inflate(&packed, engine, less, 0).is_too_long);
                    }
                    let cut = inflate(&packed[..packed.len() - 1], engine, plain.len(), guess(packed.len()));
                    prop_assert_eq!(cut.fault, Some(ErrorKind::Inflate { reason: "ends before its checksum" }));
                    prop_assert!(cut.plain == plain);
                }
            }
        }
    }
}
