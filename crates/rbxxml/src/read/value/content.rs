//! Reads addresses, references and keys. Format document, section 6.

use super::children::children;
use super::spelled::{Notes, Spelled, map};
use super::text::string;
use crate::common::input::{Checked, Input, Parsed};
use crate::error::ErrorKind;
use crate::model::{Content, ContentId, Reference, Text};
use crate::read::markup::between;
use crate::read::opening::{Opening, start_tag, unexpected};
use crate::wire::{self, is_null};
use nom::Err;

/// Reads an address, alone or in a child that names its kind.
pub(super) fn content_id<'a>(value: &Opening<'a, '_>) -> Parsed<'a, Spelled<ContentId>> {
    if value.has_text() {
        let (rest, word) = value.word()?;
        return Ok((rest, ContentId::Url(word.as_ref().into()).into()));
    }
    let mut content = None;
    // «uri» too: a table of types may know better than the element.
    let (rest, found) = children(value, &["url", "null", "binary", "hash", "uri"], |name, child| {
        let read = match name {
            "null" => nothing(child).map(|(rest, ())| (rest, ContentId::None.into())),
            "binary" => string(child).map(map(ContentId::Binary)),
            "hash" => string(child).map(map(ContentId::Hash)),
            _ => string(child).map(map(ContentId::Url)),
        };
        only(&mut content, read?, child)
    })?;
    if content.is_none() {
        value.inside.warn(|| ErrorKind::Empty)?;
    }
    Ok((rest, Spelled { value: content.unwrap_or_default(), notes: found.notes }))
}

/// Reads an element that contains only white space.
fn nothing<'a>(child: &Opening<'a, '_>) -> Parsed<'a, ()> {
    match child.word()? {
        (rest, word) if word.is_empty() => Ok((rest, ())),
        _ => Err(Err::Failure(unexpected(child.inside, "nothing"))),
    }
}

/// Stores the value of a child in `slot`. A second one is an error, because only one can be kept.
fn only<'a, T>(
    slot: &mut Option<T>,
    (rest, found): (Input<'a>, Spelled<T>),
    child: &Opening<'a, '_>,
) -> Checked<(Input<'a>, Notes)> {
    match slot.replace(found.value) {
        None => Ok((rest, found.notes)),
        Some(_) => Err(child.inside.fatal(ErrorKind::Malformed { expected: "one child" })),
    }
}

/// Returns the start of the content of a [`Content`], after the white space; `None` for a [`ContentId`]. Both types
/// share this element. The child shows which one it is; if that is `null`, the layout of Studio's files does: in a
/// [`Content`], the child is on a line of its own.
pub(super) fn start_of_newer<'a>(value: &Opening<'a, '_>) -> Checked<Option<Input<'a>>> {
    let start = between(value.cx, value.inside)?;
    let child = start_tag(value.cx, start).filter(|_| !value.tag.is_closed);
    Ok(match child.map(|child| child.tag.name) {
        Some(b"uri" | b"Ref") => Some(start),
        Some(b"null") if start.position() > value.inside.position() => Some(start),
        _ => None,
    })
}

/// Reads a [`Content`], the newer of the two types.
pub(super) fn content<'a>(value: &Opening<'a, '_>) -> Parsed<'a, Spelled<Content>> {
    let mut content = None;
    let (rest, found) = children(value, wire::CONTENT, |name, child| {
        let read = match name {
            "uri" => string(child).map(map(|uri: Text| Content::Uri(uri.into()))),
            "null" => nothing(child).map(|(rest, ())| (rest, Content::None.into())),
            _ => reference(child).map(|(rest, reference)| (rest, Content::Object(reference).into())),
        };
        only(&mut content, read?, child)
    })?;
    Ok((rest, Spelled { value: content.unwrap_or_default(), notes: found.notes }))
}

/// Reads a reference. Its item is looked up after all items have been read.
pub(super) fn reference<'a>(value: &Opening<'a, '_>) -> Parsed<'a, Reference> {
    let (rest, word) = value.word()?;
    let reference =
        if is_null(&word) { Reference::None } else { Reference::Unresolved(word.as_ref().into()) };
    Ok((rest, reference))
}

/// Reads the key of a shared string.
pub(super) fn key<'a>(value: &Opening<'a, '_>) -> Parsed<'a, Text> {
    value.word().map(|(rest, key)| (rest, key.as_ref().into()))
}
