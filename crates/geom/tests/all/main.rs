//! The tests, in one program, because a program for each would be linked with all libraries again.

mod features;
mod laws;
mod mesh;
