//! Versions 4.x and 5.00. Format document, section 7.

use super::facs::facs_block;
use super::header::{array, header_end, names};
use super::or_trailing;
use crate::mould::input::{Input, Parsed};
use crate::mould::rows::{rows, value};
use crate::mould::words::field;
use crate::outline::{Outline, Part};
use crate::records::Stretch;
use crate::wire::{HEADER_4, HEADER_5, Header4, Header5};
use crate::{ErrorKind, LodType};

/// Section 7.1.
pub(super) fn v4<'a>(input: Input<'a>, outline: &mut Outline) -> Parsed<'a, ()> {
    let (rest, head) = field("header", value::<_, Header4>)(input)?;
    let (rest, ()) =
        header_end(input, (head.header_size, HEADER_4), body_size(&head), &mut outline.head)(rest)?;
    body(rest, &head, None, outline)
}

/// Section 7.2.
pub(super) fn v5<'a>(input: Input<'a>, outline: &mut Outline) -> Parsed<'a, ()> {
    let (rest, head) = field("header", value::<_, Header4>)(input)?;
    let (rest, facs) = field("facs_header", value::<_, Header5>)(rest)?;
    let body_size = body_size(&head).saturating_add(facs.facs_size.into());
    let (rest, ()) = header_end(input, (head.header_size, HEADER_5), body_size, &mut outline.head)(rest)?;
    body(rest, &head, Some(&facs), outline)
}

fn body_size(head: &Header4) -> u64 {
    let vertex = if head.n_bones > 0 { 48 } else { 40 };
    let records = [
        (head.n_vertices, vertex),
        (head.n_faces, 12),
        (head.n_lod_offsets.into(), 4),
        (head.n_bones.into(), 60),
        (head.names_size, 1),
        (head.n_subsets.into(), 72),
    ];
    records.iter().map(|(count, size)| u64::from(*count).saturating_mul(*size)).sum()
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
    let (rest, vertices) = array("vertices", n_vertices)(input)?;
    outline.vertices = Stretch::new(input.at(), vertices);
    let (rest, ()) = or_trailing(rest, outline, |mut input, outline| {
        if head.n_bones > 0 {
            let (rest, envelopes) = array(Part::Envelopes.name(), n_vertices)(input)?;
            outline.set_envelopes(input.at(), envelopes);
            input = rest;
        }
        let (rest, faces) = array(Part::Faces.name(), head.n_faces as usize)(input)?;
        outline.set_faces(input.at(), faces);
        outline.starts.set(Part::LodOffsets, rest.at());
        let (input, lod_offsets) = rows(Part::LodOffsets.name(), head.n_lod_offsets.into())(rest)?;
        outline.head.lod_offsets = lod_offsets;
        outline.starts.set(Part::Bones, input.at());
        let (input, bones) = rows(Part::Bones.name(), head.n_bones.into())(input)?;
        outline.head.bones = bones;
        let (input, bone_names) = names("bone_names", head.names_size as usize)(input)?;
        outline.head.bone_names = bone_names;
        outline.starts.set(Part::Subsets, input.at());
        let (input, subsets) = rows(Part::Subsets.name(), head.n_subsets.into())(input)?;
        outline.head.subsets = subsets;
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
        outline.envelopes = Stretch::default();
    }
    Ok((rest, ()))
}
