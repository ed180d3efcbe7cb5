//! Reading of the lines of the text form, and of the words in them. Text format document, section 2.

use crate::common::input::{Checked, Input, Parsed};
use crate::common::parsers::{ParseFn, field, named, remainder};
use crate::common::show::{Show, SpanType, in_quotes, quoted};
use crate::common::trace::Name;
use crate::error::ErrorKind;
use crate::wire::{Context, Real, Stored};
use memchr::memchr;
use nom::{Err, Parser};

/// Text that differs from the bytes of the file, for example since its line ends were unified.
impl Show for Vec<u8> {
    const SPAN_TYPE: &'static SpanType = &SpanType::field(quoted);
}

/// Returns true for bytes that separate words. The end of a line is a line feed, which a carriage return may precede.
#[inline]
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// Skips blanks.
#[inline]
pub(super) fn blanks(input: Input<'_>) -> Input<'_> {
    let mut rest = input.bytes();
    while let [byte, after @ ..] = rest
        && is_blank(*byte)
    {
        rest = after;
    }
    input.with(rest)
}

/// The first byte of the next word; `None` at the end of the line.
#[inline]
pub(super) fn next(input: Input<'_>) -> Option<u8> {
    blanks(input).bytes().first().copied().filter(|byte| *byte != b'\n')
}

/// Reads the next word after blanks. It is empty at the end of the line.
pub(super) fn word(input: Input<'_>) -> Parsed<'_, &[u8]> {
    let start = blanks(input);
    let is_end = |byte: &u8| is_blank(*byte) || *byte == b'\n';
    let len = start.bytes().iter().position(is_end).unwrap_or(start.bytes().len());
    start.split(len).map(|(rest, word)| (rest, word.bytes()))
}

/// Reads up to the end of the line, without the blanks around the text.
pub(super) fn words(input: Input<'_>) -> Parsed<'_, &[u8]> {
    to_end.map(<[u8]>::trim_ascii).parse(input)
}

/// Reads up to the end of the line, with all blanks.
pub(super) fn to_end(input: Input<'_>) -> Parsed<'_, &[u8]> {
    let len = memchr(b'\n', input.bytes()).unwrap_or(input.bytes().len());
    let (rest, line) = input.split(len)?;
    Ok((rest, line.bytes().strip_suffix(b"\r").unwrap_or(line.bytes())))
}

/// Reads the end of the line or of the text, after blanks.
#[inline]
pub(super) fn line_end(input: Input<'_>) -> Parsed<'_, ()> {
    let start = blanks(input);
    match start.bytes() {
        [] => Ok((start, ())),
        [b'\n', rest @ ..] => Ok((start.with(rest), ())),
        _ => Err(expected(input, "the end of the line")),
    }
}

/// Skips empty lines.
pub(super) fn empty_lines(input: Input<'_>) -> Parsed<'_, ()> {
    remainder.map(|_| ()).parse(input)
}

/// Reads a number after blanks.
#[inline]
pub(super) fn real<T: Real>(input: Input<'_>) -> Parsed<'_, T> {
    let start = blanks(input);
    match T::read(start.bytes()) {
        Some((number, rest)) => Ok((start.with(rest), number)),
        None => Err(expected(input, "a number")),
    }
}

/// Reads an integer after blanks.
#[inline(always)]
pub(super) fn integer(input: Input<'_>) -> Parsed<'_, i64> {
    let start = blanks(input);
    let (is_negative, digits) = match start.bytes() {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] | rest => (false, rest),
    };
    let (mut number, mut rest) = (0_i64, digits);
    while let [digit @ b'0'..=b'9', after @ ..] = rest {
        number = number.wrapping_mul(10).wrapping_add(i64::from(digit.wrapping_sub(b'0')));
        rest = after;
    }
    match digits.len().wrapping_sub(rest.len()) {
        0 => return Err(expected(input, "an integer")),
        // Eighteen digits fit 64 bits.
        1..=18 => {}
        // No field holds as large a number, so that any value out of range will do.
        _ => number = i64::MAX,
    }
    Ok((start.with(rest), if is_negative { number.wrapping_neg() } else { number }))
}

/// Reads an integer of a smaller type.
pub(super) fn small<T: TryFrom<i64>>(input: Input<'_>) -> Parsed<'_, T> {
    let (rest, number) = integer(input)?;
    match T::try_from(number) {
        Ok(number) => Ok((rest, number)),
        Err(_) => Err(expected(input, "an integer that the format can hold")),
    }
}

/// Converts a number to a reference. Negative numbers become no reference, except -2 where it has a meaning.
#[inline]
pub(super) fn reference<T: Stored>(number: i64) -> Option<T> {
    match number {
        // The two highest numbers of 32 bits are -2 and -1.
        0..0xffff_fffe => u32::try_from(number).ok().map(T::from_number),
        -2 => Some(T::from_number(u32::MAX.wrapping_sub(1))),
        _ if number < 0 => Some(T::from_number(u32::MAX)),
        _ => None,
    }
}

/// Reads up to eight hexadecimal digits.
pub(super) fn hexadecimal(input: Input<'_>) -> Parsed<'_, u32> {
    let n_digits = input.bytes().iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    let (rest, digits) = input.split(n_digits)?;
    let text = std::str::from_utf8(digits.bytes()).ok();
    match text.and_then(|text| u32::from_str_radix(text, 16).ok()) {
        Some(number) => Ok((rest, number)),
        None => Err(expected(input, "hexadecimal digits")),
    }
}

/// Reads a colour: `#AABBGGRR`, or `#0xAABBGGRR` as the reference library writes colours of labels.
pub(super) fn colour(input: Input<'_>) -> Parsed<'_, u32> {
    let start = blanks(input);
    let Some(digits) = start.bytes().strip_prefix(b"#") else { return Err(expected(input, "a colour")) };
    let digits = digits.strip_prefix(b"0x").or_else(|| digits.strip_prefix(b"0X")).unwrap_or(digits);
    hexadecimal(start.with(digits))
}

/// Reads a [`field`] if `NAMED` is set, otherwise a value without a name. Building the names takes as long as
/// reading the numbers of a long list, and only errors and traces contain names, so lines are first read
/// without names, and again with names if that fails.
#[inline(always)]
pub(super) fn value<'a, const NAMED: bool, T: Show>(
    name: impl Name,
    mut parser: impl ParseFn<'a, T>,
) -> impl ParseFn<'a, T> {
    move |input| if NAMED { field(name, &mut parser)(input) } else { parser(input) }
}

/// Reads a coordinate; see [`value`].
#[inline(always)]
pub(super) fn coordinate<'a, const NAMED: bool, T: Real>(name: impl Name) -> impl ParseFn<'a, T> {
    move |input| if NAMED { named(name, DECIMAL, real, |number| (number, 0))(input) } else { real(input) }
}

/// The span type of a number, which is printed as in the text and not as it is rounded.
const DECIMAL: &SpanType = &SpanType::field(|bytes, _, out| match f64::read(bytes.trim_ascii_start()) {
    Some((number, _)) => write!(out, "{number}"),
    None => Ok(()),
});

/// The error for an unexpected next word.
#[cold]
pub(super) fn expected(input: Input<'_>, expected: &'static str) -> Err<crate::common::error::Error> {
    let found = word(input).map(|(_, word)| in_quotes(word)).unwrap_or_default();
    let found = if found == "\"\"" { "the end of the line".into() } else { found };
    blanks(input).fatal(ErrorKind::Unexpected { expected: expected.into(), found })
}

/// Warns if a reference dangles; it is in the word with this number, counted from `input`.
#[inline]
pub(super) fn check<T: Stored>(
    input: Input<'_>,
    number: usize,
    value: T,
    context: &Context,
    path: impl FnOnce() -> String,
) -> Checked {
    match crate::read::reference::dangling_error(value, context) {
        None => Ok(()),
        Some(kind) => {
            let mut at = input;
            for _ in 0..number {
                at = word(at)?.0;
            }
            let at = blanks(at);
            at.warn_with(|| at.error(kind).inside(path()))
        }
    }
}
