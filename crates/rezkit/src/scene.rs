//! Scenes: the crate `scene`, with the conversions that know our formats.

pub use ::convert::{gltf, terrain};
pub use scene::*;
