//! Reads text and character references. Format document, section 3.

use super::Context;
use super::markup::{Data, Piece, data, is_text, near};
use super::opening::Opening;
use crate::common::input::{Checked, Input, Parsed};
use crate::defaults;
use crate::error::ErrorKind;
use crate::model::{Attribute, Text};
use crate::options::TextRule;
use crate::wire::{BASE64, is_space, trim};
use base64::Engine;
use memchr::{memchr, memchr2, memchr3, memmem};
use std::borrow::Cow;

/// The form in which the text of an element is written.
pub(super) struct TextForm {
    /// Set if there is white space at the ends that is neither in CDATA nor written as references.
    pub(super) plain_space: bool,
    pub(super) has_cdata: bool,
}

/// The values of known attributes, not decoded, and the other attributes.
type Split<'a, const N: usize> = ([Option<&'a [u8]>; N], Vec<Attribute>);

/// The meaning of white space next to CDATA.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Beside {
    Indentation,
    /// White space is part of the text: in the source of a script, all of it counts.
    Text,
}

impl<'a> Opening<'a, '_> {
    /// Reads the text of an element, and how it is written.
    pub(super) fn text(&self, beside: Beside) -> Parsed<'a, (Text, TextForm)> {
        let (rest, data) = match self.short() {
            Some((rest, text)) => (rest, Data::Plain(text, true)),
            None => data(self)?,
        };
        match data {
            Data::Plain(bytes, is_clean) => {
                let outer = |byte: Option<&u8>| byte.is_some_and(|byte| is_space(*byte));
                let plain_space = outer(bytes.first()) || outer(bytes.last());
                let text = match is_clean {
                    true => {
                        self.cx.note_text(bytes);
                        Cow::Borrowed(bytes)
                    }
                    false => decoded(self.cx, bytes, self.inside)?,
                };
                Ok((rest, (text.as_ref().into(), TextForm { plain_space, has_cdata: false })))
            }
            Data::Pieces(mut pieces) => {
                let has_cdata = pieces.iter().any(|piece| piece.is_cdata);
                // Format document, section 3.2.
                if has_cdata && beside == Beside::Indentation {
                    pieces.retain(|piece| piece.is_cdata || !trim(piece.bytes).is_empty());
                }
                let outer = |piece: Option<&Piece<'_>>, end: fn(&[u8]) -> Option<&u8>| {
                    piece.is_some_and(|piece| {
                        !piece.is_cdata && end(piece.bytes).is_some_and(|byte| is_space(*byte))
                    })
                };
                let plain_space = outer(pieces.first(), |bytes| bytes.first())
                    || outer(pieces.last(), |bytes| bytes.last());
                let text = joined(self.cx, &pieces, self.inside)?;
                Ok((rest, (text.as_ref().into(), TextForm { plain_space, has_cdata })))
            }
        }
    }

    /// Reads the text of an element without the white space around it: a number, a key or a word.
    #[inline]
    pub(super) fn word(&self) -> Parsed<'a, Cow<'a, [u8]>> {
        match self.short() {
            Some((rest, text)) => Ok((rest, Cow::Borrowed(trim(text)))),
            None => self.any_word(),
        }
    }

    fn any_word(&self) -> Parsed<'a, Cow<'a, [u8]>> {
        let (rest, data) = data(self)?;
        let word = match data {
            Data::Plain(bytes, true) => Cow::Borrowed(trim(bytes)),
            Data::Plain(bytes, false) => decoded(self.cx, trim(bytes), self.inside)?,
            Data::Pieces(mut pieces) => {
                pieces.retain(|piece| piece.is_cdata || !trim(piece.bytes).is_empty());
                match joined(self.cx, &pieces, self.inside)? {
                    Cow::Borrowed(bytes) => Cow::Borrowed(trim(bytes)),
                    Cow::Owned(bytes) => Cow::Owned(trim(&bytes).to_vec()),
                }
            }
        };
        Ok((rest, word))
    }

    /// Reads the text of an element like [`data`], if it is short and contains no references, as most numbers, words
    /// and names do. Also reads the end tag.
    #[inline]
    fn short(&self) -> Option<(Input<'a>, &'a [u8])> {
        if self.tag.is_closed || self.inside.is_traced() {
            return None;
        }
        let bytes = self.inside.bytes();
        let (text, rest) = bytes.split_at_checked(near(bytes, [b'<', b'&', b'\r'])?)?;
        let rest = rest.strip_prefix(b"</")?.strip_prefix(self.tag.name)?.strip_prefix(b">")?;
        Some((self.inside.with(rest), text))
    }

    /// Reads base64, in which white space has no meaning, and returns the bytes.
    pub(super) fn binary(&self) -> Parsed<'a, Vec<u8>> {
        let (rest, encoded) = self.word()?;
        if encoded.is_empty() {
            return Ok((rest, Vec::new()));
        }
        let mut letters = Vec::with_capacity(encoded.len());
        // Lines are copied whole; only their ends are looked at byte by byte.
        for line in encoded.split(|byte| matches!(byte, b'\n' | b'\r')) {
            if line.iter().any(|byte| is_space(*byte)) {
                letters.extend(line.iter().filter(|byte| !is_space(**byte)));
            } else {
                letters.extend_from_slice(line);
            }
        }
        // Other programs leave the padding out. Format document, section 3.3.
        match BASE64.decode(&letters) {
            Ok(bytes) => Ok((rest, bytes)),
            Err(_) => Err(self.inside.fatal(ErrorKind::Malformed { expected: "base64" })),
        }
    }

    /// The decoded value of an attribute. If there are two with the name, the first is used.
    pub(super) fn attribute(&self, name: &[u8]) -> Checked<Option<Cow<'a, [u8]>>> {
        let value = self.tag.attribute(name);
        value.map(|value| attribute(self.cx, value, self.start.with(value))).transpose()
    }

    /// The attributes other than those named. If a name occurs again, the second occurrence is included.
    pub(super) fn attributes<const N: usize>(&self, but: [&[u8]; N]) -> Checked<Vec<Attribute>> {
        self.known_and_others(but).map(|(_, others)| others)
    }

    /// The values of the named attributes, not decoded, and all other attributes. If a name occurs twice, the first is
    /// used.
    pub(super) fn known_and_others<const N: usize>(&self, names: [&[u8]; N]) -> Checked<Split<'a, N>> {
        let (mut known, mut others) = ([None; N], Vec::new());
        for (name, value) in self.tag.attributes() {
            let place =
                names.iter().zip(&mut known).find(|(known, value)| **known == name && value.is_none());
            match place {
                Some((_, place)) => *place = Some(value),
                None => {
                    self.start.charge_elements(defaults::OF_ATTRIBUTE)?;
                    let value = attribute(self.cx, value, self.start.with(value))?;
                    others.push(Attribute { name: name.into(), value: value.as_ref().into() });
                }
            }
        }
        Ok((known, others))
    }

    /// Returns true if the element contains text rather than children.
    pub(super) fn has_text(&self) -> bool {
        let space = |bytes: &'a [u8]| bytes.iter().position(|byte| !is_space(*byte));
        let bytes = if self.tag.is_closed { b"</" } else { self.inside.bytes() };
        let text = space(bytes).and_then(|at| bytes.get(at..)).unwrap_or_default();
        is_text(self.inside.with(text))
    }
}

/// Decodes plain text.
fn decoded<'a>(cx: &Context<'_>, bytes: &'a [u8], input: Input<'a>) -> Checked<Cow<'a, [u8]>> {
    match memchr2(b'&', b'\r', bytes) {
        None => {
            cx.note_text(bytes);
            Ok(Cow::Borrowed(bytes))
        }
        Some(_) => joined(cx, &[Piece { bytes, is_cdata: false }], input),
    }
}

/// Decodes the value of an attribute. Tabs and line ends are replaced by spaces, unless they are character references.
pub(super) fn attribute<'a>(cx: &Context<'_>, bytes: &'a [u8], input: Input<'a>) -> Checked<Cow<'a, [u8]>> {
    match memchr3(b'\t', b'\n', b'\r', bytes) {
        None => decoded(cx, bytes, input),
        Some(_) => joined_as(cx, &[Piece { bytes, is_cdata: false }], LineEnds::Spaces, input),
    }
}

/// The conversion of line ends in a text.
#[derive(Clone, Copy, PartialEq)]
enum LineEnds {
    Kept,
    LineFeeds,
    /// Line ends and tabs become spaces.
    Spaces,
}

/// Joins pieces to one text. All pieces together decide the meaning of character references.
fn joined<'a>(cx: &Context<'_>, pieces: &[Piece<'a>], input: Input<'a>) -> Checked<Cow<'a, [u8]>> {
    // The usual form of the source of a script.
    if let [Piece { bytes, is_cdata: true }] = pieces
        && memchr(b'\r', bytes).is_none()
    {
        return Ok(Cow::Borrowed(bytes));
    }
    // Old terrain is a text with references for zeros, and its carriage returns are bytes. Format document, section 1.
    let is_binary =
        |Piece { bytes, is_cdata }: &Piece<'_>| !is_cdata && memmem::find(bytes, b"&#0;").is_some();
    let keeps = cx.options.keep_line_ends || pieces.iter().any(is_binary);
    joined_as(cx, pieces, if keeps { LineEnds::Kept } else { LineEnds::LineFeeds }, input)
}

fn joined_as<'a>(
    cx: &Context<'_>,
    pieces: &[Piece<'a>],
    line_ends: LineEnds,
    input: Input<'a>,
) -> Checked<Cow<'a, [u8]>> {
    let rule = cx.options.text;
    let mut text = Vec::with_capacity(pieces.iter().map(|piece| piece.bytes.len()).sum());
    let mut largest = 0;
    let mut warned = Ok(());
    join(&mut text, pieces, line_ends, rule != TextRule::CodePoints, &mut largest, |place| {
        if warned.is_ok() {
            let text = || place.get(..12).unwrap_or(place).escape_ascii().to_string();
            warned = input.with(place).warn(|| ErrorKind::BadReference { text: text() });
        }
    });
    warned?;
    for piece in pieces.iter().filter(|piece| !piece.is_cdata) {
        cx.note_text(piece.bytes);
    }
    // References are bytes if none is above 255 and the result is UTF-8; otherwise they are code points.
    // Format document, section 3.1.
    let is_utf8 = || largest < 128 || str::from_utf8(&text).is_ok();
    if rule == TextRule::Auto && (largest > 255 || !is_utf8()) {
        text.clear();
        join(&mut text, pieces, line_ends, false, &mut largest, |_| ());
    } else if largest >= 128 && rule != TextRule::CodePoints {
        cx.byte_references.set(true);
    }
    Ok(Cow::Owned(text))
}

/// Appends the pieces, with references up to 255 as bytes or as code points.
fn join<'a>(
    text: &mut Vec<u8>,
    pieces: &[Piece<'a>],
    line_ends: LineEnds,
    as_bytes: bool,
    largest: &mut u32,
    mut broken: impl FnMut(&'a [u8]),
) {
    let special = |rest: &[u8]| match line_ends {
        LineEnds::Spaces => rest.iter().position(|byte| matches!(byte, b'&' | b'\t' | b'\n' | b'\r')),
        _ => memchr2(b'&', b'\r', rest),
    };
    for piece in pieces {
        let mut rest = piece.bytes;
        loop {
            let at = special(rest).unwrap_or(rest.len());
            let (before, special) = rest.split_at_checked(at).unwrap_or((rest, &[]));
            text.extend_from_slice(before);
            rest = match special {
                [] => break,
                // CRLF and CR are replaced by LF, also in CDATA. Format document, section 1.
                [b'\r', after @ ..] if line_ends != LineEnds::Kept => {
                    text.push(if line_ends == LineEnds::Spaces { b' ' } else { b'\n' });
                    after.strip_prefix(b"\n").unwrap_or(after)
                }
                [b'\t' | b'\n', after @ ..] => {
                    text.push(b' ');
                    after
                }
                [b'&', after @ ..] if !piece.is_cdata => match reference(after) {
                    Some((code, after)) => {
                        *largest = code.max(*largest);
                        match u8::try_from(code) {
                            Ok(byte) if as_bytes || byte.is_ascii() => text.push(byte),
                            _ => {
                                let character = char::from_u32(code).unwrap_or_default();
                                text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                            }
                        }
                        after
                    }
                    None => {
                        broken(special);
                        text.push(b'&');
                        after
                    }
                },
                [other, after @ ..] => {
                    text.push(*other);
                    after
                }
            };
        }
    }
}

/// Parses the rest of a character reference after its `&`, and returns the code and the remaining bytes.
fn reference(bytes: &[u8]) -> Option<(u32, &[u8])> {
    // No reference is longer. Searching further would take quadratic time in a text full of `&`.
    let window = bytes.get(..12).unwrap_or(bytes);
    let end = window.iter().position(|byte| *byte == b';')?;
    let (name, rest) = bytes.split_at_checked(end)?;
    let number = |digits: &[u8], radix| {
        let is_digit = |byte: &u8| char::from(*byte).is_digit(radix);
        let digits =
            str::from_utf8(digits).ok().filter(|digits| digits.bytes().all(|byte| is_digit(&byte)))?;
        char::from_u32(u32::from_str_radix(digits, radix).ok()?).map(u32::from)
    };
    let code = match name {
        b"lt" => b'<'.into(),
        b"gt" => b'>'.into(),
        b"amp" => b'&'.into(),
        b"apos" => b'\''.into(),
        b"quot" => b'"'.into(),
        [b'#', b'x' | b'X', digits @ ..] => number(digits, 16)?,
        [b'#', digits @ ..] => number(digits, 10)?,
        _ => return None,
    };
    Some((code, rest.get(1..)?))
}
