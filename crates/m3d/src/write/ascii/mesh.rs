//! Writing of meshes in the text form. Text format document, section 9.

use super::Text;
use super::line::Lines;
use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::{Mesh, Parts, Record, TexCoordIndex, VertexIndex};
use crate::write::reference::even;

pub(super) fn mesh(out: &mut Lines, text: &Text<'_>, mesh: &Mesh) -> Result<(), Error> {
    if mesh.records.is_empty() {
        return Ok(());
    }
    out.line(b"Mesh");
    out.reserve(mesh.vertices.len(), 7);
    let mut lists = RemainingLists {
        vertices: &mesh.vertices,
        tex_coords: &mesh.tex_coords,
        normals: &mesh.normals,
        max_vertices: &mesh.max_vertices,
    };
    for (number, record) in mesh.records.iter().enumerate() {
        match record {
            Record::Material(name) => out.pair("use", &text.name(*name)),
            Record::Parameter { name, .. } => out.pair("par", &text.name(*name)),
            Record::Polygons { sides, parts, count } => (0..*count).try_for_each(|_| {
                polygon(out, (*sides).into(), *parts, &mut lists)
                    .map_err(|error| error.inside(format!("records[{number}]")))
            })?,
        }
    }
    out.end();
    Ok(())
}

/// The remainders of a mesh's lists.
struct RemainingLists<'a> {
    vertices: &'a [VertexIndex],
    tex_coords: &'a [TexCoordIndex],
    normals: &'a [VertexIndex],
    max_vertices: &'a [VertexIndex],
}

fn polygon(out: &mut Lines, sides: usize, parts: Parts, lists: &mut RemainingLists<'_>) -> Result<(), Error> {
    // A line without corners would end the section.
    if sides == 0 {
        return Err(Error::model(ErrorKind::NotInText { what: "number of corners", value: "0".into() }));
    }
    let vertices = take(&mut lists.vertices, sides, "vertices")?;
    let tex_coords = if parts.has(Parts::TEX_COORD) {
        take(&mut lists.tex_coords, sides, "texture coordinates")?
    } else {
        &[]
    };
    let normals = if parts.has(Parts::NORMAL) { take(&mut lists.normals, sides, "normals")? } else { &[] };
    let max_vertices = if parts.has(Parts::MAX_VERTEX) {
        take(&mut lists.max_vertices, sides, "maximum vertices")?
    } else {
        &[]
    };
    for (corner, vertex) in vertices.iter().enumerate() {
        out.reference(*vertex);
        if parts == Parts::default() {
            continue;
        }
        let others = [
            tex_coords.get(corner).and_then(|index| index.get()),
            normals.get(corner).and_then(|index| index.get()),
            max_vertices.get(corner).and_then(|index| index.get()),
        ];
        // Slashes at the end may be left out: text format document, section 9.
        let n = others.iter().rposition(Option::is_some).map_or(0, |last| last.saturating_add(1));
        for index in others.iter().take(n) {
            out.attach("/");
            if let Some(index) = index {
                out.digits(u32::try_from(*index).unwrap_or(u32::MAX));
            }
        }
    }
    out.end();
    Ok(())
}

fn take<'a, T>(list: &mut &'a [T], n: usize, what: &'static str) -> Result<&'a [T], Error> {
    let Some((own, rest)) = list.split_at_checked(n) else {
        return even(what, list.len(), n).map(|()| &[][..]);
    };
    *list = rest;
    Ok(own)
}
