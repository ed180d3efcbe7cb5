//! What both directions agree on: magic, ids, tables of offsets.

/// What a file starts with.
pub(crate) const MAGIC: &[u8] = b"NAME";
