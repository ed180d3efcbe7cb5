//! What a Draco stream begins with. Format document, section 9.6.

use super::metadata::{Metadata, metadata};
use crate::common::input::{Input, Parsed, Reading};
use crate::common::rows::value;
use crate::common::words::{field, literal, part};
use crate::wire::DRACO_MAGIC;
use crate::{DracoHeader, ErrorKind, Limits};

/// The header of a Draco stream, and of the connectivity that follows it.
pub(crate) fn draco_header(stream: &[u8]) -> Option<DracoHeader> {
    let reading = Reading::new(true, Limits::default(), stream.len());
    reading.read(stream, |input| header(input).map(|(rest, (header, _))| (rest, header))).ok()
}

/// Section 9.6, with the metadata if there are any, and the counts of the connectivity where they are next.
pub(crate) fn header(input: Input<'_>) -> Parsed<'_, (DracoHeader, Option<Metadata<'_>>)> {
    let (input, ()) = field("magic", literal(DRACO_MAGIC))(input)?;
    let (input, major) = field("major_version", value)(input)?;
    let (input, minor) = field("minor_version", value)(input)?;
    let (input, encoder_type) = field("encoder_type", value)(input)?;
    let (input, encoder_method) = field("encoder_method", value)(input)?;
    let (input, flags) = field("flags", value)(input)?;
    let mut header =
        DracoHeader { major, minor, encoder_type, encoder_method, flags, n_faces: None, n_points: None };
    // Other methods and versions store something else here.
    if !(header.is_sequential_mesh() || header.is_edgebreaker_mesh()) {
        return Ok((input, (header, None)));
    }
    let (input, metadata) = if header.has_metadata() {
        part("metadata", metadata)(input).map(|(rest, metadata)| (rest, Some(metadata)))?
    } else {
        (input, None)
    };
    if header.is_edgebreaker_mesh() {
        return Ok((input, (header, metadata)));
    }
    let (input, n_faces) = field("faces", varint)(input)?;
    let (input, n_points) = field("points", varint)(input)?;
    (header.n_faces, header.n_points) = (Some(n_faces), Some(n_points));
    Ok((input, (header, metadata)))
}

/// Seven bits a byte, the lowest first; the last byte is below 128.
#[inline]
pub(super) fn varint(input: Input<'_>) -> Parsed<'_, u32> {
    match short_varint(input.bytes()) {
        Some((number, rest)) => Ok((input.with(rest), number)),
        None => long_varint(input),
    }
}

/// A number of up to three bytes, as indices are: a loop over the bytes takes four times as long.
#[inline]
pub(super) fn short_varint(bytes: &[u8]) -> Option<(u32, &[u8])> {
    match *bytes {
        [a @ ..0x80, ref rest @ ..] => Some((a.into(), rest)),
        [a, b @ ..0x80, ref rest @ ..] => Some((u32::from(a & 0x7f) | u32::from(b) << 7, rest)),
        [a, b, c @ ..0x80, ref rest @ ..] => {
            Some((u32::from(a & 0x7f) | u32::from(b & 0x7f) << 7 | u32::from(c) << 14, rest))
        }
        _ => None,
    }
}

fn long_varint(input: Input<'_>) -> Parsed<'_, u32> {
    let mut number = 0_u32;
    let mut rest = input;
    for shift in [0, 7, 14, 21, 28] {
        let (after, byte) = value::<_, u8>(rest)?;
        let bits = u32::from(byte & 0x7f);
        number |= bits.checked_shl(shift).filter(|shifted| shifted >> shift == bits).unwrap_or(u32::MAX);
        rest = after;
        if byte < 0x80 {
            return Ok((rest, number));
        }
    }
    Err(input.fatal(ErrorKind::Malformed { expected: "a number of at most five bytes" }))
}
