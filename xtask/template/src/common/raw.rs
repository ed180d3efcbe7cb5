//! Words for parts that state their length, and may be kept as they are.

use super::input::{Input, Parsed};
use super::words::remainder;

/// Runs `parser` on the next `len` bytes: nom's `map_parser` after `take`. Bytes that it leaves are a gap.
pub(crate) fn inside<'a, T>(
    len: usize,
    mut parser: impl FnMut(Input<'a>) -> Parsed<'a, T>,
) -> impl FnMut(Input<'a>) -> Parsed<'a, T> {
    move |input| {
        let (rest, own) = input.split(len)?;
        parser(own).map(|(_, value)| (rest, value))
    }
}

/// Keeps a part that cannot be read as bytes, made by `raw`, up to the end of the input: nom's `alt` with a warning.
///
/// Call it inside the word that names the part, so that the warning has the name.
pub(crate) fn or_raw<'a, T>(
    mut parser: impl FnMut(Input<'a>) -> Parsed<'a, T>,
    raw: impl Fn(&'a [u8]) -> T,
) -> impl FnMut(Input<'a>) -> Parsed<'a, T> {
    move |input| {
        parser(input).or_else(|error| {
            input.excuse(error)?;
            // Without a name, because the first of these bytes already have names.
            let (rest, bytes) = remainder(input)?;
            Ok((rest, raw(bytes)))
        })
    }
}
