//! Collada 1.4 and 1.5, to and from a [`Scene`](crate::scene::Scene).
//!
//! The reader supports meshes with their materials and textures, skins, the node hierarchy, several scenes, and
//! animations of nodes, which include joints. Objects of scenes other than the one that the file selects are hidden.
//! Meshes, nodes, skins and animations are converted to the axes of a scene; the length of a unit is kept.
//!
//! The writer creates files that the uploader of Second Life reads: Z is up, levels of detail and collision shapes are
//! meshes with suffixes in their names, and joints have matrices.

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
