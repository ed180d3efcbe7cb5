//! Writes addresses, references and keys. Format document, section 6.

use crate::model::{Content, ContentId, Reference, Text};
use crate::wire::{self, trim};
use crate::write::Writer;

impl Writer<'_> {
    /// Writes a [`ContentId`]. Its child is on the same line, which distinguishes a null value from a null [`Content`].
    pub(super) fn content_id(&mut self, value: &ContentId, plain_space: bool) {
        let [url, null, binary, hash] = wire::CONTENT_ID else { return };
        let (name, text) = match value {
            ContentId::Url(text) => (url, &**text),
            ContentId::None => (null, &[][..]),
            ContentId::Binary(text) => (binary, &**text),
            ContentId::Hash(text) => (hash, &**text),
        };
        self.part(name, |writer| writer.string(text, plain_space));
    }

    pub(super) fn content(&mut self, value: &Content, plain_space: bool, depth: usize) {
        let [uri, null, object] = wire::CONTENT else { return };
        match value {
            // Each child is on a line of its own, by which readers recognise the newer type of a null value. Format
            // document, section 6.5.
            Content::Uri(text) => self.child(uri, depth, |writer| writer.string(text, plain_space)),
            Content::None => self.child(null, depth, |_| ()),
            Content::Object(reference) => self.child(object, depth, |writer| writer.reference(reference)),
        }
    }

    pub(super) fn reference(&mut self, value: &Reference) {
        match self.referent_of(value) {
            Some(referent) => self.text(&referent, false),
            // Format document, section 6.6.
            None => self.out.extend_from_slice(b"null"),
        }
    }

    /// The referent to write for a reference; `None` if it is null or its item was removed.
    pub(in crate::write) fn referent_of(&self, reference: &Reference) -> Option<Vec<u8>> {
        let id = match reference {
            Reference::None => return None,
            Reference::Unresolved(referent) => return Some(referent.to_vec()),
            Reference::Item(id) => *id,
        };
        let own = || self.document.item(id)?.referent.clone();
        Some(trim(&self.new_referents.get(id).or_else(own)?).to_vec())
    }

    /// Writes the key of a shared string.
    pub(super) fn key(&mut self, key: &Text) {
        self.text(key, false);
    }
}
