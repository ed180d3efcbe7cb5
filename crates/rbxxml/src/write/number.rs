//! Writes numbers. Format document, section 5.

use std::io::Write;

/// Writes an integer in decimal.
pub(super) fn whole(out: &mut Vec<u8>, number: i128) {
    if number < 0 {
        out.push(b'-');
    }
    let mut digits = [0; 40];
    let mut left = number.unsigned_abs();
    // Almost all are small, and division of 128 bits is slow.
    let mut n_digits = 0_usize;
    for digit in digits.iter_mut().rev() {
        *digit = match u64::try_from(left) {
            Ok(small) => {
                left = u128::from(small / 10);
                ascii(small % 10)
            }
            Err(_) => {
                let digit = ascii(u64::try_from(left % 10).unwrap_or_default());
                left /= 10;
                digit
            }
        };
        n_digits = n_digits.saturating_add(1);
        if left == 0 {
            break;
        }
    }
    out.extend_from_slice(digits.get(digits.len().saturating_sub(n_digits)..).unwrap_or_default());
}

fn ascii(digit: u64) -> u8 {
    b'0'.wrapping_add(u8::try_from(digit).unwrap_or_default())
}

/// Writes a float as C's `%.9g` or `%.6g` does.
pub(super) fn float(out: &mut Vec<u8>, number: f32, n_digits: usize, long_exponent: bool) {
    if special(out, number.into()) {
        return;
    }
    // `%.9g` of a whole number below a thousand million is that number; with six digits, below a million.
    if number.fract() == 0.0 && number.abs() < 1e6 {
        #[expect(clippy::cast_possible_truncation, reason = "it is whole, and small")]
        return whole(out, (number.abs() as i64).into());
    }
    match scaled(number.abs(), n_digits) {
        Some((digits, exponent)) => {
            let mut text = [0; 12];
            let text = decimal(&mut text, digits, n_digits);
            general(out, text, exponent, n_digits, long_exponent);
        }
        None => printed(out, number.abs().into(), n_digits, long_exponent),
    }
}

/// Writes a double as C's `%.20g` does.
pub(super) fn double(out: &mut Vec<u8>, number: f64, long_exponent: bool) {
    if special(out, number) {
        return;
    }
    // `%.20g` of a whole number of up to twenty digits is that number.
    if number.fract() == 0.0 && number.abs() < 1e15 {
        #[expect(clippy::cast_possible_truncation, reason = "it is whole, and small")]
        return whole(out, (number.abs() as i64).into());
    }
    printed(out, number.abs(), 20, long_exponent);
}

/// Writes the sign, or all of a NaN or an infinity; returns true if nothing else is to be written.
fn special(out: &mut Vec<u8>, number: f64) -> bool {
    if number.is_nan() {
        // The spellings of old Windows runtimes. Format document, section 5.
        out.extend_from_slice(b"NAN");
        return true;
    }
    if number.is_sign_negative() {
        out.push(b'-');
    }
    if number.is_infinite() {
        out.extend_from_slice(b"INF");
        return true;
    }
    false
}

/// The first `n_digits` digits of a positive number as an integer, rounded to even, and the power of ten of the first
/// digit. The calculation with integers is exact. `None` if the number is too small or too large for it.
fn scaled(number: f32, n_digits: usize) -> Option<(u64, i32)> {
    let bits = number.to_bits();
    // The sign bit is 0, so the bits above the mantissa are the exponent: biased by 127, and by 23 more for a whole
    // mantissa.
    let (mantissa, exponent) = match bits >> 23 {
        0 => return None,
        exponent => (bits & 0x7f_ffff | 0x80_0000, i32::try_from(exponent).ok()?.checked_sub(150)?),
    };
    // number = mantissa / 2^shift
    let shift = u32::try_from(exponent.checked_neg()?).ok().filter(|shift| *shift < 127)?;
    let n_digits = u32::try_from(n_digits).ok()?;
    let (least, bound) = (10_u64.checked_pow(n_digits.checked_sub(1)?)?, 10_u64.checked_pow(n_digits)?);
    // The power of ten below 2^(23 - shift), or the one before: log10(2) is 1233/4096.
    let mut power = 23_i32.checked_sub(i32::try_from(shift).ok()?)?.checked_mul(1233)? >> 12;
    loop {
        let scale = u32::try_from(i32::try_from(n_digits).ok()?.checked_sub(1)?.checked_sub(power)?).ok()?;
        let product = u128::from(mantissa).checked_mul(10_u128.checked_pow(scale)?)?;
        let whole = product >> shift;
        let rest = product & 1_u128.checked_shl(shift)?.checked_sub(1)?;
        let half = 1_u128.checked_shl(shift)? >> 1;
        let digits = u64::try_from(whole).ok()?;
        // The estimate of the power was too small or too large by one.
        if digits >= bound {
            power = power.checked_add(1)?;
            continue;
        }
        if digits < least {
            power = power.checked_sub(1)?;
            continue;
        }
        let is_up = rest > half || (rest == half && half > 0 && digits & 1 == 1);
        let digits = digits.checked_add(u64::from(is_up))?;
        // Rounding may have made one digit more, as of 9.9999.
        return Some(if digits == bound { (least, power.checked_add(1)?) } else { (digits, power) });
    }
}

/// The digits of a number, padded with zeros.
fn decimal(text: &mut [u8; 12], mut number: u64, n_digits: usize) -> &[u8] {
    let start = text.len().saturating_sub(n_digits);
    for digit in text.iter_mut().rev().take(n_digits) {
        *digit = ascii(number % 10);
        number /= 10;
    }
    text.get(start..).unwrap_or_default()
}

/// Writes a number like `digits`, but with the standard library, which is exact for any number.
fn printed(out: &mut Vec<u8>, number: f64, n_digits: usize, long_exponent: bool) {
    let mut text = [0; 32];
    let mut left = text.as_mut_slice();
    let precision = n_digits.saturating_sub(1);
    // Thirty-two bytes hold a digit, a point, nineteen digits, and an exponent of three.
    let _ = write!(left, "{number:.precision$e}");
    let left = left.len();
    let text = text.get(..text.len().saturating_sub(left)).unwrap_or_default();
    let mut parts = text.splitn(2, |byte| *byte == b'e');
    let digits: Vec<u8> =
        parts.next().unwrap_or_default().iter().copied().filter(u8::is_ascii_digit).collect();
    let exponent = parts.next().and_then(|text| str::from_utf8(text).ok()?.parse().ok());
    general(out, &digits, exponent.unwrap_or_default(), n_digits, long_exponent);
}

/// Writes digits like C's `%g`: without trailing zeros; with an exponent if it is below -4 or not below the number of
/// digits.
fn general(out: &mut Vec<u8>, digits: &[u8], exponent: i32, n_digits: usize, long_exponent: bool) {
    let n_kept = digits.iter().rposition(|digit| *digit != b'0').map_or(1, |last| last.saturating_add(1));
    let digits = digits.get(..n_kept).unwrap_or(digits);
    let point = |out: &mut Vec<u8>, whole: usize| match digits.split_at_checked(whole) {
        Some((whole, fraction)) => {
            out.extend_from_slice(whole);
            if !fraction.is_empty() {
                out.push(b'.');
                out.extend_from_slice(fraction);
            }
        }
        None => {
            out.extend_from_slice(digits);
            out.resize(out.len().saturating_add(whole.saturating_sub(digits.len())), b'0');
        }
    };
    match usize::try_from(exponent) {
        Ok(exponent) if exponent < n_digits => point(out, exponent.saturating_add(1)),
        Err(_) if exponent >= -4 => {
            out.extend_from_slice(b"0.");
            let zeros = usize::try_from(exponent.unsigned_abs()).unwrap_or_default().saturating_sub(1);
            out.resize(out.len().saturating_add(zeros), b'0');
            out.extend_from_slice(digits);
        }
        _ => {
            point(out, 1);
            out.push(b'e');
            out.push(if exponent < 0 { b'-' } else { b'+' });
            let exponent = exponent.unsigned_abs();
            // Studio wrote three digits up to 2019. Format document, section 5.
            if long_exponent && exponent < 100 {
                out.push(b'0');
            }
            if exponent < 10 {
                out.push(b'0');
            }
            whole(out, exponent.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{double, float};

    fn nine(number: f32) -> String {
        let mut out = Vec::new();
        float(&mut out, number, 9, false);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn floats_are_printed_as_by_c() {
        // The expected texts are from `printf("%.9g")` of glibc.
        let known = [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (-500.0, "-500"),
            (0.1, "0.100000001"),
            (0.2, "0.200000003"),
            (0.05, "0.0500000007"),
            (1e-5, "9.99999975e-06"),
            (1.5e-5, "1.49999996e-05"),
            (0.0001, "9.99999975e-05"),
            (0.00011, "0.000110000001"),
            (123_456_789.0, "123456792"),
            (999_999_999.0, "1e+09"),
            (1e9, "1e+09"),
            (16_777_216.0, "16777216"),
            (3.402_823_5e38, "3.40282347e+38"),
            (1e-45, "1.40129846e-45"),
            (1.175_494_4e-38, "1.17549435e-38"),
            (6.103_515_6e-5, "6.10351562e-05"),
            (f32::INFINITY, "INF"),
            (f32::NEG_INFINITY, "-INF"),
            (f32::NAN, "NAN"),
        ];
        for (number, text) in known {
            assert_eq!(nine(number), text);
        }
        let mut out = Vec::new();
        float(&mut out, 0.052_631_6, 6, false);
        assert_eq!(out, b"0.0526316");
        let mut out = Vec::new();
        float(&mut out, 1e-5, 9, true);
        assert_eq!(out, b"9.99999975e-006");
    }

    #[test]
    fn doubles_are_printed_as_by_c() {
        let text = |number: f64| {
            let mut out = Vec::new();
            double(&mut out, number, false);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(text("2.71828182846".parse().unwrap()), "2.7182818284599998826");
        assert_eq!(text(0.1), "0.10000000000000000555");
        assert_eq!(text(1e300), "1.0000000000000000525e+300");
        assert_eq!(text(-1e15), "-1000000000000000");
        assert_eq!(text(1e20), "1e+20");
        assert_eq!(text(5e-324), "4.9406564584124654418e-324");
    }

    #[test]
    fn whole_numbers_and_the_library_give_the_same_digits() {
        assert_eq!(super::scaled(0.1, 9), Some((100_000_001, -1)));
        assert_eq!(super::scaled(123_456.79, 6), Some((123_457, 5)));
        let mut bits = 0x1234_5678_u32;
        for _ in 0..200_000 {
            bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let number = f32::from_bits(bits & 0x7fff_ffff);
            for n_digits in [6, 9] {
                if let Some((digits, power)) = super::scaled(number, n_digits) {
                    let text = format!("{:.*e}", n_digits - 1, number);
                    let (mantissa, exponent) = text.split_once('e').unwrap();
                    assert_eq!(
                        (digits.to_string(), power),
                        (mantissa.replace('.', ""), exponent.parse().unwrap()),
                        "{number:e}"
                    );
                }
            }
        }
    }
}
