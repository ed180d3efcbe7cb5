//! The tests, in one program: each of its own would be linked with all libraries again.

mod changes;
mod corpus;
mod edits;
mod foreign;
mod format_document;
mod golden;
mod hostile;
mod laws;
mod places;
mod refusals;
mod serde;
mod shapes;
mod support;
mod transcode;
