//! Format document, section 4: strings; and what follows all that is known of a payload.

use crate::ErrorKind;
use crate::mould::input::{Input, Parsed, bytes, unknown, value};

/// The length, and so many bytes.
pub(super) fn string(data: Input<'_>) -> Parsed<'_, &[u8]> {
    let (rest, len) = value::<_, u32>(data)?;
    bytes(len as usize)(rest)
}

/// What a newer program may have added to a payload.
pub(super) fn left_over(data: Input<'_>) -> Parsed<'_, Vec<u8>> {
    if data.bytes().is_empty() {
        return Ok((data, Vec::new()));
    }
    data.warn(ErrorKind::LeftOver { n_bytes: data.bytes().len() })?;
    unknown("left over")(data).map(|(rest, bytes)| (rest, bytes.to_vec()))
}
