//! A mesh that borrows its arrays from the file.

use crate::mould::input::Reading;
use crate::outline::{Outline, Part};
use crate::query::levels;
use crate::records::Records;
use crate::references::are_below;
use crate::{Envelope, Error, ErrorKind, Mesh, Place, ReadOptions, Vertex};
use std::ops::Range;

/// A mesh of version 2.00 or later whose large arrays stay in the file.
///
/// For a program that hands them to a graphics card: nothing is copied but headers and tables,
/// and every face names a vertex that is there.
#[derive(Debug, Clone)]
pub struct MeshRef<'a> {
    /// Corners, 36 or 40 bytes each.
    pub vertices: Records<'a, Vertex>,
    /// Of each vertex the bones that move it; empty in a mesh without skin.
    pub envelopes: Records<'a, Envelope>,
    /// The vertices of each triangle.
    pub faces: Records<'a, [u32; 3]>,
    /// All the rest; its own vertices, envelopes and faces are empty.
    pub rest: Mesh,
}

impl<'a> MeshRef<'a> {
    /// Looks at a mesh.
    ///
    /// # Errors
    ///
    /// As [`read_with`](crate::read_with) when strict, as far as headers, tables and faces go;
    /// and of 1.x, which is text.
    pub fn new(bytes: &'a [u8]) -> Result<Self, Error> {
        let options = ReadOptions::default();
        let outline = Reading::new(true, options.limits, bytes.len()).read(bytes, crate::read::outline)?;
        let Outline { head, vertices, envelopes, faces, starts, .. } = outline;
        if head.version.major == 1 {
            let expected = "a version that is binary".into();
            let found = head.version.to_string();
            return Err(Error::new(Place::Input(0), ErrorKind::Unexpected { expected, found }));
        }
        let view = Self {
            vertices: vertices.on(bytes),
            envelopes: envelopes.on(bytes),
            faces: faces.on(bytes),
            rest: head,
        };
        let n_vertices = view.vertices.len();
        if are_below(view.faces.iter().flatten(), n_vertices) {
            return Ok(view);
        }
        let found =
            view.faces.iter().flatten().position(|vertex| vertex as usize >= n_vertices).unwrap_or_default();
        let index = found / 3;
        let vertex = view.faces.iter().flatten().nth(found).unwrap_or_default();
        let kind = ErrorKind::OutOfRange { what: "vertex", found: vertex.into(), bound: n_vertices as u64 };
        let error = Error::new(Place::Input(starts.of(Part::Faces, index, "")), kind);
        Err(error.inside(format!("{}[{index}]", Part::Faces.name())))
    }

    /// The faces of each level of detail; see [`Mesh::lods`].
    #[must_use]
    pub fn lods(&self) -> Vec<Range<usize>> {
        match self.rest.draco {
            Some(_) => self.rest.lods(),
            None => levels(&self.rest.lod_offsets, Some(self.faces.len())),
        }
    }
}
