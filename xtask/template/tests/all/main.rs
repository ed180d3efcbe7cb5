//! The tests, in one program: each of its own would be linked with all libraries again.

use template as format;

mod golden;
mod laws;
#[path = "support/recorder.rs"]
mod recorder;
mod refusals;
mod support;
