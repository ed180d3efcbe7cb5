//! Encodes vertices and faces as a stream. The functions mirror those of the decoder. Format document, section 13.

mod attributes;
mod bits;
mod integers;
mod rans;
mod symbols;

use super::header::header;
use super::metadata::Metadata;
use super::varint::put_varint;
use super::vertex_attributes::{COLOUR, NORMAL, POSITION, TANGENT, UV};
use crate::common::error::Error;
use crate::common::input::Reading;
use crate::common::limits::Limits;
use crate::common::output::{Output, count};
use crate::error::ErrorKind;
use crate::model::Vertex;
use crate::options::DracoOptions;
use crate::references::are_below;
use crate::wire::DRACO_MAGIC;
use attributes::{Coded, bytes, floats};

/// Encodes vertices and faces, quantised according to `options`, with the metadata of the stream that is replaced.
pub(crate) fn encode(
    vertices: &[Vertex],
    faces: &[[u32; 3]],
    options: &DracoOptions,
    replaced: Option<&[u8]>,
) -> Result<Vec<u8>, Error> {
    let mut out = Output::default();
    let n_faces = count(faces.len(), "faces")?;
    let n_points = count(vertices.len(), "vertices")?;
    let metadata = replaced.map(metadata_of_vertices).unwrap_or_default();
    // A sequential mesh of version 2.2.
    out.bytes(DRACO_MAGIC);
    out.bytes(&[2, 2, 1, 0, 0, if metadata.is_empty() { 0 } else { 0x80 }]);
    out.bytes(&metadata);
    put_varint(&mut out, n_faces);
    put_varint(&mut out, n_points);
    connectivity(&mut out, faces, n_points)?;
    if vertices.is_empty() {
        // No group of attributes.
        out.bytes(&[0]);
        return Ok(out.0);
    }
    let DracoOptions { position_bits, normal_bits, uv_bits } = *options;
    let coded = [
        floats(POSITION, vertices, |vertex| vertex.position.to_array(), position_bits),
        floats(NORMAL, vertices, |vertex| vertex.normal.to_array(), normal_bits),
        floats(UV, vertices, |vertex| [vertex.uv.x, vertex.uv.y], uv_bits),
        bytes(TANGENT, vertices, |vertex| vertex.tangent.0),
        bytes(COLOUR, vertices, |vertex| {
            let geom::Rgba8 { r, g, b, a } = vertex.colour;
            [r, g, b, a]
        }),
    ];
    // One group of five attributes. Format document, section 13.3.
    out.bytes(&[1, 5]);
    coded.iter().for_each(|Coded { format, .. }| out.bytes(format));
    coded.iter().for_each(|Coded { coder, .. }| out.bytes(&[*coder]));
    coded.iter().for_each(|Coded { values, .. }| out.bytes(values));
    // The parameters follow the values of the whole group.
    coded.iter().for_each(|Coded { transform, .. }| out.bytes(transform));
    Ok(out.0)
}

/// The metadata of a stream, without those of attributes that vertices do not have. Empty if there are none.
fn metadata_of_vertices(stream: &[u8]) -> Vec<u8> {
    let reading = Reading::new(false, Limits::default(), stream.len());
    let metadata = reading.read(stream, |input| {
        let (rest, (_, metadata)) = header(input)?;
        let Some(Metadata { attributes, geometry }) = metadata else { return Ok((rest, Vec::new())) };
        let ids = super::geometry(input).map(|(_, geometry)| geometry.ids_of_vertices()).unwrap_or_default();
        let new_id = |id| (0_u32..).zip(ids).find(|(_, old)| *old == Some(id)).map(|(new, _)| new);
        let kept: Vec<_> =
            attributes.into_iter().filter_map(|(id, block)| Some((new_id(id)?, block))).collect();
        let mut out = Output::default();
        put_varint(&mut out, u32::try_from(kept.len()).unwrap_or(u32::MAX));
        for (id, block) in kept {
            put_varint(&mut out, id);
            out.bytes(block);
        }
        out.bytes(geometry);
        Ok((rest, out.0))
    });
    metadata.unwrap_or_default()
}

/// Writes plain indices, whose width depends on the number of points.
fn connectivity(out: &mut Output, faces: &[[u32; 3]], n_points: u32) -> Result<(), Error> {
    if !are_below(faces.iter().flatten().copied(), n_points as usize) {
        let beyond = faces.iter().enumerate().find(|(_, face)| face.iter().any(|index| *index >= n_points));
        let (number, face) = beyond.unwrap_or((0, &[0; 3]));
        let found = face.iter().copied().max().unwrap_or_default().into();
        let kind = ErrorKind::OutOfRange { what: "vertex", found, bound: n_points.into() };
        return Err(Error::model(kind).inside(format!("faces[{number}]")));
    }
    // Method 1: plain indices. Format document, section 13.2.
    out.bytes(&[1]);
    let indices = faces.iter().flatten();
    match n_points {
        0..=0xff => indices.for_each(|index| out.bytes(index.to_le_bytes().get(..1).unwrap_or_default())),
        0x100..=0xffff => {
            indices.for_each(|index| out.bytes(index.to_le_bytes().get(..2).unwrap_or_default()));
        }
        0x1_0000..=0x1f_ffff => indices.for_each(|index| put_varint(out, *index)),
        0x20_0000.. => indices.for_each(|index| out.bytes(&index.to_le_bytes())),
    }
    Ok(())
}
