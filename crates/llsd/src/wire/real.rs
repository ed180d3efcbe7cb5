//! Numbers as text.

/// Parses a decimal number and nothing else.
pub(crate) fn decimal(text: &[u8]) -> Option<f64> {
    let digits = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
    // This excludes the words that Rust accepts.
    matches!(digits, [b'0'..=b'9' | b'.', ..]).then_some(())?;
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// Parses a number, or any program's word for NaN or infinity, in any case. Format document, section 2.3.
pub(crate) fn parse(text: &[u8]) -> Option<f64> {
    decimal(text).or_else(|| {
        let (is_negative, word) = match text {
            [b'-', word @ ..] => (true, word),
            [b'+', word @ ..] => (false, word),
            word => (false, word),
        };
        let number = match word.to_ascii_lowercase().as_slice() {
            b"nan" | b"nans" | b"nanq" | b"nan(ind)" | b"nan(snan)" => f64::NAN,
            // The words of Microsoft's C library, up to Visual Studio 2013.
            b"1.#qnan" | b"1.#ind" | b"1.#snan" => f64::NAN,
            b"inf" | b"infinity" | b"1.#inf" => f64::INFINITY,
            _ => return None,
        };
        Some(if is_negative { -number } else { number })
    })
}

/// Returns true if the number in the text is too large or too small for a real, which is therefore infinity
/// or 0.
pub(crate) fn is_lost(text: &[u8], number: f64) -> bool {
    let mut mantissa = text.iter().take_while(|byte| !matches!(byte, b'e' | b'E'));
    let is_lost = number.is_infinite() || number == 0.0 && mantissa.any(|byte| matches!(byte, b'1'..=b'9'));
    // Otherwise it is a word.
    is_lost && decimal(text).is_some()
}

/// The length of the word for NaN or infinity at the start of the text, if there is one.
pub(crate) fn word_length(text: &[u8]) -> Option<usize> {
    matches!(text, [b'n' | b'N' | b'i' | b'I', ..] | [b'1', b'.', b'#', ..]).then_some(())?;
    // Longer words first.
    #[rustfmt::skip]
    const WORDS: [&str; 11] = [
        "nan(snan)", "nan(ind)", "nans", "nanq", "nan", "infinity", "inf", "1.#qnan", "1.#snan", "1.#inf", "1.#ind",
    ];
    let begins =
        |word: &&str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()));
    WORDS.iter().find(|word| begins(word)).map(|word| word.len())
}

/// The shortest text that [`parse`] reads as the same number, except for the payload of a NaN.
pub(crate) fn exact(number: f64, out: &mut Vec<u8>) {
    if number.is_finite() {
        out.extend_from_slice(zmij::Buffer::new().format_finite(number).as_bytes());
    } else {
        out.extend_from_slice(word(number).as_bytes());
    }
}

/// Formats a number like [`exact`], but omits a fraction of 0.
pub(crate) fn text(number: f64) -> String {
    let mut text = Vec::new();
    exact(number, &mut text);
    let text = String::from_utf8(text).unwrap_or_default();
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

/// Formats an integer, five times as fast as `fmt`.
pub(crate) fn integer(number: i32, out: &mut Vec<u8>) {
    if number < 0 {
        out.push(b'-');
    }
    digits(number.unsigned_abs().into(), out);
}

fn digits(number: u64, out: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut rest = number;
    let mut n_left = digits.len();
    for place in digits.iter_mut().rev() {
        *place = digit(rest);
        rest = rest.wrapping_div(10);
        n_left = n_left.wrapping_sub(1);
        if rest == 0 {
            break;
        }
    }
    out.extend_from_slice(digits.get(n_left..).unwrap_or_default());
}

/// The last decimal digit of a number, as a character.
fn digit(number: u64) -> u8 {
    b'0'.wrapping_add(u8::try_from(number.wrapping_rem(10)).unwrap_or_default())
}

fn word(number: f64) -> String {
    let sign = if number.is_sign_negative() { "-" } else { "" };
    format!("{sign}{}", if number.is_nan() { "nan" } else { "inf" })
}

/// Formats a number with this many significant digits, like `%g` in C and C++ streams.
pub(crate) fn general(number: f64, n_digits: usize) -> String {
    if !number.is_finite() {
        return word(number);
    }
    // The exponent is that of the rounded number, which may be one higher: 999,999.5 is `1e+06`.
    let scientific = format!("{number:.*e}", n_digits.saturating_sub(1));
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    // `%g` uses the scientific form if the exponent is below -4 or not below the number of digits.
    let text = match usize::try_from(exponent) {
        Ok(whole) if whole < n_digits => {
            let n_decimals = n_digits.saturating_sub(1).saturating_sub(whole);
            format!("{number:.n_decimals$}")
        }
        Err(_) if exponent >= -4 => {
            let n_zeros = usize::try_from(exponent.unsigned_abs()).unwrap_or_default();
            let n_decimals = n_digits.saturating_sub(1).saturating_add(n_zeros);
            format!("{number:.n_decimals$}")
        }
        _ => {
            let sign = if exponent < 0 { '-' } else { '+' };
            // The exponent has a sign and at least two digits.
            return format!("{}e{sign}{:02}", without_zeros(mantissa), exponent.unsigned_abs());
        }
    };
    without_zeros(&text).into()
}

fn without_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

#[cfg(test)]
mod tests {
    use super::{decimal, exact, general, is_lost, parse};
    use proptest::prelude::*;

    #[test]
    fn general_is_what_c_prints() {
        for (number, six) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (0.1, "0.1"),
            (1.0 / 3.0, "0.333333"),
            (100_000.0, "100000"),
            (1_000_000.0, "1e+06"),
            (999_999.5, "1e+06"),
            (123_456_789.0, "1.23457e+08"),
            (-0.00004, "-4e-05"),
            (0.00012345678, "0.000123457"),
            (6.7e256, "6.7e+256"),
            (f64::NEG_INFINITY, "-inf"),
        ] {
            assert_eq!(general(number, 6), six);
        }
        assert_eq!(general(0.1, 25), "0.1000000000000000055511151");
        assert_eq!(general(5.0, 25), "5");
    }

    #[test]
    fn words_are_numbers_that_are_none() {
        for text in ["nan", "NaN", "-nan", "NaNS", "nanq", "1.#QNAN", "+nan", "-nan(ind)", "nan(snan)"] {
            assert!(parse(text.as_bytes()).unwrap().is_nan(), "{text}");
        }
        for text in ["inf", "INF", "+Infinity", "1.#inf"] {
            assert_eq!(parse(text.as_bytes()), Some(f64::INFINITY), "{text}");
        }
        assert_eq!(parse(b"-Infinity"), Some(f64::NEG_INFINITY));
        for text in ["", "-", "x", "12x", "infinit", "1e", " 1"] {
            assert_eq!(parse(text.as_bytes()), None, "{text}");
        }
        assert_eq!((decimal(b"inf"), decimal(b".5"), decimal(b"+5.")), (None, Some(0.5), Some(5.0)));
    }

    #[test]
    fn numbers_that_no_real_can_hold_are_lost() {
        let is_lost = |text: &str| is_lost(text.as_bytes(), parse(text.as_bytes()).unwrap());
        assert!(["1e999", "-1E400", "1e-400", "0.1e-330"].into_iter().all(is_lost));
        assert!(
            !["inf", "-Infinity", "1.#inf", "nan", "0", "-0.00e9", "1e308", "5e-324"]
                .into_iter()
                .any(is_lost)
        );
    }

    proptest! {
        #[test]
        fn exact_is_the_shortest(whole in -2_000_000_000_000_000_i64..2_000_000_000_000_000, scale in 0..6_usize) {
            let number = whole as f64 / [1.0, 10.0, 100.0, 1000.0, 1e4, 1e9][scale];
            let mut text = vec![];
            exact(number, &mut text);
            let digits = |text: &str| {
                let mantissa = text.split('e').next().unwrap_or_default().replace(['-', '.'], "");
                mantissa.trim_matches('0').to_owned()
            };
            prop_assert_eq!(digits(str::from_utf8(&text).unwrap()), digits(&format!("{number:?}")));
        }

        #[test]
        fn exact_comes_back(bits: u64) {
            let number = f64::from_bits(bits);
            let mut text = vec![];
            exact(number, &mut text);
            let again = parse(&text).unwrap();
            prop_assert!(again.to_bits() == bits || again.is_nan() && number.is_nan());
        }
    }
}
