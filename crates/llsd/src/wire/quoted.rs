//! Text in quotes with escapes, in notation and binary. Format document, section 6.3.

use crate::wire::words::{HIGH, each};
use memchr::memchr2;
use std::borrow::Cow;

/// Returns the number of bytes before the closing quote, and true if there are escapes among them; `None` if the quote
/// is missing.
#[inline]
pub(crate) fn length(text: &[u8], quote: u8) -> Option<(usize, bool)> {
    let mut at = memchr2(quote, b'\\', text)?;
    let has_escapes = text.get(at) != Some(&quote);
    while text.get(at) != Some(&quote) {
        // The byte after a backslash may be a quote, which does not end the text.
        at = at.checked_add(2)?;
        at = at.checked_add(memchr2(quote, b'\\', text.get(at..)?)?)?;
    }
    Some((at, has_escapes))
}

/// The characters that represent another byte after a backslash, with that byte.
const LETTERS: [(u8, u8); 7] =
    [(b'a', 0x07), (b'b', 0x08), (b'f', 0x0c), (b'n', b'\n'), (b'r', b'\r'), (b't', b'\t'), (b'v', 0x0b)];

/// Returns the decoded text, and true if a `\x` had fewer than two digits; missing digits are 0.
pub(crate) fn unescape(text: &[u8]) -> (Cow<'_, [u8]>, bool) {
    let next = |rest| memchr::memchr(b'\\', rest);
    let Some(mut len) = next(text) else { return (text.into(), false) };
    let (mut rest, mut bytes) = (text, Vec::with_capacity(text.len()));
    let mut is_bad = false;
    while let Some((plain, [_, after @ ..])) = rest.split_at_checked(len) {
        bytes.extend_from_slice(plain);
        rest = after;
        match after {
            [b'x', after @ ..] => {
                let digit = |at| char::from(*after.get(at)?).to_digit(16).and_then(|n| u8::try_from(n).ok());
                is_bad |= digit(0).is_none() || digit(1).is_none();
                bytes.push((digit(0).unwrap_or(0) << 4) | digit(1).unwrap_or(0));
                rest = after.get(2..).unwrap_or_default();
            }
            [letter, after @ ..] => {
                // Any other character represents itself. Format document, section 6.3.
                let meant = LETTERS.iter().find(|(of, _)| of == letter);
                bytes.push(meant.map_or(*letter, |(_, byte)| *byte));
                rest = after;
            }
            [] => {}
        }
        len = next(rest).unwrap_or(rest.len());
    }
    bytes.extend_from_slice(rest);
    (bytes.into(), is_bad)
}

/// Returns true if the text is printable ASCII that needs no escapes.
#[inline]
pub(crate) fn is_plain(text: &[u8], quote: u8) -> bool {
    all_words(text, |word| plain_bytes(word, quote) & !word & HIGH == HIGH)
}

/// Returns true if `is_such` holds for every word of eight bytes. The last word may overlap the one before
/// it; a text shorter than a word is padded with spaces.
#[inline]
fn all_words(text: &[u8], is_such: impl Fn(u64) -> bool) -> bool {
    let Some(last) = text.last_chunk() else {
        return is_such(text.iter().fold(each(b' '), |word, byte| (word << 8) | u64::from(*byte)));
    };
    let words = text.as_chunks().0.iter().chain([last]);
    words.fold(true, |all, word| all & is_such(u64::from_ne_bytes(*word)))
}

/// Sets the highest bit of each byte whose lower seven bits are a printable character that needs no escape.
#[inline]
fn plain_bytes(word: u64, quote: u8) -> u64 {
    // No sum exceeds 0xff, so each byte is on its own.
    let word = word & !HIGH;
    let is_not = |byte| (word ^ each(byte)).wrapping_add(each(0x7f));
    // The sum reaches 0x80 from a blank on; that of `is_not`, for each byte but one.
    word.wrapping_add(each(0x80 - b' ')) & is_not(0x7f) & is_not(b'\\') & is_not(quote)
}

/// Writes text with escapes; the inverse of [`unescape`]. With `is_ascii`, the output is pure ASCII, as in
/// the viewer.
pub(crate) fn escape(bytes: &[u8], quote: u8, is_ascii: bool, out: &mut Vec<u8>) {
    if std::str::from_utf8(bytes).is_ok() {
        return escape_text(bytes, quote, is_ascii, out);
    }
    for chunk in bytes.utf8_chunks() {
        escape_text(chunk.valid().as_bytes(), quote, is_ascii, out);
        chunk.invalid().iter().for_each(|byte| escape_byte(*byte, out));
    }
}

/// Escapes text in UTF-8.
fn escape_text(text: &[u8], quote: u8, is_ascii: bool, out: &mut Vec<u8>) {
    if !is_ascii && all_words(text, |word| (plain_bytes(word, quote) | word) & HIGH == HIGH) {
        return out.extend_from_slice(text);
    }
    // Without branches, because nearly all bytes are printable.
    let is_special = |byte: &u8| {
        let is_printable = (b' '..=b'~').contains(byte) | ((*byte >= 0x80) & !is_ascii);
        !is_printable | (*byte == b'\\') | (*byte == quote)
    };
    let mut rest = text;
    while let Some(at) = rest.iter().position(is_special) {
        let (plain, special) = rest.split_at_checked(at).unwrap_or((rest, &[]));
        out.extend_from_slice(plain);
        let Some((byte, after)) = special.split_first() else { break };
        escape_byte(*byte, out);
        rest = after;
    }
    out.extend_from_slice(rest);
}

fn escape_byte(byte: u8, out: &mut Vec<u8>) {
    if let b' '..=b'~' = byte {
        out.extend_from_slice(&[b'\\', byte]);
        return;
    }
    match LETTERS.iter().find(|(_, of)| *of == byte) {
        Some((letter, _)) => out.extend_from_slice(&[b'\\', *letter]),
        None => out.extend_from_slice(format!("\\x{byte:02x}").as_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::{escape, is_plain, length, unescape};
    use proptest::prelude::*;

    #[test]
    fn escapes_are_those_of_the_viewer() {
        let meant = |text: &str| unescape(text.as_bytes()).0.into_owned();
        assert_eq!(meant(r"\a\b\f\n\r\t\v"), b"\x07\x08\x0c\n\r\t\x0b");
        assert_eq!(meant(r#"\q\0\\\'\""#), br#"q0\'""#);
        assert_eq!(meant(r"\xe2\x82\xac"), "€".as_bytes());
        assert_eq!(unescape(br"\xzf!"), (b"\x0f!".to_vec().into(), true));
        assert_eq!(unescape(b"\\x4"), (b"\x40".to_vec().into(), true));
        let mut out = Vec::new();
        escape(b"g'day\x00\n\xff\xc3\xa9\"\\", b'\'', true, &mut out);
        assert_eq!(
            out.escape_ascii().to_string(),
            r#"g\'day\x00\n\xff\xc3\xa9"\\"#.escape_default().to_string()
        );
    }

    #[test]
    fn a_quote_ends_the_text_unless_escaped() {
        assert_eq!(length(br#"a\"b"c"#, b'"'), Some((4, true)));
        assert_eq!((length(b"abc", b'"'), length(b"abc\\", b'"'), length(b"", b'"')), (None, None, None));
    }

    /// All characters alone and between others, and all pairs and triples of bytes that escapes are made of.
    #[test]
    #[ignore = "a proof, which takes long: cargo xtask ci --step proofs"]
    fn proof_unescaping_undoes_escaping() {
        let mut n_texts = 0;
        let mut check = |text: &[u8]| {
            for (quote, is_ascii) in [(b'\'', false), (b'\'', true), (b'"', false), (b'"', true)] {
                let mut out = Vec::new();
                escape(text, quote, is_ascii, &mut out);
                assert!(!is_ascii || out.iter().all(|byte| (b' '..=b'~').contains(byte)), "{text:02x?}");
                assert_eq!(unescape(&out), (text.into(), false), "{text:02x?}");
                out.push(quote);
                assert_eq!(length(&out, quote).map(|(len, _)| len), Some(out.len() - 1), "{text:02x?}");
            }
            n_texts += 1;
        };
        for letter in '\0'..=char::MAX {
            check(letter.to_string().as_bytes());
            check(format!("x{letter}0").as_bytes());
        }
        let special = || (0..=u8::MAX).filter(|byte| !(b'g'..=b'm').contains(byte));
        for (one, two) in special().flat_map(|one| special().map(move |two| (one, two))) {
            check(&[one, two]);
            b"\\'\"x0an\x00\xff\xc3".iter().for_each(|three| check(&[one, two, *three]));
        }
        assert!(n_texts > 2_800_000, "{n_texts}");
    }

    proptest! {
        #[test]
        fn plain_text_is_found_by_words(mut text in "[ -~]{0,30}", other: char, at: prop::sample::Index) {
            let is_special = |c: char| !matches!(c, ' '..='~') || matches!(c, '\\' | '\'');
            prop_assert_eq!(is_plain(text.as_bytes(), b'\''), !text.chars().any(is_special));
            text.insert(at.index(text.len() + 1), other);
            prop_assert_eq!(is_plain(text.as_bytes(), b'\''), !text.chars().any(is_special));
        }

        #[test]
        fn unescaping_undoes_escaping(bytes: Vec<u8>, is_ascii: bool, is_double: bool) {
            let quote = if is_double { b'"' } else { b'\'' };
            let mut out = Vec::new();
            escape(&bytes, quote, is_ascii, &mut out);
            out.push(quote);
            let has_escapes = out.contains(&b'\\');
            prop_assert_eq!(length(&out, quote), Some((out.len() - 1, has_escapes)));
            out.pop();
            prop_assert!(!is_ascii || out.iter().all(|byte| (b' '..=b'~').contains(byte)));
            prop_assert_eq!(unescape(&out), (bytes.into(), false));
        }
    }
}
