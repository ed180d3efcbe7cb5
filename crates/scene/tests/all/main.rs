//! ! Integration tests in one executable, because each executable would be linked with all libraries again.

mod dae;
mod gltf_corpus;
mod gltf_hostile;
mod gltf_write;
mod levels;
mod obj;
#[path = "support/pictures.rs"]
mod pictures;
#[path = "../../../../xtask/template/tests/all/support/random.rs"]
mod random;
mod scene;
mod simplify;
mod support;
mod threads;
mod thumb;
