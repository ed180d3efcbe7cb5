//! Format document, section 2.2: the frame of a chunk, and the bytes after its fields.

use crate::ErrorKind;
use crate::mould::input::{Input, Parsed, left_over, remainder, row};
use crate::wire::Frame;

/// The frame of a chunk; returns the length of its content.
pub(super) fn frame(input: Input<'_>) -> Parsed<'_, usize> {
    let (rest, frame) = row::<_, Frame>("frame")(input)?;
    match (frame.length as usize).checked_sub(Frame::LEN) {
        Some(length) => Ok((rest, length)),
        None => {
            let (expected, found) = ("a length of 8 or more".into(), frame.length.to_string());
            Err(input.fatal(ErrorKind::Unexpected { expected, found }))
        }
    }
}

/// The bytes of a chunk after its last record.
pub(super) fn rest(input: Input<'_>) -> Parsed<'_, Vec<u8>> {
    left_over("rest")(input).map(|(rest, bytes)| (rest, bytes.to_vec()))
}

/// Records up to the end of the chunk. The first one that fails and everything after it are kept as bytes, with a
/// warning.
#[inline]
pub(super) fn records<'a, T>(
    mut input: Input<'a>,
    mut record: impl FnMut(Input<'a>, usize) -> Parsed<'a, T>,
    mut take: impl FnMut(T),
) -> Parsed<'a, Vec<u8>> {
    let mut number = 0_usize;
    while !input.bytes().is_empty() {
        match record(input, number) {
            Ok((rest, value)) => {
                take(value);
                number = number.saturating_add(1);
                input = rest;
            }
            Err(error) => {
                input.excuse(error)?;
                // Without a name, since the layout already names the start of these bytes.
                return remainder(input).map(|(rest, bytes)| (rest, bytes.to_vec()));
            }
        }
    }
    Ok((input, Vec::new()))
}
