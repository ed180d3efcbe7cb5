//! Builds a scene from the lines of a file.

use super::parse::{Corner, FaceGroup, NONE, Parsed, charge};
use crate::mesh::Mesh;
use crate::node::Node;
use crate::polygon::{Cutter, normal};
use crate::problem::Problem;
use crate::scene::Scene;
use geom::{Group, Rgba8, Vec2, Vec3};
use std::collections::HashMap;

/// The axis that points up in a file, which the file does not state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Up {
    /// Y, as in a scene: nothing is rotated.
    #[default]
    Y,
    /// Z, as in Second Life and in Blender: (x, y, z) becomes (x, z, -y).
    Z,
}

impl Up {
    pub(super) fn turned(self, Vec3 { x, y, z }: Vec3) -> Vec3 {
        match self {
            Self::Y => Vec3::new(x, y, z),
            Self::Z => Vec3::new(x, z, -y),
        }
    }
}

/// Builds the nodes and meshes: one for each object, or for each group if there are no objects. Returns the number of
/// polygons that could not be triangulated exactly.
pub(super) fn build(
    parsed: &Parsed,
    up: Up,
    mut bytes_left: usize,
    scene: &mut Scene,
) -> Result<usize, Problem> {
    let mut cutter = Cutter::new();
    let mut by_name: HashMap<Option<&str>, usize> = HashMap::new();
    let mut meshes: Vec<Vec<&FaceGroup>> = Vec::new();
    for part in &parsed.parts {
        let name = if parsed.has_objects { &part.object } else { &part.group };
        // A file may return to an earlier name; all its parts form one mesh.
        let index = *by_name.entry(name.as_deref()).or_insert_with(|| {
            meshes.push(Vec::new());
            meshes.len().saturating_sub(1)
        });
        if let Some(parts) = meshes.get_mut(index) {
            parts.push(part);
        }
    }
    for parts in meshes {
        let name = parts
            .first()
            .and_then(|part| if parsed.has_objects { part.object.as_ref() } else { part.group.as_ref() });
        let name = name.cloned().unwrap_or_default();
        let mut builder = Builder {
            parsed,
            up,
            bytes_left: &mut bytes_left,
            cutter: &mut cutter,
            known: HashMap::new(),
            mesh: Mesh { name: name.clone(), ..Mesh::default() },
        };
        parts.into_iter().try_for_each(|part| builder.part(part))?;
        let mesh = builder.finished();
        scene.nodes.push(Node { name, mesh: Some(scene.meshes.len()), ..Node::default() });
        scene.meshes.push(mesh);
    }
    Ok(cutter.n_given_up)
}

/// Estimated memory of a vertex with all attributes, and its entry in the table of known corners, in bytes.
const VERTEX: usize =
    2 * size_of::<Vec3>() + size_of::<Vec2>() + size_of::<Rgba8>() + 2 * size_of::<(Corner, u32)>();

/// Estimated memory of a corner while its polygon is triangulated, in bytes.
const CUTTING: usize = 2 * size_of::<[f32; 3]>() + 4 * size_of::<[usize; 3]>();

struct Builder<'p> {
    parsed: &'p Parsed,
    up: Up,
    bytes_left: &'p mut usize,
    cutter: &'p mut Cutter,
    known: HashMap<Corner, u32>,
    mesh: Mesh,
}

impl Builder<'_> {
    fn part(&mut self, part: &FaceGroup) -> Result<(), Problem> {
        let first = self.mesh.shape.indices.len();
        let mut corners = &part.corners[..];
        for size in &part.sizes {
            let Some((face, rest)) = corners.split_at_checked(*size as usize) else { break };
            corners = rest;
            self.face(face)?;
        }
        for [a, b] in &part.lines {
            let ends = [self.vertex(*a, None)?, self.vertex(*b, None)?];
            self.mesh.lines.push(ends);
        }
        for corner in &part.points {
            let point = self.vertex(*corner, None)?;
            self.mesh.points.push(point);
        }
        let triangles = first..self.mesh.shape.indices.len();
        if !triangles.is_empty() {
            // If there are no objects, the mesh has the name of the group.
            let name = part.group.clone().filter(|_| self.parsed.has_objects).unwrap_or_default();
            self.mesh.shape.groups.push(Group { name, material: part.material.clone(), triangles });
        }
        Ok(())
    }

    fn face(&mut self, face: &[Corner]) -> Result<(), Problem> {
        charge(self.bytes_left, face.len().saturating_mul(size_of::<[u32; 3]>()))?;
        // This checks the temporary memory for triangulation, without charging it.
        charge(&mut { *self.bytes_left }, face.len().saturating_mul(CUTTING))?;
        let corners: Vec<Vec3> = face.iter().map(|corner| self.position(*corner)).collect();
        let is_bare = face.iter().any(|[_, _, normal]| *normal == NONE) && !self.parsed.normals.is_empty();
        #[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
        let flat = || Vec3::from_array(normal(&corners).map(|number| number as f32)).normalised();
        let flat = if is_bare { flat() } else { None };
        let vertices = face.iter().map(|corner| self.vertex(*corner, flat.filter(|_| corner[2] == NONE)));
        let vertices = vertices.collect::<Result<Vec<_>, _>>()?;
        let triangles = self.cutter.cut(&corners);
        self.mesh.polygons.push(u32::try_from(triangles.len()).unwrap_or(u32::MAX));
        let vertex = |corner: usize| vertices.get(corner).copied().unwrap_or(NONE);
        self.mesh.shape.indices.extend(triangles.into_iter().map(|triangle| triangle.map(vertex)));
        Ok(())
    }

    fn position(&self, corner: Corner) -> Vec3 {
        let position = self.parsed.positions.get(corner[0] as usize).copied().unwrap_or_default();
        self.up.turned(position)
    }

    /// The vertex of a corner. A vertex with the normal of its face belongs only to that face.
    fn vertex(&mut self, corner: Corner, flat: Option<Vec3>) -> Result<u32, Problem> {
        if let Some(known) = self.known.get(&corner).filter(|_| flat.is_none()) {
            return Ok(*known);
        }
        charge(self.bytes_left, VERTEX)?;
        let [_, uv, normal] = corner;
        let position = self.position(corner);
        let shape = &mut self.mesh.shape;
        let index = u32::try_from(shape.positions.len()).unwrap_or(NONE);
        shape.positions.push(position);
        if !self.parsed.uvs.is_empty() {
            // V points up in the file.
            let uv = self.parsed.uvs.get(uv as usize).map_or(Vec2::ZERO, |uv| Vec2::new(uv.x, 1.0 - uv.y));
            shape.uvs.push(uv);
        }
        if !self.parsed.normals.is_empty() {
            let stored =
                self.parsed.normals.get(normal as usize).copied().map(|normal| self.up.turned(normal));
            shape.normals.push(flat.or(stored).unwrap_or_default());
        }
        if !self.parsed.colours.is_empty() {
            let colour = self.parsed.colours.get(corner[0] as usize).copied().flatten();
            shape.colours.push(colour.map_or(Rgba8::WHITE, |colour| Rgba8::from_vec4(colour.extend(1.0))));
        }
        if flat.is_none() {
            self.known.insert(corner, index);
        }
        Ok(index)
    }

    fn finished(mut self) -> Mesh {
        let shape = &mut self.mesh.shape;
        // An attribute that is in the file, but not used by this object, is dropped.
        if shape.uvs.iter().all(|uv| *uv == Vec2::ZERO) {
            shape.uvs = Vec::new();
        }
        if shape.normals.iter().all(|normal| *normal == Vec3::ZERO) {
            shape.normals = Vec::new();
        }
        if shape.colours.iter().all(|colour| *colour == Rgba8::WHITE) {
            shape.colours = Vec::new();
        }
        if self.mesh.polygons.iter().all(|n| *n == 1) {
            self.mesh.polygons = Vec::new();
        }
        self.mesh
    }
}
