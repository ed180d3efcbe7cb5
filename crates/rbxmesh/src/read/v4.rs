//! Reads versions 4.x and 5.00. Format document, section 7.

use super::facs::facs_block;
use super::header::{array, header_end, names, table};
use super::or_trailing;
use crate::common::input::{Input, Parsed};
use crate::common::parsers::field;
use crate::common::wire::value;
use crate::error::ErrorKind;
use crate::model::{Bone, Envelope, LodType, Subset, Vertex};
use crate::outline::{Outline, Table};
use crate::records::Region;
use crate::wire::{
    FACE_SIZE, HEADER_4, HEADER_5, Header4, Header5, LOD_OFFSET_SIZE, VERTEX_SIZE, size_of_wire,
};
use nom::Parser;

/// Reads versions 4.00 and 4.01. Section 7.1.
pub(super) fn v4<'a>(input: Input<'a>, outline: &mut Outline) -> Parsed<'a, ()> {
    let (rest, head) = field("header", value::<_, Header4>)(input)?;
    let (rest, ()) =
        header_end(input, (head.header_size, HEADER_4), body_size(&head), &mut outline.head)(rest)?;
    body(rest, &head, None, outline)
}

/// Reads version 5.00. Section 7.2.
pub(super) fn v5<'a>(input: Input<'a>, outline: &mut Outline) -> Parsed<'a, ()> {
    let (rest, (head, facs)) =
        (field("header", value::<_, Header4>), field("facs_header", value::<_, Header5>)).parse(input)?;
    let body_size = body_size(&head).saturating_add(facs.facs_size.into());
    let (rest, ()) = header_end(input, (head.header_size, HEADER_5), body_size, &mut outline.head)(rest)?;
    body(rest, &head, Some(&facs), outline)
}

fn body_size(head: &Header4) -> u64 {
    let n_envelopes = if head.n_bones > 0 { head.n_vertices } else { 0 };
    let records = [
        (head.n_vertices, VERTEX_SIZE),
        (n_envelopes, size_of_wire::<_, Envelope>()),
        (head.n_faces, FACE_SIZE),
        (head.n_lod_offsets.into(), LOD_OFFSET_SIZE),
        (head.n_bones.into(), size_of_wire::<_, Bone>()),
        (head.names_size, 1),
        (head.n_subsets.into(), size_of_wire::<_, Subset>()),
    ];
    // Seven counts of 32 bits times small sizes do not overflow.
    records.iter().map(|(count, size)| u64::from(*count).saturating_mul(*size as u64)).sum()
}

fn body<'a>(
    input: Input<'a>,
    head: &Header4,
    facs: Option<&Header5>,
    outline: &mut Outline,
) -> Parsed<'a, ()> {
    let mesh = &mut outline.head;
    mesh.lod_type = LodType(head.lod_type);
    mesh.n_high_quality_lods = head.n_high_quality_lods;
    mesh.unused = head.unused;
    let n_vertices = head.n_vertices as usize;
    let (rest, vertices) = array::<_, Vertex>("vertices", n_vertices)(input)?;
    outline.vertices = Region::new(input.position(), vertices);
    let (rest, ()) = or_trailing(rest, outline, |mut input, outline| {
        // There is one envelope per vertex if there are bones. Format document, section 7.1.
        if head.n_bones > 0 {
            let (rest, envelopes) = array::<_, Envelope>(Table::Envelopes.name(), n_vertices)(input)?;
            outline.set_envelopes(input.position(), envelopes);
            input = rest;
        }
        let (rest, faces) = array::<_, [u32; 3]>(Table::Faces.name(), head.n_faces as usize)(input)?;
        outline.set_faces(input.position(), faces);
        let Outline { head: mesh, starts, .. } = outline;
        (input, mesh.lod_offsets) = table(Table::LodOffsets, head.n_lod_offsets.into(), starts)(rest)?;
        (input, mesh.bones) = table(Table::Bones, head.n_bones.into(), starts)(input)?;
        (input, mesh.bone_names) = names("bone_names", head.names_size as usize)(input)?;
        (input, mesh.subsets) = table(Table::Subsets, head.n_subsets.into(), starts)(input)?;
        match facs {
            Some(Header5 { facs_format, facs_size }) => {
                facs_block(input, *facs_format, *facs_size as usize, outline)
            }
            None => Ok((input, ())),
        }
    })?;
    if outline.head.bones.is_empty() && outline.envelopes.count() > 0 {
        // The file ends before the bones.
        rest.warn(|| ErrorKind::Missing { what: "bone for the envelopes" })?;
        outline.envelopes = Region::default();
    }
    Ok((rest, ()))
}
