//! The values of number and string tokens.

use super::kind::Kind;
use super::lexer::{Token, is_space};

/// The value of a number; `None` if it is malformed.
///
/// ```
/// assert_eq!(luau::number(b"0xFF"), Some(255.0));
/// assert_eq!(luau::number(b"1_000.5e1"), Some(10005.0));
/// assert_eq!(luau::number(b"1.2.3"), None);
/// ```
#[must_use]
pub fn number(bytes: &[u8]) -> Option<f64> {
    let digits: Vec<u8> = bytes.iter().copied().filter(|byte| *byte != b'_').collect();
    let text = std::str::from_utf8(&digits).ok()?;
    let radix = match text.get(..2) {
        Some("0x" | "0X") => 16,
        Some("0b" | "0B") => 2,
        _ => {
            let decimal = text.strip_suffix('i').filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
            // Rust also reads the words `inf` and `nan`, with which no token begins.
            return decimal.unwrap_or(text).parse().ok();
        }
    };
    let digits = text.get(2..)?;
    let digits = digits.strip_suffix('i').unwrap_or(digits);
    if digits.is_empty() {
        return None;
    }
    // More than 64 bits are the largest number of 64 bits.
    let add = |sum: u64, digit: char| {
        let digit = u64::from(digit.to_digit(radix)?);
        Some(sum.saturating_mul(u64::from(radix)).saturating_add(digit))
    };
    let value = digits.chars().try_fold(0_u64, add)?;
    #[expect(clippy::cast_precision_loss, reason = "as Luau does")]
    Some(value as f64)
}

/// The value of a string, or of a part of a string in backticks; `None` if an escape is malformed, or the
/// token is not a string.
///
/// ```
/// use luau::{Kind, Lexer, text};
///
/// let source = br#""\x4c\117au""#;
/// let token = Lexer::new(source).next_token();
/// assert_eq!(text(source, token).as_deref(), Some(&b"Luau"[..]));
/// ```
#[must_use]
pub fn text(source: &[u8], token: Token) -> Option<Vec<u8>> {
    let bytes = token.bytes(source);
    let n_end = match token.kind {
        Kind::Long => return Some(long(bytes)),
        // Ends with a quote, a backtick or a brace.
        Kind::Quoted | Kind::Template | Kind::TemplateStart | Kind::TemplateMiddle | Kind::TemplateEnd => 1,
        _ => return None,
    };
    unescaped(bytes.get(1..bytes.len().checked_sub(n_end)?)?)
}

/// The contents of a long bracket, without a line break at the beginning, and with line breaks converted to
/// those of Unix.
fn long(bytes: &[u8]) -> Vec<u8> {
    let n_equals = bytes.iter().skip(1).take_while(|byte| **byte == b'=').count();
    let n_edge = n_equals.saturating_add(2);
    let inner = bytes.get(n_edge..bytes.len().saturating_sub(n_edge)).unwrap_or_default();
    let inner = inner.strip_prefix(b"\r\n").or_else(|| inner.strip_prefix(b"\n")).unwrap_or(inner);
    let mut text = Vec::with_capacity(inner.len());
    let mut bytes = inner.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        if byte != b'\r' || bytes.peek() != Some(&b'\n') {
            text.push(byte);
        }
    }
    text
}

fn unescaped(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut text = Vec::with_capacity(rest.len());
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        if *byte != b'\\' {
            text.push(*byte);
            continue;
        }
        let (escape, after) = rest.split_first()?;
        rest = after;
        match escape {
            b'\r' => {
                rest = rest.strip_prefix(b"\n").unwrap_or(rest);
                text.push(b'\n');
            }
            b'x' => {
                let (digits, after) = rest.split_at_checked(2)?;
                rest = after;
                text.push(u8::try_from(hexadecimal(digits)?).ok()?);
            }
            b'z' => {
                let n = rest.iter().take_while(|byte| is_space(**byte)).count();
                rest = rest.get(n..)?;
            }
            b'u' => {
                let end = rest.iter().position(|byte| *byte == b'}')?;
                let (digits, after) = rest.split_at_checked(end)?;
                rest = after.get(1..)?;
                put_code_point(hexadecimal(digits.strip_prefix(b"{")?)?, &mut text)?;
            }
            b'0'..=b'9' => {
                let n = rest.iter().take(2).take_while(|byte| byte.is_ascii_digit()).count();
                let (more, after) = rest.split_at_checked(n)?;
                rest = after;
                let digits = std::iter::once(escape).chain(more);
                let code = digits.fold(0_u32, |sum, digit| {
                    sum.saturating_mul(10).saturating_add(u32::from(digit.saturating_sub(b'0')))
                });
                text.push(u8::try_from(code).ok()?);
            }
            b'a' => text.push(0x07),
            b'b' => text.push(0x08),
            b'f' => text.push(0x0c),
            b'n' => text.push(b'\n'),
            b'r' => text.push(b'\r'),
            b't' => text.push(b'\t'),
            b'v' => text.push(0x0b),
            other => text.push(*other),
        }
    }
    Some(text)
}

fn hexadecimal(digits: &[u8]) -> Option<u32> {
    if digits.is_empty() || digits.len() > 16 {
        return None;
    }
    digits.iter().try_fold(0_u32, |sum, digit| {
        let digit = char::from(*digit).to_digit(16)?;
        sum.checked_mul(16)?.checked_add(digit)
    })
}

/// Writes a code point in UTF-8. Luau allows surrogates, which `char` does not.
fn put_code_point(code: u32, text: &mut Vec<u8>) -> Option<()> {
    let tail = |shift: u32| u8::try_from(0x80 | (code >> shift) & 0x3f).unwrap_or_default();
    let head = |mark: u32, shift: u32| u8::try_from(mark | code >> shift).ok();
    match code {
        0..0x80 => text.push(head(0, 0)?),
        0x80..0x800 => text.extend([head(0xc0, 6)?, tail(0)]),
        0x800..0x1_0000 => text.extend([head(0xe0, 12)?, tail(6), tail(0)]),
        0x1_0000..0x11_0000 => text.extend([head(0xf0, 18)?, tail(12), tail(6), tail(0)]),
        _ => return None,
    }
    Some(())
}
