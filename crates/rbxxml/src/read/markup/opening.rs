//! An element whose start tag has been read. Format document, section 2.

use super::{Tag, skip};
use crate::common::error::Error;
use crate::common::input::{Checked, Input, Parsed};
use crate::common::show::{SpanType, in_quotes, quoted};
use crate::error::ErrorKind;
use crate::read::Context;
use nom::Err;

/// A start tag with its position: all that is needed to read the element.
#[derive(Clone, Copy)]
pub(in crate::read) struct Opening<'a, 'c> {
    pub(in crate::read) cx: &'c Context<'c>,
    pub(in crate::read) tag: Tag<'a>,
    /// The input at the start of the tag.
    pub(in crate::read) start: Input<'a>,
    /// The input after the tag.
    pub(in crate::read) inside: Input<'a>,
}

/// Parses `<name attribute="value">` or `<name/>`, if it is next.
// This and `end_tag` are not nom parsers: in most places there is no tag, and building an error that is not read would
// cost more than all else.
#[inline]
pub(in crate::read) fn start_tag<'a, 'c>(cx: &'c Context<'c>, input: Input<'a>) -> Option<Opening<'a, 'c>> {
    let (rest, tag) = super::start_tag(input.bytes())?;
    Some(Opening { cx, tag, start: input, inside: input.with(rest) })
}

/// Parses a start tag that is damaged after its name, up to its probable end, with the attributes before the damage.
#[cold]
pub(in crate::read) fn broken_tag<'a, 'c>(cx: &'c Context<'c>, input: Input<'a>) -> Option<Opening<'a, 'c>> {
    let (rest, tag) = super::broken_tag(input.bytes())?;
    Some(Opening { cx, tag, start: input, inside: input.with(rest) })
}

/// Parses `</name>`, if it is next; returns the rest and the name.
#[inline]
pub(in crate::read) fn end_tag(input: Input<'_>) -> Checked<Option<(Input<'_>, &[u8])>> {
    match super::end_tag(input.bytes()) {
        Some((rest, name)) => Ok(Some((told("end_tag", input, input.with(rest))?, name))),
        None => Ok(None),
    }
}

/// Warns of an end tag without a start tag, which is ignored.
pub(in crate::read) fn stray_end(input: Input<'_>, name: &[u8]) -> Checked {
    input.warn(|| ErrorKind::StrayEnd { element: name.escape_ascii().to_string() })
}

impl<'a> Opening<'a, '_> {
    /// Reads the end tag of this element.
    #[inline]
    pub(in crate::read) fn end(&self, input: Input<'a>) -> Parsed<'a, ()> {
        let name = self.tag.name;
        // Nearly all end tags have no white space after the name.
        let exact = input.bytes().strip_prefix(b"</").and_then(|rest| rest.strip_prefix(name));
        if let Some(rest) = exact.and_then(|rest| rest.strip_prefix(b">")) {
            return told("end_tag", input, input.with(rest)).map(|rest| (rest, ()));
        }
        match super::end_tag(input.bytes()) {
            Some((rest, other)) if name == other => {
                told("end_tag", input, input.with(rest)).map(|rest| (rest, ()))
            }
            _ => Err(Err::Failure(input.error(ErrorKind::Unexpected {
                expected: format!("</{}>", name.escape_ascii()).into(),
                found: excerpt(input),
            }))),
        }
    }

    /// The source inside the element and the input after it, if the element has an end tag.
    pub(in crate::read) fn whole(&self) -> Option<(&'a [u8], Input<'a>)> {
        let search_left = &self.cx.search_left;
        if search_left.get() == 0 {
            return None;
        }
        match skip(&self.tag, self.inside.bytes()) {
            Ok((content, rest)) => Some((content, self.inside.with(rest))),
            // Each search for an end that is missing may run through the rest of the file, so all of them
            // together are limited.
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

    /// Reports the position of the start tag to the tracer.
    pub(in crate::read) fn tell(&self) -> Checked {
        told("start_tag", self.start, self.inside).map(|_| ())
    }

    /// Reports the tag like [`tell`](Self::tell), with the values of some attributes as separate spans.
    pub(in crate::read) fn tell_with(&self, names: &[&'static str]) -> Checked {
        if !self.start.is_traced() {
            return Ok(());
        }
        let mut from = self.start;
        for (name, value) in self.tag.attributes() {
            if let Some(name) = names.iter().find(|other| other.as_bytes() == name) {
                let value = from.with(value);
                from = told(name, told("start_tag", from, value)?, the_end(value))?;
            }
        }
        told("start_tag", from, self.inside).map(|_| ())
    }
}

/// Returns the source between two positions.
pub(in crate::read) fn source<'a>(start: Input<'a>, end: Input<'a>) -> &'a [u8] {
    start.bytes().get(..end.position().saturating_sub(start.position())).unwrap_or_default()
}

/// The position at the end of the input.
pub(in crate::read) fn the_end(input: Input<'_>) -> Input<'_> {
    let bytes = input.bytes();
    input.with(bytes.get(bytes.len()..).unwrap_or(bytes))
}

/// The error for finding something other than `expected`.
#[cold]
pub(in crate::read) fn unexpected(input: Input<'_>, expected: &'static str) -> Error {
    input.error(ErrorKind::Unexpected { expected: expected.into(), found: excerpt(input) })
}

/// The next bytes of the input, for messages.
pub(in crate::read) fn excerpt(input: Input<'_>) -> String {
    match input.bytes() {
        [] => "the end".into(),
        bytes => in_quotes(bytes),
    }
}

/// Reports the bytes between two positions to the tracer; returns the second.
#[inline]
pub(in crate::read) fn told<'a>(name: &'static str, from: Input<'a>, to: Input<'a>) -> Checked<Input<'a>> {
    if from.is_traced() { tell(name, from, to) } else { Ok(to) }
}

#[cold]
fn tell<'a>(name: &'static str, from: Input<'a>, to: Input<'a>) -> Checked<Input<'a>> {
    static MARKUP: SpanType = SpanType::field(quoted);
    if from.position() < to.position() {
        from.span(to, name, &MARKUP, 0)?;
    }
    Ok(to)
}
