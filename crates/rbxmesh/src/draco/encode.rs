//! Vertices and faces to a stream. The functions mirror the decoder's. Format document, section 13.

mod attributes;
mod bits;
mod integers;
mod rans;
mod symbols;

use super::metadata::of_vertices;
use super::vertices::{COLOUR, NORMAL, POSITION, TANGENT, UV};
use crate::common::output::{Output, count};
use crate::references::are_below;
use crate::wire::DRACO_MAGIC;
use crate::{DracoOptions, Error, ErrorKind, Vertex};
use attributes::{Coded, bytes, floats};

/// A stream of these vertices and faces, quantised as the options say, with the metadata of the stream that it replaces.
pub(crate) fn encode(
    vertices: &[Vertex],
    faces: &[[u32; 3]],
    options: &DracoOptions,
    replaced: Option<&[u8]>,
) -> Result<Vec<u8>, Error> {
    let mut out = Output::default();
    let n_faces = count(faces.len(), "faces")?;
    let n_points = count(vertices.len(), "vertices")?;
    let metadata = replaced.map(of_vertices).unwrap_or_default();
    // A sequential mesh of version 2.2.
    out.bytes(DRACO_MAGIC);
    out.bytes(&[2, 2, 1, 0, 0, if metadata.is_empty() { 0 } else { 0x80 }]);
    out.bytes(&metadata);
    varint(&mut out, n_faces);
    varint(&mut out, n_points);
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
    out.bytes(&[1, 5]);
    coded.iter().for_each(|Coded { format, .. }| out.bytes(format));
    coded.iter().for_each(|Coded { coder, .. }| out.bytes(&[*coder]));
    coded.iter().for_each(|Coded { values, .. }| out.bytes(values));
    coded.iter().for_each(|Coded { transform, .. }| out.bytes(transform));
    Ok(out.0)
}

/// Plain indices, as wide as the number of points asks for.
fn connectivity(out: &mut Output, faces: &[[u32; 3]], n_points: u32) -> Result<(), Error> {
    if !are_below(faces.iter().flatten().copied(), n_points as usize) {
        let beyond = faces.iter().enumerate().find(|(_, face)| face.iter().any(|index| *index >= n_points));
        let (number, face) = beyond.unwrap_or((0, &[0; 3]));
        let found = face.iter().copied().max().unwrap_or_default().into();
        let kind = ErrorKind::OutOfRange { what: "vertex", found, bound: n_points.into() };
        return Err(Error::model(kind).inside(format!("faces[{number}]")));
    }
    out.bytes(&[1]);
    let indices = faces.iter().flatten();
    match n_points {
        0..=0xff => indices.for_each(|index| out.bytes(index.to_le_bytes().get(..1).unwrap_or_default())),
        0x100..=0xffff => {
            indices.for_each(|index| out.bytes(index.to_le_bytes().get(..2).unwrap_or_default()));
        }
        0x1_0000..=0x1f_ffff => indices.for_each(|index| varint(out, *index)),
        0x20_0000.. => indices.for_each(|index| out.bytes(&index.to_le_bytes())),
    }
    Ok(())
}

/// Seven bits a byte, the lowest first.
pub(super) fn varint(out: &mut Output, mut number: u32) {
    while let Some(rest @ 1..) = number.checked_shr(7) {
        let [low, ..] = number.to_le_bytes();
        out.bytes(&[low | 0x80]);
        number = rest;
    }
    let [low, ..] = number.to_le_bytes();
    out.bytes(&[low]);
}
