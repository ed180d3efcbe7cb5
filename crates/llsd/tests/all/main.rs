//! The tests, in one program: each of its own would be linked with all libraries again.

use llsd as format;

mod binary;
mod convert;
mod edits;
mod foreign;
mod format_document;
mod golden;
mod hostile;
mod json;
mod laws;
mod onto;
mod peers;
mod places;
#[path = "support/recorder.rs"]
mod recorder;
mod refusals;
mod rules;
mod samples;
mod serde;
mod support;
mod typed;
mod vectors;
