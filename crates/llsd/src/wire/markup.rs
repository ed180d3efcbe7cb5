//! The syntax of XML: tags, text, references. Format document, section 5.1.
//!
//! This supports as much of XML as LLSD needs. Attributes and namespace declarations, which could cost more than their
//! bytes, are limited in number; entity definitions are rejected.

use crate::common::error::Error;
use crate::common::input::{Checked, Input, Parsed};
use crate::common::show::in_quotes;
use crate::error::ErrorKind;
use crate::options::WriteOptions;
use crate::wire::is_control;
use memchr::{memchr, memchr2, memmem};
use nom::Err;
use std::borrow::Cow;

/// A token of XML.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Token<'a> {
    /// Text up to the next `<`, with its references.
    Text(&'a [u8]),
    /// The text of a CDATA section, in which `<` and `&` are ordinary characters.
    Cdata(&'a [u8]),
    Open(Tag<'a>),
    /// An end tag `</name>`.
    Close(&'a [u8]),
    /// A comment, a processing instruction or a declaration, none of which has a meaning in LLSD.
    Aside,
    End,
}

/// A start tag `<name attribute="…">`, possibly with a slash at its end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Tag<'a> {
    pub(crate) name: &'a [u8],
    /// The value of `encoding`, the only attribute that has a meaning in LLSD.
    pub(crate) encoding: Option<&'a [u8]>,
    pub(crate) is_empty: bool,
}

// The maximum number of attributes of a tag. Format document, section 5.1.
const ATTRIBUTES: usize = 16;
const NAME_SPACES: usize = 16;

/// The number of namespace declarations so far.
pub(crate) type NameSpaces = usize;

/// Reads the next token.
pub(crate) fn token<'a>(input: Input<'a>, name_spaces: &mut NameSpaces) -> Parsed<'a, Token<'a>> {
    match input.bytes() {
        [] => Ok((input, Token::End)),
        [b'<', b'/', ..] => close(input),
        [b'<', b'!', b'-', b'-', ..] => {
            until(input, 4, b"-->", "a comment that ends").map(|(rest, _)| (rest, Token::Aside))
        }
        [b'<', b'!', b'[', b'C', b'D', b'A', b'T', b'A', b'[', ..] => {
            until(input, 9, b"]]>", "a section of characters that ends")
                .map(|(rest, text)| (rest, Token::Cdata(text)))
        }
        [b'<', b'!', ..] => doctype(input),
        [b'<', b'?', ..] => {
            until(input, 2, b"?>", "an instruction that ends").map(|(rest, _)| (rest, Token::Aside))
        }
        [b'<', ..] => open(input, name_spaces),
        text => {
            let (rest, text) = input.split(memchr(b'<', text).unwrap_or(text.len()))?;
            Ok((rest, Token::Text(text.bytes())))
        }
    }
}

/// Skips `skip` bytes, and then everything up to and including `end`.
fn until<'a>(input: Input<'a>, skip: usize, end: &[u8], expected: &'static str) -> Parsed<'a, &'a [u8]> {
    let (start, _) = input.split(skip)?;
    let Some(len) = memmem::find(start.bytes(), end) else {
        return Err(input.fatal(ErrorKind::Malformed { expected }));
    };
    let (rest, text) = start.split(len)?;
    Ok((rest.split(end.len())?.0, text.bytes()))
}

/// Reads a document type declaration. An internal subset, which could define entities that grow without
/// bound, is an error.
fn doctype(input: Input<'_>) -> Parsed<'_, Token<'_>> {
    match memchr2(b'>', b'[', input.bytes()) {
        // A `[` before the `>` begins an internal subset.
        Some(len) if input.bytes().get(len) == Some(&b'>') && input.bytes().starts_with(b"<!DOCTYPE") => {
            Ok((input.split(len.saturating_add(1))?.0, Token::Aside))
        }
        _ => Err(input.fatal(ErrorKind::Malformed { expected: "no definitions of a document type" })),
    }
}

fn close(input: Input<'_>) -> Parsed<'_, Token<'_>> {
    let (start, _) = input.split(2)?;
    let (rest, name) = name(start)?;
    Ok((sign(blanks(rest), b'>')?, Token::Close(name)))
}

fn open<'a>(input: Input<'a>, name_spaces: &mut NameSpaces) -> Parsed<'a, Token<'a>> {
    let (start, _) = input.split(1)?;
    let (mut rest, name) = name(start)?;
    let mut tag = Tag { name, encoding: None, is_empty: false };
    // Most tags have no attributes.
    if let Some(after) = rest.bytes().strip_prefix(b">") {
        return Ok((rest.with(after), Token::Open(tag)));
    }
    let mut n_attributes = 0_usize;
    loop {
        let at = blanks(rest);
        match at.bytes() {
            [b'>', ..] => return Ok((sign(at, b'>')?, Token::Open(tag))),
            [b'/', ..] => {
                tag.is_empty = true;
                return Ok((sign(sign(at, b'/')?, b'>')?, Token::Open(tag)));
            }
            _ => {}
        }
        let (after, name) = self::name(at)?;
        // LLSD uses one attribute; more cost parsers quadratic time.
        if n_attributes == ATTRIBUTES {
            let kind = ErrorKind::LimitExceeded {
                limit: "attributes of a tag",
                requested: 1,
                left: 0,
                option: None,
            };
            return Err(at.fatal(kind));
        }
        n_attributes = n_attributes.saturating_add(1);
        if name.starts_with(b"xmlns") {
            *name_spaces = name_spaces.saturating_add(1);
            if *name_spaces > NAME_SPACES {
                let kind = ErrorKind::LimitExceeded {
                    limit: "declarations of name spaces",
                    requested: 1,
                    left: 0,
                    option: None,
                };
                return Err(at.fatal(kind));
            }
        }
        let quoted = blanks(sign(blanks(after), b'=')?);
        let quote = quoted.bytes().first().filter(|quote| matches!(quote, b'"' | b'\''));
        let Some(quote) = quote else {
            return Err(quoted.fatal(ErrorKind::Malformed { expected: "a quote" }));
        };
        let (start, _) = quoted.split(1)?;
        // A value must not contain `<`, so a missing quote is noticed at the next tag.
        let len = memchr2(*quote, b'<', start.bytes());
        let (end, value) = start.split(len.unwrap_or(start.bytes().len()))?;
        rest = sign(end, *quote)?;
        if name == b"encoding" {
            // The last one counts, as for a duplicate key.
            if tag.encoding.is_some() {
                at.warn(|| ErrorKind::Malformed { expected: "one encoding" })?;
            }
            tag.encoding = Some(value.bytes());
        }
    }
}

fn name(input: Input<'_>) -> Parsed<'_, &[u8]> {
    let is_name = |byte: &u8| matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b':' | b'-' | b'.' | 0x80..);
    let len = input.bytes().iter().take_while(|byte| is_name(byte)).count();
    if len == 0 {
        return Err(input.fatal(ErrorKind::Malformed { expected: "a name" }));
    }
    let (rest, name) = input.split(len)?;
    Ok((rest, name.bytes()))
}

fn blanks(input: Input<'_>) -> Input<'_> {
    input.with(input.bytes().trim_ascii_start())
}

#[inline]
fn sign(input: Input<'_>, sign: u8) -> Checked<Input<'_>> {
    match input.bytes().split_first() {
        Some((first, rest)) if *first == sign => Ok(input.with(rest)),
        _ => Err(no_sign(input, sign)),
    }
}

#[cold]
fn no_sign(input: Input<'_>, sign: u8) -> Err<Error> {
    let found = in_quotes(input.bytes().get(..8).unwrap_or(input.bytes()));
    let expected = char::from(sign).to_string().into();
    input.fatal(ErrorKind::Unexpected { expected, found })
}

/// Decodes the text at `input`. If `is_cdata` is set, `&` is an ordinary character.
pub(crate) fn unescape<'a>(input: Input<'a>, text: &'a [u8], is_cdata: bool) -> Checked<Cow<'a, [u8]>> {
    let next_sign = |text| if is_cdata { memchr(b'\r', text) } else { memchr2(b'&', b'\r', text) };
    // Without an early exit, so that many bytes are looked at at a time.
    let mut is_sound = text.iter().fold(true, |all, byte| all & byte.is_ascii() & !is_control(*byte));
    let Some(mut n_plain) = next_sign(text) else {
        return if is_sound { Ok(text.into()) } else { check(input, text).map(|()| text.into()) };
    };
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    let mut is_known = true;
    while let Some((before, sign)) = rest.split_at_checked(n_plain) {
        bytes.extend_from_slice(before);
        let (meant, n_bytes) = match sign {
            [] => break,
            // XML normalises line ends to a line feed.
            [b'\r', b'\n', ..] => (Some('\n'), 2),
            [b'\r', ..] => (Some('\n'), 1),
            [b'&', b'l', b't', b';', ..] => (Some('<'), 4),
            [b'&', b'g', b't', b';', ..] => (Some('>'), 4),
            [b'&', b'a', b'm', b'p', b';', ..] => (Some('&'), 5),
            [b'&', b'q', b'u', b'o', b't', b';', ..] => (Some('"'), 6),
            [b'&', b'a', b'p', b'o', b's', b';', ..] => (Some('\''), 6),
            _ => {
                // The longest reference has 11 bytes: `&#x0010ffff` without its semicolon.
                let len = memchr(b';', sign.get(..12).unwrap_or(sign)).unwrap_or_default();
                is_sound = false;
                (reference(sign.get(1..len).unwrap_or_default()), len.saturating_add(1))
            }
        };
        match meant {
            Some(meant) => bytes.extend_from_slice(meant.encode_utf8(&mut [0; 4]).as_bytes()),
            None => {
                // Only once per text: a text of nothing but `&` would have a warning for each byte.
                if is_known {
                    let found = || in_quotes(sign.get(..n_bytes).unwrap_or(sign));
                    input.with(sign).warn(|| ErrorKind::Lossy {
                        what: "the reference",
                        found: found(),
                        read_as: "itself".into(),
                    })?;
                    is_known = false;
                }
                bytes.extend_from_slice(sign.get(..n_bytes).unwrap_or(sign));
            }
        }
        rest = sign.get(n_bytes..).unwrap_or_default();
        n_plain = next_sign(rest).unwrap_or(rest.len());
    }
    if !is_sound {
        check(input, &bytes)?;
    }
    Ok(bytes.into())
}

/// Warns of characters that XML forbids but real files contain.
fn check(input: Input<'_>, text: &[u8]) -> Checked {
    let may_be_bad = text.iter().any(|byte| is_control(*byte) | (*byte == LAST));
    if may_be_bad && (0..text.len()).any(|at| is_forbidden(text.get(at..).unwrap_or_default())) {
        let expected = "no control characters, U+FFFE or U+FFFF in XML";
        input.warn(|| ErrorKind::Malformed { expected })?;
    }
    if std::str::from_utf8(text).is_err() {
        input.warn(|| ErrorKind::Malformed { expected: "text in UTF-8" })?;
    }
    Ok(())
}

/// The first byte of U+FFFE, U+FFFF and similar characters.
const LAST: u8 = 0xef;

/// Returns true if XML cannot express the first character of a text.
fn is_forbidden(text: &[u8]) -> bool {
    matches!(text, [LAST, 0xbf, 0xbe | 0xbf, ..]) || text.first().is_some_and(|byte| is_control(*byte))
}

/// Decodes a character reference, given the text between `&` and `;`.
fn reference(name: &[u8]) -> Option<char> {
    Some(match name {
        // XML has the `x` in lower case only.
        [b'#', b'x', digits @ ..] => char::from_u32(number(digits, 16)?)?,
        [b'#', digits @ ..] => char::from_u32(number(digits, 10)?)?,
        _ => return None,
    })
}

fn number(digits: &[u8], radix: u32) -> Option<u32> {
    // The check is needed because `from_str_radix` accepts a sign.
    let is_digit = digits.first()?.is_ascii_alphanumeric();
    std::str::from_utf8(digits)
        .ok()
        .filter(|_| is_digit)
        .and_then(|digits| u32::from_str_radix(digits, radix).ok())
}

/// Writes text with escapes; the inverse of [`unescape`].
///
/// `Err` describes the part that XML cannot express, unless the options omit or replace it.
pub(crate) fn escape(text: &[u8], options: &WriteOptions, out: &mut Vec<u8>) -> Result<(), ErrorKind> {
    let strips = options.strips();
    let unwritable = |found: &[u8]| ErrorKind::Unwritable { what: "text", found: in_quotes(found) };
    for chunk in text.utf8_chunks() {
        let mut rest = chunk.valid().as_bytes();
        while let Some(plain) = rest.iter().position(|byte| is_control(*byte) || is_special(*byte)) {
            let (before, after) = rest.split_at_checked(plain).unwrap_or((rest, &[]));
            out.extend_from_slice(before);
            let Some((byte, mut next)) = after.split_first() else { break };
            match *byte {
                b'<' => out.extend_from_slice(b"&lt;"),
                b'>' => out.extend_from_slice(b"&gt;"),
                b'&' => out.extend_from_slice(b"&amp;"),
                b'\'' => out.extend_from_slice(b"&apos;"),
                b'"' => out.extend_from_slice(b"&quot;"),
                // Written as itself, it would be read back as a line feed.
                b'\r' => out.extend_from_slice(b"&#13;"),
                LAST if !is_forbidden(after) => out.push(LAST),
                // U+FFFE and U+FFFF have three bytes.
                LAST if strips => next = after.get(3..).unwrap_or_default(),
                _ if strips => {}
                _ => return Err(unwritable(text)),
            }
            rest = next;
        }
        out.extend_from_slice(rest);
        if !chunk.invalid().is_empty() {
            if !options.lossy {
                return Err(unwritable(text));
            }
            out.extend_from_slice("\u{fffd}".as_bytes());
        }
    }
    Ok(())
}

fn is_special(byte: u8) -> bool {
    matches!(byte, b'<' | b'>' | b'&' | b'\'' | b'"' | b'\r' | LAST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::input::Reading;
    use crate::common::limits::Limits;

    /// The text that is read, if there is no warning.
    fn read(text: &[u8]) -> Result<Vec<u8>, Error> {
        let reading = Reading::new(true, Limits::default(), text.len());
        reading.read(text, |input| unescape(input, text, false).map(|text| (input, text.into_owned())))
    }

    /// All characters, alone and after `&`, and all texts of three parts that escapes are made of.
    #[test]
    #[ignore = "a proof, which takes long: cargo xtask ci --step proofs"]
    fn proof_unescaping_undoes_escaping() {
        let (mut n_written, mut n_refused) = (0, 0);
        let mut check = |text: &str| {
            let mut out = Vec::new();
            if escape(text.as_bytes(), &WriteOptions::default(), &mut out).is_err() {
                let forbidden = |letter| {
                    matches!(letter, '\0'..' ' | '\u{fffe}' | '\u{ffff}') && !"\t\n\r".contains(letter)
                };
                assert!(text.contains(forbidden), "{text:?}");
                n_refused += 1;
                return;
            }
            assert!(!out.contains(&b'<') && !out.contains(&b'>'), "{text:?}");
            assert_eq!(read(&out).as_deref(), Ok(text.as_bytes()), "{text:?}");
            n_written += 1;
        };
        for letter in '\0'..=char::MAX {
            check(&letter.to_string());
            check(&format!("&{letter};"));
        }
        let parts = [
            "", "&", "<", ">", "\"", "'", "\r", "\n", ";", "#", "x", "13", "amp", "lt", "]]>", "\u{ef}",
            "\u{ffee}", "a",
        ];
        for (one, two) in parts.iter().flat_map(|one| parts.iter().map(move |two| (one, two))) {
            parts.iter().for_each(|three| check(&format!("{one}{two}{three}")));
        }
        // The 29 control characters but for three, and U+FFFE and U+FFFF.
        assert_eq!(
            (n_written, n_refused),
            (2 * (char::MAX as usize + 1 - 0x800 - 31) + 18 * 18 * 18, 2 * 31)
        );
    }
}
