//! A mesh that borrows its arrays from the file.

use crate::common::error::{Error, Place};
use crate::common::input::Reading;
use crate::common::limits::Limits;
use crate::error::ErrorKind;
use crate::model::{Envelope, Mesh, Vertex};
use crate::outline::{Outline, Table};
use crate::query::levels;
use crate::records::Records;
use crate::references::are_below;
use std::ops::Range;

/// A mesh of version 2.00 or later whose large arrays stay in the file.
///
/// It suits programs that upload the arrays to a GPU: only headers and tables are copied, and every vertex index of a
/// face is checked.
#[derive(Debug, Clone)]
pub struct MeshRef<'a> {
    /// The vertices, with 36 or 40 bytes each.
    pub vertices: Records<'a, Vertex>,
    /// The bones that move each vertex; empty in a mesh without a skin.
    pub envelopes: Records<'a, Envelope>,
    /// The vertices of each triangle.
    pub faces: Records<'a, [u32; 3]>,
    /// All other fields. The vertices, envelopes and faces of this mesh are empty.
    pub rest: Mesh,
}

impl<'a> MeshRef<'a> {
    /// Reads headers and tables, checks the faces, and borrows the arrays.
    ///
    /// # Errors
    ///
    /// Reads like [`read_with`](crate::read_with) in strict mode, up to headers, tables and faces. Versions 1.x, which
    /// are text, and Draco streams are rejected, since they have no arrays to borrow.
    pub fn read(bytes: &'a [u8]) -> Result<Self, Error> {
        let reading = Reading::new(true, Limits::default(), bytes.len());
        let outline = reading.read(bytes, crate::read::outline)?;
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
        let error = Error::new(Place::Input(starts.position(Table::Faces, index, "")), kind);
        Err(error.inside(format!("{}[{index}]", Table::Faces.name())))
    }

    /// The faces of each level of detail; see [`Mesh::lods`].
    #[must_use]
    pub fn lods(&self) -> Vec<Range<usize>> {
        levels(&self.rest.lod_offsets, Some(self.faces.len()))
    }
}

/// Reads the bytes like [`MeshRef::read`].
impl<'a> TryFrom<&'a [u8]> for MeshRef<'a> {
    type Error = Error;

    fn try_from(bytes: &'a [u8]) -> Result<Self, Error> {
        Self::read(bytes)
    }
}
