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

/// The Adler-32 of the plain data; the layout shows it beside the compressed bytes.
struct Shown(u32);

impl Show for Shown {
    fn show(&self) -> String {
        format!("Adler-32 of its plain data is {:#010x}", self.0)
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
    pub(crate) fn inflate<'a>(&mut self, input: Input<'a>, options: &ReadOptions) -> Result<Input<'a>, Err<Error>> {
        let wrapper = wrapper(input)?;
        let (rest, ()) = match wrapper {
            Wrapper::Zlib => field("zlib header", |input| Ok((bytes(2)(input)?.0, ())))(input)?,
            Wrapper::Gzip => field("gzip header", gzip_header)(input)?,
            Wrapper::None => (input, ()),
        };
        let stream = field("deflate", |input| {
            let (n_bytes, adler) = self.deflate(input, options)?;
            Ok((bytes(n_bytes)(input)?.0, Shown(adler)))
        })(rest);
        let (rest, adler) = match stream {
            // Without a header, it was only a guess that these bytes are compressed at all.
            Err(Err::Failure(error)) if wrapper == Wrapper::None && matches!(error.kind(), ErrorKind::Inflate { .. }) => {
                let found = input.bytes().get(..8).unwrap_or(input.bytes()).show();
                return Err(input.fatal(ErrorKind::Unexpected { expected: "a zlib stream".into(), found }));
            }
            stream => stream?,
        };
        match wrapper {
            Wrapper::Zlib => {}
            Wrapper::Gzip => input.warn(ErrorKind::Packing { found: "gzip" })?,
            Wrapper::None => input.warn(ErrorKind::Packing { found: "a raw deflate stream" })?,
        }
        self.checksum(rest, wrapper, adler.0)
    }

    /// The stream itself: how many bytes it takes, and the checksum of its plain data.
    fn deflate(&mut self, input: Input<'_>, options: &ReadOptions) -> Result<(usize, u32), Err<Error>> {
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

    fn miniz_oxide(&mut self, input: Input<'_>, most: usize) -> Result<(usize, u32), Err<Error>> {
        const FLAGS: u32 = inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF
            | inflate_flags::TINFL_FLAG_COMPUTE_ADLER32;
        let mut state = Box::<DecompressorOxide>::default();
        let mut left = input.bytes();
        loop {
            let (status, n_read, n_written) = decompress(&mut state, left, &mut self.buffer, self.len, FLAGS);
            left = left.get(n_read..).unwrap_or_default();
            self.len = self.len.saturating_add(n_written);
            input.grant_output(n_written)?;
            match status {
                TINFLStatus::Done => {
                    let n_bytes = input.bytes().len().saturating_sub(left.len());
                    return Ok((n_bytes, state.adler32().unwrap_or(1)));
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
    fn zlib_rs(&mut self, input: Input<'_>, most: usize) -> Result<(usize, u32), Err<Error>> {
        let mut state = zlib_rs::Inflate::new(false, 15);
        let as_size = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        loop {
            let (left, free) = (
                input.bytes().get(as_size(state.total_in())..).unwrap_or_default(),
                self.buffer.get_mut(self.len..).unwrap_or_default(),
            );
            let before = (left.len(), free.len());
            let status = state.decompress(left, free, zlib_rs::InflateFlush::NoFlush);
            let n_written = as_size(state.total_out()).saturating_sub(self.len);
            self.len = self.len.saturating_add(n_written);
            input.grant_output(n_written)?;
            match status {
                Ok(zlib_rs::Status::StreamEnd) => {
                    let adler = zlib_rs::adler32::adler32(1, self.bytes());
                    return Ok((as_size(state.total_in()), adler));
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
    fn checksum<'a>(&self, input: Input<'a>, wrapper: Wrapper, adler: u32) -> Result<Input<'a>, Err<Error>> {
        if wrapper == Wrapper::None {
            return Ok(input);
        }
        if input.bytes().len() < 4 {
            let left = input.bytes().len();
            input.warn(ErrorKind::UnexpectedEnd { needed: 4, left })?;
            return Ok(field("checksum", remainder)(input)?.0);
        }
        let (rest, stored) = field("checksum", fixed::<4>)(input)?;
        let (expected, found) = match wrapper {
            Wrapper::Gzip => (crc32(self.bytes()), u32::from_le_bytes(stored)),
            _ => (adler, u32::from_be_bytes(stored)),
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

/// The checksum of gzip, bit by bit: such blocks are not meant to be, so its speed does not matter.
fn crc32(bytes: &[u8]) -> u32 {
    let byte = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg()))
    };
    !bytes.iter().fold(u32::MAX, byte)
}

#[cfg(test)]
mod tests {
    use super::crc32;

    #[test]
    fn the_checksum_of_gzip_is_right() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }
}
