//! Names, numbers and ids in XML.

use crate::number::plain;
use std::fmt::Write as _;

/// The largest length of names by which the uploader finds levels, in characters.
pub(super) const MOST_LETTERS: usize = 100;

/// Appends a space and a number. Very large and small ones use exponents, because they would have many digits.
pub(super) fn number(out: &mut String, value: f32) {
    out.push(' ');
    match value.abs() {
        size if size == 0.0 || (1e-5..1e9).contains(&size) => plain(out, value + 0.0),
        _ if value.is_finite() => out.push_str(&format!("{value:e}")),
        _ => out.push('0'),
    }
}

pub(super) fn numbers(values: &[f32]) -> String {
    let mut text = String::new();
    for value in values {
        number(&mut text, *value);
    }
    text.split_off(1.min(text.len()))
}

/// A name that XML allows as an id: ASCII letters, digits, `_` and `-`, with a letter or `_` first. It has no dot, so
/// ids built from it with a dot never equal those of another name.
pub(super) fn id(name: &str, usual: &str) -> String {
    let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    let letters = name.chars().take(MOST_LETTERS);
    let plain: String = letters.map(|letter| if is_allowed(letter) { letter } else { '_' }).collect();
    match plain.chars().next() {
        None => usual.to_owned(),
        Some(first) if first.is_ascii_alphabetic() || first == '_' => plain,
        Some(_) => format!("_{plain}"),
    }
}

/// Escapes a text for XML.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            // XML cannot represent these characters.
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            letter => out.push(letter),
        }
    }
    out
}

/// Writes the `source` of a list of names.
pub(super) fn names(out: &mut String, own: &str, what: &str, param: &str, list: &[&str]) {
    let _ = writeln!(
        out,
        "<source id=\"{own}.{what}\"><Name_array id=\"{own}.{what}.array\" count=\"{0}\">{1}</Name_array>\
         <technique_common><accessor source=\"#{own}.{what}.array\" count=\"{0}\" stride=\"1\">\
         <param name=\"{param}\" type=\"name\"/></accessor></technique_common></source>",
        list.len(),
        list.join(" ")
    );
}
