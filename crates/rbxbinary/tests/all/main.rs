//! The tests, in one program: each of its own would be linked with all libraries again.

use rbxbinary as format;

mod corpus;
mod edits;
mod foreign;
mod format_document;
mod golden;
mod hostile;
mod laws;
mod limits;
mod migrate;
mod naive;
mod onto;
#[cfg(feature = "parallel")]
mod parallel;
mod places;
mod random;
#[path = "support/recorder.rs"]
mod recorder;
mod refusals;
mod serde;
mod support;
mod tree;
mod views;
