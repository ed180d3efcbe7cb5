//! Writes the SSTR chunk, which holds the shared strings. Format document, section 3.

use super::string::{reserve, string};
use crate::common::error::Error;
use crate::common::output::{Output, count};
use crate::error::ErrorKind;
use crate::model::SharedStrings;

pub(super) fn sstr(data: &mut Output, shared: &SharedStrings) -> Result<(), Error> {
    other_version(shared.version, &shared.surplus)?;
    data.value(&shared.version);
    data.value(&count::<u32>(shared.strings.len(), "strings")?);
    let (expected, found) = (shared.strings.len(), shared.hashes.len());
    if expected != found {
        return Err(Error::model(ErrorKind::Mismatch { what: "hashes", found, expected }));
    }
    reserve(data, shared.strings.len().saturating_mul(16).saturating_add(shared.strings.n_bytes()));
    for (hash, one) in shared.hashes.iter().zip(shared.strings.iter()) {
        data.bytes(hash);
        string(data, one)?;
    }
    data.bytes(&shared.surplus);
    Ok(())
}

/// Rejects an unknown version with left-over bytes: the reader would not decode such a chunk, but keep its payload.
pub(super) fn other_version(version: u32, surplus: &[u8]) -> Result<(), Error> {
    if version == 0 || surplus.is_empty() {
        return Ok(());
    }
    let kind = ErrorKind::Unexpected { expected: "version 0".into(), found: version.to_string() };
    Err(Error::model(kind))
}
