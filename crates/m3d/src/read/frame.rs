//! Reading of the frame of a chunk, and parsers that the contents of chunks share. Format document, section 2.2.

use crate::common::input::{Input, Parsed};
use crate::common::list::{list_until_failure, list_while};
use crate::common::parsers::{self, ParseFn, field, remainder};
use crate::common::trace::Name;
use crate::common::wire::value;
use crate::error::ErrorKind;
use crate::wire::Frame;
use nom::Parser;
use nom::combinator::cond;

/// Reads the frame of a chunk, and returns the length of its content.
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

/// Reads the bytes of a chunk after its last record.
pub(super) fn surplus(input: Input<'_>) -> Parsed<'_, Vec<u8>> {
    parsers::surplus("surplus").map(<[u8]>::to_vec).parse(input)
}

/// Reads `count` records. Each counts as an element, and takes at least one byte, so that a false count ends with the
/// input.
pub(super) fn repeated<'a, T>(
    name: &'static str,
    count: u32,
    parser: impl ParseFn<'a, T>,
) -> impl ParseFn<'a, Vec<T>> {
    list_while(name, move |_, i| i < count as usize, parser)
}

/// Reads values up to the end of the input: nom's `many0` with a name. At the first value that cannot be
/// read, reading stops with a warning, and the rest is left over. `parser` must count elements against the
/// limit.
pub(super) fn list_to_end<'a, T>(
    name: impl Name,
    mut parser: impl ParseFn<'a, T>,
) -> impl ParseFn<'a, Vec<T>> {
    move |input| {
        let more = |input: Input<'a>, _| !input.bytes().is_empty();
        let (rest, (all, failure)) = list_until_failure(input, name, more, &mut parser)?;
        failure.map_or(Ok(()), |failure| rest.recover(failure))?;
        Ok((rest, all))
    }
}

/// Reads records up to the end of the chunk. The first record that fails and everything after it are kept as
/// surplus bytes, with a warning.
#[inline]
pub(super) fn to_end<'a, T>(
    name: &'static str,
    parser: impl ParseFn<'a, T>,
) -> impl ParseFn<'a, (Vec<T>, Vec<u8>)> {
    let mut both = (list_to_end(name, parser), unread);
    move |input| both.parse(input)
}

/// Reads the rest after a list, about which there is a warning already.
fn unread(input: Input<'_>) -> Parsed<'_, Vec<u8>> {
    let surplus = cond(!input.bytes().is_empty(), parsers::unknown("surplus"));
    surplus.map(|bytes| bytes.unwrap_or_default().to_vec()).parse(input)
}

/// Reads records like [`to_end`], for records that report their own spans, such as tables.
pub(super) fn records<'a>(mut input: Input<'a>, mut record: impl ParseFn<'a, ()>) -> Parsed<'a, Vec<u8>> {
    while !input.bytes().is_empty() {
        match record(input) {
            Ok((rest, ())) => input = rest,
            Err(error) => {
                input.recover(error)?;
                // These bytes get no name, because the first of them already have names.
                return remainder.map(<[u8]>::to_vec).parse(input);
            }
        }
    }
    Ok((input, Vec::new()))
}
