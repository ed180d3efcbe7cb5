//! Letters that a terminal obeys, or that nobody sees.

use serde::Serialize;
use std::borrow::Cow;
use std::fmt::Write;

/// Whether a letter is a command to a terminal, turns the order of others, ends a line or is not seen at all. Joiners
/// are not among them: they are part of words and of emoji.
pub(crate) fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{feff}'
        )
        || matches!(letter, '\u{2060}'..='\u{206f}')
}

/// Adds a letter, or the escape of a hidden one.
pub(crate) fn push(out: &mut String, letter: char) {
    match letter {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        // Writing to a `String` does not fail.
        letter if is_hidden(letter) => _ = write!(out, "\\u{{{:x}}}", u32::from(letter)),
        letter => out.push(letter),
    }
}

/// A text of a file for a person: on one line, and with escapes for letters that a terminal would obey or not show. All
/// texts of this crate that are lines for people have them, and so has [`to_json`].
///
/// ```
/// assert_eq!(rezkit::visible("exe.\u{202e}gnp\n\u{1b}[2J"), "exe.\\u{202e}gnp\\n\\u{1b}[2J");
/// assert_eq!(rezkit::visible("Tür 👩\u{200d}🚀"), "Tür 👩\u{200d}🚀");
/// ```
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    visible_but(text, |_| false)
}

/// As [`visible`], but for the hidden letters that this keeps.
pub(crate) fn visible_but(text: &str, is_kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_plain = |letter: char| !is_hidden(letter) || is_kept(letter);
    // Most texts are plain, and this looks at many bytes at a time.
    let is_printed = text.bytes().fold(true, |all, byte| all & (b' '..=b'~').contains(&byte));
    if is_printed || text.chars().all(is_plain) {
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

/// A value on one line of JSON, with escapes for letters that a terminal would obey or not show.
///
/// ```
/// assert_eq!(rezkit::to_json(&["a\u{202e}", "\u{7f}\n"]), r#"["a\u202e","\u007f\n"]"#);
/// ```
#[must_use]
pub fn to_json<T: Serialize + ?Sized>(value: &T) -> String {
    // Our types have strings as keys and no number that JSON lacks, which are the reasons to fail.
    let json = serde_json::to_string(value).unwrap_or_default();
    if !json.chars().any(is_hidden) {
        return json;
    }
    let mut out = String::with_capacity(json.len().saturating_add(8));
    for letter in json.chars() {
        // All of them are in texts, and have four digits.
        match is_hidden(letter) {
            true => _ = write!(out, "\\u{:04x}", u32::from(letter)),
            false => out.push(letter),
        }
    }
    out
}
