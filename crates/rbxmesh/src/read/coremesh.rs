//! `COREMESH`: the geometry. Format document, sections 9.1 and 9.6.

use super::header::array;
use crate::mould::input::{Input, Parsed, Reading};
use crate::mould::rows::value;
use crate::mould::words::{field, literal, or_raw, part, unknown};
use crate::outline::Outline;
use crate::records::Stretch;
use crate::wire::{COREMESH_DRACO, DRACO_MAGIC};
use crate::{DracoHeader, ErrorKind, Limits};

/// The payload of a version that is known.
pub(super) fn coremesh<'a>(input: Input<'a>, version: u32, outline: &mut Outline) -> Parsed<'a, ()> {
    if version == COREMESH_DRACO { draco(input, outline) } else { plain(input, outline) }
}

fn plain<'a>(input: Input<'a>, outline: &mut Outline) -> Parsed<'a, ()> {
    let (input, n_vertices) = field("vertex_count", value::<_, u32>)(input)?;
    let (rest, vertices) = array("vertices", n_vertices as usize)(input)?;
    let vertices = Stretch::new(input.at(), vertices);
    let (rest, n_faces) = field("face_count", value::<_, u32>)(rest)?;
    let start = rest.at();
    let (rest, faces) = array("faces", n_faces as usize)(rest)?;
    outline.vertices = vertices;
    outline.set_faces(start, faces);
    Ok((rest, ()))
}

fn draco<'a>(input: Input<'a>, outline: &mut Outline) -> Parsed<'a, ()> {
    let (input, size) = field("draco_size", value::<_, u32>)(input)?;
    let (rest, stream) = input.split(size as usize)?;
    part("draco", or_raw(draco_stream, |_| ()))(stream)?;
    outline.head.draco = Some(stream.bytes().to_vec());
    Ok((rest, ()))
}

fn draco_stream(input: Input<'_>) -> Parsed<'_, ()> {
    let (rest, _) = part("header", header)(input)?;
    // Not decoded.
    unknown("stream")(rest).map(|(rest, _)| (rest, ()))
}

/// The header of a Draco stream, and of the connectivity that follows it.
pub(crate) fn draco_header(stream: &[u8]) -> Option<DracoHeader> {
    Reading::new(true, Limits::default(), stream.len()).read(stream, header).ok()
}

/// Section 9.6.
fn header(input: Input<'_>) -> Parsed<'_, DracoHeader> {
    let (input, ()) = field("magic", literal(DRACO_MAGIC))(input)?;
    let (input, major) = field("major_version", value)(input)?;
    let (input, minor) = field("minor_version", value)(input)?;
    let (input, encoder_type) = field("encoder_type", value)(input)?;
    let (input, encoder_method) = field("encoder_method", value)(input)?;
    let (input, flags) = field("flags", value)(input)?;
    let mut header =
        DracoHeader { major, minor, encoder_type, encoder_method, flags, n_faces: None, n_points: None };
    // Metadata would come first, and other methods and versions store something else here.
    if !header.is_sequential_mesh() {
        return Ok((input, header));
    }
    let (input, n_faces) = field("faces", varint)(input)?;
    let (input, n_points) = field("points", varint)(input)?;
    (header.n_faces, header.n_points) = (Some(n_faces), Some(n_points));
    Ok((input, header))
}

/// Seven bits a byte, the lowest first; the last byte is below 128.
fn varint(input: Input<'_>) -> Parsed<'_, u32> {
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
