//! Format document, section 2.2: the frame of a chunk, and what its contents have in common.

use crate::ErrorKind;
use crate::mould::divided::Item;
use crate::mould::each::each_with;
use crate::mould::input::{Input, Parsed};
use crate::mould::rows::value;
use crate::mould::words::{self, field, remainder};
use crate::wire::{Context, Frame};

/// The frame of a chunk; returns the length of its content.
pub(super) fn frame(input: Input<'_>) -> Parsed<'_, usize> {
    let (rest, frame) = field("frame", value::<_, Frame>)(input)?;
    match (frame.length as usize).checked_sub(Frame::LEN) {
        Some(length) => Ok((rest, length)),
        None => {
            let (expected, found) = ("a length of 8 or more".into(), frame.length.to_string());
            Err(input.fatal(ErrorKind::Unexpected { expected, found }))
        }
    }
}

/// The bytes of a chunk after its last record.
pub(super) fn surplus(input: Input<'_>) -> Parsed<'_, Vec<u8>> {
    words::surplus("surplus")(input).map(|(rest, bytes)| (rest, bytes.to_vec()))
}

/// A reader of one value, as the layout calls it again: with what fits into a number, and without a check that
/// references lead to something, since the reader has warned of those.
macro_rules! again {
    ($read:path) => {{
        fn again<'a>(
            input: $crate::mould::input::Input<'a>,
            packed: u64,
        ) -> $crate::mould::input::Parsed<'a, ()> {
            let context = $crate::wire::Context::again(packed);
            $read(input, &context).map(|(rest, _)| (rest, ()))
        }
        again
    }};
}
pub(super) use again;

/// Records up to the end of the chunk, and the surplus: the first one that fails and everything after it, kept as
/// bytes, with a warning.
#[inline]
pub(super) fn to_end<'a>(
    input: Input<'a>,
    name: &'static str,
    again: impl for<'b> Item<'b>,
    context: &Context,
    read: impl FnMut(Input<'a>) -> Parsed<'a, ()>,
) -> Parsed<'a, Vec<u8>> {
    let (input, ()) = each_with(name, None, again, context.packed, read)(input)?;
    if input.bytes().is_empty() {
        return Ok((input, Vec::new()));
    }
    // The warning says what is wrong with them.
    words::unknown("surplus")(input).map(|(rest, bytes)| (rest, bytes.to_vec()))
}

/// As [`to_end`], for records with spans of their own, such as tables.
pub(super) fn records<'a>(
    mut input: Input<'a>,
    mut record: impl FnMut(Input<'a>) -> Parsed<'a, ()>,
) -> Parsed<'a, Vec<u8>> {
    while !input.bytes().is_empty() {
        match record(input) {
            Ok((rest, ())) => input = rest,
            Err(error) => {
                input.excuse(error)?;
                // Without a name, since the layout already names the start of these bytes.
                return remainder(input).map(|(rest, bytes)| (rest, bytes.to_vec()));
            }
        }
    }
    Ok((input, Vec::new()))
}
