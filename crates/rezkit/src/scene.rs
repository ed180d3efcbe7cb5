//! Scenes: crate `scene`, with what knows our formats.

pub use crate::convert::{gltf, terrain};
pub use scene::*;
