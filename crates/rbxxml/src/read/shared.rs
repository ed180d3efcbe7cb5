//! Shared strings. Format document, section 2.5.

use super::document::{Reader, numbered, stray_end};
use super::element::Home;
use super::markup::{Tag, between, end_tag, record_tag, recorded, start_tag};
use super::text::{attributes, binary};
use crate::model::{List, SharedString};
use crate::mould::error::Error;
use crate::mould::input::{Input, Label};
use crate::mould::show::Look;
use crate::mould::words::part;
use crate::trace::Part;
use crate::wire::brief;
use crate::{ErrorKind, Text};
use nom::Err;

impl<'a> Reader<'a, '_> {
    /// One list; a document may have several, and then its strings are those of all.
    pub(super) fn shared_strings(
        &mut self,
        tag: &Tag<'a>,
        start: Input<'a>,
        inside: Input<'a>,
    ) -> Result<Input<'a>, Err<Error>> {
        let span = start.open("SharedStrings", Look::PART);
        recorded("start_tag", start, inside);
        let attributes = attributes(&self.cx, tag, [], start)?;
        let number = self.document.shared_strings.lists().len();
        self.document.shared_strings.open(List { attributes });
        self.trace(|trace| trace.open(Part::SharedStrings, number, start.at(), inside.at()));
        let (end, after) = if tag.is_closed { (inside, inside) } else { self.string_list(inside)? };
        self.trace(|trace| trace.close(end.at(), after.at()));
        after.close(span, 0);
        Ok(after)
    }

    /// To the end of the list: gives where its end tag stands, and what follows.
    fn string_list(&mut self, inside: Input<'a>) -> Result<(Input<'a>, Input<'a>), Err<Error>> {
        let unclosed = || ErrorKind::Unclosed { element: "SharedStrings".into() };
        let mut input = inside;
        loop {
            input = between(&self.cx, input)?;
            input = if let Some((rest, name)) = end_tag(input) {
                match name {
                    b"SharedStrings" => return Ok((input, rest)),
                    b"roblox" => {
                        input.warn(unclosed)?;
                        return Ok((input, input));
                    }
                    _ => stray_end(input, name)?,
                }
                rest
            } else if let Some((inside, tag)) = start_tag(input) {
                match tag.name {
                    b"SharedString" => self.shared_string(&tag, input, inside)?,
                    b"Item" => {
                        input.warn(unclosed)?;
                        return Ok((input, input));
                    }
                    _ => self.unknown(Home::SharedStrings, &tag, input, inside)?,
                }
            } else if input.bytes().is_empty() {
                return Ok((input, input));
            } else {
                self.stray(Home::SharedStrings, input)?
            };
        }
    }

    fn shared_string(
        &mut self,
        tag: &Tag<'a>,
        start: Input<'a>,
        inside: Input<'a>,
    ) -> Result<Input<'a>, Err<Error>> {
        start.grant_elements(1)?;
        let number = self.document.shared_strings.as_slice().len();
        let Some(key) = self.attribute(tag, b"md5", start)? else {
            start.warn(|| ErrorKind::Missing { what: "md5 attribute" })?;
            return self.keep_whole(Home::SharedStrings, tag, start, inside);
        };
        let key = Text::from(key.as_ref());
        let mut string = SharedString { key, ..SharedString::default() };
        string.attributes = attributes(&self.cx, tag, [b"md5"], start)?;
        let text = tag.attribute(b"md5").unwrap_or_default();
        let label = Label { word: "shared_strings", index: Some(number), text };
        let path = || numbered("shared_strings", number, &brief(&string.key));
        let read = |start| {
            record_tag(tag, start, inside, &["md5"]);
            binary(&self.cx, tag, inside)
        };
        let body = part((label, path), read)(start);
        let rest = match body {
            Ok((rest, data)) => {
                string.data = data;
                rest
            }
            Err(error) => {
                start.excuse(error)?;
                let Some((source, rest)) = self.cx.end_of(tag, inside) else { return Ok(inside) };
                string.broken = Some(source.into());
                rest
            }
        };
        if self.document.shared_strings.get(&string.key).is_some() {
            start.warn(|| ErrorKind::Duplicate { what: "shared string", name: string.key.to_string() })?;
        }
        self.document.shared_strings.push(string);
        self.trace(|trace| trace.leaf(Part::SharedString, number, start.at(), rest.at()));
        Ok(rest)
    }
}
