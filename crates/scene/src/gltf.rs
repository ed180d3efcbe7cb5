//! glTF 2.0, as `.glb` and as `.gltf`, to and from a [`Scene`](crate::scene::Scene).
//!
//! Reading is tolerant: damaged parts are dropped with a warning, and only a file without usable content is an error.
//! Files that require an extension which is neither supported nor known to be harmless are refused, and the error names
//! it.

mod accessor;
mod buffers;
mod container;
mod context;
mod cursor;
mod document;
mod draco;
mod info;
mod read;
pub(crate) mod uri;
mod write;

pub use container::detect;
pub use context::ReadOptions;
pub use draco::{DracoAttribute, DracoDecoder, DracoError, DracoMesh};
pub use info::{Info, MeshNode, PrimitiveInfo, TextureInfo, info};
pub use read::{read, read_with};
pub use write::material::material_json;
pub use write::{GltfFiles, WriteOptions, shown_normals, write_glb, write_gltf};
