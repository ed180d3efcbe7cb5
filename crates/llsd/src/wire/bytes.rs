//! Bytes as text: base 64, 16 and 85, with white space anywhere. Format document, section 2.6.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// The decoder and encoder of base 64, which accepts missing padding and unused bits that are set.
const BASE_64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

pub(crate) fn base64(bytes: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    let n_digits = base64::encoded_len(bytes.len(), true).unwrap_or_default();
    out.resize(start.saturating_add(n_digits), 0);
    let room = out.get_mut(start..).unwrap_or_default();
    // The buffer has the required size, so this cannot fail.
    let n_written = BASE_64.encode_slice(bytes, room).unwrap_or_default();
    out.truncate(start.saturating_add(n_written));
}

/// Decodes base 64; the inverse of [`base64`].
pub(crate) fn from_base64(text: &[u8]) -> Option<Vec<u8>> {
    if text.iter().any(u8::is_ascii_whitespace) {
        return BASE_64.decode(without_blanks(text)).ok();
    }
    BASE_64.decode(text).ok()
}

/// Encodes bytes as hexadecimal digits in upper case, because python-llsd reads no others.
pub(crate) fn base16(bytes: &[u8], out: &mut Vec<u8>) {
    bytes.iter().for_each(|byte| out.extend_from_slice(&hex(*byte, b"0123456789ABCDEF")));
}

/// The two hexadecimal digits of a byte.
pub(crate) fn hex(byte: u8, digits: &[u8; 16]) -> [u8; 2] {
    [byte >> 4, byte & 15].map(|digit| digits.get(usize::from(digit)).copied().unwrap_or_default())
}

/// Decodes hexadecimal digits; the inverse of [`base16`].
pub(crate) fn from_base16(text: &[u8]) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let digits: Option<Vec<u8>> = without_blanks(text).into_iter().map(digit).collect();
    let digits = digits?;
    let (pairs, rest) = digits.as_chunks::<2>();
    rest.is_empty().then(|| pairs.iter().map(|[high, low]| (high << 4) | low).collect())
}

/// Decodes groups of five digits from `!` to `u` as four bytes each; `z` is four zeros.
#[cfg(any(feature = "xml", test))]
pub(crate) fn from_base85(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut group = Vec::with_capacity(5);
    for byte in without_blanks(text) {
        match byte {
            // Within a group, `z` is not a digit.
            b'z' if group.is_empty() => bytes.extend_from_slice(&[0; 4]),
            b'!'..=b'u' => group.push(byte.saturating_sub(b'!')),
            _ => return None,
        }
        if group.len() == 5 {
            bytes.extend_from_slice(&group_of_85(&group)?);
            group.clear();
        }
    }
    // The last group may be shorter; it has one digit more than bytes.
    if !group.is_empty() {
        let n_bytes = group.len().checked_sub(1).filter(|n| *n > 0)?;
        // Padding with `u`, the highest digit, rounds the number up, so that the leading bytes are right.
        group.resize(5, 84);
        bytes.extend_from_slice(group_of_85(&group)?.get(..n_bytes)?);
    }
    Some(bytes)
}

#[cfg(any(feature = "xml", test))]
fn group_of_85(digits: &[u8]) -> Option<[u8; 4]> {
    // Five digits may exceed 32 bits; no four bytes are written so.
    let number = digits.iter().try_fold(0_u32, |n, digit| n.checked_mul(85)?.checked_add((*digit).into()));
    number.map(u32::to_be_bytes)
}

fn without_blanks(text: &[u8]) -> Vec<u8> {
    text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect()
}

#[cfg(test)]
mod tests {
    use super::{base16, base64, from_base16, from_base64, from_base85};
    use proptest::prelude::*;

    #[test]
    fn texts_of_all_writers_are_read() {
        assert_eq!(from_base64(b" aGVs\n bG8= "), Some(b"hello".to_vec()));
        assert_eq!(
            (from_base64(b"AAE"), from_base64(b"A*=="), from_base64(b"A")),
            (Some(vec![0, 1]), None, None)
        );
        assert_eq!(from_base16(b"68 65\n6C6c6F"), Some(b"hello".to_vec()));
        assert_eq!((from_base16(b"686"), from_base16(b"6g")), (None, None));
        assert_eq!(from_base85(b"87cURD]i,\"Ebo80"), Some(b"Hello World!".to_vec()));
        assert_eq!(from_base85(b"z87cURDZ"), Some(b"\0\0\0\0Hello".to_vec()));
        assert_eq!((from_base85(b"!"), from_base85(b"uuuuu"), from_base85(b"v")), (None, None, None));
    }

    proptest! {
        #[test]
        fn reading_undoes_writing(bytes: Vec<u8>) {
            let (mut digits_64, mut digits_16) = (vec![], vec![]);
            base64(&bytes, &mut digits_64);
            base16(&bytes, &mut digits_16);
            prop_assert_eq!(from_base64(&digits_64), Some(bytes.clone()));
            prop_assert_eq!(from_base16(&digits_16), Some(bytes));
        }
    }
}
