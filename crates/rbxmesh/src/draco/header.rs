//! Reads the header of a Draco stream. Format document, section 9.6.

use super::metadata::{Metadata, metadata};
use super::varint::varint;
use crate::common::input::{Input, Parsed, Reading};
use crate::common::limits::Limits;
use crate::common::parsers::{field, literal, part};
use crate::common::wire::value;
use crate::model::DracoHeader;
use crate::wire::DRACO_MAGIC;

/// Reads the header of a Draco stream and of the connectivity after it; `None` if that is impossible.
pub(crate) fn draco_header(stream: &[u8]) -> Option<DracoHeader> {
    let reading = Reading::new(true, Limits::default(), stream.len());
    reading.read(stream, |input| header(input).map(|(rest, (header, _))| (rest, header))).ok()
}

/// Reads the header of a stream, any metadata, and the counts of the connectivity if they come next. Section 9.6.
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
