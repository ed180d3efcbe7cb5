//! Collada 1.4 and 1.5, to and from a [`Scene`](crate::scene::Scene).
//!
//! Read are meshes with their materials and textures, skins, the tree of nodes, several scenes, and animations of nodes,
//! which joints are. Objects of scenes other than the one that the file shows are hidden. The axes become those of a scene,
//! in meshes, nodes, skins and animations alike; the length of a unit is kept.
//!
//! Written are files as the uploader of Second Life reads them: Z is up, levels of detail and shapes for collisions are
//! meshes whose names say so, and joints are where a matrix says.

mod animation;
mod axes;
mod document;
mod geometry;
mod material;
mod nodes;
mod read;
mod skin;
mod write;

pub use read::{DaeOptions, read, read_with};
pub use write::{DaeFiles, write};
