//! Reading XML. Format document, section 5.

mod once;

use crate::assembly::{Assembly, At, BLANK, ShownAs, Step};
use crate::common::error::{Error, Warnings};
use crate::common::input::{Checked, Input, Parsed};
use crate::common::show::{SpanType, in_quotes, quoted as show_quoted};
use crate::document::{self, Tape};
use crate::error::ErrorKind;
use crate::hash::Hashes;
use crate::model::{Text, Uri, Uuid, Value};
use crate::options::ReadOptions;
use crate::wire::markup::{NameSpaces, Tag, Token, token, unescape};
use crate::wire::{bytes, real};
use memchr::memchr;
use nom::Err;
use std::borrow::Cow;

super::entry_functions!("XML", file, prefix);

/// The span types of values and keys, which parse the bytes again to print them.
const SPAN_TYPE: &ShownAs = &ShownAs {
    value: SpanType::field(|bytes, _, out| {
        let value = super::reread(bytes, |input| value(input, &ReadOptions::default()));
        document::show(&value.scalar(), out)
    }),
    key: SpanType::field(|bytes, _, out| show_quoted(super::reread(bytes, key).as_bytes(), 0, out)),
    separator: "<blank>",
};
const STRAY: &SpanType = &SpanType::field(show_quoted);

/// Reads a document, followed only by the markup that XML allows there.
pub(crate) fn file<'a>(input: Input<'a>, options: &ReadOptions) -> Parsed<'a, Value> {
    let (mut input, value) = prefix(input, options)?;
    while let Ok((rest, token)) = token(input, &mut 0) {
        match token {
            Token::Aside => input.span(rest, "<aside>", BLANK, 0)?,
            Token::Text(text) if text.trim_ascii().is_empty() => input.span(rest, "<blank>", BLANK, 0)?,
            _ => break,
        }
        input = rest;
    }
    let (input, ()) = super::header::end(input)?;
    Ok((input, value))
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

/// Reads the value inside `<llsd>`. Section 5.2.
fn document<'a>(input: Input<'a>, state: &mut Assembly) -> Checked<Input<'a>> {
    let (mut input, ()) = super::header::header(input)?;
    let mut name_spaces = 0;
    let root = loop {
        let (rest, token) = self::token(input, &mut name_spaces)?;
        match token {
            Token::Aside => input.span(rest, "<aside>", BLANK, 0)?,
            Token::Text(text) if text.trim_ascii().is_empty() => input.span(rest, "<blank>", BLANK, 0)?,
            // Only blanks, comments, instructions and a document type may precede the root.
            Token::Open(tag) if tag.name == b"llsd" => {
                input.span(rest, "<llsd>", BLANK, 0)?;
                input = rest;
                break tag;
            }
            token => return Err(unexpected(input, "<llsd>".into(), token)),
        }
        input = rest;
    };
    if !root.is_empty {
        input = match state.at_once(input, once::value)? {
            Some(rest) => rest,
            None => {
                state.read_tokens(input, n_blanks, |state, input| next(state, input, &mut name_spaces))?
            }
        };
    }
    if !state.has_root() {
        input.warn(|| ErrorKind::Lossy {
            what: "the document",
            found: "without a value".into(),
            read_as: "undef".into(),
        })?;
    }
    Ok(input)
}

/// Reads a value by itself.
pub(crate) fn value<'a>(input: Input<'a>, options: &ReadOptions) -> Parsed<'a, Value> {
    let mut state = Assembly::new(options, SPAN_TYPE);
    let rest = state.read_tokens(input, n_blanks, |state, input| match state.has_root() {
        true => Ok((input, Step::Done)),
        false => next(state, input, &mut 0),
    })?;
    Ok((rest, state.finish()))
}

/// Reads a key by itself.
pub(crate) fn key(input: Input<'_>) -> Parsed<'_, Text> {
    let (rest, tag) = start_tag(input)?;
    content(rest, tag, &mut 0).map(|(rest, key)| (rest, key.into()))
}

/// Reads the start tag of an element.
pub(crate) fn start_tag(input: Input<'_>) -> Parsed<'_, Tag<'_>> {
    match token(input, &mut 0)? {
        (rest, Token::Open(tag)) => Ok((rest, tag)),
        (_, token) => Err(unexpected(input, "an element".into(), token)),
    }
}

/// The length of the white space before a tag.
fn n_blanks(at: At, text: &[u8]) -> usize {
    let n_blanks = text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    // White space after the document does not belong to it.
    if at.has_root || text.get(n_blanks) != Some(&b'<') { 0 } else { n_blanks }
}

/// Reads a key, a value, the start or the end of a container, or markup without meaning.
fn next<'a>(state: &mut Assembly, input: Input<'a>, name_spaces: &mut NameSpaces) -> Parsed<'a, Step> {
    let at = state.context();
    let n_before = *name_spaces;
    let (rest, token) = token(input, name_spaces)?;
    match token {
        Token::Text(text) if text.trim_ascii().is_empty() => input.span(rest, "<blank>", BLANK, 0)?,
        Token::Aside => input.span(rest, "<aside>", BLANK, 0)?,
        // Programs ignore text between values.
        Token::Text(text) | Token::Cdata(text) => {
            input.warn(|| ErrorKind::Misplaced { what: "the text", found: in_quotes(text.trim_ascii()) })?;
            input.span(rest, "<stray>", STRAY, 0)?;
        }
        Token::Open(Tag { name: b"key", .. }) if at.has_key => {
            misplaced(input, "the key before this one,", "which has no value,")?;
            // This tag is read again after the previous event.
            *name_spaces = n_before;
            state.no_value(input);
            return Ok((input, Step::More));
        }
        Token::Open(tag) => {
            return element(state, input, rest, tag, name_spaces).map(|rest| (rest, Step::More));
        }
        Token::Close(name) => {
            let expected = match at.is_map {
                None => "llsd",
                Some(true) => "map",
                Some(false) => "array",
            };
            if name != expected.as_bytes() {
                return Err(unexpected(input, format!("</{expected}>").into(), token));
            }
            if at.has_key {
                misplaced(input, "the key", "without a value")?;
                // The end tag is read again, when the key is forgotten. Format document, section 5.3.
                state.no_value(input);
                return Ok((input, Step::More));
            }
            if at.is_map.is_none() {
                input.span(rest, "<end>", BLANK, 0)?;
                return Ok((rest, Step::Done));
            }
            state.end(input, rest)?;
        }
        Token::End => {
            let expected = if at.is_map.is_some() { "a value or an end tag" } else { "</llsd>" };
            return Err(unexpected(input, expected.into(), token));
        }
    }
    Ok((rest, Step::More))
}

fn misplaced(input: Input<'_>, what: &'static str, found: &str) -> Checked {
    input.warn(|| ErrorKind::Misplaced { what, found: found.into() })
}

#[cold]
fn unexpected(input: Input<'_>, expected: Cow<'static, str>, token: Token<'_>) -> Err<Error> {
    let name = |name: &[u8]| name.get(..40).unwrap_or(name).escape_ascii().to_string();
    let found = match token {
        Token::Text(text) | Token::Cdata(text) => in_quotes(text),
        Token::Open(tag) => format!("<{}>", name(tag.name)),
        Token::Close(of) => format!("</{}>", name(of)),
        Token::Aside => "a comment".into(),
        Token::End => "the end".into(),
    };
    input.fatal(ErrorKind::Unexpected { expected, found })
}

/// Reads a key, a value, or the start of a container, whose tag lies between `input` and `rest`.
fn element<'a>(
    state: &mut Assembly,
    input: Input<'a>,
    rest: Input<'a>,
    tag: Tag<'a>,
    name_spaces: &mut NameSpaces,
) -> Checked<Input<'a>> {
    let at = state.context();
    if at.is_map == Some(true) && tag.name == b"key" {
        let (rest, key) = content(rest, tag, name_spaces)?;
        return state.key(input, rest, &key).map(|()| rest);
    }
    // Like the viewer, skip a value without a key.
    if at.is_map == Some(true) && !at.has_key {
        misplaced(input, "the value", "without a key")?;
        let span = input.open("<skipped>", SpanType::UNKNOWN)?;
        let rest = skip(input, rest, tag, name_spaces)?;
        rest.close(span, 0);
        return Ok(rest);
    }
    if at.is_map.is_none() && at.has_root {
        misplaced(input, "the value before this one,", "because a document has only one,")?;
    }
    if let b"array" | b"map" = tag.name {
        let is_map = tag.name == b"map";
        state.begin(input, rest, is_map)?;
        if tag.is_empty {
            state.end(rest, rest)?;
        }
        return Ok(rest);
    }
    let is_known = matches!(
        tag.name,
        b"undef" | b"boolean" | b"integer" | b"real" | b"uuid" | b"string" | b"date" | b"uri" | b"binary"
    );
    // The viewer reads an unknown element as undef, with everything inside it.
    if !is_known {
        let (found, read_as) = (|| in_quotes(tag.name), || "undef".into());
        input.warn(|| ErrorKind::Lossy { what: "the element", found: found(), read_as: read_as() })?;
        let rest = skip(input, rest, tag, name_spaces)?;
        return state.value(input, rest, Value::Undef).map(|()| rest);
    }
    let (end, text) = content(rest, tag, name_spaces)?;
    let value = scalar(rest, tag, text)?;
    state.value(input, end, value).map(|()| end)
}

/// Converts the text at `input` to the value of an element that contains no others. Section 5.3.
fn scalar<'a>(input: Input<'a>, tag: Tag<'a>, text: Cow<'a, [u8]>) -> Checked<Value> {
    Ok(match tag.name {
        b"string" => Value::String(text.into()),
        b"uri" => Uri(text.into()).into(),
        b"integer" => integer(input, &text)?.into(),
        b"real" => {
            let number = or_default(input, "the real", &text, "0", real::parse)?;
            super::range(input, text.trim_ascii(), number)?;
            number.into()
        }
        b"uuid" => {
            let uuid = or_default(input, "the UUID", &text, "nil", Uuid::from_text)?;
            if text.trim_ascii().len() == 32 {
                let expected = "a UUID with dashes, because the viewer reads nil";
                input.warn(|| ErrorKind::Malformed { expected })?;
            }
            uuid.into()
        }
        b"date" => super::date(input, &text)?.into(),
        b"boolean" => boolean(input, &text)?.into(),
        b"binary" => binary(input, tag.encoding, &text)?.into(),
        // `<undef>`.
        _ => or_default(input, "the text of an undef", &text, "nothing", |_| None::<Value>)?,
    })
}

fn lossy(input: Input<'_>, what: &'static str, text: &[u8], read_as: &str) -> Checked {
    input.warn(|| ErrorKind::Lossy { what, found: in_quotes(text), read_as: read_as.into() })
}

/// Parses the text. Empty text becomes the default of the type, and so does invalid text, with a warning.
fn or_default<T: Default>(
    input: Input<'_>,
    what: &'static str,
    text: &[u8],
    read_as: &str,
    parse: impl Fn(&[u8]) -> Option<T>,
) -> Checked<T> {
    // An empty element is the default value of its type.
    let trimmed = text.trim_ascii();
    if trimmed.is_empty() {
        return Ok(T::default());
    }
    let value = parse(trimmed);
    if value.is_none() {
        lossy(input, what, text, read_as)?;
    }
    Ok(value.unwrap_or_default())
}

fn boolean(input: Input<'_>, text: &[u8]) -> Checked<bool> {
    match text {
        b"true" | b"1" => Ok(true),
        b"false" | b"0" | b"" => Ok(false),
        // python-llsd also reads other words as true; the viewer does not.
        _ => {
            let trimmed = text.trim_ascii();
            let is_true = trimmed.eq_ignore_ascii_case(b"true") || matches!(trimmed, b"1" | b"1.0");
            lossy(input, "the boolean", text, if is_true { "true" } else { "false" })?;
            Ok(is_true)
        }
    }
}

fn binary(input: Input<'_>, encoding: Option<&[u8]>, text: &[u8]) -> Checked<Vec<u8>> {
    type Decode = fn(&[u8]) -> Option<Vec<u8>>;
    // An encoding that cannot be decoded is an error, because no part of the value would be right.
    let (decode, expected): (Decode, _) = match encoding {
        None | Some(b"base64") => (bytes::from_base64, "base 64"),
        Some(b"base16") => (bytes::from_base16, "base 16, two digits a byte"),
        Some(b"base85") => (bytes::from_base85, "base 85"),
        Some(other) => {
            let expected = "base64, base16 or base85".into();
            return Err(input.fatal(ErrorKind::Unexpected { expected, found: in_quotes(other) }));
        }
    };
    let bytes = decode(text).ok_or_else(|| input.fatal(ErrorKind::Malformed { expected }))?;
    if let Some(encoding) = encoding.filter(|encoding| *encoding != b"base64") {
        input.warn(|| ErrorKind::Unexpected {
            expected: "base64, because the viewer skips the value".into(),
            found: in_quotes(encoding),
        })?;
    }
    Ok(bytes)
}

/// Parses an integer. Other text becomes the lowest 32 bits of the number at its start, with a warning.
fn integer(input: Input<'_>, text: &[u8]) -> Checked<i32> {
    let trimmed = text.trim_ascii();
    let number = std::str::from_utf8(trimmed).ok().and_then(|text| text.parse().ok());
    if let Some(number) = number {
        return Ok(number);
    }
    // The viewer uses `sscanf` of glibc: the leading number is read, so "12.9" is 12, and a mask of 4294967295 is -1.
    // Text without a leading number is converted through a real.
    let n_sign = usize::from(matches!(trimmed, [b'-' | b'+', ..]));
    let n_digits = trimmed.iter().skip(n_sign).take_while(|byte| byte.is_ascii_digit()).count();
    let scanned = trimmed.get(..n_sign.saturating_add(n_digits)).filter(|_| n_digits > 0);
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the lowest bits count; the cast of a real saturates"
    )]
    let number = match scanned {
        Some(digits) => saturating(digits) as i32,
        None => real::decimal(trimmed).unwrap_or_default() as i32,
    };
    if !trimmed.is_empty() {
        lossy(input, "the integer", text, &number.to_string())?;
    }
    Ok(number)
}

/// Parses decimal digits with an optional sign like `strtol` in glibc, clamped to 64 bits.
fn saturating(digits: &[u8]) -> i64 {
    let most = if digits.starts_with(b"-") { i64::MIN } else { i64::MAX };
    std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok()).unwrap_or(most)
}

/// Reads the text of an element that begins at `start`, and returns it with the input after its end tag.
fn content<'a>(start: Input<'a>, tag: Tag<'a>, name_spaces: &mut NameSpaces) -> Parsed<'a, Cow<'a, [u8]>> {
    let mut whole: Cow<'_, [u8]> = Cow::default();
    let mut input = start;
    if tag.is_empty {
        return Ok((start, whole));
    }
    // Nearly all elements have nothing but text; reading that as tokens would take twice as long.
    if let Some((text, rest)) = plain_text(start.bytes(), tag.name) {
        return Ok((start.with(rest), unescape(start, text, false)?));
    }
    loop {
        let (rest, token) = token(input, name_spaces)?;
        let text = match token {
            Token::Close(name) if name == tag.name => return Ok((rest, whole)),
            Token::Text(text) => unescape(input, text, false)?,
            Token::Cdata(text) => unescape(input, text, true)?,
            // A comment divides text without ending it.
            Token::Aside => Cow::default(),
            Token::Open(inner) => {
                input.warn(|| ErrorKind::Misplaced {
                    what: "inside a value, the element",
                    found: in_quotes(inner.name),
                })?;
                input = skip(input, rest, inner, name_spaces)?;
                continue;
            }
            Token::Close(_) | Token::End => {
                let expected = format!("</{}>", tag.name.escape_ascii());
                return Err(unexpected(input, expected.into(), token));
            }
        };
        if whole.is_empty() {
            whole = text;
        } else {
            whole.to_mut().extend_from_slice(&text);
        }
        input = rest;
    }
}

/// Returns the text of an element and the rest after its end tag, if nothing else is in the element.
fn plain_text<'a>(bytes: &'a [u8], name: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let (text, end) = bytes.split_at_checked(memchr(b'<', bytes)?)?;
    let rest = end.strip_prefix(b"</")?.strip_prefix(name)?.strip_prefix(b">")?;
    Some((text, rest))
}

/// Skips an element and everything inside it, because it has no meaning here.
fn skip<'a>(
    start: Input<'a>,
    rest: Input<'a>,
    tag: Tag<'a>,
    name_spaces: &mut NameSpaces,
) -> Checked<Input<'a>> {
    let mut open = Vec::new();
    let mut input = rest;
    let mut next = Some(tag);
    loop {
        if let Some(tag) = next.take() {
            // Skipped elements count against the limit, because they take time like any other.
            start.charge_elements(1)?;
            if !tag.is_empty {
                input.enter()?;
                open.push(tag.name);
            }
        }
        let Some(innermost) = open.last() else { break };
        let (rest, token) = token(input, name_spaces)?;
        match token {
            Token::Open(tag) => next = Some(tag),
            Token::Close(name) if name == *innermost => {
                open.pop();
                input.leave();
            }
            Token::Close(_) | Token::End => {
                let expected = format!("</{}>", innermost.escape_ascii());
                return Err(unexpected(input, expected.into(), token));
            }
            Token::Text(_) | Token::Cdata(_) | Token::Aside => {}
        }
        input = rest;
    }
    Ok(input)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::input::Reading;
    use crate::common::limits::Limits;
    use nom::{Parser as _, combinator::fail};

    /// A trait of nom demands the conversion, though no parser of nom that makes errors is used.
    #[test]
    fn errors_of_nom_have_their_position() {
        let reading = Reading::new(false, Limits::default(), 3);
        let error = reading.read(b"abc", |input| fail::<_, (), _>().parse(input.split(1)?.0)).unwrap_err();
        assert_eq!(error.to_string(), "expected fail, found \"bc\" (at byte 0x1)");
    }

    #[test]
    fn an_element_begins_with_its_start_tag() {
        let reading = Reading::new(false, Limits::default(), 6);
        let error =
            reading.read(b"</map>", |input| start_tag(input).map(|(rest, _)| (rest, ()))).unwrap_err();
        assert_eq!(error.to_string(), "expected an element, found </map> (at byte 0x0)");
    }
}
