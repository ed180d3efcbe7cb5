//! Writes strings. Format document, section 4.

use crate::common::error::Error;
use crate::common::output::{Output, count};

/// Writes the length, then the bytes.
pub(super) fn string(data: &mut Output, bytes: &[u8]) -> Result<(), Error> {
    data.value(&count::<u32>(bytes.len(), "string")?);
    data.bytes(bytes);
    Ok(())
}

/// Reserves room for a long list of values that are written one by one: growing step by step takes twice the memory.
pub(super) fn reserve(data: &mut Output, n_bytes: usize) {
    data.0.reserve_exact(n_bytes);
}
