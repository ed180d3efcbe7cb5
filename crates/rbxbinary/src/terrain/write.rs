//! Writes terrain. Format document, section 6.4.

use super::Grid;
use super::read::Step;
use crate::common::output::Output;

impl Grid<'_> {
    /// Writes the bytes of the property.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut out = Output::default();
        if !self.is_headless {
            // The version, and the number of bits of a coordinate in a chunk. Format document, section 6.4.
            out.bytes(&[1, 5]);
        }
        let mut before = [0; 3];
        for chunk in &self.chunks {
            let ([x, y, z], [a, b, c]) = (chunk.position(), before);
            out.value(&Step([x.wrapping_sub(a), y.wrapping_sub(b), z.wrapping_sub(c)]));
            out.bytes(&chunk.pack());
            before = chunk.position();
        }
        out.bytes(&self.undecoded);
        out.0
    }
}
