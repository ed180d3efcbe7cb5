//! Colours. Format document, section 6.

use crate::model::{Color3, Color3uint8};
use crate::wire;
use crate::write::Writer;

impl Writer<'_> {
    pub(super) fn color3(&mut self, value: Color3, depth: usize) {
        self.floats(wire::RGB, [value.r, value.g, value.b], depth);
    }

    /// As Studio, with an opaque alpha, so that the number is never below 0xFF000000.
    pub(super) fn color3uint8(&mut self, value: Color3uint8) {
        self.whole(u32::from_be_bytes([0xff, value.r, value.g, value.b]));
    }
}
