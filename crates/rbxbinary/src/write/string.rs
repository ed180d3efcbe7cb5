//! Format document, section 4: strings.

use crate::Error;
use crate::mould::output::{Output, count};

/// Writes the length, then the bytes.
pub(super) fn string(data: &mut Output, bytes: &[u8]) -> Result<(), Error> {
    data.value(&count::<u32>(bytes.len(), "string")?);
    data.bytes(bytes);
    Ok(())
}
