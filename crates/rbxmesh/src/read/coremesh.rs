//! Reads the chunk `COREMESH`, which holds the geometry. Format document, sections 9.1 and 9.6.

use super::header::array;
use super::or_raw;
use crate::common::input::{Input, Parsed};
use crate::common::parsers::{field, part, unknown};
use crate::common::wire::value;
use crate::draco::{header, mesh};
use crate::error::ErrorKind;
use crate::model::Vertex;
use crate::outline::Outline;
use crate::records::Region;
use crate::wire::COREMESH_DRACO;
use nom::Parser;

/// Reads the payload of the chunk in a known version.
pub(super) fn coremesh<'a>(input: Input<'a>, version: u32, outline: &mut Outline) -> Parsed<'a, ()> {
    if version == COREMESH_DRACO { draco(input, outline) } else { plain(input, outline) }
}

fn plain<'a>(input: Input<'a>, outline: &mut Outline) -> Parsed<'a, ()> {
    let (input, n_vertices) = field("vertex_count", value::<_, u32>)(input)?;
    let (rest, vertices) = array::<_, Vertex>("vertices", n_vertices as usize)(input)?;
    let vertices = Region::new(input.position(), vertices);
    let (rest, n_faces) = field("face_count", value::<_, u32>)(rest)?;
    let start = rest.position();
    let (rest, faces) = array::<_, [u32; 3]>("faces", n_faces as usize)(rest)?;
    outline.vertices = vertices;
    outline.set_faces(start, faces);
    Ok((rest, ()))
}

fn draco<'a>(input: Input<'a>, outline: &mut Outline) -> Parsed<'a, ()> {
    let (input, size) = field("draco_size", value::<_, u32>)(input)?;
    let (rest, stream) = input.split(size as usize)?;
    let parser = if outline.decodes { mesh } else { skipped };
    let (_, (vertices, faces)) = part("draco", or_raw(parser, |_| Default::default()))(stream)?;
    (outline.head.vertices, outline.head.faces) = (vertices, faces);
    outline.head.draco = Some(stream.bytes().to_vec());
    Ok((rest, ()))
}

/// Reads only the header of a Draco stream.
fn skipped(input: Input<'_>) -> Parsed<'_, (Vec<Vertex>, Vec<[u32; 3]>)> {
    let (rest, (head, _)) = part("header", header)(input)?;
    if (head.n_points, head.n_faces) != (Some(0), Some(0)) {
        input.warn(|| ErrorKind::NotDecoded { what: "the geometry" })?;
    }
    unknown("stream").map(|_| Default::default()).parse(rest)
}
