//! Writes versions 2.00 and 3.x. Format document, sections 5 and 6.

use super::header::{header_end, header_size, strided};
use crate::common::error::Error;
use crate::common::output::{Output, count};
use crate::error::ErrorKind;
use crate::model::Mesh;
use crate::wire::{HEADER_2, HEADER_3, Header2, Header3, LOD_OFFSET_SIZE, PlainVertex, VERTEX_SIZE};
use geom::Rgba8;

/// Writes version 2.00. Section 5.
pub(super) fn v2(out: &mut Output, mesh: &Mesh) -> Result<(), Error> {
    // The header of 2.00 has no field for it. Format document, section 5.
    if usize::from(mesh.sizes.lod_offset) != LOD_OFFSET_SIZE {
        return Err(Error::model(ErrorKind::CannotHold {
            version: mesh.version,
            what: "a size of LOD offsets".into(),
        }));
    }
    out.value(&Header2 {
        header_size: header_size(mesh, HEADER_2)?,
        vertex_size: mesh.sizes.vertex,
        face_size: mesh.sizes.face,
        n_vertices: count(mesh.vertices.len(), "vertices")?,
        n_faces: count(mesh.faces.len(), "faces")?,
    });
    header_end(out, mesh);
    vertices(out, mesh)?;
    faces(out, mesh)
}

/// Writes versions 3.00 and 3.01. Section 6.
pub(super) fn v3(out: &mut Output, mesh: &Mesh) -> Result<(), Error> {
    out.value(&Header3 {
        header_size: header_size(mesh, HEADER_3)?,
        vertex_size: mesh.sizes.vertex,
        face_size: mesh.sizes.face,
        lod_offset_size: mesh.sizes.lod_offset,
        n_lod_offsets: count(mesh.lod_offsets.len(), "lod_offsets")?,
        n_vertices: count(mesh.vertices.len(), "vertices")?,
        n_faces: count(mesh.faces.len(), "faces")?,
    });
    header_end(out, mesh);
    vertices(out, mesh)?;
    faces(out, mesh)?;
    lod_offsets(out, mesh)
}

fn vertices(out: &mut Output, mesh: &Mesh) -> Result<(), Error> {
    let (size, surplus) = (mesh.sizes.vertex.into(), &mesh.surplus.vertices);
    if size >= VERTEX_SIZE {
        return strided(out, "vertices", &mesh.vertices, size, surplus);
    }
    if let Some(index) = mesh.vertices.iter().position(|vertex| vertex.colour != Rgba8::WHITE) {
        let kind = ErrorKind::CannotHold {
            version: mesh.version,
            what: "colours in vertices below 40 bytes".into(),
        };
        return Err(Error::model(kind).inside(format!("vertices[{index}]")));
    }
    let plain: Vec<_> = mesh.vertices.iter().map(PlainVertex::from).collect();
    strided(out, "vertices", &plain, size, surplus)
}

fn faces(out: &mut Output, mesh: &Mesh) -> Result<(), Error> {
    strided(out, "faces", &mesh.faces, mesh.sizes.face.into(), &mesh.surplus.faces)
}

fn lod_offsets(out: &mut Output, mesh: &Mesh) -> Result<(), Error> {
    let size = mesh.sizes.lod_offset.into();
    strided(out, "lod_offsets", &mesh.lod_offsets, size, &mesh.surplus.lod_offsets)
}
