//! Joins vertices that are nearly the same.

use crate::model::{Mesh, Vertex};
use crate::skin::palettes;
use geom::{WeldOptions, WeldVertex};

/// Takes the fields of a vertex that welding compares.
impl From<Vertex> for WeldVertex {
    fn from(vertex: Vertex) -> Self {
        let Vertex { position, normal, uv, tangent, colour } = vertex;
        Self { position, normal, uv, tangent: tangent.0, colour }
    }
}

/// The properties that vertices must share to be welded, in addition to near values.
#[derive(Debug, PartialEq, Eq, Hash)]
struct WeldKey<'a> {
    /// The first level of detail that uses the vertex, and the index of its palette.
    owners: [usize; 2],
    envelope: [[u8; 4]; 2],
    texture_w: u32,
    surplus: &'a [u8],
}

impl Mesh {
    /// Joins vertices that differ by no more than the tolerances in `options`, and returns the number of removed
    /// vertices.
    ///
    /// The first of several such vertices is unchanged. Only vertices of the same level of detail, with the same bones
    /// and weights, are joined. If more than 256 different vertices are at one position, each is compared with the last
    /// 256. Faces without an area are kept; [`sanitize`](Self::sanitize) removes them. Files of 1.x store a vertex for
    /// each corner, so `write` rejects a mesh of 1.x in which vertices were joined.
    ///
    /// ```
    /// use rbxmesh::geom::Vec3;
    /// use rbxmesh::{Mesh, Vertex, WeldOptions};
    ///
    /// let at = |x| Vertex { position: Vec3::new(x, 0.0, 0.0), ..Vertex::default() };
    /// let vertices = vec![at(0.0), at(1.0), at(2.0), at(2.01), at(1.0), at(3.0)];
    /// let mut mesh = Mesh { vertices, faces: vec![[0, 1, 2], [3, 4, 5]], ..Mesh::default() };
    /// assert_eq!(mesh.weld(&WeldOptions::default()), 1);
    /// assert_eq!(mesh.weld(&WeldOptions::default().position(0.02)), 1);
    /// assert_eq!(mesh.faces, [[0, 1, 2], [2, 1, 3]]);
    /// ```
    pub fn weld(&mut self, options: &WeldOptions) -> usize {
        let owners = self.owners();
        let joined = options.weld(&self.vertices, |vertex| self.kind(vertex, &owners));
        let kept: Vec<bool> = (0_u32..).zip(&joined).map(|(vertex, first)| vertex == *first).collect();
        let n_removed = kept.iter().filter(|kept| !**kept).count();
        if n_removed > 0 {
            let first = |vertex: u32| joined.get(vertex as usize).copied().unwrap_or(vertex);
            self.faces.as_flattened_mut().iter_mut().for_each(|vertex| *vertex = first(*vertex));
            self.keep_vertices(&kept);
        }
        n_removed
    }

    fn kind(&self, vertex: u32, owners: &[[usize; 2]]) -> WeldKey<'_> {
        let at = vertex as usize;
        let envelope = self.envelopes.get(at).copied().unwrap_or_default();
        let size = self.surplus_of_vertex();
        let start = at.saturating_mul(size);
        WeldKey {
            owners: owners.get(at).copied().unwrap_or_default(),
            envelope: [envelope.slots, envelope.weights],
            texture_w: self.texture_w.get(at).map_or(0, |w| w.to_bits()),
            surplus: self.surplus.vertices.get(start..start.saturating_add(size)).unwrap_or_default(),
        }
    }

    /// For each vertex, the first level that uses it, and the index of its palette.
    fn owners(&self) -> Vec<[usize; 2]> {
        let mut owners = vec![[usize::MAX; 2]; self.vertices.len()];
        for (level, faces) in self.lods().into_iter().enumerate() {
            for vertex in self.faces.get(faces).unwrap_or_default().as_flattened() {
                if let Some([owner, _]) = owners.get_mut(*vertex as usize) {
                    *owner = level.min(*owner);
                }
            }
        }
        for (palette, (vertices, _)) in palettes(self).into_iter().enumerate() {
            let end = vertices.end.min(owners.len());
            let owners = owners.get_mut(vertices.start..end).unwrap_or_default();
            owners.iter_mut().for_each(|[_, owner]| *owner = palette);
        }
        owners
    }
}
