//! The tests, in one program: each of its own would be linked with all libraries again.

mod golden;
mod laws;
mod refusals;
mod support;
