//! Reads versions 2.00 and 3.x. Format document, sections 5 and 6.

use super::header::{header_end, strided};
use super::or_trailing;
use crate::common::input::{Input, Parsed};
use crate::common::parsers::field;
use crate::common::wire::value;
use crate::model::{Sizes, Vertex};
use crate::outline::{Outline, Table};
use crate::records::Region;
use crate::wire::{
    FACE_SIZE, HEADER_2, HEADER_3, Header2, Header3, LOD_OFFSET_SIZE, PLAIN_VERTEX_SIZE, PlainVertex,
    VERTEX_SIZE,
};

/// Reads version 2.00. Section 5.
pub(super) fn v2<'a>(input: Input<'a>, outline: &mut Outline) -> Parsed<'a, ()> {
    let (rest, head) = field("header", value::<_, Header2>)(input)?;
    let Header2 { header_size, vertex_size, face_size, n_vertices, n_faces } = head;
    outline.head.sizes = Sizes { vertex: vertex_size, face: face_size, ..Sizes::default() };
    let body =
        size([(n_vertices, vertex_size.into(), PLAIN_VERTEX_SIZE), (n_faces, face_size.into(), FACE_SIZE)]);
    let (rest, ()) = header_end(input, (header_size, HEADER_2), body, &mut outline.head)(rest)?;
    let (rest, ()) = vertices(rest, n_vertices, vertex_size, outline)?;
    // A file with its vertices is usable, whatever follows them. Format document, section 11.
    or_trailing(rest, outline, |rest, outline| faces(rest, n_faces, face_size, outline))
}

/// Reads versions 3.00 and 3.01. Section 6.
pub(super) fn v3<'a>(input: Input<'a>, outline: &mut Outline) -> Parsed<'a, ()> {
    let (rest, head) = field("header", value::<_, Header3>)(input)?;
    let Header3 { header_size, vertex_size, face_size, lod_offset_size, n_lod_offsets, n_vertices, n_faces } =
        head;
    outline.head.sizes =
        Sizes { header: None, vertex: vertex_size, face: face_size, lod_offset: lod_offset_size };
    let body = size([
        (n_vertices, vertex_size.into(), PLAIN_VERTEX_SIZE),
        (n_faces, face_size.into(), FACE_SIZE),
        (n_lod_offsets.into(), lod_offset_size, LOD_OFFSET_SIZE),
    ]);
    let (rest, ()) = header_end(input, (header_size, HEADER_3), body, &mut outline.head)(rest)?;
    let (rest, ()) = vertices(rest, n_vertices, vertex_size, outline)?;
    or_trailing(rest, outline, |rest, outline| {
        let (rest, ()) = faces(rest, n_faces, face_size, outline)?;
        lod_offsets(rest, n_lod_offsets, lod_offset_size, outline)
    })
}

/// The length of all records, given the count, size and least size of each kind. If a size is below the least, the
/// result matches no file.
fn size<const N: usize>(records: [(u32, u16, usize); N]) -> u64 {
    let all = records.iter().map(|(count, size, least)| match count {
        1.. if usize::from(*size) < *least => u64::MAX,
        _ => u64::from(*count).saturating_mul(u64::from(*size)),
    });
    all.fold(0, u64::saturating_add)
}

fn vertices<'a>(input: Input<'a>, count: u32, size: u8, outline: &mut Outline) -> Parsed<'a, ()> {
    let (count, size) = (count as usize, usize::from(size));
    // 36 to 39 bytes are a vertex without colour, and a surplus. Format document, section 3.
    let (rest, vertices) = if size < VERTEX_SIZE {
        let (rest, plain) = strided::<_, PlainVertex>("vertices", count, size)(input)?;
        outline.head.surplus.vertices = plain.surplus(PLAIN_VERTEX_SIZE);
        (rest, plain.cast())
    } else {
        let (rest, vertices) = strided::<_, Vertex>("vertices", count, size)(input)?;
        outline.head.surplus.vertices = vertices.surplus(VERTEX_SIZE);
        (rest, vertices)
    };
    outline.vertices = Region::new(input.position(), vertices);
    Ok((rest, ()))
}

fn faces<'a>(input: Input<'a>, count: u32, size: u8, outline: &mut Outline) -> Parsed<'a, ()> {
    let (rest, faces) = strided::<_, [u32; 3]>("faces", count as usize, size.into())(input)?;
    outline.head.surplus.faces = faces.surplus(FACE_SIZE);
    outline.set_faces(input.position(), faces);
    Ok((rest, ()))
}

fn lod_offsets<'a>(input: Input<'a>, count: u16, size: u16, outline: &mut Outline) -> Parsed<'a, ()> {
    let (rest, offsets) = strided::<_, u32>(Table::LodOffsets.name(), count.into(), size.into())(input)?;
    outline.starts.set_strided(Table::LodOffsets, input.position(), offsets.stride());
    outline.head.surplus.lod_offsets = offsets.surplus(LOD_OFFSET_SIZE);
    outline.head.lod_offsets = offsets.to_vec();
    Ok((rest, ()))
}
