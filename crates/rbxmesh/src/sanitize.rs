//! Repairs meshes that cannot be drawn.

use crate::common::kinds::counted;
use crate::model::{Mesh, Vertex};
use geom::Vec3;
use std::fmt;

/// The changes that [`Mesh::sanitize`] made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Sanitized {
    /// The number of vertices in which infinities or NaN were replaced by 0.
    pub n_not_finite: usize,
    /// The number of normals without a length that were recomputed from the faces.
    pub n_normals: usize,
    /// The number of removed faces. They had two equal vertices, a missing vertex, or a vertex without a finite
    /// position.
    pub n_faces: usize,
}

impl Sanitized {
    /// Returns true if nothing was changed.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

impl fmt::Display for Sanitized {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { n_not_finite, n_normals, n_faces } = self;
        write!(
            f,
            "{} made finite, {} made, {} removed",
            counted(*n_not_finite, "vertex"),
            counted(*n_normals, "normal"),
            counted(*n_faces, "face")
        )
    }
}

impl Mesh {
    /// Replaces infinities and NaN by 0, recomputes zero-length normals, and removes degenerate faces.
    ///
    /// LOD offsets and subsets are adjusted. Bones, a Draco stream and HSR visibility are not changed.
    pub fn sanitize(&mut self) -> Sanitized {
        let has_place: Vec<bool> = self.vertices.iter().map(|vertex| vertex.position.is_finite()).collect();
        let n_not_finite = self.vertices.iter_mut().map(make_finite).filter(|changed| *changed).count();
        let n_faces = self.retain_faces(|_, [a, b, c]| {
            let is_there = |vertex: &u32| has_place.get(*vertex as usize).copied().unwrap_or(false);
            a != b && b != c && c != a && [a, b, c].iter().all(is_there)
        });
        Sanitized { n_not_finite, n_normals: self.make_normals(), n_faces }
    }

    /// Recomputes zero-length normals from the adjacent faces, weighted by area. Without faces, a normal points up.
    fn make_normals(&mut self) -> usize {
        let lacks = |vertex: &Vertex| vertex.normal.normalised().is_none();
        let n_normals = self.vertices.iter().filter(|vertex| lacks(vertex)).count();
        if n_normals == 0 {
            return 0;
        }
        let positions: Vec<_> = self.vertices.iter().map(|vertex| vertex.position).collect();
        let faces = self.faces.iter().map(|face| face.map(|vertex| vertex as usize));
        let made = geom::vertex_normals(&positions, faces);
        for (vertex, normal) in self.vertices.iter_mut().zip(made).filter(|(vertex, _)| lacks(vertex)) {
            vertex.normal = normal;
        }
        n_normals
    }
}

/// Replaces vectors that are not finite by 0; returns true if there were any.
fn make_finite(vertex: &mut Vertex) -> bool {
    let Vertex { position, normal, uv, .. } = vertex;
    let was_finite = position.is_finite() && normal.is_finite() && uv.is_finite();
    for vector in [position, normal] {
        if !vector.is_finite() {
            *vector = Vec3::ZERO;
        }
    }
    if !uv.is_finite() {
        *uv = geom::Vec2::ZERO;
    }
    !was_finite
}
