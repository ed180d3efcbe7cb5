//! Writes values that are texts. Format document, section 3.

use crate::wire::is_cdata;
use crate::write::Writer;

impl Writer<'_> {
    /// Writes a text, whose white space is part of the value.
    pub(super) fn string(&mut self, text: &[u8], plain_space: bool) {
        self.text(text, plain_space);
    }

    pub(super) fn binary_string(&mut self, bytes: &[u8]) {
        self.binary(bytes, true);
    }

    /// Writes the source of a script as CDATA if possible, unless `is_text` is set.
    pub(super) fn script(&mut self, text: &[u8], plain_space: bool, is_text: bool) {
        if text.is_empty() || !is_cdata(text) {
            self.text(text, plain_space);
        } else if is_text {
            self.plain(text, plain_space);
        } else {
            self.cdata(text);
        }
    }
}
