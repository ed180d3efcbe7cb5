//! Reading notation. Format document, section 6.

pub(super) mod once;

use crate::assembly::{Assembly, At, ShownAs, Step};
use crate::common::error::{Error, Warnings};
use crate::common::input::{Checked, Input, Parsed};
use crate::common::parsers::bytes;
use crate::common::show::{SpanType, in_quotes, quoted as show_quoted};
use crate::document::{self, Tape};
use crate::error::ErrorKind;
use crate::hash::Hashes;
use crate::model::{Date, Text, Uri, Uuid, Value};
use crate::options::ReadOptions;
use crate::wire::bytes::{from_base16, from_base64};
use crate::wire::real;
use nom::sequence::{preceded, terminated};
use nom::{Err, Parser};
use std::borrow::Cow;

super::entry_functions!("notation", file, prefix);

/// The span types of values and keys, which parse the bytes again to print them.
const SPAN_TYPE: &ShownAs = &ShownAs {
    value: SpanType::field(|bytes, _, out| {
        let value = super::reread(bytes, |input| value(input, &ReadOptions::default()));
        document::show(&value.scalar(), out)
    }),
    key: SpanType::field(|bytes, _, out| show_quoted(super::reread(bytes, key).as_bytes(), 0, out)),
    separator: "<separator>",
};
const STRAY: &SpanType = &SpanType::field(show_quoted);

/// Reads an optional header line and a value, with nothing after it but padding.
pub(crate) fn file<'a>(input: Input<'a>, options: &ReadOptions) -> Parsed<'a, Value> {
    terminated(|input| prefix(input, options), super::header::end).parse(input)
}

fn prefix<'a>(input: Input<'a>, options: &ReadOptions) -> Parsed<'a, Value> {
    let mut state = Assembly::new(options, SPAN_TYPE);
    let rest = document(input, &mut state)?;
    Ok((rest, state.finish()))
}

/// Reads like [`prefix`], but returns the positions of the values, and adds the hashes of containers to
/// `hashes`, if that is given.
pub(crate) fn tape<'a>(
    input: Input<'a>,
    options: &ReadOptions,
    hashes: Option<&mut Hashes>,
) -> Parsed<'a, Tape> {
    let mut state = Assembly::outline(options, SPAN_TYPE, hashes);
    let rest = document(input, &mut state)?;
    Ok((rest, state.into_tape()))
}

fn document<'a>(input: Input<'a>, state: &mut Assembly) -> Checked<Input<'a>> {
    let (input, ()) = super::header::header(input)?;
    match state.at_once(input, once::value)? {
        Some(rest) => Ok(rest),
        None => state.read_tokens(input, n_blanks, next),
    }
}

/// Reads a value by itself.
pub(crate) fn value<'a>(input: Input<'a>, options: &ReadOptions) -> Parsed<'a, Value> {
    let mut state = Assembly::new(options, SPAN_TYPE);
    let rest = state.read_tokens(input, n_blanks, next)?;
    Ok((rest, state.finish()))
}

/// Reads a key, a value, or the start or the end of a container.
fn next<'a>(state: &mut Assembly, input: Input<'a>) -> Parsed<'a, Step> {
    let at = state.context();
    let rest = match (at.is_map, input.bytes()) {
        _ if at.has_root => return Ok((input, Step::Done)),
        (Some(false), [b']', rest @ ..]) => end(state, input, rest)?,
        (Some(true), [b'}', rest @ ..]) if !at.has_key => end(state, input, rest)?,
        (Some(true), _) if !at.has_key => map_key(state, input)?,
        _ => one(state, input)?,
    };
    Ok((rest, Step::More))
}

fn end<'a>(state: &mut Assembly, input: Input<'a>, rest: &'a [u8]) -> Checked<Input<'a>> {
    let rest = input.with(rest);
    state.end(input, rest).map(|()| rest)
}

/// The length of white space and of the commas and colons that separate values; readers treat these like
/// white space. Section 6.2.
fn n_blanks(at: At, text: &[u8]) -> usize {
    let is_blank = |byte: &u8| match byte {
        // Readers skip any number of commas in a container; between a key and its value, they are an error.
        b',' => at.is_map.is_some() && !at.has_key,
        b':' => at.has_key,
        // A vertical tab is white space in C, but not in Rust.
        byte => byte.is_ascii_whitespace() || *byte == 0x0b,
    };
    // White space after the document does not belong to it.
    if at.has_root { 0 } else { text.iter().take_while(|byte| is_blank(byte)).count() }
}

/// Reads the key of an entry. Like the viewer, this skips anything before a key that is not a key. Section 6.5.
fn map_key<'a>(state: &mut Assembly, input: Input<'a>) -> Checked<Input<'a>> {
    if input.bytes().is_empty() {
        return Err(unexpected(input, "a key or }"));
    }
    let is_key = |byte: &u8| matches!(byte, b'\'' | b'"' | b's' | b'}');
    let n_stray = input.bytes().iter().position(is_key).unwrap_or(input.bytes().len());
    if n_stray > 0 {
        let (rest, stray) = input.split(n_stray)?;
        input.warn(|| ErrorKind::Misplaced { what: "before a key,", found: in_quotes(stray.bytes()) })?;
        input.span(rest, "<stray>", STRAY, 0)?;
        return Ok(rest);
    }
    let (rest, key) = string(input)?;
    state.key(input, rest, &key).map(|()| rest)
}

/// Reads a value, or the start of a container.
fn one<'a>(state: &mut Assembly, input: Input<'a>) -> Checked<Input<'a>> {
    if let [tag @ (b'[' | b'{'), after @ ..] = input.bytes() {
        let after = input.with(after);
        return state.begin(input, after, *tag == b'{').map(|()| after);
    }
    let (rest, value) = scalar(input)?;
    state.value(input, rest, value).map(|()| rest)
}

/// Reads a value that is not a container. Section 6.1.
fn scalar(input: Input<'_>) -> Parsed<'_, Value> {
    let Some((tag, after)) = input.bytes().split_first() else { return Err(unexpected(input, "a value")) };
    let after = input.with(after);
    Ok(match tag {
        b'!' => (after, Value::Undef),
        // A digit needs no separator after it, unlike a letter: `11` is two values.
        b'1' => (after, true.into()),
        b'0' => (after, false.into()),
        b't' | b'T' => (word(input, b"true")?, true.into()),
        b'f' | b'F' => (word(input, b"false")?, false.into()),
        b'i' => integer.map(Value::from).parse(after)?,
        b'r' => real.map(Value::from).parse(after)?,
        b'u' => uuid.map(Value::from).parse(after)?,
        b'\'' | b'"' | b's' => string.map(|text| Value::String(text.into())).parse(input)?,
        // The viewer accepts any delimiter in a URI and a date, not only quotes.
        b'l' => delimited.map(|text| Uri(text.into()).into()).parse(after)?,
        b'd' => date.map(Value::from).parse(after)?,
        b'b' => binary.map(Value::from).parse(after)?,
        _ => return Err(unexpected(input, "a value")),
    })
}

#[cold]
fn unexpected(input: Input<'_>, expected: &'static str) -> Err<Error> {
    super::binary::unexpected(input, expected)
}

/// Reads the whole word, whatever follows, or only its first letter if no other letter follows.
fn word<'a>(input: Input<'a>, word: &'static [u8]) -> Checked<Input<'a>> {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic();
    if input.bytes().get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)) {
        return Ok(input.split(word.len())?.0);
    }
    if input.bytes().get(1).is_some_and(is_letter) {
        let n_letters = input.bytes().iter().take_while(|byte| is_letter(byte)).count();
        let expected = format!("{} or its first letter", word.escape_ascii()).into();
        let found = in_quotes(input.bytes().get(..n_letters).unwrap_or_default());
        return Err(input.fatal(ErrorKind::Unexpected { expected, found }));
    }
    Ok(input.split(1)?.0)
}

fn integer(input: Input<'_>) -> Parsed<'_, i32> {
    // The viewer skips blanks between the letter and the number.
    let start = input.with(input.bytes().trim_ascii_start());
    let n_sign = usize::from(matches!(start.bytes(), [b'-' | b'+', ..]));
    let n_digits = start.bytes().iter().skip(n_sign).take_while(|byte| byte.is_ascii_digit()).count();
    let (rest, digits) = start.split(n_sign.saturating_add(n_digits))?;
    match std::str::from_utf8(digits.bytes()).ok().and_then(|digits| digits.parse().ok()) {
        Some(number) => Ok((rest, number)),
        None if n_digits == 0 => Err(unexpected(start, "digits")),
        None => {
            let (expected, found) = ("an integer of 32 bits".into(), in_quotes(digits.bytes()));
            Err(start.fatal(ErrorKind::Unexpected { expected, found }))
        }
    }
}

fn real(input: Input<'_>) -> Parsed<'_, f64> {
    let start = input.with(input.bytes().trim_ascii_start());
    let text = start.bytes();
    let n_sign = usize::from(matches!(text, [b'-' | b'+', ..]));
    let unsigned = text.get(n_sign..).unwrap_or_default();
    // The next value may follow a number without a separator.
    let n_digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let len = real::word_length(unsigned).unwrap_or_else(|| {
        let mut len = n_digits(unsigned);
        if let Some([b'.', fraction @ ..]) = unsigned.get(len..) {
            len = len.saturating_add(1).saturating_add(n_digits(fraction));
        }
        let exponent = match unsigned.get(len..) {
            Some([b'e' | b'E', b'-' | b'+', exponent @ ..]) => (2, n_digits(exponent)),
            Some([b'e' | b'E', exponent @ ..]) => (1, n_digits(exponent)),
            _ => (0, 0),
        };
        // An `e` without digits belongs to whatever follows the number.
        if exponent.1 > 0 { len.saturating_add(exponent.0).saturating_add(exponent.1) } else { len }
    });
    let (rest, number) = start.split(n_sign.saturating_add(len))?;
    match real::parse(number.bytes()) {
        Some(value) => {
            super::range(start, number.bytes(), value)?;
            Ok((rest, value))
        }
        None => Err(unexpected(start, "a number")),
    }
}

fn uuid(input: Input<'_>) -> Parsed<'_, Uuid> {
    // Notation has only this form. Format document, section 6.1.
    let (rest, text) = input.split(36)?;
    match Uuid::from_text(text.bytes()) {
        Some(uuid) => Ok((rest, uuid)),
        None => {
            let (expected, found) = ("a UUID of 36 characters".into(), in_quotes(text.bytes()));
            Err(input.fatal(ErrorKind::Unexpected { expected, found }))
        }
    }
}

/// Reads a key by itself.
pub(crate) fn key(input: Input<'_>) -> Parsed<'_, Text> {
    string.map(Text::from).parse(input)
}

/// Reads text in quotes with escapes, or preceded by its size. Sections 6.3 and 6.4.
fn string(input: Input<'_>) -> Parsed<'_, Cow<'_, [u8]>> {
    match input.bytes() {
        [b's', ..] => preceded(bytes(1), sized).map(Cow::from).parse(input),
        _ => delimited(input),
    }
}

/// Decodes the text between two equal delimiters, usually quotes.
fn delimited(input: Input<'_>) -> Parsed<'_, Cow<'_, [u8]>> {
    match input.bytes() {
        [quote, ..] if quote.is_ascii_punctuation() && *quote != b'\\' => {
            super::binary::delimited(input.split(1)?.0, *quote)
        }
        _ => Err(unexpected(input, "a quote")),
    }
}

fn date(input: Input<'_>) -> Parsed<'_, Date> {
    let (rest, text) = delimited(input)?;
    Ok((rest, super::date(input, &text)?))
}

fn binary(input: Input<'_>) -> Parsed<'_, Vec<u8>> {
    type Decode = fn(&[u8]) -> Option<Vec<u8>>;
    let (len, decode, expected): (_, Decode, _) = match input.bytes() {
        [b'6', b'4', ..] => (2, from_base64, "base 64"),
        [b'1', b'6', ..] => (2, from_base16, "base 16, two digits a byte"),
        [b'(', ..] => return sized.map(<[u8]>::to_vec).parse(input),
        _ => return Err(unexpected(input, "64, 16 or a size in parentheses")),
    };
    let start = input.split(len)?.0;
    let (rest, text) = delimited(start)?;
    // No digit is written with an escape.
    let decoded = if let Cow::Borrowed(text) = text { decode(text) } else { None };
    let bytes = decoded.ok_or_else(|| start.fatal(ErrorKind::Malformed { expected }))?;
    if text.iter().any(u8::is_ascii_whitespace) {
        let expected = "no white space in binary, because the viewer loses what follows it";
        start.warn(|| ErrorKind::Malformed { expected })?;
    }
    Ok((rest, bytes))
}

/// Reads a size in parentheses, then that many arbitrary bytes in quotes. Section 6.4.
fn sized(input: Input<'_>) -> Parsed<'_, &[u8]> {
    // Sizes are short; without a limit, each missing parenthesis would cost a search through the rest.
    let Some(close) = memchr::memchr(b')', input.bytes().get(..24).unwrap_or(input.bytes())) else {
        return Err(unexpected(input, "a size in parentheses"));
    };
    let (after, size) = input.split(close)?;
    let Some(digits) = size.bytes().strip_prefix(b"(") else {
        return Err(unexpected(input, "a size in parentheses"));
    };
    let (radix, number) = match digits {
        [b'0', b'x' | b'X', hex @ ..] => (16, hex),
        // A prefix selects the base, as in C.
        // The viewer reads this as octal, other programs as decimal.
        [b'0', octal @ ..] if !octal.is_empty() => (8, octal),
        decimal => (10, decimal),
    };
    // The check is needed because `from_str_radix` accepts a sign.
    let is_number = number.iter().all(u8::is_ascii_alphanumeric);
    let number = std::str::from_utf8(number).ok().filter(|_| is_number);
    let Some(len) = number.and_then(|number| usize::from_str_radix(number, radix).ok()) else {
        return Err(unexpected(size, "a size in parentheses"));
    };
    if radix == 8 {
        let (found, read_as) = (|| in_quotes(digits), || len.to_string());
        input.warn(|| ErrorKind::Lossy { what: "the size", found: found(), read_as: read_as() })?;
    }
    let is_quote = |input: Input<'_>| matches!(input.bytes(), [b'"' | b'\'', ..]);
    let (open, _) = after.split(1)?;
    if !is_quote(open) {
        return Err(unexpected(open, "a quote"));
    }
    let (start, _) = open.split(1)?;
    let (end, text) = start.split(len)?;
    if !is_quote(end) {
        return Err(unexpected(end, "a quote"));
    }
    // The viewer only skips one byte after the data.
    if open.bytes().first() != end.bytes().first() {
        end.warn(|| ErrorKind::Malformed { expected: "the quote that the text begins with" })?;
    }
    Ok((end.split(1)?.0, text.bytes()))
}
