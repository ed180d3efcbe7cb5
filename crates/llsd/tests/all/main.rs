//! The tests, in one program: each of its own would be linked with all libraries again.

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
mod refusals;
mod rules;
mod samples;
mod serde;
mod support;
mod typed;
mod vectors;
