//! The tests, in one program: each of its own would be linked with all libraries again.

use rbxxml as format;

mod alike;
mod corpus;
mod edits;
mod foreign;
mod format_document;
mod golden;
mod hostile;
mod kept;
mod laws;
mod naive;
mod onto;
mod oracle;
mod places;
mod random;
#[path = "support/recorder.rs"]
mod recorder;
mod serde;
mod studio_forms;
mod support;
mod tree;
