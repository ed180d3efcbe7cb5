//! The tests, in one program: each of its own would be linked with all libraries again.

mod bounds;
#[cfg(feature = "classes")]
mod classes;
mod convert;
mod diff;
mod edit;
mod exchange;
mod extract;
mod foreign;
mod gltf_corpus;
mod gltf_draco;
mod gltf_hostile;
mod gltf_write;
mod identify;
mod layout;
mod levels;
mod obj;
#[path = "support/pictures.rs"]
mod pictures;
mod print;
mod project;
#[path = "../../../../xtask/template/tests/all/support/random.rs"]
mod random;
mod references;
mod roblox;
mod scene;
mod simplify;
mod support;
mod table;
mod terrain;
mod thumb;
mod unions;
