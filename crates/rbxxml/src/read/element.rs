//! What the format does not know. Format document, section 2.6.

use super::document::Reader;
use super::markup::{Tag, cdata, is_text, recorded, source, stray_text, text, the_end, unexpected};
use crate::model::Element;
use crate::mould::error::Error;
use crate::mould::input::Input;
use crate::mould::show::Look;
use crate::trace::Part;
use crate::{ErrorKind, ItemId};
use nom::Err;

/// What something unknown stands in.
#[derive(Clone, Copy)]
pub(super) enum Home {
    Root,
    Item(ItemId),
    /// A list of the item's properties.
    Properties(ItemId),
    SharedStrings,
}

impl<'a> Reader<'a, '_> {
    /// An element that the format does not have here.
    pub(super) fn unknown(
        &mut self,
        home: Home,
        tag: &Tag<'a>,
        start: Input<'a>,
        inside: Input<'a>,
    ) -> Result<Input<'a>, Err<Error>> {
        start.grant_elements(1)?;
        self.warn_of_unknown(tag, start)?;
        self.keep_whole(home, tag, start, inside)
    }

    /// Once for each name.
    pub(super) fn warn_of_unknown(&mut self, tag: &Tag<'a>, start: Input<'a>) -> Result<(), Err<Error>> {
        if !self.unknown.insert(tag.name) {
            return Ok(());
        }
        start.warn(|| ErrorKind::UnknownElement { element: tag.name.escape_ascii().to_string() })
    }

    /// Keeps an element as it is; if it has no end, only its tag goes.
    pub(super) fn keep_whole(
        &mut self,
        home: Home,
        tag: &Tag<'a>,
        start: Input<'a>,
        inside: Input<'a>,
    ) -> Result<Input<'a>, Err<Error>> {
        let Some((_, rest)) = self.cx.end_of(tag, inside) else {
            start.warn(|| ErrorKind::Unclosed { element: tag.name.escape_ascii().to_string() })?;
            return Ok(recorded("start_tag", start, inside));
        };
        self.keep(home, start, rest);
        Ok(rest)
    }

    /// Text where only elements stand is kept; a tag that is none is passed.
    pub(super) fn stray(&mut self, home: Home, input: Input<'a>) -> Result<Input<'a>, Err<Error>> {
        if !is_text(input) {
            input.warn_with(|| unexpected(input, "a tag"))?;
            let after = input.with(input.bytes().get(1..).unwrap_or_default());
            return Ok(text(after).0);
        }
        let rest = match cdata(&self.cx, input) {
            Ok((rest, _)) => rest,
            Err(Err::Error(_)) => stray_text(input),
            // CDATA without an end reaches to that of the file.
            Err(failure) => {
                input.excuse(failure)?;
                return Ok(the_end(input));
            }
        };
        let found = source(input, rest);
        let found = found.get(..24).unwrap_or(found);
        input.warn(|| ErrorKind::StrayText { text: found.escape_ascii().to_string() })?;
        self.keep(home, input, rest);
        Ok(rest)
    }

    /// What stands from `start` to `rest`, where it belongs in the model.
    fn keep(&mut self, home: Home, start: Input<'a>, rest: Input<'a>) {
        let document = &mut self.document;
        let (list, part, name) = match home {
            Home::Root => (Some(&mut document.elements), Part::Element, "elements"),
            Home::Item(id) => {
                (document.extras_mut(id).map(|extras| &mut extras.elements), Part::Element, "elements")
            }
            Home::Properties(id) => {
                (document.extras_mut(id).map(|extras| &mut extras.nameless), Part::Nameless, "nameless")
            }
            Home::SharedStrings => {
                (Some(document.shared_strings.elements_mut()), Part::SharedElement, "elements")
            }
        };
        let Some(list) = list else { return };
        let number = list.len();
        start.span(rest, (name, number), Look::UNKNOWN, 0);
        list.push(Element { source: source(start, rest).into() });
        self.trace(|trace| trace.leaf(part, number, start.at(), rest.at()));
    }
}
