//! Parses JSON, and finds the positions of its values.

use super::Json;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;

impl Json {
    /// Reads a text.
    ///
    /// # Errors
    ///
    /// The message of the fault and its byte. Nesting of more than 127 levels is a fault, as is a number beyond `f64`.
    pub fn read(text: &[u8]) -> Result<Self, (String, usize)> {
        serde_json::from_slice(text).map_err(|error| {
            let mut message = error.to_string();
            if let Some(end) = message.rfind(" at line ") {
                message.truncate(end);
            }
            (message, byte_of(text, error.line(), error.column()))
        })
    }
}

/// The byte at a line and a column, both counted from 1.
fn byte_of(text: &[u8], line: usize, column: usize) -> usize {
    let lines = text.split_inclusive(|byte| *byte == b'\n').take(line.saturating_sub(1));
    let before: usize = lines.map(<[u8]>::len).sum();
    before.saturating_add(column.saturating_sub(1)).min(text.len())
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_any(Builder)
    }
}

struct Builder;

impl<'de> Visitor<'de> for Builder {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Integer(value))
    }

    #[expect(clippy::cast_precision_loss, reason = "what no i64 holds is a double to most programs")]
    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(i64::try_from(value).map_or(Json::Real(value as f64), Json::Integer))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Real(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut list: S) -> Result<Json, S::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Json::List(items))
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Json, M::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Json::Map(entries))
    }
}

/// The byte at which the value of a JSON pointer begins, in valid JSON.
///
/// For messages: it reads the text once, and stops at the deepest part of the pointer that exists.
pub fn locate(text: &[u8], pointer: &str) -> usize {
    let mut cursor = Cursor { text, at: 0 };
    cursor.blanks();
    for part in pointer.split('/').skip(1) {
        let key = part.replace("~1", "/").replace("~0", "~");
        match cursor.child(&key) {
            Some(at) => cursor.at = at,
            None => break,
        }
    }
    cursor.at
}

struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn step(&mut self) {
        self.at = self.at.saturating_add(1);
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.step();
        }
    }

    /// The position of the value of a key, or of the item with this index.
    fn child(&self, key: &str) -> Option<usize> {
        let mut cursor = Cursor { text: self.text, at: self.at };
        let is_map = match cursor.peek()? {
            b'{' => true,
            b'[' => false,
            _ => return None,
        };
        cursor.step();
        let mut index: usize = 0;
        // Of duplicate keys, the last is used.
        let mut found = None;
        loop {
            cursor.blanks();
            if matches!(cursor.peek()?, b'}' | b']') {
                return found;
            }
            let is_it = if is_map {
                let start = cursor.at;
                cursor.value();
                let name = serde_json::from_slice::<String>(cursor.text.get(start..cursor.at)?).ok()?;
                cursor.blanks();
                cursor.step(); // the colon
                cursor.blanks();
                name == key
            } else {
                key.parse() == Ok(index)
            };
            if is_it {
                found = Some(cursor.at);
                if !is_map {
                    return found;
                }
            }
            cursor.value();
            cursor.blanks();
            if cursor.peek()? == b',' {
                cursor.step();
            }
            index = index.saturating_add(1);
        }
    }

    /// Skips the value, without recursion.
    fn value(&mut self) {
        let mut depth: usize = 0;
        loop {
            self.blanks();
            match self.peek() {
                None => return,
                Some(b'"') => self.string(),
                Some(b'{' | b'[') => {
                    depth = depth.saturating_add(1);
                    self.step();
                }
                Some(b'}' | b']') => {
                    depth = depth.saturating_sub(1);
                    self.step();
                }
                Some(b',' | b':') => self.step(),
                Some(_) => {
                    while !matches!(
                        self.peek(),
                        None | Some(b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t')
                    ) {
                        self.step();
                    }
                }
            }
            if depth == 0 {
                return;
            }
        }
    }

    fn string(&mut self) {
        self.step();
        loop {
            match self.peek() {
                None => return,
                Some(b'"') => return self.step(),
                Some(b'\\') => {
                    self.step();
                    self.step();
                }
                Some(_) => self.step(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_lead_to_bytes() {
        let text = br#" {"a": [1, {"b/c": "x\"]"}, 2.5e3], "a~": {}, "d": [[],[3]]}"#;
        let at = |pointer: &str| locate(text, pointer);
        assert_eq!(text[at("/a/1/b~1c")..][..5], *b"\"x\\\"]");
        assert_eq!(text[at("/a/2")..][..5], *b"2.5e3");
        assert_eq!(text[at("/a~0")..][..2], *b"{}");
        assert_eq!(text[at("/d/1/0")..][..1], *b"3");
        assert_eq!(text[at("/d/7")..][..2], *b"[[");
        assert_eq!(at(""), 1);
    }

    #[test]
    fn faults_have_their_byte() {
        let (message, byte) = Json::read(b"{\n \"a\": nul }").unwrap_err();
        assert_eq!((message.as_str(), byte), ("expected ident", 11));
        assert_eq!(Json::read("[".repeat(200).as_bytes()).unwrap_err().0, "recursion limit exceeded");
    }
}
