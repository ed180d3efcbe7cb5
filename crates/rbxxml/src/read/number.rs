//! Numbers. Format document, section 5.

use std::str::FromStr;

/// An integer; the flag is set if it was out of range and became the nearest number in the range.
pub(super) struct Whole<T> {
    pub(super) value: T,
    pub(super) is_clamped: bool,
}

/// Reads an integer in decimal, in hexadecimal, or written as a float. Numbers out of range are clamped.
pub(super) fn whole<T: TryFrom<i128>>(text: &[u8], least: T, largest: T) -> Option<Whole<T>> {
    let wide = wide(text)?;
    Some(match T::try_from(wide) {
        Ok(value) => Whole { value, is_clamped: false },
        Err(_) => Whole { value: if wide < 0 { least } else { largest }, is_clamped: true },
    })
}

fn wide(text: &[u8]) -> Option<i128> {
    let (is_negative, digits) = signed(text);
    // Up to 18 digits fit into an i64.
    if (1..=18).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit) {
        let add =
            |sum: i64, digit: &u8| sum.wrapping_mul(10).wrapping_add(i64::from(digit.wrapping_sub(b'0')));
        let sum = i128::from(digits.iter().fold(0, add));
        return Some(if is_negative { sum.saturating_neg() } else { sum });
    }
    if digits.len() > LONGEST {
        return None;
    }
    let sum = match digits {
        [b'0', b'x' | b'X', hex @ ..] if !hex.is_empty() && hex.iter().all(u8::is_ascii_hexdigit) => {
            // A number too large for 128 bits is out of every range, and becomes the largest number of its type.
            i128::from_str_radix(str::from_utf8(hex).ok()?, 16).unwrap_or(i128::MAX)
        }
        _ if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => {
            str::from_utf8(digits).ok()?.parse().unwrap_or(i128::MAX)
        }
        _ => {
            let float = double(digits).filter(|float| float.fract() == 0.0 && *float >= 0.0)?;
            #[expect(
                clippy::cast_possible_truncation,
                reason = "saturates, as a number that is too large does"
            )]
            let sum = float as i128;
            sum
        }
    };
    Some(if is_negative { sum.saturating_neg() } else { sum })
}

/// Parses a float in the spelling of any C runtime.
pub(super) fn float(text: &[u8]) -> Option<f32> {
    let (is_negative, digits) = signed(text);
    // Seven digits are exact in an f32, and most numbers are short.
    if (1..=7).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit) {
        let add =
            |sum: u16, digit: u8| sum.wrapping_mul(10).wrapping_add(u16::from(digit.wrapping_sub(b'0')));
        // Each group has four digits at most, so it fits 16 bits, whose conversion to a float is exact.
        let sum = match digits.split_last_chunk::<4>() {
            Some((high, low)) => {
                let high = high.iter().fold(0, |sum, digit| add(sum, *digit));
                f32::from(high) * 10_000.0 + f32::from(low.iter().fold(0, |sum, digit| add(sum, *digit)))
            }
            None => f32::from(digits.iter().fold(0, |sum, digit| add(sum, *digit))),
        };
        return Some(if is_negative { -sum } else { sum });
    }
    #[expect(clippy::cast_possible_truncation, reason = "of a hexadecimal number, rounded as it must be")]
    parsed(text, [f32::NAN, f32::INFINITY, f32::NEG_INFINITY])
        .or_else(|| hexadecimal(text).map(|float| float as f32))
}

/// Parses like [`float`], in double precision.
pub(super) fn double(text: &[u8]) -> Option<f64> {
    parsed(text, [f64::NAN, f64::INFINITY, f64::NEG_INFINITY]).or_else(|| hexadecimal(text))
}

/// Returns true if an exponent has three digits where two are enough, as old runtimes wrote them.
pub(super) fn has_long_exponent(text: &[u8]) -> bool {
    let exponent = text.iter().position(|byte| matches!(byte, b'e' | b'E')).and_then(|at| text.get(at..));
    matches!(exponent, Some([_, b'+' | b'-', b'0', _, _]))
}

/// The maximum length of a number. Programs write about thirty characters at most.
const LONGEST: usize = 400;

/// Parses a number. The values for NaN and the infinities are passed in.
fn parsed<T: FromStr>(text: &[u8], [nan, infinity, negative_infinity]: [T; 3]) -> Option<T> {
    let (is_negative, unsigned) = signed(text);
    let word = |word: &[u8]| unsigned.eq_ignore_ascii_case(word);
    if matches!(unsigned.first(), Some(b'0'..=b'9' | b'.')) && unsigned.len() <= LONGEST {
        // Old Windows runtimes write `1.#INF`, `-1.#IND` and so on; `%f` adds zeros.
        if let Some(mut what) = unsigned.strip_prefix(b"1.#") {
            while let [rest @ .., b'0'] = what {
                what = rest;
            }
            let is = |word: &[u8]| what.eq_ignore_ascii_case(word);
            let is_nan = is(b"ind") || is(b"qnan") || is(b"snan");
            let infinity = || if is_negative { negative_infinity } else { infinity };
            return if is(b"inf") { Some(infinity()) } else { is_nan.then_some(nan) };
        }
        return str::from_utf8(text).ok()?.parse().ok();
    }
    if word(b"inf") || word(b"infinity") {
        return Some(if is_negative { negative_infinity } else { infinity });
    }
    let is_nan = [b"nan".as_slice(), b"nan(ind)", b"nan(snan)"].into_iter().any(word);
    is_nan.then_some(nan)
}

/// Parses a hexadecimal float such as `0x1.8p3`, as C does.
fn hexadecimal(text: &[u8]) -> Option<f64> {
    let (is_negative, unsigned) = signed(text);
    let [b'0', b'x' | b'X', digits @ ..] = unsigned else { return None };
    let text = str::from_utf8(digits).ok().filter(|text| text.len() <= LONGEST)?.to_ascii_lowercase();
    let (digits, exponent) = text.split_once('p').unwrap_or((&text, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut sum = 0.0_f64;
    let mut n_digits = 0_i32;
    for digit in whole.chars().chain(fraction.chars()) {
        sum = sum * 16.0 + f64::from(digit.to_digit(16)?);
        n_digits = n_digits.saturating_add(1);
    }
    let fraction = i32::try_from(fraction.len()).ok()?.saturating_mul(4);
    let exponent = exponent.parse::<i32>().ok()?.saturating_sub(fraction);
    // Half of the power at a time, since all of it may be too small for a number of its own where the value is not. Zero
    // times an infinite power would be NaN.
    let half = exponent / 2;
    let power = |exponent| 2.0_f64.powi(exponent);
    let value = if sum == 0.0 { sum } else { sum * power(half) * power(exponent.saturating_sub(half)) };
    (n_digits > 0).then_some(if is_negative { -value } else { value })
}

fn signed(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_integer_has_at_most_so_many_digits() {
        let of = |n_zeros| whole(format!("{}7", "0".repeat(n_zeros)).as_bytes(), i32::MIN, i32::MAX);
        assert_eq!(of(LONGEST - 1).map(|found| (found.value, found.is_clamped)), Some((7, false)));
        assert!(of(LONGEST).is_none());
    }
}
