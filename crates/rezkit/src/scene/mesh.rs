//! Shapes and how joints and morphs move them.

use crate::Json;
use geom::{Mat4, TriMesh, Vec3, Vec4};

/// A shape.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mesh {
    /// What it is called.
    pub name: String,
    /// Vertices, triangles, and groups of triangles that name a material of the scene.
    pub shape: TriMesh,
    /// How many triangles each polygon was split into, in the order of the triangles: fans from its first corner.
    /// Empty if all are triangles.
    pub polygons: Vec<u32>,
    /// Joints beyond the four of the shape: empty, or one entry a vertex.
    pub extra_influences: Vec<([u16; 4], Vec4)>,
    /// Shapes to blend with.
    pub morphs: Vec<Morph>,
    /// Line segments between vertices of the shape.
    pub lines: Vec<[u32; 2]>,
    /// Vertices of the shape that are points of their own.
    pub points: Vec<u32>,
    /// What has no field.
    pub extras: Json,
}

/// How far vertices move when a morph is applied in full.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Morph {
    /// What it is called.
    pub name: String,
    /// The vertices that move, in ascending order, and how far.
    pub offsets: Vec<(u32, Vec3)>,
}

/// The joints that a mesh hangs on.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Skin {
    /// What it is called.
    pub name: String,
    /// The nodes that [`TriMesh::joints`] count.
    pub joints: Vec<usize>,
    /// From the space of the mesh to that of each joint; a missing one is the identity.
    pub inverse_bind: Vec<Mat4>,
    /// What has no field.
    pub extras: Json,
}
