//! Numbers in text. Format document, section 10.2.

use std::io::Write as _;

/// The powers of ten up to 10^8, which an `f32` holds exactly.
const POWERS: [u32; 9] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/// The powers of ten up to 10^14. Their products with [`POWERS`] are exact in an `f64`.
const LARGE_POWERS: [f64; 15] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14];

/// Integers below this number can be stored exactly in an `f32`.
const EXACT: u32 = 1 << 24;

/// Reads the number at the start of a text, and returns it and the rest.
#[inline]
pub(crate) fn read(text: &[u8]) -> Option<(f32, &[u8])> {
    match short_number(text) {
        Some(short) => Some(short),
        None => other_number(text),
    }
}

/// Reads a number in the form that most programs print: a sign, one to nine digits, at most eight decimals, and a
/// negative exponent.
#[inline]
fn short_number(text: &[u8]) -> Option<(f32, &[u8])> {
    // The comparison avoids a branch, because signs cannot be predicted.
    let is_negative = text.first() == Some(&b'-');
    let text = text.get(usize::from(is_negative)..)?;
    let mut integer = 0_u32;
    let mut rest = text;
    while let [digit @ b'0'..=b'9', after @ ..] = rest {
        integer = integer.wrapping_mul(10).wrapping_add(u32::from(digit.wrapping_sub(b'0')));
        rest = after;
    }
    // Nine digits fit in 32 bits.
    if !(1..=9).contains(&text.len().wrapping_sub(rest.len())) {
        return None;
    }
    let (decimals, power, rest) = match rest {
        [b'.', rest @ ..] => decimals(rest)?,
        _ => (0, 1, rest),
    };
    let mantissa = integer.checked_mul(power)?.checked_add(decimals).filter(|mantissa| *mantissa < EXACT)?;
    let (number, rest) = match rest {
        // Two numbers without an error, divided once: rounded once, as it should be.
        #[expect(clippy::cast_precision_loss, reason = "both are exact")]
        [b',' | b']', ..] => (mantissa as f32 / power as f32, rest),
        [b'e', b'-', exponent @ ..] => small_number(mantissa, power, exponent)?,
        _ => return None,
    };
    Some((f32::from_bits(number.to_bits() | u32::from(is_negative) << 31), rest))
}

/// Reads a negative exponent. Returns `mantissa`, divided by `power` and by the power of ten of the exponent, and the
/// rest of the text.
fn small_number(mantissa: u32, power: u32, exponent: &[u8]) -> Option<(f32, &[u8])> {
    let n_digits = exponent.iter().take(4).take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = exponent.split_at_checked(n_digits)?;
    let is_whole = (1..=3).contains(&n_digits) && matches!(rest, [b',' | b']', ..]);
    let exponent = digits
        .iter()
        .fold(0, |number, digit| usize::wrapping_add(usize::wrapping_mul(number, 10), (digit & 0xf).into()));
    let number = f64::from(mantissa) / (f64::from(power) * LARGE_POWERS.get(exponent)?);
    // Rounding twice equals rounding once, except halfway between two `f32`s.
    let is_halfway = number.to_bits() & 0x1fff_ffff == 0x1000_0000;
    #[expect(clippy::cast_possible_truncation, reason = "it is to be rounded")]
    (is_whole && !is_halfway).then_some((number as f32, rest))
}

/// Reads at most eight digits. Returns them as a number, the power of ten by which to divide it, and the rest of the
/// text.
// Eight bytes are looked at together, each in its place of a word: the loop above would take longer.
#[inline]
fn decimals(text: &[u8]) -> Option<(u32, u32, &[u8])> {
    let word = u64::from_le_bytes(*text.first_chunk()?) ^ 0x3030_3030_3030_3030;
    // The highest bit of a byte is set if it is above 9. Carries affect later bytes only.
    let above = (word.wrapping_add(0x7676_7676_7676_7676) | word) & 0x8080_8080_8080_8080;
    let n_digits = above.trailing_zeros() / 8;
    // The digits are padded as if zeros preceded them; without digits the shift is by all bits, and the result is 0.
    let padded = word.checked_shl(64_u32.wrapping_sub(n_digits.wrapping_mul(8))).unwrap_or(0);
    let pairs = padded.wrapping_mul(10).wrapping_add(padded >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(100).wrapping_add(pairs >> 16) & 0x0000_ffff_0000_ffff;
    let eight = fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xffff_ffff;
    let n_digits = n_digits as usize;
    Some((u32::try_from(eight).ok()?, *POWERS.get(n_digits)?, text.get(n_digits..)?))
}

/// Reads a number in any form, including exponents and the NaN that C prints.
#[cold]
#[inline(never)]
fn other_number(text: &[u8]) -> Option<(f32, &[u8])> {
    let is_end = |byte: &u8| matches!(byte, b',' | b']' | b'[') || byte.is_ascii_whitespace();
    let len = text.iter().position(is_end).unwrap_or(text.len());
    let (number, rest) = text.split_at_checked(len)?;
    let number = std::str::from_utf8(number).ok()?;
    Some((number.parse().ok().or_else(|| other_spelling(number))?, rest))
}

/// Reads the spellings of NaN and infinity in Microsoft's C libraries: the name after a `#`, padded with zeros to the
/// precision, or in brackets.
fn other_spelling(number: &str) -> Option<f32> {
    let number = number.to_ascii_lowercase();
    let (is_negative, name) = number.strip_prefix('-').map_or((false, number.as_str()), |name| (true, name));
    let number = match name.trim_end_matches('0') {
        "1.#inf" => f32::INFINITY,
        "1.#qnan" | "1.#snan" | "1.#ind" | "nan(ind)" | "nan(snan)" => f32::from_bits(0x7fc0_0000),
        _ => return None,
    };
    // The NaN that x86 makes is negative.
    Some(if is_negative { -number } else { number })
}

/// Appends the shortest text from which [`read`] restores the number; `None` for a NaN that no text restores.
pub(crate) fn write(number: f32, out: &mut Vec<u8>) -> Option<()> {
    match number.to_bits() {
        0x7fc0_0000 => out.extend(b"nan"),
        0xffc0_0000 => out.extend(b"-nan"),
        _ if number.is_nan() => return None,
        _ if number == 0.0 || (1e-5..1e9).contains(&number.abs()) => write!(out, "{number}").ok()?,
        _ => write!(out, "{number:e}").ok()?,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::{read, write};
    use proptest::prelude::*;

    #[test]
    fn all_spellings_are_read() {
        for (text, number) in [
            ("1", 1.0),
            ("-1", -1.0),
            ("0.530481", 0.530481),
            ("1.50996e-007", 1.50996e-7),
            ("-7.5e-15", -7.5e-15),
            ("0.00950591", 0.00950591),
            ("3.2E+5", 3.2e5),
            ("+2", 2.0),
            (".5", 0.5),
            ("5.", 5.0),
            ("1.#INF", f32::INFINITY),
            ("-1.#INF00", f32::NEG_INFINITY),
            ("-inf", f32::NEG_INFINITY),
            ("16777217", 16_777_216.0),
            ("0.0000000000000000000000000000000000000000000001", 1e-46),
            ("99999999999999999999999999999999999999999999999999", f32::INFINITY),
        ] {
            let with_end = format!("{text}]x");
            assert_eq!(read(with_end.as_bytes()), Some((number, b"]x".as_slice())), "{text}");
            assert_eq!(read(text.as_bytes()), Some((number, b"".as_slice())), "{text}");
        }
        let nan = |text: &str| read(text.as_bytes()).unwrap().0.to_bits();
        for text in ["-1.#IND", "-1.#IND00", "-nan", "-nan(ind)"] {
            assert_eq!(nan(text), 0xffc0_0000, "{text}");
        }
        for text in ["nan", "1.#QNAN", "1.#QNAN0", "1.#SNAN", "nan(snan)"] {
            assert_eq!(nan(text), 0x7fc0_0000, "{text}");
        }
        assert!(read(b"-0]").unwrap().0.is_sign_negative());
        assert_eq!(
            [read(b""), read(b"]"), read(b"x]"), read(b"-]"), read(b"1x]"), read(b"1 2]")]
                .map(|r| r.is_some()),
            [false, false, false, false, false, true]
        );
    }

    proptest! {
        #[test]
        fn reading_undoes_writing(bits: u32) {
            let number = f32::from_bits(bits);
            let mut text = Vec::new();
            match write(number, &mut text) {
                Some(()) => prop_assert_eq!(read(&text).unwrap().0.to_bits(), bits),
                None => prop_assert!(number.is_nan()),
            }
        }

        #[test]
        fn numbers_are_read_as_the_standard_library_does(text in "-?[0-9]{1,12}(\\.[0-9]{0,14})?(e-?0{0,2}[0-9]{1,2})?") {
            let number: f32 = text.parse().unwrap();
            let read = read(format!("{text},").as_bytes()).unwrap().0;
            prop_assert_eq!(read.to_bits(), number.to_bits());
        }
    }
}
