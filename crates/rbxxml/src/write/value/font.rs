//! Writes fonts. Format document, section 6.

use crate::model::{Font, FontStyle};
use crate::wire;
use crate::write::Writer;

impl Writer<'_> {
    pub(super) fn font(&mut self, value: &Font, plain_space: bool, depth: usize) {
        let [family, weight, style, face] = wire::FONT else { return };
        self.child(family, depth, |writer| writer.content_id(&value.family, plain_space));
        self.child(weight, depth, |writer| writer.whole(value.weight));
        self.child(style, depth, |writer| writer.style(&value.style));
        if let Some(cached) = &value.cached_face_id {
            self.child(face, depth, |writer| writer.content_id(cached, plain_space));
        }
    }

    fn style(&mut self, value: &FontStyle) {
        match value {
            FontStyle::Normal => self.out.extend_from_slice(b"Normal"),
            FontStyle::Italic => self.out.extend_from_slice(b"Italic"),
            FontStyle::Other(name) => self.text(name, false),
        }
    }
}
