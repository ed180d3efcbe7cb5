//! The files of `fixtures/` that are generated: each format has a module for them.

// One for each format.
pub(crate) mod anim;
pub(crate) mod llsd;
pub(crate) mod m3d;
pub(crate) mod rbxbinary;
pub(crate) mod rbxcsg;
pub(crate) mod rbxmesh;
pub(crate) mod rbxxml;
mod samples;
pub(crate) mod slmesh;
mod solids;
mod terrain;
mod workshop;

/// A generated file: its path below `fixtures/NAME`, and its bytes.
pub(crate) type Fixture = (String, Vec<u8>);
