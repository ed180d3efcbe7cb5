//! Characters that control terminals, or that are invisible.

use serde::Serialize;
use std::borrow::Cow;
use std::fmt::Write;
use std::io;

/// True if a character controls a terminal, changes the direction of text, ends a line or is invisible. Joiners are
/// excluded, because they are part of words and of emoji.
pub fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{feff}'
        )
        || matches!(letter, '\u{2060}'..='\u{206f}')
}

/// Appends a character, or the escape of a hidden one.
pub fn push(out: &mut String, letter: char) {
    match letter {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        // Writing to a `String` does not fail.
        letter if is_hidden(letter) => _ = write!(out, "\\u{{{:x}}}", u32::from(letter)),
        letter => out.push(letter),
    }
}

/// Shortens a text to its beginning and the number of omitted characters, because names and values of files may have
/// any length.
pub fn cut(text: &str) -> Cow<'_, str> {
    const LETTERS: usize = 400;
    let end = text.char_indices().nth(LETTERS).map(|(end, _)| end);
    match end.and_then(|end| text.split_at_checked(end)) {
        None => text.into(),
        Some((start, rest)) => format!("{start}… (and {} more)", rest.chars().count()).into(),
    }
}

/// Escapes a text from a file for display: on one line, without characters that control a terminal or are invisible.
/// All messages of this crate are escaped, and so is the output of [`to_json`].
///
/// ```
/// assert_eq!(scene::visible("exe.\u{202e}gnp\n\u{1b}[2J"), "exe.\\u{202e}gnp\\n\\u{1b}[2J");
/// assert_eq!(scene::visible("Tür 👩\u{200d}🚀"), "Tür 👩\u{200d}🚀");
/// ```
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    visible_but(text, |_| false)
}

/// Escapes a text as [`visible`] does, except for hidden characters that `is_kept` selects.
pub fn visible_but(text: &str, is_kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_plain = |letter: char| !is_hidden(letter) || is_kept(letter);
    if is_printed(text) || text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len().saturating_add(8));
    for letter in text.chars() {
        match is_plain(letter) {
            true => out.push(letter),
            false => push(&mut out, letter),
        }
    }
    Cow::Owned(out)
}

/// True if a text has only printable ASCII, as most have: this loop checks many bytes at a time.
fn is_printed(text: &str) -> bool {
    text.bytes().fold(true, |all, byte| all & (b' '..=b'~').contains(&byte))
}

/// Serialises a value as JSON on one line, with escapes for characters that control a terminal or are invisible.
///
/// ```
/// assert_eq!(scene::to_json(&["a\u{202e}", "\u{7f}\n"]), r#"["a\u202e","\u007f\n"]"#);
/// ```
#[must_use]
pub fn to_json<T: Serialize + ?Sized>(value: &T) -> String {
    // A line of most tables.
    let mut out = Vec::with_capacity(256);
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, Visible);
    // Serialising cannot fail: all keys of our types are strings, and all numbers exist in JSON.
    let _ = value.serialize(&mut serializer);
    String::from_utf8(out).unwrap_or_default()
}

/// A formatter that escapes hidden characters as well.
struct Visible;

impl serde_json::ser::Formatter for Visible {
    fn write_string_fragment<W: io::Write + ?Sized>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        if is_printed(fragment) {
            return out.write_all(fragment.as_bytes());
        }
        for piece in fragment.split_inclusive(is_hidden) {
            let hidden = piece.chars().next_back().filter(|letter| is_hidden(*letter));
            let plain = hidden.and_then(|letter| piece.strip_suffix(letter)).unwrap_or(piece);
            out.write_all(plain.as_bytes())?;
            if let Some(letter) = hidden {
                // All hidden characters fit into four digits.
                write!(out, "\\u{:04x}", u32::from(letter))?;
            }
        }
        Ok(())
    }
}

/// The length of a text in JSON, in bytes.
pub fn json_len(text: &str) -> usize {
    if is_printed(text) {
        let n_escaped = text.bytes().filter(|byte| matches!(byte, b'"' | b'\\')).count();
        return text.len().saturating_add(n_escaped);
    }
    let of_letter = |letter| match letter {
        '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 2,
        letter if is_hidden(letter) => 6,
        letter => letter.len_utf8(),
    };
    text.chars().map(of_letter).fold(0, usize::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_those_of_json() {
        for text in ["", "plain", "\"C:\\\"", "Tür\u{202e}\n", "\u{7f}\t"] {
            assert_eq!(json_len(text) + 2, to_json(text).len(), "{text:?}");
        }
    }
}
