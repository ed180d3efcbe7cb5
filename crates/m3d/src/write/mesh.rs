//! Writing of MESH chunks. Format document, section 6.7.

use super::reference::{column, even, reference};
use crate::common::error::Error;
use crate::common::output::Output;
use crate::error::ErrorKind;
use crate::model::{Mesh, Parts, Record, TexCoordIndex, Types, VertexIndex};
use crate::wire::{CellLayout, Stored};

pub(super) fn mesh(out: &mut Output, mesh: &Mesh, types: &Types) -> Result<(), Error> {
    let mut lists = RemainingLists {
        vertices: &mesh.vertices,
        tex_coords: &mesh.tex_coords,
        normals: &mesh.normals,
        max_vertices: &mesh.max_vertices,
    };
    for (number, record) in mesh.records.iter().enumerate() {
        let written = match *record {
            Record::Polygons { sides, parts, count } => {
                polygons(out, sides, parts, count as usize, &mut lists, types)
            }
            Record::Material(name) => special(out, 0, name, types),
            // A parameter of kind 0 would be read as a material.
            Record::Parameter { kind, name } => {
                nibble("kind of a record", kind, 1).and_then(|()| special(out, kind, name, types))
            }
        };
        written.map_err(|error| error.inside(format!("records[{number}]")))?;
    }
    even("corners after the last record", lists.vertices.len(), 0)?;
    even("texture coordinates after the last record", lists.tex_coords.len(), 0)?;
    even("normals after the last record", lists.normals.len(), 0)?;
    even("maximum vertices after the last record", lists.max_vertices.len(), 0)?;
    out.bytes(&mesh.surplus);
    Ok(())
}

/// Writes a record that sets the material or parameter of the following polygons: format document, section
/// 6.7.1.
fn special(out: &mut Output, kind: u8, name: crate::model::Name, types: &Types) -> Result<(), Error> {
    out.value(&kind);
    reference(out, name, types)
}

/// The remainders of a mesh's lists.
struct RemainingLists<'a> {
    vertices: &'a [VertexIndex],
    tex_coords: &'a [TexCoordIndex],
    normals: &'a [VertexIndex],
    max_vertices: &'a [VertexIndex],
}

/// Writes a sequence of polygons with the same magic number: format document, section 6.7.2.
fn polygons(
    out: &mut Output,
    sides: u8,
    parts: Parts,
    count: usize,
    lists: &mut RemainingLists<'_>,
    types: &Types,
) -> Result<(), Error> {
    nibble("number of corners", sides, 1)?;
    nibble("parts of a corner", parts.0, 0)?;
    let n_corners = count.saturating_mul(sides.into());
    let n_of = |part| if parts.has(part) { n_corners } else { 0 };
    let vertices = next(&mut lists.vertices, n_corners, "corners")?;
    let tex_coords = next(&mut lists.tex_coords, n_of(Parts::TEX_COORD), "texture coordinates")?;
    let normals = next(&mut lists.normals, n_of(Parts::NORMAL), "normals")?;
    let max_vertices = next(&mut lists.max_vertices, n_of(Parts::MAX_VERTEX), "maximum vertices")?;

    let magic = sides << 4 | parts.0;
    let sized = |part, bytes| if parts.has(part) { bytes } else { 0 };
    let tex_coord_at = types.vertex.bytes().saturating_add(1);
    let normal_at = tex_coord_at.saturating_add(sized(Parts::TEX_COORD, types.tex_coord.bytes()));
    let max_at = normal_at.saturating_add(sized(Parts::NORMAL, types.vertex.bytes()));
    let corner = max_at.saturating_add(sized(Parts::MAX_VERTEX, types.vertex.bytes())).saturating_sub(1);
    let polygon = corner.saturating_mul(sides.into()).saturating_add(1);

    // All bytes are filled with the magic number; then all but the first byte of each polygon are overwritten.
    let start = out.0.len();
    out.0.resize(start.saturating_add(polygon.saturating_mul(count)), magic);
    let polygons = out.0.get_mut(start..).unwrap_or_default();
    let cells = |at| CellLayout { record: polygon, n: sides.into(), step: corner, at };
    column(polygons, cells(1), vertices, types)?;
    column(polygons, cells(tex_coord_at), tex_coords, types)?;
    column(polygons, cells(normal_at), normals, types)?;
    column(polygons, cells(max_at), max_vertices, types)
}

fn next<'a, T: Stored>(list: &mut &'a [T], n: usize, what: &'static str) -> Result<&'a [T], Error> {
    let Some((taken, rest)) = list.split_at_checked(n) else {
        even(what, list.len(), n)?;
        return Ok(&[]);
    };
    *list = rest;
    Ok(taken)
}

/// Checks that a number is at least `least` and fits four bits.
fn nibble(what: &'static str, value: u8, least: u8) -> Result<(), Error> {
    if (least..16).contains(&value) {
        return Ok(());
    }
    let width = if least > 0 { "1 to 15" } else { "four bits" };
    Err(Error::model(ErrorKind::DoesNotFit { what, value: value.to_string(), width }))
}
