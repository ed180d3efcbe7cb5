//! Reads strings, and the bytes after the known part of a payload. Format document, section 4.

use crate::common::input::{Input, Parsed};
use crate::common::parsers::{self, ParseFn, bytes, field, named};
use crate::common::show::{SpanType, quoted};
use crate::common::trace::Name;
use crate::common::wire::value;

/// Reads a length and that many bytes, like nom's `length_data` but with a name.
#[inline]
pub(super) fn string<'a>(name: impl Name) -> impl ParseFn<'a, &'a [u8]> {
    named(name, TEXT, text, |text| (text, 0))
}

/// Shows a string without its length.
const TEXT: &SpanType = &SpanType::field(|bytes, _, out| quoted(bytes.get(4..).unwrap_or_default(), 0, out));

#[inline]
fn text(data: Input<'_>) -> Parsed<'_, &[u8]> {
    let (rest, len) = value::<_, u32>(data)?;
    bytes(len as usize)(rest)
}

/// Reads a string of a list, and traces its length and text separately.
#[inline(always)]
pub(super) fn item(data: Input<'_>) -> Parsed<'_, &[u8]> {
    let (rest, len) = field("length", value::<_, u32>)(data)?;
    field("text", bytes(len as usize))(rest)
}

/// Reads the remaining bytes of a payload, which a newer program may have added.
pub(super) fn surplus(data: Input<'_>) -> Parsed<'_, Vec<u8>> {
    parsers::surplus("surplus")(data).map(|(rest, bytes)| (rest, bytes.to_vec()))
}
