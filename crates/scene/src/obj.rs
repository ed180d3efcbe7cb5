//! Wavefront OBJ with its materials, to and from a [`Scene`](crate::scene::Scene).
//!
//! Objects become nodes with a mesh; a file without objects is divided by its groups instead. Within a mesh, each group
//! and material is a group of triangles. Polygons of any shape are triangulated, and
//! [`Mesh::polygons`](crate::mesh::Mesh::polygons) keeps their corners. Axes are not converted unless the options say
//! so: Y is up. Factors of materials are read as linear, as Blender writes them; vertex colours as sRGB.

mod build;
mod material;
mod parse;
mod read;
mod write;

pub use build::Up;
pub use read::{Info, ObjOptions, PartInfo, info, read, read_with};
pub use write::{ObjFiles, write};
