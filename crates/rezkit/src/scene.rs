//! Scenes: crate `scene`, and what it needs of our formats.

pub mod terrain;

pub use crate::convert::gltf;
pub use scene::*;
