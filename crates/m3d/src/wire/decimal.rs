//! Numbers in the text form. Text format document, section 2.

use std::io::Write as _;

/// A float type of the text form.
pub(crate) trait Real: Copy + Default + std::fmt::Display {
    const ONE: Self;

    /// Reads the number at the start of a text; returns it and the rest.
    fn read(text: &[u8]) -> Option<(Self, &[u8])>;

    /// Appends the shortest text that [`read`](Self::read) reads as the same number; returns `None` for infinities
    /// and NaN, which have no text.
    fn write(self, out: &mut Vec<u8>) -> Option<()>;
}

/// The powers of ten up to 10^18, for the digits that [`read_short`] accepts; a double represents all of them
/// exactly.
const POWERS: [f64; 19] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18];

/// A decimal without exponent: its sign, its digits as an integer, and the number of decimals.
struct Short {
    is_negative: bool,
    mantissa: u64,
    n_decimals: usize,
}

impl Short {
    /// The shortest decimal that is read as this number; `None` for very large and very small numbers.
    fn shortest(number: f32) -> Option<Self> {
        const SIZES: [f64; 9] = [1e-3, 1e-2, 1e-1, 1e0, 1e1, 1e2, 1e3, 1e4, 1e5];
        let (is_negative, size) = (number.is_sign_negative(), number.abs());
        if size == 0.0 {
            return Some(Self { is_negative, mantissa: 0, n_decimals: 0 });
        }
        let wide = f64::from(size);
        // The number of digits before the decimal point, plus 3.
        let place = SIZES.iter().filter(|size| wide >= **size).count();
        if place == 0 || wide >= 1e6 {
            return None;
        }
        // A decimal of up to six digits survives the conversion to a float and back, and nine digits identify every
        // float.
        (6_usize..=9).find_map(|n_digits| {
            let n_decimals = n_digits.saturating_add(3).saturating_sub(place);
            let power = POWERS.get(n_decimals)?;
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 10^9 + 1")]
            let mantissa = (wide * power + 0.5) as u64;
            // Below a power of two, floats are closer together than above it, so the decimal may be nearer to the
            // next float.
            let is_regular = n_digits == 6 || size.to_bits().trailing_zeros() < f32::MANTISSA_DIGITS - 1;
            #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "as it is read")]
            let is_it = is_regular && (mantissa as f64 / power) as f32 == size;
            is_it.then_some(Self { is_negative, mantissa, n_decimals })
        })
    }

    fn write(mut self, out: &mut Vec<u8>) {
        while self.n_decimals > 0 && self.mantissa.is_multiple_of(10) {
            (self.mantissa, self.n_decimals) = (self.mantissa / 10, self.n_decimals.saturating_sub(1));
        }
        // Digits are written from the last to the first, and at least one before the point.
        let (mut text, mut start, mut n_digits) = ([0; 24], 24_usize, 0_usize);
        let mut put = |byte: u8| {
            start = start.saturating_sub(1);
            if let Some(place) = text.get_mut(start) {
                *place = byte;
            }
        };
        while self.mantissa > 0 || n_digits <= self.n_decimals {
            if n_digits == self.n_decimals && n_digits > 0 {
                put(b'.');
            }
            put(b'0'.wrapping_add((self.mantissa % 10).to_le_bytes()[0]));
            (self.mantissa, n_digits) = (self.mantissa / 10, n_digits.saturating_add(1));
        }
        if self.is_negative {
            put(b'-');
        }
        out.extend_from_slice(text.get(start..).unwrap_or_default());
    }
}

/// Reads a sign and at most 18 digits with an optional point, which fit 64 bits. Returns `None` for other numbers,
/// such as those with an exponent.
#[inline]
fn read_short(text: &[u8]) -> Option<(Short, &[u8])> {
    let (is_negative, unsigned) = match text {
        [b'-', rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let (mantissa, mut rest) = digits(0, unsigned);
    let mut n_digits = unsigned.len().wrapping_sub(rest.len());
    let (mut all, mut n_decimals) = (mantissa, 0);
    if let [b'.', decimals @ ..] = rest {
        (all, rest) = many_digits(mantissa, decimals);
        n_decimals = decimals.len().wrapping_sub(rest.len());
        n_digits = n_digits.wrapping_add(n_decimals);
    }
    let is_end = rest.first().is_none_or(|byte| !is_number_byte(*byte));
    let is_short = is_end && (1..=18).contains(&n_digits);
    is_short.then_some((Short { is_negative, mantissa: all, n_decimals }, rest))
}

/// Appends the digits of a text to an integer, which wraps if there are too many; the caller must check their
/// number.
#[inline]
fn digits(mut number: u64, mut text: &[u8]) -> (u64, &[u8]) {
    while let [digit @ b'0'..=b'9', rest @ ..] = text {
        number = number.wrapping_mul(10).wrapping_add(u64::from(digit.wrapping_sub(b'0')));
        text = rest;
    }
    (number, text)
}

/// Appends digits like [`digits`], but up to eight at a time, because most decimals have six or seven.
#[inline]
fn many_digits(number: u64, text: &[u8]) -> (u64, &[u8]) {
    let Some(bytes) = text.first_chunk() else { return digits(number, text) };
    // A digit becomes its value, and every other byte becomes a value above 9.
    let word = u64::from_le_bytes(*bytes) ^ 0x3030_3030_3030_3030;
    // The highest bit of a byte is set if the byte is above 9. A carry changes only bytes after the first such byte.
    let above = (word.wrapping_add(0x7676_7676_7676_7676) | word) & 0x8080_8080_8080_8080;
    let n_digits = above.trailing_zeros() / 8;
    // The digits are padded with zeros on the left. A shift by 64 bits, for no digits, gives `None`, hence 0.
    let padded = word.checked_shl(64_u32.wrapping_sub(n_digits.wrapping_mul(8))).unwrap_or(0);
    // The first digit is in the lowest byte. Each step joins neighbours: digits to pairs, pairs to fours, fours to
    // eight.
    let pairs = padded.wrapping_mul(10).wrapping_add(padded >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(100).wrapping_add(pairs >> 16) & 0x0000_ffff_0000_ffff;
    let eight = fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xffff_ffff;
    let n_digits = n_digits as usize;
    let power = TENS.get(n_digits).copied().unwrap_or_default();
    digits(number.wrapping_mul(power).wrapping_add(eight), text.get(n_digits..).unwrap_or_default())
}

/// The powers of ten up to eight digits.
const TENS: [u64; 9] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/// Reads any number with the standard library.
fn read_any<T: std::str::FromStr>(text: &[u8]) -> Option<(T, &[u8])> {
    let len = text.iter().position(|byte| !is_number_byte(*byte)).unwrap_or(text.len());
    let (number, rest) = text.split_at_checked(len)?;
    Some((std::str::from_utf8(number).ok()?.parse().ok()?, rest))
}

fn is_number_byte(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E')
}

impl Real for f32 {
    const ONE: Self = 1.0;

    #[inline]
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "see below")]
    fn read(text: &[u8]) -> Option<(Self, &[u8])> {
        match read_short(text) {
            // The quotient of two exact doubles is rounded twice, which gives the same as rounding once: with so few
            // digits, no decimal is closer to the middle of two floats than a double can represent.
            Some((short, rest)) if short.mantissa < 1 << 50 && short.n_decimals <= 11 => {
                let power = POWERS.get(short.n_decimals)?;
                let number = (short.mantissa as f64 / power) as Self;
                Some((if short.is_negative { -number } else { number }, rest))
            }
            _ => read_any(text).filter(|(number, _): &(Self, _)| number.is_finite()),
        }
    }

    fn write(self, out: &mut Vec<u8>) -> Option<()> {
        if let Some(short) = Short::shortest(self) {
            short.write(out);
            return Some(());
        }
        write_formatted(
            f64::from(self).is_finite(),
            self == 0.0 || (1e-5..1e9).contains(&self.abs()),
            &self,
            out,
        )
    }
}

impl Real for f64 {
    const ONE: Self = 1.0;

    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
    fn read(text: &[u8]) -> Option<(Self, &[u8])> {
        match read_short(text) {
            // The quotient of two exact doubles is rounded once.
            Some((short, rest)) if short.mantissa < 1 << 53 => {
                let number = short.mantissa as Self / POWERS.get(short.n_decimals)?;
                Some((if short.is_negative { -number } else { number }, rest))
            }
            _ => read_any(text).filter(|(number, _): &(Self, _)| number.is_finite()),
        }
    }

    fn write(self, out: &mut Vec<u8>) -> Option<()> {
        write_formatted(self.is_finite(), self == 0.0 || (1e-5..1e15).contains(&self.abs()), &self, out)
    }
}

fn write_formatted<T: std::fmt::Display + std::fmt::LowerExp>(
    is_finite: bool,
    is_plain: bool,
    number: &T,
    out: &mut Vec<u8>,
) -> Option<()> {
    let written = if is_plain { write!(out, "{number}") } else { write!(out, "{number:e}") };
    written.ok().filter(|()| is_finite)
}

#[cfg(test)]
mod tests {
    use super::Real;
    use proptest::prelude::*;

    #[test]
    fn the_spellings_of_c_are_read() {
        for (text, number) in
            [("1", 1.0), (".5", 0.5), ("5.", 5.0), ("+.5", 0.5), ("-1e-1", -0.1), ("3.2E+5", 3.2e5)]
        {
            assert_eq!(f32::read(text.as_bytes()), Some((number as f32, &b""[..])), "{text}");
            assert_eq!(f64::read(format!("{text} x").as_bytes()), Some((number, &b" x"[..])), "{text}");
        }
        for text in ["", "-", ".", "e5", "nan", "inf", "1e999", "1-2", "--1", "0x10 "] {
            assert!(f64::read(text.as_bytes()).is_none_or(|(_, rest)| rest.first() == Some(&b'x')), "{text}");
        }
        assert!(f32::read(b"-0").unwrap().0.is_sign_negative());
        // Bytes after the number are no digits of it.
        assert_eq!(f64::read(b"5.\n1 2 3 4 5"), Some((5.0, &b"\n1 2 3 4 5"[..])));
        // The double nearest to this decimal is halfway between two floats, but the decimal is not.
        assert_eq!(f32::read(b"0.00329562125261873"), Some((0.003_295_621_1, &b""[..])));
    }

    #[test]
    fn very_large_and_small_numbers_have_an_exponent() {
        let text = |number: f32| {
            let mut texts = [Vec::new(), Vec::new()];
            number.write(&mut texts[0]).unwrap();
            f64::from(number).write(&mut texts[1]).unwrap();
            texts.map(|text| String::from_utf8(text).unwrap())
        };
        assert_eq!(text(0.0), ["0", "0"]);
        assert_eq!(text(-1.0 / 131_072.0), ["-7.6293945e-6", "-7.62939453125e-6"]);
        assert_eq!(text((1_u32 << 30) as f32), ["1.0737418e9", "1073741824"]);
        assert_eq!(text((1_u64 << 50) as f32), ["1.1258999e15", "1.125899906842624e15"]);
    }

    proptest! {
        #[test]
        fn reading_undoes_writing(single: f32, double: f64) {
            let mut text = Vec::new();
            if single.write(&mut text).is_some() {
                prop_assert_eq!(f32::read(&text), Some((single, &b""[..])));
            }
            // Numbers of a common size, and numbers near a power of two.
            for near in [single % 2.0, single % 1e4, f32::from_bits(single.to_bits() & !0x7f_fffe)] {
                if near.is_finite() && (near == 0.0 || (1e-5..1e9).contains(&near.abs())) {
                    text.clear();
                    near.write(&mut text);
                    prop_assert_eq!(String::from_utf8_lossy(&text), near.to_string());
                }
            }
            text.clear();
            if double.write(&mut text).is_some() {
                prop_assert_eq!(f64::read(&text), Some((double, &b""[..])));
            }
        }

        #[test]
        fn numbers_are_read_as_the_standard_library_does(
            text in "-?([0-9]{1,20}(\\.[0-9]{0,20})?|\\.[0-9]{1,8})(e-?[0-9])?",
        ) {
            prop_assert_eq!(f32::read(text.as_bytes()), Some((text.parse().unwrap(), &b""[..])));
            prop_assert_eq!(f64::read(text.as_bytes()), Some((text.parse().unwrap(), &b""[..])));
        }
    }
}
