//! Numbers in text. Format document, section 10.2.

use std::io::Write as _;

/// The powers of ten that an `f32` holds exactly.
const POWERS: [f32; 11] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10];

/// Integers below this are `f32`s.
const EXACT: u64 = 1 << 24;

/// The number that a text starts with, and the text behind it.
pub(crate) fn read(text: &[u8]) -> Option<(f32, &[u8])> {
    let (is_negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let (mantissa, rest) = integer(digits, 0);
    let (mantissa, rest, n_decimals) = match rest {
        [b'.', decimals @ ..] => {
            let (mantissa, rest) = integer(decimals, mantissa);
            (mantissa, rest, decimals.len().wrapping_sub(rest.len()))
        }
        _ => (mantissa, rest, 0),
    };
    // The six digits of the programs always go this way: two exact numbers, divided once, are rounded once.
    let is_plain = digits.first().is_some_and(u8::is_ascii_digit) && matches!(rest, [b',' | b']', ..]);
    match POWERS.get(n_decimals) {
        Some(power) if is_plain && mantissa < EXACT => {
            #[expect(clippy::cast_precision_loss, reason = "below EXACT")]
            let number = mantissa as f32 / power;
            Some((if is_negative { -number } else { number }, rest))
        }
        _ => other_number(text),
    }
}

/// Digits that go on with `before`; what does not fit gives `u64::MAX`.
fn integer(mut text: &[u8], before: u64) -> (u64, &[u8]) {
    let mut number = before;
    while let [digit @ b'0'..=b'9', rest @ ..] = text {
        number = number.saturating_mul(10).saturating_add(u64::from(digit.wrapping_sub(b'0')));
        text = rest;
    }
    (number, text)
}

/// Any spelling, exponents and what C prints for NaN included.
fn other_number(text: &[u8]) -> Option<(f32, &[u8])> {
    let is_end = |byte: &u8| matches!(byte, b',' | b']' | b'[') || byte.is_ascii_whitespace();
    let len = text.iter().position(is_end).unwrap_or(text.len());
    let (number, rest) = text.split_at_checked(len)?;
    let number = std::str::from_utf8(number).ok()?;
    // A NaN has a sign, and the one that x86 makes is negative. Old C libraries of Microsoft say what it is after a #.
    let number = match number.to_ascii_lowercase().as_str() {
        "-nan" | "-nan(ind)" | "-1.#ind" | "-1.#qnan" => f32::from_bits(0xffc0_0000),
        "nan" | "+nan" | "1.#qnan" | "1.#ind" => f32::from_bits(0x7fc0_0000),
        "1.#inf" => f32::INFINITY,
        "-1.#inf" => f32::NEG_INFINITY,
        other => other.parse().ok()?,
    };
    Some((number, rest))
}

/// Appends the shortest text that [`read`] gives back the same number for; `None` for a NaN that has none.
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
            ("3.2E+5", 3.2e5),
            ("+2", 2.0),
            (".5", 0.5),
            ("5.", 5.0),
            ("1.#INF", f32::INFINITY),
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
        assert_eq!([nan("-1.#IND"), nan("nan")], [0xffc0_0000, 0x7fc0_0000]);
        assert!(read(b"-0]").unwrap().0.is_sign_negative());
        assert_eq!([read(b""), read(b"]"), read(b"x]"), read(b"-]"), read(b"1x]"), read(b"1 2]")].map(|r| r.is_some()), [
            false, false, false, false, false, true
        ]);
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
