//! Writes ranges and sequences: numbers in groups. Format document, section 6.

use crate::model::{ColorKeypoint, NumberKeypoint, NumberRange};
use crate::options::NumberForm;
use crate::write::{Writer, number};

impl Writer<'_> {
    /// Writes numbers, each followed by a space, as Studio does with six digits. More digits are written if six are not
    /// exact.
    fn numbers<const N: usize>(&mut self, groups: impl IntoIterator<Item = [f32; N]>) {
        for number in groups.into_iter().flatten() {
            let start = self.out.len();
            let long_exponent = self.document.three_digit_exponents;
            number::float(&mut self.out, number, 6, long_exponent);
            let text = self.out.get(start..).unwrap_or_default();
            let is_exact = self.options.form == NumberForm::Studio
                || !number.is_finite()
                || str::from_utf8(text).is_ok_and(|text| text.parse::<f32>().is_ok_and(|six| six == number));
            if !is_exact {
                self.out.truncate(start);
                number::float(&mut self.out, number, 9, long_exponent);
            }
            // Studio writes a space after the last number, too.
            self.out.push(b' ');
        }
    }

    pub(super) fn number_range(&mut self, value: &NumberRange) {
        self.numbers([[value.min, value.max]]);
    }

    pub(super) fn number_sequence(&mut self, value: &[NumberKeypoint]) {
        self.numbers(value.iter().map(|keypoint| [keypoint.time, keypoint.value, keypoint.envelope]));
    }

    pub(super) fn color_sequence(&mut self, value: &[ColorKeypoint]) {
        let numbers = |keypoint: &ColorKeypoint| {
            let ColorKeypoint { time, color: [r, g, b], envelope } = *keypoint;
            [time, r, g, b, envelope]
        };
        self.numbers(value.iter().map(numbers));
    }
}
