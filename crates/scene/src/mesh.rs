//! Meshes with their skins and morph targets.

use crate::json::Json;
use geom::{Mat4, TriMesh, Vec3, Vec4};

/// A mesh.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mesh {
    /// The name of the mesh.
    pub name: String,
    /// Vertices, triangles, and groups of triangles that refer to a material of the scene by name.
    pub shape: TriMesh,
    /// The number of triangles of each polygon, in the order of the triangles. The polygon is the outline of its
    /// triangles, starting at the first corner of the first triangle. Empty if all polygons are triangles.
    pub polygons: Vec<u32>,
    /// The fifth to eighth influence of each vertex: empty, or one entry per vertex.
    pub extra_influences: Vec<([u16; 4], Vec4)>,
    /// Morph targets.
    pub morphs: Vec<Morph>,
    /// Line segments between vertices of the shape.
    pub lines: Vec<[u32; 2]>,
    /// Vertices of the shape that are shown as points.
    pub points: Vec<u32>,
    /// Custom properties, as in `extras` of glTF; null if there are none.
    pub extras: Json,
}

/// The offsets of vertices when a morph target is fully applied.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Morph {
    /// The name of the morph target.
    pub name: String,
    /// The vertices that move, in ascending order, and their offsets.
    pub offsets: Vec<(u32, Vec3)>,
}

/// The joints that deform a mesh.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Skin {
    /// The name of the skin.
    pub name: String,
    /// The nodes to which [`TriMesh::joints`] refer.
    pub joints: Vec<usize>,
    /// Transforms from the space of the mesh to that of each joint in the bind pose; missing ones are the identity.
    pub inverse_bind: Vec<Mat4>,
    /// Custom properties, as in `extras` of glTF; null if there are none.
    pub extras: Json,
}
