//! Definitions that reader and writer share: magic numbers, ids, tables of offsets.

/// The first bytes of a file.
pub(crate) const MAGIC: &[u8] = b"NAME";
