//! Format document, section 4: strings; and what follows all that is known of a payload.

use crate::mould::input::{self, Input, Parsed, bytes, value};

/// The length, and so many bytes.
pub(super) fn string(data: Input<'_>) -> Parsed<'_, &[u8]> {
    let (rest, len) = value::<_, u32>(data)?;
    bytes(len as usize)(rest)
}

/// What a newer program may have added to a payload.
pub(super) fn left_over(data: Input<'_>) -> Parsed<'_, Vec<u8>> {
    input::left_over("left over")(data).map(|(rest, bytes)| (rest, bytes.to_vec()))
}
