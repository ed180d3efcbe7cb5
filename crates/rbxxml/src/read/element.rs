//! Reads unknown elements and text between elements. Format document, section 2.6.

use super::Reader;
use super::markup::{cdata, is_text, stray_text, text};
use super::opening::{Opening, source, the_end, unexpected};
use crate::common::input::{Checked, Input};
use crate::common::show::SpanType;
use crate::error::ErrorKind;
use crate::model::{Element, ItemId};
use crate::nodes::Role;
use nom::Parser;
use nom::branch::alt;

/// The location of an unknown element or text.
#[derive(Clone, Copy)]
pub(super) enum Home {
    Root,
    Item(ItemId),
    /// A list of the item's properties.
    Properties(ItemId),
    SharedStrings,
}

impl<'a> Reader<'a, '_> {
    /// Keeps an element that the format does not define here, and warns.
    pub(super) fn unknown(&mut self, home: Home, element: &Opening<'a, '_>) -> Checked<Input<'a>> {
        element.start.charge_elements(1)?;
        self.warn_of_unknown(element)?;
        self.keep_whole(home, element)
    }

    /// Warns of an unknown element, once for each name.
    pub(super) fn warn_of_unknown(&mut self, element: &Opening<'a, '_>) -> Checked {
        if !self.unknown.insert(element.tag.name) {
            return Ok(());
        }
        element.start.warn(|| ErrorKind::UnknownElement { element: element.name() })
    }

    /// Keeps an element as it is. If it has no end tag, only its start tag is skipped.
    pub(super) fn keep_whole(&mut self, home: Home, element: &Opening<'a, '_>) -> Checked<Input<'a>> {
        let Some((_, rest)) = element.whole() else {
            element.start.warn(|| ErrorKind::Unclosed { element: element.name() })?;
            element.tell()?;
            return Ok(element.inside);
        };
        self.keep(home, element.start, rest)
    }

    /// Keeps text between elements; skips a `<` that does not begin a tag.
    pub(super) fn stray(&mut self, home: Home, input: Input<'a>) -> Checked<Input<'a>> {
        if !is_text(input) {
            input.warn_with(|| unexpected(input, "a tag"))?;
            let after = input.with(input.bytes().get(1..).unwrap_or_default());
            return text(after).map(|(rest, _)| rest);
        }
        let cdata = |input| cdata(self.cx, input);
        let rest = match alt((cdata, stray_text)).parse(input) {
            Ok((rest, _)) => rest,
            // CDATA without an end reaches to the end of the file.
            Err(failure) => {
                input.recover(failure)?;
                return Ok(the_end(input));
            }
        };
        let found = source(input, rest);
        let found = found.get(..24).unwrap_or(found);
        input.warn(|| ErrorKind::StrayText { text: found.escape_ascii().to_string() })?;
        self.keep(home, input, rest)
    }

    /// Adds the source from `start` to `rest` to the matching list of the model, and returns the position after it.
    fn keep(&mut self, home: Home, start: Input<'a>, rest: Input<'a>) -> Checked<Input<'a>> {
        let document = &mut self.document;
        let (list, role, name) = match home {
            Home::Root => (Some(&mut document.elements), Role::Element, "elements"),
            Home::Item(id) => {
                (document.extras_mut(id).map(|extras| &mut extras.elements), Role::Element, "elements")
            }
            Home::Properties(id) => {
                (document.extras_mut(id).map(|extras| &mut extras.nameless), Role::Nameless, "nameless")
            }
            Home::SharedStrings => {
                (Some(document.shared_strings.elements_mut()), Role::SharedElement, "elements")
            }
        };
        let Some(list) = list else { return Ok(rest) };
        let number = list.len();
        start.span(rest, (name, number), SpanType::UNKNOWN, 0)?;
        list.push(Element { source: source(start, rest).into() });
        self.note(|nodes| nodes.leaf(role, number, start.position(), rest.position()));
        Ok(rest)
    }
}
