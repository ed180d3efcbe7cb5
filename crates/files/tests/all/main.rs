//! The tests, in one program: each of its own would be linked with all libraries again.

mod identify;
mod layout;
#[path = "../../../scene/tests/all/support/mod.rs"]
mod support;
