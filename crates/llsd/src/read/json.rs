//! Reading JSON (RFC 8259). Format document, section 9.

use crate::assembly::{Assembly, At, ShownAs, Step};
use crate::common::error::{Error, Warnings};
use crate::common::input::{Checked, Input, Parsed};
use crate::common::show::{SpanType, in_quotes, quoted as show_quoted};
use crate::common::trace::Trace;
use crate::document;
use crate::error::ErrorKind;
use crate::model::{Text, Value};
use crate::options::{JsonForm, ReadOptions};
use crate::wire::real;
use memchr::memchr2;
use nom::{Err, Parser};
use std::borrow::Cow;

/// Reads JSON.
///
/// ```
/// use llsd::json::{self, JsonForm};
///
/// let value = json::read(br#"{"id": {"$uuid": "d7f4aeca-88f1-42a1-b385-b97b18abb255"}, "size": [1, 2.5]}"#, JsonForm::Tagged)?;
/// assert_eq!(value.to_string(), "{'id':ud7f4aeca-88f1-42a1-b385-b97b18abb255,'size':[i1,r2.5]}");
/// # Ok::<(), llsd::Error>(())
/// ```
///
/// # Errors
///
/// If the bytes are not JSON, or exceed a limit of [`ReadOptions::default`]; with [`JsonForm::Tagged`], also if
/// the value of a tag is not one that the tag allows.
pub fn read(bytes: &[u8], form: JsonForm) -> Result<Value, Error> {
    read_with(bytes, form, &ReadOptions::default()).map(|(value, _)| value)
}

/// Reads JSON. Recoverable errors become warnings.
///
/// # Errors
///
/// The errors of [`read`](fn@read). With [`ReadOptions::strict`], a warning is an error.
pub fn read_with(bytes: &[u8], form: JsonForm, options: &ReadOptions) -> Result<(Value, Warnings), Error> {
    super::read_by(bytes, options, |input| file(input, form, options))
}

/// Reads JSON, and reports the meaning of each byte to `trace`, up to any damage that ends reading.
pub fn trace(
    bytes: &[u8],
    form: JsonForm,
    options: &ReadOptions,
    trace: &dyn Trace,
) -> (Result<Value, Error>, Warnings) {
    super::tell(bytes, options, trace, |input| file(input, form, options))
}

/// The span types of values and keys, which parse the bytes again to print them.
const SPAN_TYPE: &ShownAs = &ShownAs {
    value: SpanType::field(|bytes, _, out| document::show(&super::reread(bytes, one).scalar(), out)),
    key: SpanType::field(|bytes, _, out| show_quoted(super::reread(bytes, key).as_bytes(), 0, out)),
    separator: "<separator>",
};

/// Reads a value, with nothing after it but white space.
fn file<'a>(input: Input<'a>, form: JsonForm, options: &ReadOptions) -> Parsed<'a, Value> {
    let (input, ()) = super::header::mark(input)?;
    let mut state = Assembly::new(options, SPAN_TYPE);
    if form == JsonForm::Tagged {
        state.undo_tags();
    }
    let mut comma = Comma::default();
    let input = state.read_tokens(input, n_blanks, |state, input| next(state, &mut comma, input))?;
    let (input, ()) = super::header::end(input)?;
    Ok((input, state.finish()))
}

/// The state that determines where commas and colons are allowed.
#[derive(Default)]
struct Comma {
    /// Set if the last token in the innermost container was a value.
    is_after_value: bool,
    /// Set if the last token in the innermost container was a comma.
    is_after_comma: bool,
    /// Set if the colon after the key has been read.
    is_after_colon: bool,
}

fn n_blanks(at: At, text: &[u8]) -> usize {
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    // White space after the document does not belong to it.
    if at.has_root { 0 } else { text.iter().take_while(is_blank).count() }
}

/// Reads a key, a value, a separator, or the start or the end of a container.
fn next<'a>(state: &mut Assembly, comma: &mut Comma, input: Input<'a>) -> Parsed<'a, Step> {
    let at = state.context();
    if at.has_root {
        return Ok((input, Step::Done));
    }
    let end = match at.is_map {
        Some(true) => Some(&b'}'),
        Some(false) => Some(&b']'),
        None => None,
    };
    let after_sign = || input.split(1).map(|(rest, _)| rest);
    let rest = match input.bytes().first() {
        Some(b':') if at.has_key && !comma.is_after_colon => {
            comma.is_after_colon = true;
            SPAN_TYPE.separated(input, 1)?
        }
        _ if at.has_key && !comma.is_after_colon => return Err(unexpected(input, ":")),
        // JSON allows no comma before the end of a container.
        sign if sign.is_some() && sign == end && !at.has_key && !comma.is_after_comma => {
            *comma = Comma { is_after_value: true, ..Comma::default() };
            let rest = after_sign()?;
            state.end(input, rest)?;
            rest
        }
        Some(b',') if comma.is_after_value && end.is_some() => {
            *comma = Comma { is_after_comma: true, ..Comma::default() };
            SPAN_TYPE.separated(input, 1)?
        }
        _ if comma.is_after_value => {
            return Err(unexpected(input, "a comma or the end of the container"));
        }
        Some(b'"') if at.is_map == Some(true) && !at.has_key => {
            *comma = Comma::default();
            let (rest, key) = string(input)?;
            state.key(input, rest, &key)?;
            rest
        }
        _ if at.is_map == Some(true) && !at.has_key => return Err(unexpected(input, "a key in quotes")),
        Some(sign @ (b'[' | b'{')) => {
            *comma = Comma::default();
            let rest = after_sign()?;
            state.begin(input, rest, *sign == b'{')?;
            rest
        }
        _ => {
            *comma = Comma { is_after_value: true, ..Comma::default() };
            let (rest, value) = one(input)?;
            state.value(input, rest, value)?;
            rest
        }
    };
    Ok((rest, Step::More))
}

#[cold]
fn unexpected(input: Input<'_>, expected: &'static str) -> Err<Error> {
    super::binary::unexpected(input, expected)
}

/// Reads a value that is not a container.
fn one(input: Input<'_>) -> Parsed<'_, Value> {
    let words = [(&b"null"[..], Value::Undef), (b"true", true.into()), (b"false", false.into())];
    match input.bytes() {
        [b'"', ..] => string.map(|text| Value::String(text.into())).parse(input),
        [b'-' | b'0'..=b'9', ..] => number(input),
        bytes => match words.into_iter().find(|(word, _)| bytes.starts_with(word)) {
            Some((word, value)) => Ok((input.split(word.len())?.0, value)),
            None => Err(unexpected(input, "a value")),
        },
    }
}

/// Reads a number: an integer if it has neither fraction nor exponent and fits into 32 bits, otherwise a
/// real.
fn number(input: Input<'_>) -> Parsed<'_, Value> {
    let is_part = |byte: &&u8| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
    let (rest, text) = input.split(input.bytes().iter().take_while(is_part).count())?;
    let text = text.bytes();
    let unsigned = text.strip_prefix(b"-").unwrap_or(text);
    let n_whole = unsigned.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let after = unsigned.get(n_whole..).unwrap_or_default();
    // Rust accepts leading zeros and a decimal point without digits; JSON does not.
    let is_sound = n_whole > 0
        && (n_whole == 1 || !unsigned.starts_with(b"0"))
        && !matches!(after, [b'.'] | [b'.', b'e' | b'E', ..]);
    let Some(number) = real::decimal(text).filter(|_| is_sound) else {
        let found = in_quotes(text);
        return Err(input.fatal(ErrorKind::Unexpected { expected: "a number".into(), found }));
    };
    if !after.is_empty() {
        super::range(input, text, number)?;
        return Ok((rest, number.into()));
    }
    let digits = std::str::from_utf8(text).unwrap_or_default();
    if let Ok(integer) = digits.parse::<i32>() {
        return Ok((rest, integer.into()));
    }
    // Beyond 32 bits, warn if the real is a different integer.
    if digits.parse::<i128>().ok() != Some(whole(number)) {
        let (found, read_as) = (|| in_quotes(text), || number.to_string());
        input.warn(|| ErrorKind::Lossy { what: "the number", found: found(), read_as: read_as() })?;
    }
    Ok((rest, number.into()))
}

#[expect(clippy::cast_possible_truncation, reason = "the cast saturates")]
fn whole(number: f64) -> i128 {
    number as i128
}

/// Reads a key by itself.
fn key(input: Input<'_>) -> Parsed<'_, Text> {
    string.map(Text::from).parse(input)
}

/// Reads text in double quotes.
fn string(input: Input<'_>) -> Parsed<'_, Cow<'_, [u8]>> {
    let (start, _) = input.split(1)?;
    let text = start.bytes();
    let mut len = 0_usize;
    loop {
        let rest = text.get(len..).unwrap_or_default();
        let Some(at) = memchr2(b'"', b'\\', rest) else {
            let left = text.len();
            return Err(start.fatal(ErrorKind::UnexpectedEnd { needed: left.saturating_add(1), left }));
        };
        len = len.saturating_add(at);
        if rest.get(at) == Some(&b'"') {
            break;
        }
        // The byte after a backslash may be a quote, which does not end the text.
        len = len.saturating_add(2);
    }
    let (end, text) = start.split(len)?;
    let meant = unescape(text)?;
    if text.bytes().iter().any(|byte| *byte < b' ') {
        text.warn(|| ErrorKind::Malformed { expected: "no control characters in JSON" })?;
    }
    if std::str::from_utf8(&meant).is_err() {
        text.warn(|| ErrorKind::Malformed { expected: "text in UTF-8" })?;
    }
    Ok((end.split(1)?.0, meant))
}

/// Decodes the escapes. An invalid escape becomes U+FFFD, with a warning.
fn unescape(input: Input<'_>) -> Checked<Cow<'_, [u8]>> {
    let Some(first) = memchr::memchr(b'\\', input.bytes()) else { return Ok(input.bytes().into()) };
    let mut out = Vec::with_capacity(input.bytes().len());
    let (plain, mut rest) = input.bytes().split_at_checked(first).unwrap_or_default();
    out.extend_from_slice(plain);
    let mut is_sound = true;
    while let [byte, after @ ..] = rest {
        if *byte != b'\\' {
            out.push(*byte);
            rest = after;
            continue;
        }
        let (meant, n_bytes) = match after {
            [b'b', ..] => (Some('\u{8}'), 2),
            [b'f', ..] => (Some('\u{c}'), 2),
            [b'n', ..] => (Some('\n'), 2),
            [b'r', ..] => (Some('\r'), 2),
            [b't', ..] => (Some('\t'), 2),
            [b'"' | b'\\' | b'/', ..] => (after.first().copied().map(char::from), 2),
            [b'u', ..] => character(rest),
            _ => (None, 2),
        };
        // Only once per text: a text of nothing but invalid escapes would have a warning for each.
        if meant.is_none() && is_sound {
            let found = || in_quotes(rest.get(..n_bytes).unwrap_or(rest));
            let place = input.with(rest);
            place.warn(|| ErrorKind::Lossy {
                what: "the escape",
                found: found(),
                read_as: "U+FFFD".into(),
            })?;
            is_sound = false;
        }
        let meant = meant.unwrap_or(char::REPLACEMENT_CHARACTER);
        out.extend_from_slice(meant.encode_utf8(&mut [0; 4]).as_bytes());
        rest = rest.get(n_bytes..).unwrap_or_default();
    }
    Ok(out.into())
}

/// The character of a `\u` escape, or of two escapes if it is beyond 16 bits, and the length of these
/// escapes.
fn character(text: &[u8]) -> (Option<char>, usize) {
    let unit = |at: usize| {
        let text = text.get(at..)?.strip_prefix(b"\\u")?.get(..4)?;
        let is_hex = text.iter().all(u8::is_ascii_hexdigit);
        u16::from_str_radix(std::str::from_utf8(text).ok()?, 16).ok().filter(|_| is_hex)
    };
    let Some(high) = unit(0) else { return (None, 2) };
    match char::from_u32(high.into()) {
        Some(meant) => (Some(meant), 6),
        None => {
            // Half of a surrogate pair; the other half is an escape of its own.
            let pair = unit(6).and_then(|low| char::decode_utf16([high, low]).next()?.ok());
            (pair, if pair.is_some() { 12 } else { 6 })
        }
    }
}
