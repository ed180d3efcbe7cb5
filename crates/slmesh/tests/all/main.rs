//! The tests, in one program: each of its own would be linked with all libraries again.

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
mod refusals;
mod serde;
mod support;
