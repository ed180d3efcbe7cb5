//! Writes unknown elements and text between elements. Format document, section 2.6.

use super::Writer;
use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::Element;
use crate::read::markup::{is_element, is_whole_text};

impl Writer<'_> {
    /// Writes the source of an element that the format does not define here.
    pub(super) fn unknown(&mut self, element: &Element) -> Result<(), Error> {
        let source = element.source.as_bytes();
        if !is_element(source) && !is_whole_text(source) {
            return Err(Error::model(ErrorKind::BadSource));
        }
        if !source.starts_with(b"<") {
            // Without a comment between them, two texts would be read as one.
            if self.text_end.is_some_and(|end| self.is_text_since(end)) {
                self.out.extend_from_slice(b"<!---->");
            }
            self.text_end = Some(self.out.len().saturating_add(source.len()));
        }
        self.out.extend_from_slice(source);
        Ok(())
    }

    /// Returns true if there is no tag or comment in the output after a position.
    pub(super) fn is_text_since(&self, place: usize) -> bool {
        self.out.get(place..).is_some_and(|gap| !gap.contains(&b'<'))
    }
}
