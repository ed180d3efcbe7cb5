//! Format document, section 4: strings; and the bytes left over after the known part of a payload.

use crate::mould::input::{self, Input, Parsed, bytes, value};

/// A length, and that many bytes.
pub(super) fn string(data: Input<'_>) -> Parsed<'_, &[u8]> {
    let (rest, len) = value::<_, u32>(data)?;
    bytes(len as usize)(rest)
}

/// The remaining bytes of a payload, which a newer program may have added.
pub(super) fn left_over(data: Input<'_>) -> Parsed<'_, Vec<u8>> {
    input::left_over("left over")(data).map(|(rest, bytes)| (rest, bytes.to_vec()))
}
