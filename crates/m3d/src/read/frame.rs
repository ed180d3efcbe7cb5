//! Format document, section 2.2: the frame of a chunk, and what its contents have in common.

use crate::common::input::{Input, Parsed};
use crate::common::list::{each, list_while};
use crate::common::trace::Name;
use crate::common::wire::value;
use crate::common::words::{self, Word, field, remainder};
use crate::error::ErrorKind;
use crate::wire::Frame;
use nom::Parser;
use nom::combinator::cond;

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
    words::surplus("surplus").map(<[u8]>::to_vec).parse(input)
}

/// As many records as the file says. Each draws on the limit, and takes at least one byte, so that a false count ends
/// with the input.
pub(super) fn repeated<'a, T>(
    name: &'static str,
    count: u32,
    parser: impl Word<'a, T>,
) -> impl Word<'a, Vec<T>> {
    list_while(name, move |_, i| i < count as usize, parser)
}

/// Collects values up to the end of the input: nom's `many0` with a name. If one cannot be read, the rest is left over,
/// with a warning. `parser` draws on the limit.
pub(super) fn list_to_end<'a, T>(name: impl Name, mut parser: impl Word<'a, T>) -> impl Word<'a, Vec<T>> {
    move |input| {
        let more = |input: Input<'a>, _| !input.bytes().is_empty();
        let (rest, (all, failure)) = each(input, name, more, &mut parser)?;
        failure.map_or(Ok(()), |failure| rest.excuse(failure))?;
        Ok((rest, all))
    }
}

/// Records up to the end of the chunk, and the surplus: the first one that fails and everything after it, kept as
/// bytes, with a warning.
#[inline]
pub(super) fn to_end<'a, T>(
    name: &'static str,
    parser: impl Word<'a, T>,
) -> impl Word<'a, (Vec<T>, Vec<u8>)> {
    let mut both = (list_to_end(name, parser), unread);
    move |input| both.parse(input)
}

/// What a list left over, if there is any. A warning has said what is wrong with it.
fn unread(input: Input<'_>) -> Parsed<'_, Vec<u8>> {
    let surplus = cond(!input.bytes().is_empty(), words::unknown("surplus"));
    surplus.map(|bytes| bytes.unwrap_or_default().to_vec()).parse(input)
}

/// As [`to_end`], for records with spans of their own, such as tables.
pub(super) fn records<'a>(mut input: Input<'a>, mut record: impl Word<'a, ()>) -> Parsed<'a, Vec<u8>> {
    while !input.bytes().is_empty() {
        match record(input) {
            Ok((rest, ())) => input = rest,
            Err(error) => {
                input.excuse(error)?;
                // Without a name, since the start of these bytes has names.
                return remainder.map(<[u8]>::to_vec).parse(input);
            }
        }
    }
    Ok((input, Vec::new()))
}
