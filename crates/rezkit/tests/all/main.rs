//! The tests, in one program, because a program for each would be linked with all libraries again.

mod bounds;
#[cfg(feature = "classes")]
mod classes;
mod convert;
mod diff;
mod edit;
mod exchange;
mod externals;
mod extract;
mod foreign;
mod forms;
#[path = "support/gardens.rs"]
mod gardens;
mod gltf_draco;
#[path = "../../../scene/tests/all/support/pictures.rs"]
mod pictures;
mod print;
mod project;
#[path = "../../../../xtask/template/tests/all/support/random.rs"]
mod random;
mod references;
mod roblox;
#[cfg(feature = "scripts")]
mod scripts;
#[path = "../../../scene/tests/all/support/mod.rs"]
mod support;
mod table;
mod terrain;
mod threads;
mod thumb;
mod unions;
