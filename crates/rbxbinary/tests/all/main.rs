//! The tests, in one program: each of its own would be linked with all libraries again.

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
mod refusals;
mod serde;
mod support;
mod tree;
mod views;
