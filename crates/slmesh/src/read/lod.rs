//! Reads levels of detail, and physics shapes of triangles. Format document, sections 4 to 6.

use super::llsd::{
    FieldValue, KeyUse, ValueAt, array, binary, boolean, charge_record, known, map, reals, report, table,
};
use crate::common::input::{Checked, Input, Parsed};
use crate::common::list::list_while;
use crate::common::parsers::{bytes, field};
use crate::common::wire::{Wire, value};
use crate::error::ErrorKind;
use crate::model::{Domain, Face, Influence, Influences, Lod};
use crate::wire::{INFLUENCE, MAX_INFLUENCES, NO_MORE, StoredInfluence};
use llsd::Kind;
use std::cell::Cell;

/// Reads a level of detail; returns `None` if it is not an array of maps. Format document, section 4.
pub(crate) fn lod(at: ValueAt<'_, '_>) -> Checked<Option<Lod>> {
    if !at.is(Kind::Array) {
        at.warn_of_kind("an array of faces")?;
        return Ok(None);
    }
    if let Some(other) = at.items().find(|face| !face.is(Kind::Map)) {
        other.warn_of_kind("a face, which is a map")?;
        return Ok(None);
    }
    let mut faces = Vec::new();
    array(at, |at| {
        faces.push(face(at)?);
        Ok(())
    })?;
    Ok(Some(Lod { faces }))
}

/// Reads a face: format document, section 4.1.
fn face(at: ValueAt<'_, '_>) -> Checked<Face> {
    charge_record::<Face>(at.input())?;
    // The positions are looked up first, because they give the length of normals, which precede them in sorted keys.
    let n_vertices = at.get("Position").map_or(0, |position| n_vertices(position));
    let mut face = Face::default();
    (face.other, face.order) = map(at, |key, at| {
        Ok(match key {
            b"NoGeometry" => known(&mut face.no_geometry, boolean(at)?),
            b"Position" => known(&mut face.position, table(at)?),
            b"PositionDomain" => known(&mut face.position_domain, domain(at)?),
            b"NormalizedScale" => known(&mut face.normalized_scale, reals(at)?),
            b"Normal" => {
                let fate = known(&mut face.normal, table(at)?);
                as_many(at, face.normal.as_deref(), "normals", n_vertices)?;
                fate
            }
            b"Tangent" => {
                let fate = known(&mut face.tangent, table(at)?);
                as_many(at, face.tangent.as_deref(), "tangents", n_vertices)?;
                fate
            }
            b"TexCoord0" => {
                let fate = known(&mut face.tex_coord0, table(at)?);
                as_many(at, face.tex_coord0.as_deref(), "texture coordinates", n_vertices)?;
                fate
            }
            b"TexCoord0Domain" => known(&mut face.tex_coord0_domain, domain(at)?),
            b"TriangleList" => {
                let fate = known(&mut face.triangle_list, table(at)?);
                indices(at, face.triangle_list.as_deref().unwrap_or_default(), n_vertices)?;
                fate
            }
            b"Weights" => known(&mut face.weights, weights(at, n_vertices)?),
            _ => KeyUse::Unknown,
        })
    })?;
    Ok(face)
}

/// The number of vertices, computed from the size of the stored positions.
fn n_vertices(position: ValueAt<'_, '_>) -> usize {
    position.node.as_binary().map_or(0, <[u8]>::len).checked_div(6).unwrap_or_default()
}

/// Warns unless an array has one element per vertex. The viewer reads past the end of shorter arrays.
fn as_many<T>(at: ValueAt<'_, '_>, found: Option<&[T]>, what: &'static str, n: usize) -> Checked {
    match found {
        Some(found) if found.len() != n => {
            at.input().warn(|| ErrorKind::Mismatch { what, found: found.len(), expected: n })
        }
        _ => Ok(()),
    }
}

/// Warns of invalid indices, which the viewer does not check after a download: format document, section 4.2.
fn indices(at: ValueAt<'_, '_>, triangles: &[[u16; 3]], n_vertices: usize) -> Checked {
    let greatest = triangles.as_flattened().iter().max().copied().unwrap_or_default();
    if triangles.is_empty() || usize::from(greatest) < n_vertices {
        return Ok(());
    }
    for (triangle, corners) in triangles.iter().enumerate() {
        for index in corners.iter().filter(|index| usize::from(**index) >= n_vertices) {
            // Five bytes of tag and count, then six bytes per triangle.
            let place = at.input().split(triangle.saturating_mul(6).saturating_add(5))?.0;
            let kind = || ErrorKind::Index { triangle, index: *index, n_vertices };
            place.warn_with(|| place.error(kind()).inside(format!("values[{triangle}]")))?;
        }
    }
    Ok(())
}

/// Reads a domain: format document, section 5.
pub(crate) fn domain<const N: usize>(at: ValueAt<'_, '_>) -> Checked<FieldValue<Domain<N>>> {
    if !at.is(Kind::Map) {
        report(at)?;
        at.warn_of_kind("a map of Min and Max")?;
        return Ok(FieldValue { value: None, is_usual: false });
    }
    let (mut min, mut max) = (None, None);
    let (other, order) = map(at, |key, at| {
        Ok(match key {
            b"Min" => known(&mut min, reals(at)?),
            b"Max" => known(&mut max, reals(at)?),
            _ => KeyUse::Unknown,
        })
    })?;
    let is_usual = other.is_empty() && min.is_some() && max.is_some();
    for (name, missing) in [("Min", min.is_none()), ("Max", max.is_none())] {
        if missing {
            at.input().warn(|| ErrorKind::Missing { what: name })?;
        }
    }
    let min_first = order.first().is_some_and(|first| *first == "Min");
    let domain = Domain { min: min.unwrap_or([0.0; N]), max: max.unwrap_or([0.0; N]), min_first };
    Ok(FieldValue { value: Some(domain), is_usual })
}

/// Reads the influences of all vertices: format document, section 6.
pub(crate) fn weights(at: ValueAt<'_, '_>, n_vertices: usize) -> Checked<FieldValue<Vec<Influences>>> {
    let mut is_complete = true;
    let is_ended = Cell::new(true);
    let known = binary(at, |input| {
        // Each vertex takes at least one byte.
        let count = n_vertices.min(input.bytes().len());
        input.charge_elements(count)?;
        let (mut rest, mut all) = (input, Vec::with_capacity(count));
        let vertex = |input| {
            let (after, one) = influences(input)?;
            let n_bytes = after.position().saturating_sub(input.position());
            // A last vertex without an end mark would be written with one, so its bytes are kept.
            is_ended.set(one.len() == MAX_INFLUENCES || n_bytes > one.len().saturating_mul(INFLUENCE));
            rest = after;
            all.push(one);
            Ok((after, ()))
        };
        let read = list_while("values", |_, i| i < n_vertices, vertex)(input);
        // The vertices before a failure are kept.
        read.map_or_else(|failure| rest.recover(failure), |_| Ok(()))?;
        Ok((rest, all))
    });
    let mut known = known?;
    if let Some(found) = known.value.as_ref().map(Vec::len).filter(|found| *found != n_vertices) {
        at.input().warn(|| ErrorKind::Mismatch {
            what: "vertices with weights",
            found,
            expected: n_vertices,
        })?;
        is_complete = false;
    }
    known.is_usual &= is_complete && is_ended.get();
    Ok(known)
}

/// Reads up to four influences. If there are fewer, an end byte follows them, or the data end; the viewer also stops
/// there. Format document, section 6.
fn influences(input: Input<'_>) -> Parsed<'_, Influences> {
    let (mut rest, mut all) = (input, Influences::default());
    let has_more = |rest: Input<'_>, n| match rest.bytes() {
        [] => n == 0,
        [first, ..] => n < MAX_INFLUENCES && *first != NO_MORE,
    };
    while has_more(rest, all.len()) {
        let (after, StoredInfluence { joint, weight }) = value(rest)?;
        all.push(Influence { joint, weight });
        rest = after;
    }
    // The influences are one table in traces, because there may be millions.
    input.span(rest, "influences", StoredInfluence::TABLE, 0)?;
    match rest.bytes() {
        _ if all.len() == MAX_INFLUENCES => {}
        [] => rest.warn(|| ErrorKind::UnexpectedEnd { needed: 1, left: 0 })?,
        _ => (rest, _) = field("end", bytes(1))(rest)?,
    }
    Ok((rest, all))
}
