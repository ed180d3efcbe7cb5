//! The tests, in one program: each of its own would be linked with all libraries again.

use rbxmesh as format;

mod changes;
mod corpus;
mod edits;
mod foreign;
mod format_document;
mod golden;
mod hostile;
mod laws;
mod places;
#[path = "support/recorder.rs"]
mod recorder;
mod refusals;
mod serde;
mod shapes;
mod support;
mod transcode;
