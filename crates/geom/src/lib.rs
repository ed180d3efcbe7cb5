#![doc = include_str!("../README.md")]

mod bounds;
mod colour;
pub mod le;
mod mat;
mod mesh;
#[cfg(feature = "mint")]
mod mint;
mod pose;
mod quat;
mod same;
mod vec;
mod weld;

pub use bounds::Aabb;
pub use colour::Rgba8;
pub use mat::{Mat3, Mat4};
pub use mesh::{Group, MeshFault, TriMesh, vertex_normals};
pub use pose::Pose;
pub use quat::Quat;
pub use same::Same;
pub use vec::{Vec2, Vec3, Vec4};
pub use weld::{WeldOptions, WeldVertex};
