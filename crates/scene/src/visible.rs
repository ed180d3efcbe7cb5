//! Letters that a terminal obeys, or that nobody sees.

use serde::Serialize;
use std::borrow::Cow;
use std::fmt::Write;
use std::io;

/// Whether a letter is a command to a terminal, turns the order of others, ends a line or is not seen at all. Joiners
/// are not among them: they are part of words and of emoji.
pub fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{feff}'
        )
        || matches!(letter, '\u{2060}'..='\u{206f}')
}

/// Adds a letter, or the escape of a hidden one.
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

/// The beginning of a text, and how much more there is: names and values of files may be of any length.
pub fn cut(text: &str) -> Cow<'_, str> {
    const LETTERS: usize = 400;
    let end = text.char_indices().nth(LETTERS).map(|(end, _)| end);
    match end.and_then(|end| text.split_at_checked(end)) {
        None => text.into(),
        Some((start, rest)) => format!("{start}… (and {} more)", rest.chars().count()).into(),
    }
}

/// A text of a file for a person: on one line, and with escapes for letters that a terminal would obey or not show. All
/// texts of this crate that are lines for people have them, and so has [`to_json`].
///
/// ```
/// assert_eq!(scene::visible("exe.\u{202e}gnp\n\u{1b}[2J"), "exe.\\u{202e}gnp\\n\\u{1b}[2J");
/// assert_eq!(scene::visible("Tür 👩\u{200d}🚀"), "Tür 👩\u{200d}🚀");
/// ```
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    visible_but(text, |_| false)
}

/// As [`visible`], but for the hidden letters that this keeps.
pub fn visible_but(text: &str, is_kept: impl Fn(char) -> bool) -> Cow<'_, str> {
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
/// assert_eq!(scene::to_json(&["a\u{202e}", "\u{7f}\n"]), r#"["a\u202e","\u007f\n"]"#);
/// ```
#[must_use]
pub fn to_json<T: Serialize + ?Sized>(value: &T) -> String {
    let mut out = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, Visible);
    // Our types have strings as keys and no number that JSON lacks, which are the reasons to fail.
    let _ = value.serialize(&mut serializer);
    String::from_utf8(out).unwrap_or_default()
}

/// Escapes hidden letters, too.
struct Visible;

impl serde_json::ser::Formatter for Visible {
    fn write_string_fragment<W: io::Write + ?Sized>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        for piece in fragment.split_inclusive(is_hidden) {
            let hidden = piece.chars().next_back().filter(|letter| is_hidden(*letter));
            let plain = hidden.and_then(|letter| piece.strip_suffix(letter)).unwrap_or(piece);
            out.write_all(plain.as_bytes())?;
            if let Some(letter) = hidden {
                // No hidden letter has more digits.
                write!(out, "\\u{:04x}", u32::from(letter))?;
            }
        }
        Ok(())
    }
}

/// How many bytes of JSON a text takes.
pub fn json_len(text: &str) -> usize {
    let of_letter = |letter| match letter {
        '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 2,
        letter if is_hidden(letter) => 6,
        letter => letter.len_utf8(),
    };
    text.chars().map(of_letter).fold(0, usize::saturating_add)
}
