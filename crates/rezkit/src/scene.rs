//! Scenes: crate `scene`, with what knows our formats.

pub use ::convert::{gltf, terrain};
pub use scene::*;
