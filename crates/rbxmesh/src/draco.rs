//! Draco streams.

mod header;

pub(crate) use header::{draco_header, header};
