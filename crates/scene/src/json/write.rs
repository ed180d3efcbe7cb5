//! Writes JSON, in the same way on every platform.

use super::Json;
use crate::number::{integer, short, shorter};
use std::fmt::Write as _;

/// A writer of compact JSON, on one line.
#[derive(Debug, Default)]
pub struct Writer {
    /// The text written so far.
    pub text: String,
    /// Set if a value precedes the next one on its level.
    has_before: bool,
}

impl Writer {
    fn separate(&mut self) {
        if self.has_before {
            self.text.push(',');
        }
        self.has_before = true;
    }

    /// Writes a key; its value follows.
    pub fn key(&mut self, key: &str) -> &mut Self {
        self.separate();
        self.quoted(key);
        self.text.push(':');
        self.has_before = false;
        self
    }

    /// Writes an object; `body` writes its keys and values.
    pub fn map(&mut self, body: impl FnOnce(&mut Self)) {
        self.nested('{', '}', body);
    }

    /// Writes a list; `body` writes its items.
    pub fn list(&mut self, body: impl FnOnce(&mut Self)) {
        self.nested('[', ']', body);
    }

    fn nested(&mut self, open: char, close: char, body: impl FnOnce(&mut Self)) {
        self.separate();
        self.text.push(open);
        self.has_before = false;
        body(self);
        self.text.push(close);
        self.has_before = true;
    }

    /// Writes a string, with the escapes that JSON requires.
    pub fn text(&mut self, text: &str) {
        self.separate();
        self.quoted(text);
    }

    /// Writes an unsigned integer.
    pub fn integer(&mut self, value: usize) {
        self.separate();
        integer(&mut self.text, value);
    }

    pub(crate) fn bool(&mut self, value: bool) {
        self.separate();
        self.text.push_str(if value { "true" } else { "false" });
    }

    /// Writes the shortest text that reads back as the same number; a number that is not finite is written as 0.
    pub(crate) fn number(&mut self, value: f32) {
        self.separate();
        short(&mut self.text, if value.is_finite() { value } else { 0.0 });
    }

    pub(crate) fn numbers(&mut self, values: &[f32]) {
        self.list(|list| values.iter().for_each(|value| list.number(*value)));
    }

    /// Writes a list whose items are already JSON under a key; omitted if it is empty.
    pub fn raw(&mut self, key: &str, mut items: String) {
        if items.is_empty() {
            return;
        }
        self.key(key).list(|list| {
            // In large scenes, the longer of both texts is extended, so that no copy of it exists.
            if items.len() > list.text.len() {
                items.insert_str(0, &list.text);
                list.text = items;
            } else {
                list.text.push_str(&items);
            }
        });
    }

    /// Writes entries of a map that are already JSON.
    pub(crate) fn fragment(&mut self, entries: &str) {
        if !entries.is_empty() {
            self.separate();
            self.text.push_str(entries);
        }
    }

    // Recursion is bounded: trees come from a reader with a limit of 128 levels, or from the caller's own code.
    pub(crate) fn json(&mut self, value: &Json) {
        match value {
            Json::Null => {
                self.separate();
                self.text.push_str("null");
            }
            Json::Bool(value) => self.bool(*value),
            Json::Integer(value) => {
                self.separate();
                let _ = write!(self.text, "{value}");
            }
            Json::Real(value) => {
                self.separate();
                self.text.push_str(&number64(*value));
            }
            Json::Text(text) => self.text(text),
            Json::List(items) => self.list(|list| items.iter().for_each(|item| list.json(item))),
            Json::Map(entries) => self.map(|map| {
                entries.iter().for_each(|(key, value)| map.key(key).json(value));
            }),
        }
    }

    fn quoted(&mut self, mut text: &str) {
        self.text.push('"');
        while let Some(at) = text.bytes().position(|byte| byte < b' ' || matches!(byte, b'"' | b'\\')) {
            let (plain, rest) = text.split_at(at);
            self.text.push_str(plain);
            let mut letters = rest.chars();
            match letters.next() {
                Some('"') => self.text.push_str("\\\""),
                Some('\n') => self.text.push_str("\\n"),
                Some('\t') => self.text.push_str("\\t"),
                Some('\r') => self.text.push_str("\\r"),
                Some('\\') => self.text.push_str("\\\\"),
                Some(control) => {
                    let _ = write!(self.text, "\\u{:04x}", u32::from(control));
                }
                None => break,
            }
            text = letters.as_str();
        }
        self.text.push_str(text);
        self.text.push('"');
    }
}

/// Formats a number as [`Writer::number`] does; a point shows that it is not an integer.
fn number64(value: f64) -> String {
    match value {
        _ if !value.is_finite() => "0".into(),
        _ if value.fract() == 0.0 && value.abs() < 1e15 => format!("{value:.1}"),
        _ => shorter(format!("{value}"), format!("{value:e}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        assert_eq!([2.0, 2.5, 1e300].map(number64), ["2.0", "2.5", "1e300"]);
        let mut list = Writer::default();
        list.numbers(&[0.5, f32::NAN, 1e-7]);
        assert_eq!(list.text, "[0.5,0,1e-7]");
    }

    #[test]
    fn trees_come_back() {
        let text = r#"{"a":[1,2.5,null,true,"x\n\"\u0001ä"],"b":{},"c":-3}"#;
        assert_eq!(Json::read(text.as_bytes()).unwrap().to_string(), text);
    }
}
