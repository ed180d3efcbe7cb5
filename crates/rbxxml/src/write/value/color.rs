//! Writes colours. Format document, section 6.

use crate::wire;
use crate::write::Writer;

impl Writer<'_> {
    pub(super) fn color3(&mut self, value: [f32; 3], depth: usize) {
        self.floats(wire::RGB, value, depth);
    }

    /// Writes a colour as one number. Studio writes an opaque alpha, so the number is never below 0xFF000000.
    pub(super) fn color3uint8(&mut self, [r, g, b]: [u8; 3]) {
        self.whole(u32::from_be_bytes([0xff, r, g, b]));
    }
}
