//! The tests, in one program: each of its own would be linked with all libraries again.

mod features;
mod laws;
mod mesh;
