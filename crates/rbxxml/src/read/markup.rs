//! Tags, and what may stand between them. Format document, section 2.

use super::Context;
use crate::ErrorKind;
use crate::mould::error::Error;
use crate::mould::input::{Input, Parsed};
use crate::mould::show::{Look, in_quotes, quoted};
use crate::mould::words::literal;
use crate::wire::{CDATA, is_space, trim};
use memchr::{memchr, memchr2, memchr3, memmem};
use nom::branch::alt;
use nom::{Err, Parser};

/// A start tag.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tag<'a> {
    pub(super) name: &'a [u8],
    /// Nearly all have one attribute: it is found while the end of the tag is looked for.
    first: Option<RawAttribute<'a>>,
    /// What follows the first attribute: attributes up to the tag's end, or to where it is broken.
    more: &'a [u8],
    /// Whether it is its own end tag.
    pub(super) is_closed: bool,
}

/// Name and value as they stand there.
type RawAttribute<'a> = (&'a [u8], &'a [u8]);

/// The character data of an element.
#[derive(Debug, Clone)]
pub(super) enum Data<'a> {
    /// Text, and whether it is known to have neither references nor carriage returns.
    Plain(&'a [u8], bool),
    /// With CDATA or comments inside.
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

    /// An attribute's value as it stands there; the first, if it is there twice.
    pub(super) fn attribute(&self, name: &[u8]) -> Option<&'a [u8]> {
        self.attributes().find(|(other, _)| *other == name).map(|(_, value)| value)
    }
}

/// `<name attribute="value">`, or `<name/>`, if that stands here: gives what follows, and the tag.
// As with `end_tag`, an error would mostly be for nobody: what begins no tag is a warning of its own.
pub(super) fn start_tag(input: Input<'_>) -> Option<(Input<'_>, Tag<'_>)> {
    let (rest, tag) = start(input.bytes())?;
    Some((input.with(rest), tag))
}

/// A start tag that is broken behind its name: up to where it would end, with the attributes before the damage.
#[cold]
pub(super) fn broken_tag(input: Input<'_>) -> Option<(Input<'_>, Tag<'_>)> {
    let inside = input.bytes().strip_prefix(b"<")?;
    let (inside, rest) = inside.split_at_checked(memchr2(b'<', b'>', inside)?)?;
    let rest = input.with(rest.strip_prefix(b">")?);
    let (name, more) = inside.split_at_checked(name_len(inside)).filter(|(name, _)| !name.is_empty())?;
    Some((rest, Tag { name, first: None, more, is_closed: more.ends_with(b"/") }))
}

/// `</name>`, if that stands here: gives what follows, and the name.
// No parser of nom's kind: in most places none stands here, and an error for nobody would cost more than all else.
#[inline]
pub(super) fn end_tag(input: Input<'_>) -> Option<(Input<'_>, &[u8])> {
    let (rest, name) = end(input.bytes())?;
    Some((recorded("end_tag", input, input.with(rest)), name))
}

/// The end tag of an element that was opened by `tag`.
#[inline]
pub(super) fn end_of<'a>(tag: &Tag<'a>, input: Input<'a>) -> Parsed<'a, ()> {
    // As it is written nearly always.
    let exact =
        input.bytes().strip_prefix(b"</").and_then(|rest| rest.strip_prefix(tag.name)?.strip_prefix(b">"));
    if let Some(rest) = exact {
        return Ok((recorded("end_tag", input, input.with(rest)), ()));
    }
    match end_tag(input) {
        Some((rest, name)) if name == tag.name => Ok((rest, ())),
        _ => Err(Err::Failure(input.error(ErrorKind::Unexpected {
            expected: format!("</{}>", tag.name.escape_ascii()).into(),
            found: excerpt(input),
        }))),
    }
}

/// Character data, to the end of the element that `tag` opens.
pub(super) fn data<'a>(cx: &Context<'_>, tag: &Tag<'a>, input: Input<'a>) -> Parsed<'a, Data<'a>> {
    if tag.is_closed {
        return Ok((input, Data::Plain(&[], true)));
    }
    // One look at each byte is enough for nearly all texts, and scripts are long.
    let at = memchr3(b'<', b'&', b'\r', input.bytes());
    let is_clean = at.is_some_and(|at| input.bytes().get(at) == Some(&b'<'));
    let (rest, plain) = match at.filter(|_| is_clean).and_then(|at| input.bytes().split_at_checked(at)) {
        Some((text, rest)) => (recorded("text", input, input.with(rest)), text),
        None => text(input),
    };
    if rest.bytes().starts_with(b"</") {
        return end_of(tag, rest).map(|(rest, ())| (rest, Data::Plain(plain, is_clean)));
    }
    let mut pieces = vec![Piece { bytes: plain, is_cdata: false }];
    // Where the piece begins that was read last, if it is text and nothing came between.
    let mut run = Some(input);
    let mut input = rest;
    loop {
        let plain_end = match input.bytes() {
            [] => return Err(input.fatal(ErrorKind::UnexpectedEnd { needed: 1, left: 0 })),
            [b'<', b'/', ..] => return end_of(tag, input).map(|(rest, ())| (rest, Data::Pieces(pieces))),
            [b'<', b'!' | b'?', ..] => {
                input = match cdata(cx, input) {
                    Ok((rest, bytes)) => {
                        recorded("cdata", input, rest);
                        pieces.push(Piece { bytes, is_cdata: true });
                        rest
                    }
                    Err(Err::Error(_)) => aside(cx, input)?,
                    Err(failure) => return Err(failure),
                };
                run = None;
                continue;
            }
            [b'<', next, ..] if is_name(*next) => return Err(Err::Failure(unexpected(input, "text"))),
            // Who forgot to write it as a reference meant the sign itself.
            [b'<', rest @ ..] => {
                input.warn(|| ErrorKind::Unexpected { expected: "a tag".into(), found: excerpt(input) })?;
                recorded("text", input, input.with(rest))
            }
            _ => text(input).0,
        };
        // Signs that should have been references are part of one text with what is around them.
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

/// `<name>text</name>` after white space, as nearly all children of values are: gives the text.
///
/// `None` says nothing but that the parsers of each part have to look.
#[inline]
pub(super) fn leaf<'a>(name: &[u8], input: Input<'a>) -> Option<(Input<'a>, &'a [u8])> {
    if input.is_recording() {
        return None;
    }
    let rest = space(input.bytes()).strip_prefix(b"<")?.strip_prefix(name)?.strip_prefix(b">")?;
    let len = rest.iter().position(|byte| matches!(byte, b'<' | b'&'))?;
    let (text, rest) = rest.split_at_checked(len)?;
    let rest = rest.strip_prefix(b"</")?.strip_prefix(name)?.strip_prefix(b">")?;
    Some((input.with(rest), text))
}

/// Passes white space, comments and instructions, to a tag, text or the end.
pub(super) fn between<'a>(cx: &Context<'_>, input: Input<'a>) -> Result<Input<'a>, Err<Error>> {
    let mut input = input;
    loop {
        let rest = input.with(space(input.bytes()));
        input = recorded("white_space", input, rest);
        match input.bytes() {
            [b'<', b'!' | b'?', ..] if !input.bytes().starts_with(CDATA) => input = aside(cx, input)?,
            _ => return Ok(input),
        }
    }
}

/// Text up to the next tag or the end.
pub(super) fn text(input: Input<'_>) -> (Input<'_>, &[u8]) {
    let bytes = input.bytes();
    let (text, rest) =
        bytes.split_at_checked(memchr(b'<', bytes).unwrap_or(bytes.len())).unwrap_or((bytes, &[]));
    (recorded("text", input, input.with(rest)), text)
}

/// Text up to the next tag or the end, but for white space at its own end: gives what follows.
pub(super) fn stray_text(input: Input<'_>) -> Input<'_> {
    let bytes = input.bytes();
    let text = bytes.get(..memchr(b'<', bytes).unwrap_or(bytes.len())).unwrap_or_default();
    // None stands at its start.
    input.with(bytes.get(trim(text).len()..).unwrap_or_default())
}

/// What stands from one place to another.
pub(super) fn source<'a>(start: Input<'a>, end: Input<'a>) -> &'a [u8] {
    start.bytes().get(..end.at().saturating_sub(start.at())).unwrap_or_default()
}

/// Whether text, and not a tag, stands here.
pub(super) fn is_text(input: Input<'_>) -> bool {
    !input.bytes().starts_with(b"<") || input.bytes().starts_with(CDATA)
}

/// `<![CDATA[…]]>`: gives what is inside.
pub(super) fn cdata<'a>(cx: &Context<'_>, input: Input<'a>) -> Parsed<'a, &'a [u8]> {
    let (inside, ()) = literal(CDATA)(input)?;
    cx.up_to("]]>", inside)
}

/// A comment, an instruction, or a document type, none of which says anything.
fn aside<'a>(cx: &Context<'_>, input: Input<'a>) -> Result<Input<'a>, Err<Error>> {
    let each = (|input| comment(cx, input), |input| instruction(cx, input), |input| document_type(cx, input));
    match alt(each).parse(input) {
        Ok((rest, name)) => Ok(recorded(name, input, rest)),
        // It has no end: there is nothing after it.
        Err(error) => {
            input.excuse(error)?;
            Ok(recorded("unclosed", input, the_end(input)))
        }
    }
}

fn comment<'a>(cx: &Context<'_>, input: Input<'a>) -> Parsed<'a, &'static str> {
    let (input, ()) = literal(b"<!--")(input)?;
    cx.up_to("-->", input).map(|(rest, _)| (rest, "comment"))
}

fn instruction<'a>(cx: &Context<'_>, input: Input<'a>) -> Parsed<'a, &'static str> {
    let (input, ()) = literal(b"<?")(input)?;
    cx.up_to("?>", input).map(|(rest, _)| (rest, "instruction"))
}

/// Entities that it declares are not known anywhere.
fn document_type<'a>(cx: &Context<'_>, input: Input<'a>) -> Parsed<'a, &'static str> {
    let (inside, ()) = literal(b"<!")(input)?;
    input.warn(|| ErrorKind::DocumentType)?;
    let declares =
        matches!(memchr2(b'[', b'>', inside.bytes()), Some(at) if inside.bytes().get(at) == Some(&b'['));
    let (rest, _) = cx.up_to(if declares { "]" } else { ">" }, inside)?;
    let rest = rest.with(space(rest.bytes()));
    Ok((rest.with(rest.bytes().strip_prefix(b">").unwrap_or(rest.bytes())), "document_type"))
}

fn start(bytes: &[u8]) -> Option<(&[u8], Tag<'_>)> {
    let rest = bytes.strip_prefix(b"<")?;
    let (name, mut rest) = rest.split_at_checked(name_len(rest)).filter(|(name, _)| !name.is_empty())?;
    let mut tag = Tag { name, first: None, more: &[], is_closed: false };
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

fn end(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = bytes.strip_prefix(b"</")?;
    let (name, after) = rest.split_at_checked(name_len(rest))?;
    Some((space(after).strip_prefix(b">")?, name))
}

/// Finds the end of an element, whatever is in it: gives what stands inside, and what follows.
///
/// Only tags of the same name are paired, so that other damage inside does not matter. But what
/// ends the elements around it cannot be in it: then it has no end, and this says how far was looked.
/// Nor can a tag hold an end tag: a quote is missing, and where the next one is must not decide where this ends.
pub(crate) fn skip<'a>(tag: &Tag<'a>, bytes: &'a [u8]) -> Result<(&'a [u8], &'a [u8]), usize> {
    if tag.is_closed {
        return Ok((&[], bytes));
    }
    // How many of each are open: of the element's own name, and of those that may be around it.
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
            [b'<', b'/', after @ ..] => match end(tagged) {
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
            _ => match start(tagged).filter(|(after, _)| is_whole(tagged, after)) {
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

/// Whether a source is one whole element.
pub(crate) fn is_element(source: &[u8]) -> bool {
    start(source).is_some_and(|(inside, tag)| skip(&tag, inside).is_ok_and(|(_, after)| after.is_empty()))
}

/// Whether a source is one whole text, and would be read as it is.
pub(crate) fn is_whole_text(source: &[u8]) -> bool {
    match source.strip_prefix(CDATA) {
        Some(inside) => {
            memmem::find(inside, CDATA_END).is_some_and(|at| inside.len() == at.saturating_add(3))
        }
        None => !source.is_empty() && trim(source).len() == source.len() && memchr(b'<', source).is_none(),
    }
}

const CDATA_END: &[u8] = b"]]>";

/// Where the next element with an attribute `name` begins, or the end of what is around this one.
pub(super) fn next_property(input: Input<'_>) -> Input<'_> {
    let mut rest = input.bytes();
    while let Some((_, tagged)) = memchr(b'<', rest).and_then(|at| rest.split_at_checked(at)) {
        let ends = end(tagged).is_some_and(|(_, name)| matches!(name, b"Properties" | b"Item" | b"roblox"));
        let begins = start(tagged);
        let begins = begins.is_some_and(|(_, tag)| tag.name == b"Item" || tag.attribute(b"name").is_some());
        if ends || begins {
            return input.with(tagged);
        }
        rest = tagged.get(1..).unwrap_or_default();
    }
    the_end(input)
}

/// Where nothing is left; a place in the input, too.
pub(super) fn the_end(input: Input<'_>) -> Input<'_> {
    let bytes = input.bytes();
    input.with(bytes.get(bytes.len()..).unwrap_or(bytes))
}

/// `name="value"`, and what follows.
fn attribute(bytes: &[u8]) -> Option<(RawAttribute<'_>, &[u8])> {
    let (name, rest) = bytes.split_at_checked(name_len(bytes)).filter(|(name, _)| !name.is_empty())?;
    let (quote, rest) = space(space(rest).strip_prefix(b"=")?).split_first()?;
    let (value, rest) = match quote {
        b'"' | b'\'' => rest.split_at_checked(memchr(*quote, rest)?)?,
        _ => return None,
    };
    Some(((name, value), rest.get(1..)?))
}

/// Without white space in front.
fn space(mut bytes: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = bytes
        && is_space(*first)
    {
        bytes = rest;
    }
    bytes
}

fn name_len(bytes: &[u8]) -> usize {
    bytes.iter().position(|byte| !is_name(*byte)).unwrap_or(bytes.len())
}

/// Whether a byte can be part of a name. Any can that does not end one.
#[inline]
pub(crate) fn is_name(byte: u8) -> bool {
    /// A bit for each of them: this is asked of nearly every byte of a tag.
    const ENDS: u64 = bits(b"\"&'/<=>!? \t\n\r");
    const fn bits(signs: &[u8]) -> u64 {
        match signs {
            [sign, rest @ ..] => 1_u64.wrapping_shl(*sign as u32) | bits(rest),
            [] => 0,
        }
    }
    byte >= 64 || ENDS.wrapping_shr(byte.into()) & 1 == 0
}

/// Something else than `expected` stands here.
#[cold]
pub(super) fn unexpected(input: Input<'_>, expected: &'static str) -> Error {
    input.error(ErrorKind::Unexpected { expected: expected.into(), found: excerpt(input) })
}

/// The beginning of what stands here, for messages.
pub(super) fn excerpt(input: Input<'_>) -> String {
    match input.bytes() {
        [] => "the end".into(),
        bytes => in_quotes(bytes),
    }
}

/// Tells the layout what stands between two places.
#[inline]
pub(super) fn recorded<'a>(name: &'static str, from: Input<'a>, to: Input<'a>) -> Input<'a> {
    if from.is_recording() {
        record(name, from, to);
    }
    to
}

#[cold]
fn record(name: &'static str, from: Input<'_>, to: Input<'_>) {
    static MARKUP: Look = Look::field(quoted);
    if from.at() < to.at() {
        from.span(to, name, &MARKUP, 0);
    }
}

/// Tells the layout where in a start tag the values of some attributes are.
pub(super) fn record_tag(tag: &Tag<'_>, start: Input<'_>, inside: Input<'_>, names: &[&'static str]) {
    let mut from = start;
    // Only a layout needs them.
    for (name, value) in tag.attributes().filter(|_| start.is_recording()) {
        if let Some(name) = names.iter().find(|other| other.as_bytes() == name) {
            let value = start.with(value);
            from = recorded(name, recorded("start_tag", from, value), the_end(value));
        }
    }
    recorded("start_tag", from, inside);
}
