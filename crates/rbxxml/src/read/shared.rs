//! Reads shared strings. Format document, section 2.5.

use super::element::Home;
use super::markup::between;
use super::opening::{Opening, end_tag, start_tag, stray_end};
use super::{Reader, numbered};
use crate::common::input::{Checked, Input};
use crate::common::parsers::part;
use crate::common::show::SpanType;
use crate::common::trace::Label;
use crate::error::ErrorKind;
use crate::model::{List, SharedString, Text};
use crate::nodes::Role;
use crate::wire::brief;

impl<'a> Reader<'a, '_> {
    /// Reads a list of strings. A document with several lists has the strings of all of them.
    pub(super) fn shared_strings(&mut self, list: &Opening<'a, '_>) -> Checked<Input<'a>> {
        let Opening { ref tag, start, inside, .. } = *list;
        let span = start.open("SharedStrings", SpanType::PART)?;
        list.tell()?;
        let attributes = list.attributes([])?;
        let number = self.document.shared_strings.lists().len();
        self.document.shared_strings.open(List { attributes });
        self.note(|nodes| nodes.open(Role::SharedStrings, number, start.position(), inside.position()));
        let (end, after) = if tag.is_closed { (inside, inside) } else { self.string_list(inside)? };
        self.note(|nodes| nodes.close(end.position(), after.position()));
        after.close(span, 0);
        Ok(after)
    }

    /// Reads to the end of the list; returns the positions before and after its end tag.
    fn string_list(&mut self, inside: Input<'a>) -> Checked<(Input<'a>, Input<'a>)> {
        let unclosed = || ErrorKind::Unclosed { element: "SharedStrings".into() };
        let mut input = inside;
        loop {
            input = between(self.cx, input)?;
            input = if let Some((rest, name)) = end_tag(input)? {
                match name {
                    b"SharedStrings" => return Ok((input, rest)),
                    b"roblox" => {
                        input.warn(unclosed)?;
                        return Ok((input, input));
                    }
                    _ => stray_end(input, name)?,
                }
                rest
            } else if let Some(element) = start_tag(self.cx, input) {
                match element.tag.name {
                    b"SharedString" => self.shared_string(&element)?,
                    // An item cannot be in the list, so the list ends here.
                    b"Item" => {
                        input.warn(unclosed)?;
                        return Ok((input, input));
                    }
                    _ => self.unknown(Home::SharedStrings, &element)?,
                }
            } else if input.bytes().is_empty() {
                return Ok((input, input));
            } else {
                self.stray(Home::SharedStrings, input)?
            };
        }
    }

    fn shared_string(&mut self, element: &Opening<'a, '_>) -> Checked<Input<'a>> {
        let Opening { ref tag, start, inside, .. } = *element;
        start.charge_elements(1)?;
        let number = self.document.shared_strings.as_slice().len();
        // References to a string without a key are impossible. Format document, section 2.5.
        let Some(key) = element.attribute(b"md5")? else {
            start.warn(|| ErrorKind::Missing { what: "md5 attribute" })?;
            return self.keep_whole(Home::SharedStrings, element);
        };
        let key = Text::from(key.as_ref());
        let mut string = SharedString { key, ..SharedString::default() };
        string.attributes = element.attributes([b"md5"])?;
        let text = tag.attribute(b"md5").unwrap_or_default();
        let label = Label { word: "shared_strings", index: Some(number), text };
        let path = || numbered("shared_strings", number, &brief(&string.key));
        let read = |_| {
            element.tell_with(&["md5"])?;
            element.binary()
        };
        let body = part((label, path), read)(start);
        let rest = match body {
            Ok((rest, data)) => {
                string.data = data;
                rest
            }
            Err(error) => {
                start.recover(error)?;
                let Some((source, rest)) = element.whole() else { return Ok(inside) };
                string.broken = Some(source.into());
                rest
            }
        };
        // If two strings have the same key, the first is used. Format document, section 2.5.
        if self.document.shared_strings.get(&string.key).is_some() {
            start.warn(|| ErrorKind::Duplicate { what: "shared string", name: string.key.to_string() })?;
        }
        self.document.shared_strings.push(string);
        self.note(|nodes| nodes.leaf(Role::SharedString, number, start.position(), rest.position()));
        Ok(rest)
    }
}
