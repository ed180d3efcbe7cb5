//! Formats numbers with the fewest digits that read back as the same value, several times as fast as `fmt`.

use std::fmt::Write as _;

/// Appends an integer.
pub(crate) fn integer(out: &mut String, value: usize) {
    out.push_str(itoa::Buffer::new().format(value));
}

/// Appends a finite number without an exponent.
pub(crate) fn plain(out: &mut String, value: f32) {
    let mut buffer = zmij::Buffer::new();
    let text = buffer.format_finite(value);
    let _ = match text.strip_suffix(".0") {
        Some(whole) => out.write_str(whole),
        // The buffer uses an exponent for very large and small numbers.
        None if text.contains('e') => write!(out, "{value}"),
        None => out.write_str(text),
    };
}

/// Appends a finite number with an exponent if that is shorter.
pub(crate) fn short(out: &mut String, value: f32) {
    let size = value.abs();
    // An exponent takes at least two characters, and saves only trailing zeros of integers and leading zeros of
    // fractions.
    let is_plain = if size.fract() == 0.0 { size < 1000.0 } else { size >= 0.01 };
    if is_plain {
        plain(out, value);
    } else {
        out.push_str(&shorter(format!("{value}"), format!("{value:e}")));
    }
}

/// The shorter of two spellings.
pub(crate) fn shorter(plain: String, scientific: String) -> String {
    if scientific.len() < plain.len() { scientific } else { plain }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        let shown = |value| {
            let mut text = String::new();
            short(&mut text, value);
            text
        };
        let numbers = [0.1, 1.0, -0.0, 1e-7, 3.4e38, 0.333_333_34, 100.0, 1000.0, 0.01, 0.001];
        let texts = ["0.1", "1", "-0", "1e-7", "3.4e38", "0.33333334", "100", "1e3", "0.01", "1e-3"];
        assert_eq!(numbers.map(shown), texts);
    }

    #[test]
    fn texts_are_as_long_as_those_of_the_standard_library_and_come_back() {
        // Floats with all exponents and signs, and various digits.
        let bits = (0..400_000_u32).map(|index| index.wrapping_mul(0x9E37_79B9));
        let round = (0..60_000_u16).flat_map(|n| [f32::from(n), f32::from(n) / 1000.0, f32::from(n) * 1e4]);
        let numbers = bits.map(f32::from_bits).chain(round);
        for value in numbers.filter(|value| value.is_finite()) {
            let (mut decimal, mut brief) = (String::new(), String::new());
            plain(&mut decimal, value);
            short(&mut brief, value);
            // Of two equally near texts, the standard library may choose the other, so only lengths are compared.
            for (text, like) in
                [(&decimal, value.to_string()), (&brief, shorter(value.to_string(), format!("{value:e}")))]
            {
                assert_eq!(
                    (text.len(), text.contains('e')),
                    (like.len(), like.contains('e')),
                    "{text} {like}"
                );
                assert_eq!(text.parse::<f32>().unwrap().to_bits(), value.to_bits(), "{text}");
            }
        }
    }
}
