//! Format document, section 5.

use crate::assembly::{BLANK, Looks, State};
use crate::document::{self, Tape};
use crate::mould::input::{Input, Parsed, Reading};
use crate::mould::show::{Look, in_quotes, quoted as show_quoted};
use crate::wire::markup::{NameSpaces, Tag, Token, token, unescape};
use crate::wire::{bytes, real};
use crate::{Date, Error, ErrorKind, Limits, ReadOptions, Text, Uri, Uuid, Value, Warnings};
use nom::Err;
use std::borrow::Cow;

super::entry_functions!("XML", file, prefix);

/// How a layout shows values and keys: it reads them again.
const LOOKS: &Looks = &Looks {
    value: Look::field(|bytes, _, out| {
        let value = again(bytes, |input| value(input, &ReadOptions::default()));
        document::show(&value.scalar(), out)
    }),
    key: Look::field(|bytes, _, out| show_quoted(again(bytes, key).as_bytes(), 0, out)),
};
const STRAY: &Look = &Look::field(show_quoted);

/// Reads what was read before.
fn again<T: Default>(bytes: &[u8], parser: impl for<'b> FnOnce(Input<'b>) -> Parsed<'b, T>) -> T {
    Reading::new(false, Limits::default(), bytes.len()).read(bytes, parser).unwrap_or_default()
}

/// A document, and nothing after it but what XML allows there.
pub(crate) fn file<'a>(input: Input<'a>, options: &ReadOptions) -> Parsed<'a, Value> {
    let (mut input, value) = prefix(input, options)?;
    while let Ok((rest, token)) = token(input, &mut 0) {
        match token {
            Token::Aside => _ = input.span(rest, "<aside>", BLANK, 0),
            Token::Text(text) if text.trim_ascii().is_empty() => _ = input.span(rest, "<blank>", BLANK, 0),
            _ => break,
        }
        input = rest;
    }
    let (input, ()) = super::header::end(input)?;
    Ok((input, value))
}

fn prefix<'a>(input: Input<'a>, options: &ReadOptions) -> Parsed<'a, Value> {
    let mut state = State::new(options, LOOKS);
    let rest = document(input, &mut state)?;
    Ok((rest, state.finish()))
}

/// As [`prefix`], and not the value, but where those in it lie.
pub(crate) fn tape<'a>(input: Input<'a>, options: &ReadOptions) -> Parsed<'a, Tape> {
    let mut state = State::outline(options, LOOKS);
    let rest = document(input, &mut state)?;
    Ok((rest, state.into_tape()))
}

/// Section 5.2: a value inside of `<llsd>`.
fn document<'a>(input: Input<'a>, state: &mut State) -> Result<Input<'a>, Err<Error>> {
    let (mut input, ()) = super::header::header(input)?;
    let mut name_spaces = 0;
    let root = loop {
        let (rest, token) = self::token(input, &mut name_spaces)?;
        match token {
            Token::Aside => _ = input.span(rest, "<aside>", BLANK, 0),
            Token::Text(text) if text.trim_ascii().is_empty() => _ = input.span(rest, "<blank>", BLANK, 0),
            Token::Open(tag) if tag.name == b"llsd" => {
                input.span(rest, "<llsd>", BLANK, 0);
                input = rest;
                break tag;
            }
            token => return Err(unexpected(input, "<llsd>".into(), token)),
        }
        input = rest;
    };
    if !root.is_empty {
        input = state.run(input, |state, input| step(state, input, &mut name_spaces))?;
    }
    if state.root.is_none() {
        input.warn(|| ErrorKind::Lossy {
            what: "the document",
            found: "without a value".into(),
            read_as: "undef".into(),
        })?;
    }
    Ok(input)
}

/// A value by itself.
pub(crate) fn value<'a>(input: Input<'a>, options: &ReadOptions) -> Parsed<'a, Value> {
    let mut state = State::new(options, LOOKS);
    let rest = state.run(input, |state, input| {
        let (rest, is_done) = step(state, input, &mut 0)?;
        Ok((rest, is_done || state.root.is_some()))
    })?;
    Ok((rest, state.finish()))
}

/// A key by itself.
pub(crate) fn key(input: Input<'_>) -> Parsed<'_, Text> {
    let (rest, tag) = start_tag(input)?;
    content(rest, tag, &mut 0).map(|(rest, key)| (rest, key.into()))
}

/// The tag that an element begins with.
pub(crate) fn start_tag(input: Input<'_>) -> Parsed<'_, Tag<'_>> {
    match token(input, &mut 0)? {
        (rest, Token::Open(tag)) => Ok((rest, tag)),
        (_, token) => Err(unexpected(input, "an element".into(), token)),
    }
}

/// What comes next: a key, a value, the end of a container, or what stands between them.
fn step<'a>(state: &mut State, input: Input<'a>, name_spaces: &mut NameSpaces) -> Parsed<'a, bool> {
    let (rest, token) = token(input, name_spaces)?;
    match token {
        Token::Text(text) if text.trim_ascii().is_empty() => _ = input.span(rest, "<blank>", BLANK, 0),
        Token::Aside => _ = input.span(rest, "<aside>", BLANK, 0),
        Token::Text(text) | Token::Cdata(text) => {
            input.warn(|| ErrorKind::Misplaced { what: "the text", found: in_quotes(text.trim_ascii()) })?;
            input.span(rest, "<stray>", STRAY, 0);
        }
        Token::Close(name) => {
            let expected = match state.is_map() {
                None => "llsd",
                Some(true) => "map",
                Some(false) => "array",
            };
            if name != expected.as_bytes() {
                return Err(unexpected(input, format!("</{expected}>").into(), token));
            }
            if state.has_key() {
                input.warn(|| ErrorKind::Misplaced {
                    what: "the key",
                    found: "that no value follows".into(),
                })?;
                state.drop_key(input);
            }
            if state.is_map().is_none() {
                input.span(rest, "<end>", BLANK, 0);
                return Ok((rest, true));
            }
            state.end(input, rest);
        }
        Token::Open(tag) => return element(state, input, rest, tag, name_spaces).map(|rest| (rest, false)),
        Token::End => {
            let expected = if state.is_map().is_some() { "a value or an end tag" } else { "</llsd>" };
            return Err(unexpected(input, expected.into(), token));
        }
    }
    Ok((rest, false))
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

/// A key, or a value; of a container, its start. `rest` is what follows the tag.
fn element<'a>(
    state: &mut State,
    input: Input<'a>,
    rest: Input<'a>,
    tag: Tag<'a>,
    name_spaces: &mut NameSpaces,
) -> Result<Input<'a>, Err<Error>> {
    let misplaced = |what, found: &str| input.warn(|| ErrorKind::Misplaced { what, found: found.into() });
    if state.is_map() == Some(true) && tag.name == b"key" {
        if state.has_key() {
            misplaced("the key before this one,", "that no value follows,")?;
            state.drop_key(input);
        }
        let (rest, key) = content(rest, tag, name_spaces)?;
        state.take_key(input, rest, key.into())?;
        return Ok(rest);
    }
    if state.is_map() == Some(true) && !state.has_key() {
        misplaced("the value", "without a key")?;
        let span = input.open("<skipped>", Look::UNKNOWN);
        let rest = skip(input, rest, tag, name_spaces)?;
        rest.close(span, 0);
        return Ok(rest);
    }
    if state.is_map().is_none() && state.root.is_some() {
        misplaced("the value before this one,", "since a document has one,")?;
        state.forget_root();
    }
    if let b"array" | b"map" = tag.name {
        state.begin(input, rest, tag.name == b"map")?;
        if tag.is_empty {
            state.end(rest, rest);
        }
        return Ok(rest);
    }
    let is_known = matches!(
        tag.name,
        b"undef" | b"boolean" | b"integer" | b"real" | b"uuid" | b"string" | b"date" | b"uri" | b"binary"
    );
    if !is_known {
        let (found, read_as) = (|| in_quotes(tag.name), || "undef".into());
        input.warn(|| ErrorKind::Lossy { what: "the element", found: found(), read_as: read_as() })?;
        let rest = skip(input, rest, tag, name_spaces)?;
        state.take(input, rest, Value::Undef)?;
        return Ok(rest);
    }
    let (end, text) = content(rest, tag, name_spaces)?;
    let value = scalar(rest, tag, text)?;
    state.take(input, end, value)?;
    Ok(end)
}

/// Section 5.3: the value that an element without elements inside says; its text lies at `input`.
fn scalar<'a>(input: Input<'a>, tag: Tag<'a>, text: Cow<'a, [u8]>) -> Result<Value, Err<Error>> {
    let lossy = |what, read_as: &str| {
        input.warn(|| ErrorKind::Lossy { what, found: in_quotes(&text), read_as: read_as.into() })
    };
    let trimmed = text.trim_ascii();
    Ok(match tag.name {
        b"string" => Value::String(text.into()),
        b"integer" => {
            let (number, is_exact) = integer(trimmed);
            if !is_exact {
                lossy("the integer", &number.to_string())?;
            }
            number.into()
        }
        b"real" if trimmed.is_empty() => Value::Real(0.0),
        b"real" => match real::parse(trimmed) {
            Some(number) => number.into(),
            None => {
                lossy("the real", "0")?;
                Value::Real(0.0)
            }
        },
        b"boolean" => match &*text {
            b"true" | b"1" => true.into(),
            b"false" | b"0" | b"" => false.into(),
            // python-llsd reads some more as true, the viewer none.
            _ => {
                let is_true = trimmed.eq_ignore_ascii_case(b"true") || matches!(trimmed, b"1" | b"1.0");
                lossy("the boolean", if is_true { "true" } else { "false" })?;
                is_true.into()
            }
        },
        b"uuid" if trimmed.is_empty() => Uuid::NIL.into(),
        b"uuid" => match Uuid::from_text(trimmed) {
            Some(uuid) => uuid.into(),
            None => {
                lossy("the UUID", "nil")?;
                Uuid::NIL.into()
            }
        },
        b"date" => match Date::from_text(trimmed) {
            Some(date) => date.into(),
            None => {
                lossy("the date", "1970")?;
                Date::default().into()
            }
        },
        b"uri" => Uri(text.into()).into(),
        b"binary" => {
            type Decode = fn(&[u8]) -> Option<Vec<u8>>;
            let (decode, expected): (Decode, _) = match tag.encoding {
                None | Some(b"base64") => (bytes::from_base64, "base 64"),
                Some(b"base16") => (bytes::from_base16, "base 16, two digits a byte"),
                Some(b"base85") => (bytes::from_base85, "base 85"),
                Some(other) => {
                    let expected = "base64, base16 or base85".into();
                    return Err(input.fatal(ErrorKind::Unexpected { expected, found: in_quotes(other) }));
                }
            };
            match decode(&text) {
                Some(bytes) => bytes.into(),
                None => return Err(input.fatal(ErrorKind::Malformed { expected })),
            }
        }
        // `<undef>`.
        _ => {
            if !trimmed.is_empty() {
                lossy("the text of an undef", "nothing")?;
            }
            Value::Undef
        }
    })
}

/// The number, and whether the text says just that: else what C scans of it, within 32 bits.
fn integer(text: &[u8]) -> (i32, bool) {
    let number = std::str::from_utf8(text).ok().and_then(|text| text.parse().ok());
    if let Some(number) = number {
        return (number, true);
    }
    let n_sign = usize::from(matches!(text, [b'-' | b'+', ..]));
    let n_digits = text.iter().skip(n_sign).take_while(|byte| byte.is_ascii_digit()).count();
    let scanned = text.get(..n_sign.saturating_add(n_digits)).filter(|_| n_digits > 0);
    let real = real::decimal(scanned.unwrap_or(text)).unwrap_or_default();
    #[expect(clippy::cast_possible_truncation, reason = "the cast cuts towards zero, and saturates")]
    let number = real as i32;
    (number, text.is_empty())
}

/// The text of an element, which begins at `start`, and what follows its end tag.
fn content<'a>(start: Input<'a>, tag: Tag<'a>, name_spaces: &mut NameSpaces) -> Parsed<'a, Cow<'a, [u8]>> {
    let mut whole: Cow<'_, [u8]> = Cow::default();
    let mut input = start;
    if tag.is_empty {
        return Ok((start, whole));
    }
    loop {
        let (rest, token) = token(input, name_spaces)?;
        let text = match token {
            Token::Close(name) if name == tag.name => return Ok((rest, whole)),
            Token::Text(text) => unescape(input, text, false)?,
            Token::Cdata(text) => unescape(input, text, true)?,
            Token::Aside => Cow::default(),
            Token::Open(inner) => {
                input.warn(|| ErrorKind::Misplaced {
                    what: "inside of a value, the element",
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

/// An element and all inside it, which has no meaning where it stands.
fn skip<'a>(
    start: Input<'a>,
    rest: Input<'a>,
    tag: Tag<'a>,
    name_spaces: &mut NameSpaces,
) -> Result<Input<'a>, Err<Error>> {
    let mut open = Vec::new();
    let mut input = rest;
    let mut next = Some(tag);
    loop {
        if let Some(tag) = next.take() {
            start.grant_elements(1)?;
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
