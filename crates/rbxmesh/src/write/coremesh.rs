//! Writes the chunk `COREMESH`, which holds the geometry. Format document, sections 9.1 and 9.6.

use crate::common::error::Error;
use crate::common::output::{Output, count};
use crate::draco::{draco_header, encode, holds};
use crate::model::Mesh;
use crate::options::DracoOptions;
use std::borrow::Cow;

/// Writes the COREMESH payload, in the version that the geometry requires.
pub(super) fn coremesh(out: &mut Output, mesh: &Mesh) -> Result<(), Error> {
    match &mesh.draco {
        Some(stream) => draco(out, mesh, stream),
        None => plain(out, mesh),
    }
}

fn plain(out: &mut Output, mesh: &Mesh) -> Result<(), Error> {
    out.value(&count::<u32>(mesh.vertices.len(), "vertices")?);
    out.rows(&mesh.vertices);
    out.value(&count::<u32>(mesh.faces.len(), "faces")?);
    out.rows(&mesh.faces);
    Ok(())
}

/// Writes the stream of the model if it still matches the vertices and faces, and otherwise a new lossless one with its
/// metadata.
fn draco(out: &mut Output, mesh: &Mesh, stream: &[u8]) -> Result<(), Error> {
    let stream = if is_current(mesh, stream) {
        Cow::Borrowed(stream)
    } else {
        Cow::Owned(encode(&mesh.vertices, &mesh.faces, &DracoOptions::default(), Some(stream))?)
    };
    out.value(&count::<u32>(stream.len(), "draco")?);
    out.bytes(&stream);
    Ok(())
}

/// Returns true if a stream contains the geometry of a mesh. A stream that cannot be decoded counts as such if the mesh
/// has no geometry.
fn is_current(mesh: &Mesh, stream: &[u8]) -> bool {
    let Mesh { vertices, faces, .. } = mesh;
    let is_empty = vertices.is_empty() && faces.is_empty();
    let n_points = draco_header(stream).and_then(|header| header.n_points);
    // The header first: then decoding takes no more than the mesh does.
    if !is_empty && n_points.is_some_and(|n_points| n_points as usize != vertices.len()) {
        return false;
    }
    holds(stream, vertices, faces).unwrap_or(is_empty)
}
