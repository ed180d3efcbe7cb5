//! The data that Roblox stores for solid modelling: the render mesh of a union, its source solid, and the convex hulls
//! used for collisions of unions and meshes. This module reads these data but does not write them.
//!
//! Places store these as values of properties such as `MeshData` and `PhysicalConfigData`; [`read`] takes the bytes of
//! such a value.
//!
//! ```rust,standalone_crate
//! let bytes = include_bytes!("../fixtures/rbxcsg/valid/mesh_5.csg");
//! let rbxmesh::csg::Csg::Mesh(mesh) = rbxmesh::csg::read(bytes)? else { panic!("a render mesh") };
//! let (shape, n_left_out) = mesh.to_trimesh(0).unwrap();
//! assert_eq!((shape.positions.len(), shape.indices.len(), n_left_out), (24, 12, 0));
//! # Ok::<(), rbxmesh::Error>(())
//! ```

mod mass;
mod model;
mod read;
pub mod rules;
mod trimesh;
mod validate;
mod wire;

pub use model::{Collision, Csg, Hull, Key, Mass, Shape, SolidMesh, UnionMesh};
pub use read::{detect, read, read_with, trace};
pub use validate::validate;
