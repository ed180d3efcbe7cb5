//! Reads tags, character data, and markup between tags. Format document, section 2.

pub(crate) mod opening;

use super::Context;
use super::opening::{Opening, excerpt, source, the_end, told, unexpected};
use crate::common::input::{Checked, Input, Parsed};
use crate::common::parsers::{bytes, literal};
use crate::error::ErrorKind;
use crate::wire::{CDATA, is_space, trim};
use memchr::{memchr, memchr2, memchr3, memmem};
use nom::branch::alt;
use nom::combinator::{opt, value};
use nom::sequence::preceded;
use nom::{Err, Parser};

/// A start tag.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tag<'a> {
    pub(super) name: &'a [u8],
    /// The first attribute, which is parsed while looking for the end of the tag. Nearly all tags have exactly one.
    first: Option<RawAttribute<'a>>,
    /// The bytes after the first attribute, up to the end of the tag or up to damage.
    more: &'a [u8],
    /// Set if the tag ends with `/>`.
    pub(crate) is_closed: bool,
}

/// The name and value of an attribute, not decoded.
type RawAttribute<'a> = (&'a [u8], &'a [u8]);

/// The character data of an element.
#[derive(Debug, Clone)]
pub(super) enum Data<'a> {
    /// Text; the flag is set if it is known to contain neither references nor carriage returns.
    Plain(&'a [u8], bool),
    /// Text with CDATA or comments.
    Pieces(Vec<Piece<'a>>),
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Piece<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) is_cdata: bool,
}

impl<'a> Tag<'a> {
    pub(super) fn attributes(&self) -> impl Iterator<Item = RawAttribute<'a>> + use<'a> {
        let mut more = self.more;
        let others = std::iter::from_fn(move || {
            let (found, rest) = attribute(space(more))?;
            more = rest;
            Some(found)
        });
        self.first.into_iter().chain(others)
    }

    pub(super) fn has_attributes(&self) -> bool {
        self.first.is_some() || !self.more.is_empty()
    }

    /// Returns true if the tag has two attributes or more.
    pub(super) fn has_several_attributes(&self) -> bool {
        !self.more.starts_with(b">") && self.attributes().nth(1).is_some()
    }

    /// The value of an attribute, not decoded. If there are two with the name, the first is used.
    #[inline]
    pub(crate) fn attribute(&self, name: &[u8]) -> Option<&'a [u8]> {
        match self.first {
            Some((first, value)) if first == name => Some(value),
            _ => self.other_attribute(name),
        }
    }

    fn other_attribute(&self, name: &[u8]) -> Option<&'a [u8]> {
        self.attributes().find(|(other, _)| *other == name).map(|(_, value)| value)
    }
}

/// Parses a start tag that is damaged after its name. Returns the rest, and the tag with the attributes before the
/// damage.
#[cold]
pub(super) fn broken_tag(bytes: &[u8]) -> Option<(&[u8], Tag<'_>)> {
    let inside = bytes.strip_prefix(b"<")?;
    let (inside, rest) = inside.split_at_checked(memchr2(b'<', b'>', inside)?)?;
    let rest = rest.strip_prefix(b">")?;
    let (name, more) = inside.split_at_checked(name_len(inside)).filter(|(name, _)| !name.is_empty())?;
    Some((rest, Tag { name, first: None, more, is_closed: more.ends_with(b"/") }))
}

/// Reads the character data of an element, and its end tag.
pub(super) fn data<'a>(element: &Opening<'a, '_>) -> Parsed<'a, Data<'a>> {
    let Opening { cx, inside: input, .. } = *element;
    if element.tag.is_closed {
        return Ok((input, Data::Plain(&[], true)));
    }
    // One pass is enough for nearly all texts, and scripts are long.
    let at = memchr3(b'<', b'&', b'\r', input.bytes());
    let is_clean = at.is_some_and(|at| input.bytes().get(at) == Some(&b'<'));
    let (rest, plain) = match at.filter(|_| is_clean).and_then(|at| input.bytes().split_at_checked(at)) {
        Some((text, rest)) => (told("text", input, input.with(rest))?, text),
        None => text(input)?,
    };
    if rest.bytes().starts_with(b"</") {
        return element.end(rest).map(|(rest, ())| (rest, Data::Plain(plain, is_clean)));
    }
    let mut pieces = vec![Piece { bytes: plain, is_cdata: false }];
    // The start of the last piece, if that is text and adjacent.
    let mut run = Some(input);
    let mut input = rest;
    loop {
        let plain_end = match input.bytes() {
            [] => return Err(input.fatal(ErrorKind::UnexpectedEnd { needed: 1, left: 0 })),
            [b'<', b'/', ..] => {
                return element.end(input).map(|(rest, ())| (rest, Data::Pieces(pieces)));
            }
            [b'<', b'!' | b'?', ..] => {
                let cdata = |input| {
                    let (rest, bytes) = cdata(cx, input)?;
                    Ok((told("cdata", input, rest)?, Some(Piece { bytes, is_cdata: true })))
                };
                let aside = |input| aside(cx, input).map(|rest| (rest, None));
                let piece;
                (input, piece) = alt((cdata, aside)).parse(input)?;
                pieces.extend(piece);
                run = None;
                continue;
            }
            [b'<', next, ..] if is_name(*next) => return Err(Err::Failure(unexpected(input, "text"))),
            // Someone forgot to escape it.
            [b'<', rest @ ..] => {
                input.warn(|| ErrorKind::Unexpected { expected: "a tag".into(), found: excerpt(input) })?;
                told("text", input, input.with(rest))?
            }
            _ => text(input)?.0,
        };
        // An unescaped `<` is part of the text around it.
        match (run, pieces.last_mut()) {
            (Some(start), Some(last)) => last.bytes = source(start, plain_end),
            _ => {
                pieces.push(Piece { bytes: source(input, plain_end), is_cdata: false });
                run = Some(input);
            }
        }
        input = plain_end;
    }
}

/// Skips white space, comments, instructions and the marks of Git conflicts, up to a tag, text or the end.
#[inline]
pub(super) fn between<'a>(cx: &Context<'_>, input: Input<'a>) -> Checked<Input<'a>> {
    let rest = space(input.bytes());
    match rest {
        [b'<', next, ..] if !matches!(next, b'!' | b'?' | b'<') && !input.is_traced() => Ok(input.with(rest)),
        _ => more_between(cx, input),
    }
}

/// Reads like [`between`] if there is more than white space.
#[inline(never)]
fn more_between<'a>(cx: &Context<'_>, input: Input<'a>) -> Checked<Input<'a>> {
    let mut input = input;
    loop {
        let rest = input.with(space(input.bytes()));
        input = told("white_space", input, rest)?;
        match input.bytes() {
            [b'<', b'!' | b'?', ..] if !input.bytes().starts_with(CDATA) => input = aside(cx, input)?,
            [b'<', b'<', ..] | [b'=' | b'|', ..] => match conflict(cx, input)? {
                Some(rest) => input = rest,
                None => return Ok(input),
            },
            _ => return Ok(input),
        }
    }
}

/// Skips the markers of a Git conflict: first the line that begins it, and later the other side with the line that ends
/// it. So only the lines of one branch are read, in which all elements are complete.
#[cold]
fn conflict<'a>(cx: &Context<'_>, input: Input<'a>) -> Checked<Option<Input<'a>>> {
    // The lines of the common ancestor come before those of the other side, if Git is set to show them (`diff3`).
    const SEPARATORS: &[&[u8]] = &[b"=======\n", b"=======\r\n", b"||||||| "];
    let open = cx.conflict.get();
    let begins = input.bytes().starts_with(b"<<<<<<< ");
    let separates = SEPARATORS.iter().any(|separator| input.bytes().starts_with(separator));
    let end = match open {
        None if begins => "\n=======",
        // Some places are looked at twice.
        Some(at) if begins && at == input.position() => "\n=======",
        Some(_) if separates => "\n>>>>>>> ",
        _ => return Ok(None),
    };
    if cx.search_left.get() == 0 {
        return Ok(None);
    }
    let Ok((after, before)) = cx.up_to(end)(input) else { return Ok(None) };
    cx.search_left.update(|left| left.saturating_sub(before.len()));
    cx.conflict.set(begins.then_some(input.position()));
    if begins && open.is_none() {
        input.warn(|| ErrorKind::ConflictMarkers)?;
    }
    let last = if begins { input } else { after };
    let line = memchr(b'\n', last.bytes()).unwrap_or(last.bytes().len());
    let rest = last.with(last.bytes().get(line..).unwrap_or_default());
    told("conflict", input, rest).map(Some)
}

/// Reads text up to the next tag or the end.
pub(super) fn text(input: Input<'_>) -> Parsed<'_, &[u8]> {
    let bytes = input.bytes();
    let (text, rest) =
        bytes.split_at_checked(memchr(b'<', bytes).unwrap_or(bytes.len())).unwrap_or((bytes, &[]));
    Ok((told("text", input, input.with(rest))?, text))
}

/// Reads text up to the next tag or the end, without white space at its end.
pub(super) fn stray_text(input: Input<'_>) -> Parsed<'_, &[u8]> {
    let rest = input.bytes();
    let text = rest.get(..memchr(b'<', rest).unwrap_or(rest.len())).unwrap_or_default();
    // There is none at its start.
    bytes(trim(text).len())(input)
}

/// Returns true if text follows rather than a tag.
pub(super) fn is_text(input: Input<'_>) -> bool {
    !input.bytes().starts_with(b"<") || input.bytes().starts_with(CDATA)
}

/// Reads `<![CDATA[…]]>`, and returns its content.
pub(super) fn cdata<'a>(cx: &Context<'_>, input: Input<'a>) -> Parsed<'a, &'a [u8]> {
    preceded(literal(CDATA), cx.up_to("]]>")).parse(input)
}

/// Skips a comment, an instruction or a document type, which have no meaning.
fn aside<'a>(cx: &Context<'_>, input: Input<'a>) -> Checked<Input<'a>> {
    let comment = preceded(literal(b"<!--"), cx.up_to("-->"));
    let instruction = preceded(literal(b"<?"), cx.up_to("?>"));
    let document_type = |input| document_type(cx, input);
    let each =
        (value("comment", comment), value("instruction", instruction), value("document_type", document_type));
    match alt(each).parse(input) {
        Ok((rest, name)) => told(name, input, rest),
        // It has no end, so it reaches to the end of the file.
        Err(error) => {
            input.recover(error)?;
            told("unclosed", input, the_end(input))
        }
    }
}

/// Skips a document type, and warns: entities declared in it stay unknown.
fn document_type<'a>(cx: &Context<'_>, input: Input<'a>) -> Parsed<'a, ()> {
    let (inside, ()) = literal(b"<!")(input)?;
    input.warn(|| ErrorKind::DocumentType)?;
    let declares =
        matches!(memchr2(b'[', b'>', inside.bytes()), Some(at) if inside.bytes().get(at) == Some(&b'['));
    let white_space = |input: Input<'a>| Ok((input.with(space(input.bytes())), ()));
    let end = (white_space, opt(literal(b">")));
    (cx.up_to(if declares { "]" } else { ">" }), end).map(|_| ()).parse(inside)
}

/// Parses `<name attribute="value">` or `<name/>`; returns the rest and the tag.
pub(crate) fn start_tag(bytes: &[u8]) -> Option<(&[u8], Tag<'_>)> {
    let rest = bytes.strip_prefix(b"<")?;
    let (name, mut rest) = rest.split_at_checked(name_len(rest)).filter(|(name, _)| !name.is_empty())?;
    let mut tag = Tag { name, first: None, more: &[], is_closed: false };
    // Nearly all tags are of one of two forms: `<name>` and `<name name="value">`.
    if let Some(after) = rest.strip_prefix(b">") {
        return Some((after, tag));
    }
    if let Some(quoted) = rest.strip_prefix(b" name=\"") {
        let end = near(quoted, [b'"']).or_else(|| memchr(b'"', quoted))?;
        let (value, after) = quoted.split_at_checked(end)?;
        rest = after.get(1..)?;
        (tag.first, tag.more) = (Some((&b"name"[..], value)), rest);
    }
    loop {
        match space(rest) {
            [b'>', after @ ..] => return Some((after, tag)),
            [b'/', b'>', after @ ..] => return Some((after, Tag { is_closed: true, ..tag })),
            others => {
                let (found, after) = attribute(others)?;
                if tag.first.is_none() {
                    (tag.first, tag.more) = (Some(found), after);
                }
                rest = after;
            }
        }
    }
}

/// Parses `</name>`; returns the rest, and the name.
#[inline]
pub(super) fn end_tag(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = bytes.strip_prefix(b"</")?;
    let (name, after) = rest.split_at_checked(name_len(rest))?;
    Some((space(after).strip_prefix(b">")?, name))
}

/// Finds the end of an element, and returns the source inside, and the rest. If there is no end, the error is the
/// number of bytes that were searched.
///
/// Only tags with the same name are paired, so other damage inside does not matter. The end tag of an enclosing element
/// shows that this element has no end tag. Bytes that look like a tag but contain an end tag have an unclosed quote,
/// and are not a tag.
pub(crate) fn skip<'a>(tag: &Tag<'a>, bytes: &'a [u8]) -> Result<(&'a [u8], &'a [u8]), usize> {
    if tag.is_closed {
        return Ok((&[], bytes));
    }
    // The number of open elements with its own name, and with the names of enclosing elements.
    let mut open = [(tag.name, 0_usize), (b"Properties", 0), (b"Item", 0), (b"roblox", 0)];
    let mut rest = bytes;
    loop {
        let passed = |rest: &[u8]| bytes.len().saturating_sub(rest.len());
        let is_whole = |tagged: &[u8], after: &[u8]| {
            bytes.get(passed(tagged)..passed(after)).is_some_and(|tag| memmem::find(tag, b"</").is_none())
        };
        let Some((_, tagged)) = memchr(b'<', rest).and_then(|at| rest.split_at_checked(at)) else {
            return Err(bytes.len());
        };
        rest = match tagged {
            [b'<', b'!' | b'?', ..] => {
                let end: &[u8] = match tagged {
                    _ if tagged.starts_with(b"<!--") => b"-->",
                    _ if tagged.starts_with(CDATA) => b"]]>",
                    [_, b'?', ..] => b"?>",
                    _ => b">",
                };
                let at = memmem::find(tagged, end).ok_or(bytes.len())?;
                tagged.get(at.saturating_add(end.len())..).unwrap_or_default()
            }
            [b'<', b'/', after @ ..] => match end_tag(tagged) {
                None => after,
                Some((after, name)) => {
                    match open.iter_mut().enumerate().find(|(_, (other, _))| *other == name) {
                        Some((0, (_, 0))) => {
                            return Ok((bytes.get(..passed(tagged)).unwrap_or_default(), after));
                        }
                        Some((_, (_, 0))) => return Err(passed(tagged)),
                        Some((_, (_, n_open))) => *n_open = n_open.saturating_sub(1),
                        None => {}
                    }
                    after
                }
            },
            _ => match start_tag(tagged).filter(|(after, _)| is_whole(tagged, after)) {
                None => tagged.get(1..).unwrap_or_default(),
                Some((after, inner)) => {
                    let same = open.iter_mut().find(|(other, _)| *other == inner.name && !inner.is_closed);
                    if let Some((_, n_open)) = same {
                        *n_open = n_open.saturating_add(1);
                    }
                    after
                }
            },
        };
    }
}

/// Returns true if a source text is one complete element.
pub(crate) fn is_element(source: &[u8]) -> bool {
    start_tag(source).is_some_and(|(inside, tag)| skip(&tag, inside).is_ok_and(|(_, after)| after.is_empty()))
}

/// Returns true if a source text would be read as a single text between elements.
pub(crate) fn is_whole_text(source: &[u8]) -> bool {
    match source.strip_prefix(CDATA) {
        Some(inside) => {
            memmem::find(inside, CDATA_END).is_some_and(|at| inside.len() == at.saturating_add(3))
        }
        None => !source.is_empty() && trim(source).len() == source.len() && memchr(b'<', source).is_none(),
    }
}

const CDATA_END: &[u8] = b"]]>";

/// Skips to the next element with an attribute `name`, or to the end of the enclosing element.
pub(super) fn next_property(input: Input<'_>) -> Input<'_> {
    let mut rest = input.bytes();
    while let Some((_, tagged)) = memchr(b'<', rest).and_then(|at| rest.split_at_checked(at)) {
        let ends =
            end_tag(tagged).is_some_and(|(_, name)| matches!(name, b"Properties" | b"Item" | b"roblox"));
        let begins = start_tag(tagged);
        let begins = begins.is_some_and(|(_, tag)| tag.name == b"Item" || tag.attribute(b"name").is_some());
        if ends || begins {
            return input.with(tagged);
        }
        rest = tagged.get(1..).unwrap_or_default();
    }
    the_end(input)
}

/// Parses `name="value"`, and returns it and the rest.
fn attribute(bytes: &[u8]) -> Option<(RawAttribute<'_>, &[u8])> {
    let (name, rest) = bytes.split_at_checked(name_len(bytes)).filter(|(name, _)| !name.is_empty())?;
    let (quote, rest) = match rest {
        // Nearly all attributes have no white space around the `=`.
        [b'=', quote @ (b'"' | b'\''), rest @ ..] => (quote, rest),
        _ => space(space(rest).strip_prefix(b"=")?).split_first()?,
    };
    let (value, rest) = match quote {
        b'"' | b'\'' => rest.split_at_checked(memchr(*quote, rest)?)?,
        _ => return None,
    };
    Some(((name, value), rest.get(1..)?))
}

/// Skips white space, and returns the rest.
pub(crate) fn space(mut bytes: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = bytes
        && is_space(*first)
    {
        bytes = rest;
    }
    bytes
}

fn name_len(bytes: &[u8]) -> usize {
    // Eight characters are tested at a time: letters have bit 6 or 7, and the bytes that end a name do not.
    let mut len = 0_usize;
    for word in bytes.as_chunks().0 {
        let word = u64::from_le_bytes(*word);
        let others = !(word | word.wrapping_shl(1)) & HIGH;
        len = len.saturating_add(first(others));
        if others != 0 {
            break;
        }
    }
    let rest = bytes.get(len..).unwrap_or_default();
    len.saturating_add(rest.iter().position(|byte| !is_name(*byte)).unwrap_or(rest.len()))
}

/// The position of the first of these characters, if it is among the first bytes. For greater distances, `memchr` is
/// faster.
#[inline]
pub(super) fn near<const N: usize>(bytes: &[u8], signs: [u8; N]) -> Option<usize> {
    /// The number of bytes to search. A unique id, and nearly all names, end before.
    const FAR: usize = 40;
    let mut at = 0_usize;
    for word in bytes.get(..FAR).unwrap_or(bytes).as_chunks().0 {
        let word = u64::from_le_bytes(*word);
        // The highest bit of each matching byte is set, and perhaps of others above the first one.
        let found = signs.iter().fold(0, |found, sign| {
            let others = word ^ u64::from_le_bytes([*sign; 8]);
            found | others.wrapping_sub(u64::from_le_bytes([1; 8])) & !others & HIGH
        });
        at = at.saturating_add(first(found));
        if found != 0 {
            return Some(at);
        }
    }
    None
}

/// A word in which the highest bit of each byte is set.
const HIGH: u64 = u64::from_le_bytes([0x80; 8]);

/// The index of the first byte whose highest bit is set; 8 if there is none.
fn first(high: u64) -> usize {
    (high.trailing_zeros() / 8) as usize
}

/// Returns true if a byte can be part of a name.
#[inline]
pub(crate) fn is_name(byte: u8) -> bool {
    // A bit mask, because this runs for nearly every byte of a tag.
    const ENDS: u64 = bits(b"\"&'/<=>!? \t\n\r");
    const fn bits(signs: &[u8]) -> u64 {
        match signs {
            [sign, rest @ ..] => 1_u64.wrapping_shl(*sign as u32) | bits(rest),
            [] => 0,
        }
    }
    byte >= 64 || ENDS.wrapping_shr(byte.into()) & 1 == 0
}

#[cfg(test)]
mod tests {
    use super::{is_name, name_len, near};

    /// Generates texts in which each byte occurs at each position.
    fn texts() -> impl Iterator<Item = Vec<u8>> {
        (0..=u8::MAX).flat_map(|byte| {
            (0..45).map(move |at| (0..45).map(|place| if place == at { byte } else { b'a' }).collect())
        })
    }

    #[test]
    fn a_name_ends_at_the_first_sign_that_cannot_be_in_it() {
        for text in texts() {
            for text in [&*text, &text[..text.len() / 2]] {
                let expected = text.iter().position(|byte| !is_name(*byte)).unwrap_or(text.len());
                assert_eq!(name_len(text), expected, "{}", text.escape_ascii());
            }
        }
    }

    #[test]
    fn signs_that_are_near_are_found() {
        for mut text in texts() {
            text.extend(b"<&\"");
            let expected = text.iter().position(|byte| b"<&\r".contains(byte)).filter(|at| *at < 40);
            assert_eq!(near(&text, *b"<&\r"), expected, "{}", text.escape_ascii());
        }
        assert_eq!(near(b"abc<", *b"<"), None, "less than a word is left to others");
    }
}
