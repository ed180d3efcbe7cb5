//! An element whose start tag has been read. Format document, section 2.

use super::{Tag, broken_start, end_tag, skip, start};
use crate::ErrorKind;
use crate::mould::error::Error;
use crate::mould::input::{Input, Parsed};
use crate::mould::show::{Look, in_quotes, quoted};
use crate::read::Context;
use nom::Err;

/// A start tag with its surroundings: all that is needed to read the element.
#[derive(Clone, Copy)]
pub(in crate::read) struct Opening<'a, 'c> {
    pub(in crate::read) cx: &'c Context<'c>,
    pub(in crate::read) tag: Tag<'a>,
    /// Where the tag begins.
    pub(in crate::read) start: Input<'a>,
    /// What follows the tag.
    pub(in crate::read) inside: Input<'a>,
}

/// `<name attribute="value">`, or `<name/>`, if there is one here.
// Not a parser of nom's kind, and neither is `end_tag`: in most places there is none, and an error that nobody reads
// would cost more than all else.
#[inline]
pub(in crate::read) fn start_tag<'a, 'c>(cx: &'c Context<'c>, input: Input<'a>) -> Option<Opening<'a, 'c>> {
    let (rest, tag) = start(input.bytes())?;
    Some(Opening { cx, tag, start: input, inside: input.with(rest) })
}

/// A start tag that is broken behind its name: up to where it would end, with the attributes before the damage.
#[cold]
pub(in crate::read) fn broken_tag<'a, 'c>(cx: &'c Context<'c>, input: Input<'a>) -> Option<Opening<'a, 'c>> {
    let (rest, tag) = broken_start(input.bytes())?;
    Some(Opening { cx, tag, start: input, inside: input.with(rest) })
}

impl<'a> Opening<'a, '_> {
    /// The end tag of this element.
    #[inline]
    pub(in crate::read) fn end(&self, input: Input<'a>) -> Parsed<'a, ()> {
        let name = self.tag.name;
        // As it is written nearly always.
        let exact = input.bytes().strip_prefix(b"</").and_then(|rest| rest.strip_prefix(name));
        if let Some(rest) = exact.and_then(|rest| rest.strip_prefix(b">")) {
            return Ok((recorded("end_tag", input, input.with(rest)), ()));
        }
        match end_tag(input.bytes()) {
            Some((rest, other)) if name == other => Ok((recorded("end_tag", input, input.with(rest)), ())),
            _ => Err(Err::Failure(input.error(ErrorKind::Unexpected {
                expected: format!("</{}>", name.escape_ascii()).into(),
                found: excerpt(input),
            }))),
        }
    }

    /// The source inside the element and what follows the element, if it has an end.
    pub(in crate::read) fn whole(&self) -> Option<(&'a [u8], Input<'a>)> {
        let search_left = &self.cx.search_left;
        if search_left.get() == 0 {
            return None;
        }
        match skip(&self.tag, self.inside.bytes()) {
            Ok((content, rest)) => Some((content, self.inside.with(rest))),
            Err(searched) => {
                search_left.update(|left| left.saturating_sub(searched));
                None
            }
        }
    }

    /// The name of the element, for messages.
    pub(in crate::read) fn name(&self) -> String {
        self.tag.name.escape_ascii().to_string()
    }

    /// Tells the layout where the start tag is.
    pub(in crate::read) fn record(&self) {
        recorded("start_tag", self.start, self.inside);
    }

    /// As [`record`](Self::record), with the values of some attributes as spans of their own.
    pub(in crate::read) fn record_with(&self, names: &[&'static str]) {
        if !self.start.is_recording() {
            return;
        }
        let mut from = self.start;
        for (name, value) in self.tag.attributes() {
            if let Some(name) = names.iter().find(|other| other.as_bytes() == name) {
                let value = from.with(value);
                from = recorded(name, recorded("start_tag", from, value), the_end(value));
            }
        }
        recorded("start_tag", from, self.inside);
    }
}

/// What stands from one place to another.
pub(in crate::read) fn source<'a>(start: Input<'a>, end: Input<'a>) -> &'a [u8] {
    start.bytes().get(..end.at().saturating_sub(start.at())).unwrap_or_default()
}

/// Where nothing is left; a place in the input, too.
pub(in crate::read) fn the_end(input: Input<'_>) -> Input<'_> {
    let bytes = input.bytes();
    input.with(bytes.get(bytes.len()..).unwrap_or(bytes))
}

/// Something other than `expected` is here.
#[cold]
pub(in crate::read) fn unexpected(input: Input<'_>, expected: &'static str) -> Error {
    input.error(ErrorKind::Unexpected { expected: expected.into(), found: excerpt(input) })
}

/// The first bytes from here, for messages.
pub(in crate::read) fn excerpt(input: Input<'_>) -> String {
    match input.bytes() {
        [] => "the end".into(),
        bytes => in_quotes(bytes),
    }
}

/// Tells the layout what is between two places.
#[inline]
pub(in crate::read) fn recorded<'a>(name: &'static str, from: Input<'a>, to: Input<'a>) -> Input<'a> {
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
