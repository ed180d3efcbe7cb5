//! The tests, in one program: each of its own would be linked with all libraries again.

use slmesh as format;

mod build;
mod corpus;
mod cost;
mod edits;
mod foreign;
mod format_document;
mod geometry;
mod golden;
mod hostile;
mod laws;
mod malformed;
mod models;
mod odd;
mod onto;
mod places;
mod quantise;
#[path = "support/recorder.rs"]
mod recorder;
mod refusals;
mod serde;
mod support;
