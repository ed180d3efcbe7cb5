//! Writes values that are one word. Format document, section 5.

use crate::model::UniqueId;
use crate::write::{Writer, number};

impl Writer<'_> {
    pub(super) fn bool(&mut self, value: bool) {
        self.out.extend_from_slice(if value { b"true" } else { b"false" });
    }

    pub(super) fn float(&mut self, number: f32) {
        number::float(&mut self.out, number, 9, self.document.three_digit_exponents);
    }

    pub(super) fn double(&mut self, number: f64) {
        number::double(&mut self.out, number, self.document.three_digit_exponents);
    }

    pub(super) fn whole(&mut self, number: impl Into<i128>) {
        number::whole(&mut self.out, number.into());
    }

    /// Writes 32 hexadecimal digits.
    pub(super) fn unique_id(&mut self, value: &UniqueId) {
        let UniqueId { random, time, index } = *value;
        // The random number comes first, and the digits are in lower case.
        let bytes = random.to_be_bytes().into_iter().chain(time.to_be_bytes()).chain(index.to_be_bytes());
        let digits = bytes.flat_map(|byte| [byte >> 4, byte & 15]);
        self.out.extend(
            // `W` precedes `a` by ten.
            digits.map(|digit| if digit < 10 { b'0'.wrapping_add(digit) } else { b'W'.wrapping_add(digit) }),
        );
    }
}
