//! Models to scenes and back.

mod hostile;
mod m3d;
mod rbxmesh;
mod slmesh;
#[path = "../support/mod.rs"]
mod support;
mod table;
