//! Tangents by MikkTSpace, the algorithm on which tools agree.

use bevy_mikktspace::{Geometry, Ops, TangentSpace, generate_tangents};
use geom::{TriMesh, Vec3, Vec4};
use std::collections::HashMap;

/// Functions with equal results on every machine.
struct Exact;

impl Ops for Exact {
    fn sqrt(x: f32) -> f32 {
        x.sqrt()
    }

    fn acos(x: f32) -> f32 {
        libm::acosf(x)
    }
}

/// A mesh, and the tangents of the corners of its triangles.
struct Corners<'m> {
    shape: &'m TriMesh,
    triangles: Vec<[usize; 3]>,
    tangents: Vec<[Vec4; 3]>,
}

impl Corners<'_> {
    fn vertex(&self, face: usize, corner: usize) -> usize {
        let triangle = self.triangles.get(face).copied().unwrap_or_default();
        triangle.get(corner).copied().unwrap_or_default()
    }
}

impl Geometry<Exact> for Corners<'_> {
    fn num_faces(&self) -> usize {
        self.triangles.len()
    }

    fn num_vertices_of_face(&self, _: usize) -> usize {
        3
    }

    fn position(&self, face: usize, corner: usize) -> [f32; 3] {
        let position = self.shape.positions.get(self.vertex(face, corner));
        position.copied().unwrap_or_default().to_array()
    }

    fn normal(&self, face: usize, corner: usize) -> [f32; 3] {
        let normal = self.shape.normals.get(self.vertex(face, corner));
        normal.copied().unwrap_or(Vec3::Y).to_array()
    }

    fn tex_coord(&self, face: usize, corner: usize) -> [f32; 2] {
        let uv = self.shape.uvs.get(self.vertex(face, corner)).copied().unwrap_or_default();
        // V points up in MikkTSpace.
        [uv.x, 1.0 - uv.y]
    }

    fn set_tangent(&mut self, tangent: Option<TangentSpace>, face: usize, corner: usize) {
        let tangent = tangent.map(|tangent| Vec4::from_array(tangent.tangent_encoded()));
        let place = self.tangents.get_mut(face).and_then(|all| all.get_mut(corner));
        if let Some((place, tangent)) = place.zip(tangent) {
            *place = tangent;
        }
    }
}

/// Computes the tangents of a mesh, if it has none, and has normals and texture coordinates. Returns the new number of
/// vertices, or 0 if nothing was done.
///
/// Vertices whose triangles need different tangents, for example at mirrored texture coordinates, are duplicated.
pub fn make(shape: &mut TriMesh) -> usize {
    let n_vertices = shape.positions.len();
    let has = |n_values: usize| n_values == n_vertices && n_vertices > 0;
    if !shape.tangents.is_empty() || !has(shape.normals.len()) || !has(shape.uvs.len()) {
        return 0;
    }
    let is_there = |triangle: &[u32; 3]| triangle.iter().all(|vertex| (*vertex as usize) < n_vertices);
    let is_finite = |triangle: &[u32; 3]| {
        triangle.iter().all(|vertex| {
            let at = *vertex as usize;
            let both = shape.positions.get(at).zip(shape.normals.get(at)).zip(shape.uvs.get(at));
            both.is_some_and(|((position, normal), uv)| {
                position.is_finite() && normal.is_finite() && uv.is_finite()
            })
        })
    };
    let places: Vec<usize> = (0..shape.indices.len())
        .filter(|index| {
            shape.indices.get(*index).is_some_and(|triangle| is_there(triangle) && is_finite(triangle))
        })
        .collect();
    let triangles: Vec<[usize; 3]> = places
        .iter()
        .filter_map(|index| shape.indices.get(*index).map(|triangle| triangle.map(|vertex| vertex as usize)))
        .collect();
    let tangents = vec![[Vec4::ZERO; 3]; triangles.len()];
    let mut corners = Corners { shape, triangles, tangents };
    if generate_tangents(&mut corners).is_err() {
        return 0;
    }
    let tangents = corners.tangents;
    give(shape, &places, &tangents)
}

/// Assigns the tangents of corners to vertices.
fn give(shape: &mut TriMesh, places: &[usize], tangents: &[[Vec4; 3]]) -> usize {
    shape.tangents = vec![Vec4::ZERO; shape.positions.len()];
    let mut is_given = vec![false; shape.positions.len()];
    let mut others: HashMap<(u32, [u32; 4]), u32> = HashMap::new();
    for (index, of_corners) in places.iter().zip(tangents) {
        let Some(triangle) = shape.indices.get(*index).copied() else { continue };
        let mut moved = triangle;
        for (place, (vertex, tangent)) in moved.iter_mut().zip(triangle.into_iter().zip(of_corners)) {
            let at = vertex as usize;
            let known = shape.tangents.get_mut(at).zip(is_given.get_mut(at));
            let Some((known, is_given)) = known else { continue };
            // The vertex itself has the first tangent, and a copy of it each other one.
            if !std::mem::replace(is_given, true) {
                *known = *tangent;
                continue;
            }
            if *known == *tangent {
                continue;
            }
            let key = (vertex, tangent.to_array().map(f32::to_bits));
            *place = *others.entry(key).or_insert_with(|| copy(shape, at, *tangent));
        }
        if let Some(triangle) = shape.indices.get_mut(*index) {
            *triangle = moved;
        }
    }
    shape.positions.len()
}

/// Appends a copy of a vertex with another tangent.
fn copy(shape: &mut TriMesh, vertex: usize, tangent: Vec4) -> u32 {
    fn again<T: Copy>(values: &mut Vec<T>, vertex: usize) {
        if let Some(value) = values.get(vertex).copied() {
            values.push(value);
        }
    }
    let number = u32::try_from(shape.positions.len()).unwrap_or(u32::MAX);
    again(&mut shape.positions, vertex);
    again(&mut shape.normals, vertex);
    again(&mut shape.uvs, vertex);
    again(&mut shape.colours, vertex);
    again(&mut shape.joints, vertex);
    again(&mut shape.weights, vertex);
    shape.tangents.push(tangent);
    number
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Vec2;

    /// Two triangles of a square, the second with U mirrored.
    #[test]
    fn mirrored_vertices_become_two() {
        let mut shape = TriMesh {
            positions: [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]]
                .map(|[x, y]| Vec3::new(x, y, 0.0))
                .to_vec(),
            normals: vec![Vec3::Z; 4],
            uvs: [[0.0, 1.0], [1.0, 1.0], [0.0, 0.0], [1.0, 1.0]].map(Vec2::from_array).to_vec(),
            indices: vec![[0, 1, 2], [0, 2, 3], [0, 1, 9]],
            ..TriMesh::default()
        };
        assert_eq!(make(&mut shape), 6);
        let expected = [[1.0, 0.0, 0.0, 1.0], [-1.0, 0.0, 0.0, -1.0]].map(Vec4::from_array);
        let of = |triangle: [u32; 3]| triangle.map(|vertex| shape.tangents[vertex as usize]);
        assert_eq!((of(shape.indices[0]), of(shape.indices[1])), ([expected[0]; 3], [expected[1]; 3]));
        assert_eq!(shape.check(), [geom::MeshFault::Triangle(2)]);
        // Existing tangents stay.
        assert_eq!(make(&mut shape), 0);
        assert_eq!(make(&mut TriMesh::default()), 0);
    }
}
