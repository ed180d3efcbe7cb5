//! Compressed blocks. Format document, section 2.

use crate::mould::input::{Input, Parsed, bytes, field, fixed, remainder};
use crate::mould::wire::Show;
use crate::options::Engine;
use crate::{Error, ErrorKind, ReadOptions};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};
use nom::Err;

/// The plain data of the block read last. Its memory serves all blocks of a file.
#[derive(Default)]
pub(crate) struct Plain {
    buffer: Vec<u8>,
    len: usize,
}

/// How many bytes a stream gives, as the layout shows it.
struct Inflated(usize);

impl Show for Inflated {
    fn show(&self) -> String {
        format!("inflates to {} bytes", self.0)
    }
}

/// What may surround a deflate stream.
#[derive(Clone, Copy, PartialEq)]
enum Wrapper {
    Zlib,
    Gzip,
    None,
}

impl Plain {
    pub(crate) fn bytes(&self) -> &[u8] {
        self.buffer.get(..self.len).unwrap_or_default()
    }

    /// Section 2: inflates what the input begins with. Gives what follows the stream.
    pub(crate) fn inflate<'a>(
        &mut self,
        input: Input<'a>,
        options: &ReadOptions,
    ) -> Result<Input<'a>, Err<Error>> {
        let wrapper = wrapper(input)?;
        let rest = match wrapper {
            Wrapper::Zlib => field("zlib header", bytes(2))(input)?.0,
            Wrapper::Gzip => field("gzip header", gzip_header)(input)?.0,
            Wrapper::None => input,
        };
        let stream = field("deflate", |input| {
            let n_bytes = self.deflate(input, options)?;
            Ok((bytes(n_bytes)(input)?.0, Inflated(self.len)))
        })(rest);
        let is_guess = wrapper == Wrapper::None;
        let (rest, _) = match stream {
            // Without a header it was a guess that these bytes are compressed at all,
            // and many bytes begin with what can be taken for a short stream.
            Ok((rest, _)) if is_guess && !rest.bytes().is_empty() => return Err(not_zlib(input)),
            Err(Err::Failure(error)) if is_guess && matches!(error.kind(), ErrorKind::Inflate { .. }) => {
                return Err(not_zlib(input));
            }
            stream => stream?,
        };
        match wrapper {
            Wrapper::Zlib => {}
            Wrapper::Gzip => input.warn(ErrorKind::Packing { found: "gzip" })?,
            Wrapper::None => input.warn(ErrorKind::Packing { found: "a raw deflate stream" })?,
        }
        self.checksum(rest, wrapper)
    }

    /// The stream itself: how many bytes it takes.
    fn deflate(&mut self, input: Input<'_>, options: &ReadOptions) -> Result<usize, Err<Error>> {
        self.len = 0;
        // One byte above the limit shows that it is exceeded.
        let most = options.limits.output_bytes.saturating_add(1);
        let first = input.bytes().len().saturating_mul(3).clamp(4096, most.max(4096));
        if self.buffer.len() < first {
            self.buffer.resize(first, 0);
        }
        match options.chosen_engine() {
            Engine::MinizOxide => self.miniz_oxide(input, most),
            #[cfg(feature = "zlib-rs")]
            Engine::ZlibRs => self.zlib_rs(input, most),
        }
    }

    fn miniz_oxide(&mut self, input: Input<'_>, most: usize) -> Result<usize, Err<Error>> {
        const FLAGS: u32 = inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        let mut state = Box::<DecompressorOxide>::default();
        let mut left = input.bytes();
        loop {
            let (status, n_read, n_written) = decompress(&mut state, left, &mut self.buffer, self.len, FLAGS);
            left = left.get(n_read..).unwrap_or_default();
            self.len = self.len.saturating_add(n_written);
            input.grant_output(n_written)?;
            match status {
                TINFLStatus::Done => {
                    return Ok(input.bytes().len().saturating_sub(left.len()));
                }
                TINFLStatus::HasMoreOutput => self.grow(most),
                TINFLStatus::FailedCannotMakeProgress | TINFLStatus::NeedsMoreInput => {
                    return Err(input.fatal(ErrorKind::Inflate { reason: "the stream is cut short" }));
                }
                _ => return Err(input.fatal(ErrorKind::Inflate { reason: "the stream is damaged" })),
            }
        }
    }

    #[cfg(feature = "zlib-rs")]
    fn zlib_rs(&mut self, input: Input<'_>, most: usize) -> Result<usize, Err<Error>> {
        let mut state = zlib_rs::Inflate::new(false, 15);
        let as_size = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        loop {
            let (left, free) = (
                input.bytes().get(as_size(state.total_in())..).unwrap_or_default(),
                self.buffer.get_mut(self.len..).unwrap_or_default(),
            );
            let before = (left.len(), free.len());
            let status = state.decompress(left, free, zlib_rs::InflateFlush::Finish);
            let n_written = as_size(state.total_out()).saturating_sub(self.len);
            self.len = self.len.saturating_add(n_written);
            input.grant_output(n_written)?;
            match status {
                Ok(zlib_rs::Status::StreamEnd) => {
                    return Ok(as_size(state.total_in()));
                }
                Ok(_) if self.len == self.buffer.len() => self.grow(most),
                Ok(_) if before.0 == 0 || n_written == 0 => {
                    return Err(input.fatal(ErrorKind::Inflate { reason: "the stream is cut short" }));
                }
                Ok(_) => {}
                Err(_) => return Err(input.fatal(ErrorKind::Inflate { reason: "the stream is damaged" })),
            }
        }
    }

    fn grow(&mut self, most: usize) {
        let len = self.buffer.len().saturating_mul(2).min(most).max(self.buffer.len().saturating_add(1));
        self.buffer.resize(len, 0);
    }

    /// What follows the stream: the checksum. OpenSim does not look at it, so files without a right one exist.
    fn checksum<'a>(&self, input: Input<'a>, wrapper: Wrapper) -> Result<Input<'a>, Err<Error>> {
        if wrapper == Wrapper::None {
            return Ok(input);
        }
        if input.bytes().len() < 4 {
            let cut = |input: Input<'a>| {
                input.warn(ErrorKind::UnexpectedEnd { needed: 4, left: input.bytes().len() })?;
                remainder(input)
            };
            return Ok(field("checksum", cut)(input)?.0);
        }
        let (rest, stored) = field("checksum", fixed::<4>)(input)?;
        let (expected, found) = match wrapper {
            Wrapper::Gzip => (crc32(self.bytes()), u32::from_le_bytes(stored)),
            _ => (adler32(self.bytes()), u32::from_be_bytes(stored)),
        };
        if expected != found {
            input.warn(ErrorKind::Checksum { expected, found })?;
        }
        match wrapper {
            Wrapper::Gzip if rest.bytes().len() >= 4 => Ok(field("length", fixed::<4>)(rest)?.0),
            _ => Ok(rest),
        }
    }
}

#[cold]
fn not_zlib(input: Input<'_>) -> Err<Error> {
    let found = input.bytes().get(..8).unwrap_or(input.bytes()).show();
    input.fatal(ErrorKind::Unexpected { expected: "a zlib stream".into(), found })
}

/// What these bytes begin like: a zlib header is a multiple of 31, of method 8.
fn wrapper(input: Input<'_>) -> Result<Wrapper, Err<Error>> {
    match input.bytes() {
        [0x1f, 0x8b, 8, ..] => Ok(Wrapper::Gzip),
        [method, flags, ..]
            if method & 0x8f == 8 && u16::from_be_bytes([*method, *flags]).is_multiple_of(31) =>
        {
            if flags & 0x20 != 0 {
                return Err(input.fatal(ErrorKind::Inflate { reason: "it wants a dictionary" }));
            }
            Ok(Wrapper::Zlib)
        }
        _ => Ok(Wrapper::None),
    }
}

/// RFC 1952, section 2.3.
fn gzip_header(input: Input<'_>) -> Parsed<'_, ()> {
    let (mut rest, head) = fixed::<10>(input)?;
    let flags = head[3];
    if flags & 4 != 0 {
        let (after, len) = fixed::<2>(rest)?;
        rest = after.split(u16::from_le_bytes(len).into())?.0;
    }
    for _ in [8, 16].iter().filter(|flag| flags & **flag != 0) {
        let len = rest.bytes().iter().take_while(|byte| **byte != 0).count();
        rest = rest.split(len.saturating_add(1))?.0;
    }
    if flags & 2 != 0 {
        rest = fixed::<2>(rest)?.0;
    }
    Ok((rest, ()))
}

/// The checksum of zlib. Here because both engines have one of a raw stream only when they are asked in their own way.
fn adler32(bytes: &[u8]) -> u32 {
    // a is the sum of all bytes and 1, b the sum of all a. Each of sixteen columns has sums of its own, which do
    // not wait for each other; the byte of column i and row r is in b as often as there are bytes from it to the end.
    const COLUMNS: usize = 16;
    // So many rows do not overflow 32 bits: 255 × 4096 × 4097 / 2 is below them.
    const ROWS: usize = 4096;
    const PRIME: u64 = 65_521;
    let (mut a, mut b) = (1_u64, 0_u64);
    for chunk in bytes.chunks(COLUMNS.wrapping_mul(ROWS)) {
        let (rows, rest) = chunk.as_chunks::<COLUMNS>();
        let (mut sums, mut sums_of_sums) = ([0_u32; COLUMNS], [0_u32; COLUMNS]);
        for row in rows {
            for ((sum, sum_of_sums), byte) in sums.iter_mut().zip(&mut sums_of_sums).zip(row) {
                *sum = sum.wrapping_add(u32::from(*byte));
                *sum_of_sums = sum_of_sums.wrapping_add(*sum);
            }
        }
        b = b.wrapping_add(a.wrapping_mul(rows.as_flattened().len() as u64));
        for ((sum, sum_of_sums), column) in sums.into_iter().zip(sums_of_sums).zip(0_u64..) {
            a = a.wrapping_add(sum.into());
            b = b
                .wrapping_add(u64::from(sum_of_sums).wrapping_mul(16))
                .wrapping_sub(column.wrapping_mul(sum.into()));
        }
        for byte in rest {
            a = a.wrapping_add(u64::from(*byte));
            b = b.wrapping_add(a);
        }
        (a, b) = (a % PRIME, b % PRIME);
    }
    u32::try_from((b << 16) | a).unwrap_or_default()
}

/// The checksum of gzip, bit by bit: such blocks are not meant to be, so its speed does not matter.
fn crc32(bytes: &[u8]) -> u32 {
    let byte = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg()))
    };
    !bytes.iter().fold(u32::MAX, byte)
}

#[cfg(test)]
mod tests {
    use super::{adler32, crc32};

    #[test]
    fn checksums_are_those_of_zlib_and_gzip() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(adler32(b""), 1);
        assert_eq!(adler32(b"123456789"), 0x091e_01de);
        // The greatest sums, over more than one chunk of rows.
        assert_eq!(adler32(&[0xff; 100_000]), 0x149a_302c);
    }
}
