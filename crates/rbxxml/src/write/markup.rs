//! Writes tags and line ends. Format document, section 2.

use super::Writer;
use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::{Attribute, Text};
use crate::read::markup::is_name;
use crate::wire::CDATA;

impl Writer<'_> {
    /// Writes a line end, and the indentation for `depth` enclosing elements: in Studio's form, a tab for each.
    pub(super) fn line(&mut self, depth: usize) {
        /// The maximum excess of indentation over other bytes. A small file with deep nesting would otherwise grow
        /// thousands of times.
        const MOST: usize = 1 << 25;
        let n_others = self.n_gone.saturating_add(self.out.len()).saturating_sub(self.n_indented);
        if self.indentation.has_carriage_returns {
            self.out.push(b'\r');
        }
        self.out.push(b'\n');
        let len = self.indentation.len(depth);
        let n_indented = self.n_indented.saturating_add(len);
        if n_indented <= n_others.saturating_add(MOST) {
            self.out.resize(self.out.len().saturating_add(len), self.indentation.sign);
            self.n_indented = n_indented;
        }
    }

    /// Writes `<name attribute="value">`.
    pub(super) fn start_tag<'t>(
        &mut self,
        name: &[u8],
        attributes: impl IntoIterator<Item = (&'t [u8], &'t [u8])>,
    ) -> Result<(), Error> {
        is_writable(name)?;
        self.out.push(b'<');
        self.out.extend_from_slice(name);
        for (name, value) in attributes {
            is_writable(name)?;
            self.attribute(name, value);
        }
        self.out.push(b'>');
        Ok(())
    }

    /// Writes ` name="value"`.
    pub(super) fn attribute(&mut self, name: &[u8], value: &[u8]) {
        self.out.push(b' ');
        self.out.extend_from_slice(name);
        self.out.extend_from_slice(b"=\"");
        self.escaped(value, true);
        self.out.push(b'"');
    }

    /// Writes `</name>`.
    pub(super) fn end_tag(&mut self, name: &[u8]) {
        self.out.extend_from_slice(b"</");
        self.out.extend_from_slice(name);
        self.out.push(b'>');
    }

    /// Writes `<![CDATA[…]]>`.
    pub(super) fn cdata(&mut self, text: &[u8]) {
        self.out.extend_from_slice(CDATA);
        self.out.extend_from_slice(text);
        self.out.extend_from_slice(b"]]>");
    }
}

/// The names and values of attributes, as `start_tag` takes them.
pub(super) fn pairs(attributes: &[Attribute]) -> impl Iterator<Item = (&[u8], &[u8])> {
    attributes.iter().map(|attribute| (attribute.name.as_bytes(), attribute.value.as_bytes()))
}

pub(super) fn is_writable(name: &[u8]) -> Result<(), Error> {
    if !name.is_empty() && name.iter().all(|byte| is_name(*byte)) {
        return Ok(());
    }
    Err(Error::model(ErrorKind::BadName { name: Text::from(name).to_string() }))
}
