//! Welding: nearly equal vertices are merged.

use super::subset::{numbers, some, vertices};
use crate::mesh::{Mesh, Morph};
use geom::{TriMesh, Vec3, Vec4, WeldOptions, WeldVertex};

impl Mesh {
    /// Merges vertices that differ by at most these tolerances, and returns the number of removed ones.
    ///
    /// The first of several such vertices stays unchanged. Only vertices with equal joints and weights are merged.
    /// Triangles without an area afterwards are kept.
    ///
    /// ```
    /// use scene::WeldOptions;
    ///
    /// let obj = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 0.001 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 4 6 5\n";
    /// let mut scene = scene::obj::read(obj)?;
    /// let mesh = &mut scene.meshes[0];
    /// assert_eq!(mesh.weld(&WeldOptions::default()), 1);
    /// assert_eq!(mesh.weld(&WeldOptions::default().position(0.01)), 1);
    /// assert_eq!(mesh.shape.indices, [[0, 1, 2], [1, 3, 2]]);
    /// # Ok::<(), scene::Problem>(())
    /// ```
    pub fn weld(&mut self, options: &WeldOptions) -> usize {
        let shape = &self.shape;
        let all: Vec<WeldVertex> =
            (0..shape.positions.len()).map(|vertex| weld_vertex(shape, vertex)).collect();
        let kind = |vertex: u32| {
            let at = vertex as usize;
            let weights = shape.weights.get(at).map(|weights| weights.to_array().map(f32::to_bits));
            let more = self.extra_influences.get(at);
            let more = more.map(|(joints, weights)| (*joints, weights.to_array().map(f32::to_bits)));
            (shape.joints.get(at).copied(), weights, more)
        };
        let joined = options.weld(&all, kind);
        let kept: Vec<u32> =
            (0_u32..).zip(&joined).filter(|(own, first)| own == *first).map(|(own, _)| own).collect();
        let n_removed = all.len().saturating_sub(kept.len());
        if n_removed > 0 {
            self.become_some(&kept, &joined);
        }
        n_removed
    }

    /// Keeps only some vertices, in this order; all others are replaced by those into which they were merged.
    fn become_some(&mut self, kept: &[u32], becomes: &[u32]) {
        let numbers = numbers(kept, self.shape.positions.len());
        let number = |vertex: u32| {
            let first = becomes.get(vertex as usize).copied().unwrap_or(u32::MAX);
            numbers.get(first as usize).copied().unwrap_or(u32::MAX)
        };
        self.shape.indices.as_flattened_mut().iter_mut().for_each(|vertex| *vertex = number(*vertex));
        self.lines.as_flattened_mut().iter_mut().for_each(|vertex| *vertex = number(*vertex));
        self.points.iter_mut().for_each(|vertex| *vertex = number(*vertex));
        self.morphs = self.morphs.iter().map(|morph| morph.of_some(&numbers)).collect();
        self.extra_influences = some(&self.extra_influences, kept);
        let (indices, groups) =
            (std::mem::take(&mut self.shape.indices), std::mem::take(&mut self.shape.groups));
        self.shape = TriMesh { indices, groups, ..vertices(&self.shape, kept) };
    }
}

impl Morph {
    /// The morph target for a subset of the vertices; `numbers` has their new indices.
    pub(super) fn of_some(&self, numbers: &[u32]) -> Self {
        let moved = |(vertex, offset): &(u32, Vec3)| {
            let number = numbers.get(*vertex as usize).copied().filter(|number| *number != u32::MAX)?;
            Some((number, *offset))
        };
        let mut offsets: Vec<_> = self.offsets.iter().filter_map(moved).collect();
        offsets.sort_unstable_by_key(|(vertex, _)| *vertex);
        Self { name: self.name.clone(), offsets }
    }
}

/// The values of a vertex that are compared.
fn weld_vertex(shape: &TriMesh, vertex: usize) -> WeldVertex {
    WeldVertex {
        position: shape.positions.get(vertex).copied().unwrap_or_default(),
        normal: shape.normals.get(vertex).copied().unwrap_or_default(),
        uv: shape.uvs.get(vertex).copied().unwrap_or_default(),
        tangent: shape.tangents.get(vertex).map_or([0; 4], |tangent| bytes(*tangent)),
        colour: shape.colours.get(vertex).copied().unwrap_or(geom::Rgba8::WHITE),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "`as` saturates, and turns NaN into 0")]
#[expect(clippy::cast_sign_loss, reason = "negative numbers become 0")]
fn bytes(tangent: Vec4) -> [u8; 4] {
    tangent.to_array().map(|part| ((part + 1.0) * 127.0).round().clamp(0.0, 254.0) as u8)
}
