//! Converts the meshes of solid modelling to the triangle meshes that formats share.

use super::model::{Collision, Hull, SolidMesh, UnionMesh};
use geom::{Group, Rgba8, TriMesh, Vec3};
use std::collections::HashMap;

impl UnionMesh {
    /// Converts a level of detail; `None` if there is no such level. Also returns the number of triangles that were
    /// left out because they refer to missing vertices, or to positions that are not finite.
    ///
    /// The mesh has the vertices of all levels. Its texture coordinates are in studs.
    #[must_use]
    pub fn to_trimesh(&self, level: usize) -> Option<(TriMesh, usize)> {
        let range = self.levels().into_iter().nth(level)?;
        let triangles = self.triangles.get(range).unwrap_or_default();
        let (indices, n_left_out) = usable(triangles, &self.positions);
        // The file does not store on which side the bitangent is.
        let tangents = self.tangents.iter().map(|tangent| tangent.extend(1.0)).collect();
        let shape = TriMesh {
            positions: self.positions.clone(),
            normals: self.normals.clone(),
            tangents,
            uvs: self.uvs.clone(),
            colours: self.colours.clone(),
            indices,
            ..TriMesh::default()
        };
        Some((shape, n_left_out))
    }
}

impl SolidMesh {
    /// Converts the surface. Also returns the number of triangles that were left out because they refer to missing
    /// points, normals or colours, or to positions that are not finite.
    ///
    /// Corners with the same point, normal and colour share a vertex.
    #[must_use]
    pub fn to_trimesh(&self) -> (TriMesh, usize) {
        let mut shape = TriMesh::default();
        let mut vertices = HashMap::new();
        let (has_normals, has_colours) = (!self.normal_corners.is_empty(), !self.colour_corners.is_empty());
        for (index, points) in self.position_corners.iter().enumerate() {
            let normals = self.normal_corners.get(index);
            let colours = self.colour_corners.get(index);
            let corner = |k: usize| {
                let position =
                    found(&self.positions, points.get(k)).filter(|position| position.is_finite())?;
                let normal = if has_normals { Some(found(&self.normals, normals?.get(k))?) } else { None };
                let colour = if has_colours { Some(found(&self.colours, colours?.get(k))?) } else { None };
                let key =
                    (points.get(k)?, normals.and_then(|all| all.get(k)), colours.and_then(|all| all.get(k)));
                Some((key, position, normal, colour))
            };
            let (Some(a), Some(b), Some(c)) = (corner(0), corner(1), corner(2)) else { continue };
            shape.indices.push([a, b, c].map(|(key, position, normal, colour)| {
                *vertices.entry(key).or_insert_with(|| {
                    let vertex = u32::try_from(shape.positions.len()).unwrap_or(u32::MAX);
                    shape.positions.push(position);
                    shape.normals.extend(normal);
                    shape.colours.extend(colour.map(bytes));
                    vertex
                })
            }));
        }
        let n_left_out = self.position_corners.len().saturating_sub(shape.indices.len());
        (shape, n_left_out)
    }
}

impl Hull {
    /// Converts the hull. Also returns the number of triangles that were left out because they refer to points that are
    /// missing or not finite.
    #[must_use]
    pub fn to_trimesh(&self) -> (TriMesh, usize) {
        let (indices, n_left_out) = usable(&self.triangles, &self.points);
        (TriMesh { positions: self.points.clone(), indices, ..TriMesh::default() }, n_left_out)
    }
}

impl Collision {
    /// Converts all hulls to one mesh, each in a group of its own. Also returns the number of triangles that were left
    /// out; see [`Hull::to_trimesh`]. There are no normals, because hulls have flat faces. A box becomes an empty mesh.
    #[must_use]
    pub fn to_trimesh(&self) -> (TriMesh, usize) {
        let (mut shape, mut n_left_out) = (TriMesh::default(), 0_usize);
        for (index, hull) in self.hulls().iter().enumerate() {
            let (own, n) = hull.to_trimesh();
            n_left_out = n_left_out.saturating_add(n);
            let start = shape.indices.len();
            let first = u32::try_from(shape.positions.len()).unwrap_or(u32::MAX);
            shape.positions.extend(own.positions);
            shape.indices.extend(own.indices.iter().map(|of| of.map(|point| point.saturating_add(first))));
            let (name, triangles) = (format!("hull {index}"), start..shape.indices.len());
            shape.groups.push(Group { name, material: None, triangles });
        }
        (shape, n_left_out)
    }
}

fn found(values: &[Vec3], index: Option<&u32>) -> Option<Vec3> {
    values.get(*index? as usize).copied()
}

/// Returns the triangles whose positions exist and are finite, and the number of the other triangles.
fn usable(triangles: &[[u32; 3]], positions: &[Vec3]) -> (Vec<[u32; 3]>, usize) {
    let is_usable = |index: &u32| positions.get(*index as usize).is_some_and(|position| position.is_finite());
    let all = triangles.iter().copied().filter(|triangle| triangle.iter().all(is_usable));
    let usable: Vec<_> = all.collect();
    let n_left_out = triangles.len().saturating_sub(usable.len());
    (usable, n_left_out)
}

/// Converts the components of a colour to bytes.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cut to 0 to 255 before")]
fn bytes(colour: Vec3) -> Rgba8 {
    let [r, g, b] = colour.to_array().map(|part| (part * 255.0 + 0.5).clamp(0.0, 255.0) as u8);
    Rgba8 { r, g, b, a: 255 }
}
