//! Decompresses blocks. Format document, section 2.

use crate::common::error::Error;
use crate::common::input::{Checked, Input, Parsed};
use crate::common::kinds::counted;
use crate::common::packed::PlainBuffer;
use crate::common::parsers::{bytes, field, fixed, remainder};
use crate::common::show::{Show, SpanType, in_quotes};
use crate::common::wire::value;
use crate::common::zlib::{CHECKSUM, HEADER, adler32, inflate};
use crate::error::ErrorKind;
use nom::combinator::cond;
use nom::{Err, Parser};

/// The size of the decompressed data, as traces show it.
struct Size(usize);

impl Show for Size {
    const SPAN_TYPE: &'static SpanType =
        &SpanType::field(|_, n_bytes, out| write!(out, "inflates to {}", counted(n_bytes, "byte")));

    fn context(&self) -> u64 {
        self.0 as u64
    }
}

/// The format that wraps a deflate stream.
#[derive(Clone, Copy, PartialEq)]
enum Wrapper {
    Zlib,
    Gzip,
    None,
}

/// Decompresses the stream at the start of the input, and returns the rest: format document, section 2.
pub(crate) fn unpack<'a>(input: Input<'a>, plain: &mut PlainBuffer) -> Checked<Input<'a>> {
    match wrapper(input)? {
        Wrapper::Zlib => zlib_stream(input, plain),
        Wrapper::Gzip => {
            let (rest, ()) = field("gzip_header", gzip_header)(input)?;
            let rest = deflate(rest, plain)?;
            input.warn(|| ErrorKind::Packing { found: "gzip" })?;
            gzip_end(rest, plain)
        }
        Wrapper::None => {
            // Without a header, it is only a guess that these bytes are compressed, and many byte sequences begin
            // like a short stream.
            let rest = match deflate(input, plain) {
                Ok(rest) if rest.bytes().is_empty() => rest,
                Ok(_) => return Err(not_zlib(input)),
                Err(Err::Failure(error)) if matches!(error.kind(), ErrorKind::Compression { .. }) => {
                    return Err(not_zlib(input));
                }
                Err(error) => return Err(error),
            };
            input.warn(|| ErrorKind::Packing { found: "a raw deflate stream" })?;
            Ok(rest)
        }
    }
}

/// Reads a zlib stream. OpenSim ignores the checksum, so files with a wrong or missing one exist.
fn zlib_stream<'a>(input: Input<'a>, plain: &mut PlainBuffer) -> Checked<Input<'a>> {
    let (rest, _) = field("zlib_header", bytes(HEADER))(input)?;
    let rest = deflate(rest, plain)?;
    let checksum = |input: Input<'a>| match input.bytes().first_chunk::<CHECKSUM>() {
        Some(stored) => {
            let found = u32::from_be_bytes(*stored);
            let expected = adler32(plain.bytes());
            if expected != found {
                input.warn(|| ErrorKind::Checksum { expected, found })?;
            }
            bytes(CHECKSUM)(input)
        }
        None => cut(input),
    };
    Ok(field("checksum", checksum)(rest)?.0)
}

/// Reads a truncated checksum, and warns.
fn cut(input: Input<'_>) -> Parsed<'_, &[u8]> {
    input.warn(|| ErrorKind::UnexpectedEnd { needed: CHECKSUM, left: input.bytes().len() })?;
    remainder(input)
}

/// Reads a deflate stream, and returns the rest.
fn deflate<'a>(input: Input<'a>, plain: &mut PlainBuffer) -> Checked<Input<'a>> {
    let stream = |input: Input<'a>| {
        let limit = input.remaining().output_bytes.get();
        let end = inflate(input.bytes(), limit, plain);
        input.charge_output(plain.bytes().len())?;
        let n_read = input.check(end)?;
        Ok((input.split(n_read)?.0, Size(plain.bytes().len())))
    };
    Ok(field("deflate", stream)(input)?.0)
}

/// Reads the trailer of gzip: the checksum, and the length, which is not checked.
fn gzip_end<'a>(input: Input<'a>, plain: &PlainBuffer) -> Checked<Input<'a>> {
    if input.bytes().len() < CHECKSUM {
        return Ok(field("checksum", cut)(input)?.0);
    }
    let (rest, stored) = field("checksum", value::<_, u32>)(input)?;
    let (expected, found) = (crc32(plain.bytes()), stored);
    if expected != found {
        input.warn(|| ErrorKind::Checksum { expected, found })?;
    }
    // The length may be truncated like the checksum.
    let (rest, _) = cond(rest.bytes().len() >= 4, field("length", bytes(4))).parse(rest)?;
    Ok(rest)
}

#[cold]
fn not_zlib(input: Input<'_>) -> Err<Error> {
    let found = in_quotes(input.bytes().get(..8).unwrap_or(input.bytes()));
    input.fatal(ErrorKind::Unexpected { expected: "a zlib stream".into(), found })
}

/// Detects the format that wraps a deflate stream. A zlib header is a multiple of 31, with method 8.
fn wrapper(input: Input<'_>) -> Checked<Wrapper> {
    match input.bytes() {
        [0x1f, 0x8b, 8, ..] => Ok(Wrapper::Gzip),
        [method, flags, ..]
            if method & 0x8f == 8 && u16::from_be_bytes([*method, *flags]).is_multiple_of(31) =>
        {
            if flags & 0x20 != 0 {
                return Err(input.fatal(ErrorKind::Compression { reason: "it requires a dictionary".into() }));
            }
            Ok(Wrapper::Zlib)
        }
        _ => Ok(Wrapper::None),
    }
}

/// Reads the header of gzip: RFC 1952, section 2.3.
fn gzip_header(input: Input<'_>) -> Parsed<'_, ()> {
    let (rest, head) = fixed::<10>(input)?;
    let has = |flag| head[3] & flag != 0;
    let extra = fixed.map(u16::from_le_bytes).flat_map(|len| bytes(len.into()));
    (cond(has(4), extra), cond(has(8), text), cond(has(16), text), cond(has(2), bytes(2)))
        .map(|_| ())
        .parse(rest)
}

/// Reads a text and the zero that ends it.
fn text(input: Input<'_>) -> Parsed<'_, &[u8]> {
    let len = input.bytes().iter().take_while(|byte| **byte != 0).count();
    bytes(len.saturating_add(1))(input)
}

/// Computes the checksum of gzip bit by bit. Its speed does not matter, because blocks should not be gzip.
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
    fn the_checksum_is_that_of_gzip() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }
}
