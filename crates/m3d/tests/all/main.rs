//! The tests, in one program: each of its own would be linked with all libraries again.

use m3d as format;

mod animation;
mod ascii;
mod canonical;
mod corpus;
mod editing;
mod edits;
mod foreign;
mod format_document;
mod golden;
mod hostile;
mod laws;
mod models;
mod onto;
mod parts;
mod places;
#[path = "support/recorder.rs"]
mod recorder;
mod refusals;
mod serde;
mod shapes;
mod support;
mod trimesh;
mod voxels;
