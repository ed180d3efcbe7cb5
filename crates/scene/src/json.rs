//! A tree of JSON values, for data of a format that a scene has no field for.

mod read;
mod write;

pub use read::locate;
pub use write::Writer;

use std::collections::HashMap;
use std::fmt;

/// A JSON value: the extras of scenes, and the content of glTF files.
///
/// Maps keep the order of their keys. Of duplicate keys, the last is used.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Json {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number without fraction and exponent that fits into 64 bits.
    Integer(i64),
    /// Any other number.
    Real(f64),
    /// A string.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// A map of keys and values.
    Map(Vec<(String, Json)>),
}

impl Json {
    /// The value of a key; `None` if it is missing or this is not a map.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Map(entries) => entries.iter().rfind(|(found, _)| found == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// Sets the value of a key; anything other than a map becomes a map.
    pub fn set(&mut self, key: &str, value: impl Into<Self>) {
        let value = value.into();
        if !matches!(self, Self::Map(_)) {
            *self = Self::Map(Vec::new());
        }
        if let Self::Map(entries) = self {
            match entries.iter_mut().rfind(|(found, _)| found == key) {
                Some((_, old)) => *old = value,
                None => entries.push((key.to_owned(), value)),
            }
        }
    }

    /// The values of a list; empty for other types.
    #[must_use]
    pub fn items(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// The entries of a map; empty for other types.
    #[must_use]
    pub fn entries(&self) -> &[(String, Self)] {
        match self {
            Self::Map(entries) => entries,
            _ => &[],
        }
    }

    /// The value of a key, mutable.
    pub(crate) fn value_mut(&mut self, key: &str) -> Option<&mut Self> {
        self.entries_mut().iter_mut().rfind(|(found, _)| found == key).map(|(_, value)| value)
    }

    /// Keeps only the entries with these keys.
    pub fn retain(&mut self, mut is_kept: impl FnMut(&str) -> bool) {
        if let Self::Map(entries) = self {
            entries.retain(|(key, _)| is_kept(key));
        }
    }

    pub(crate) fn entries_mut(&mut self) -> &mut [(String, Self)] {
        match self {
            Self::Map(entries) => entries,
            _ => &mut [],
        }
    }

    /// The text of a string; `None` for other types.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The boolean; `None` for other types.
    #[must_use]
    pub const fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The number, integer or not.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "JSON numbers are doubles to most programs")]
    pub const fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Integer(value) => Some(*value as f64),
            Self::Real(value) => Some(*value),
            _ => None,
        }
    }

    /// The number, if it is an integer and not negative; `3.0` is one.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "the range is looked at first")]
    #[expect(clippy::cast_sign_loss, reason = "the range is looked at first")]
    pub fn as_usize(&self) -> Option<usize> {
        match self {
            Self::Integer(value) => usize::try_from(*value).ok(),
            Self::Real(value) if (0.0..9e15).contains(value) && value.fract() == 0.0 => {
                usize::try_from(*value as u64).ok()
            }
            _ => None,
        }
    }

    /// True for `null`, and for a map without keys.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Null => true,
            Self::Map(entries) => entries.is_empty(),
            _ => false,
        }
    }

    /// The type, for error messages.
    pub(crate) const fn what(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a truth value",
            Self::Integer(_) => "an integer",
            Self::Real(_) => "a number",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Map(_) => "an object",
        }
    }
}

/// Sets each value as [`Json::set`] does, in linear time.
impl Extend<(String, Json)> for Json {
    fn extend<I: IntoIterator<Item = (String, Json)>>(&mut self, all: I) {
        if !matches!(self, Self::Map(_)) {
            *self = Self::Map(Vec::new());
        }
        let Self::Map(entries) = self else { return };
        let mut places: HashMap<String, usize> =
            entries.iter().enumerate().map(|(at, (key, _))| (key.clone(), at)).collect();
        for (key, value) in all {
            let at = *places.entry(key.clone()).or_insert(entries.len());
            match entries.get_mut(at) {
                Some((_, old)) => *old = value,
                None => entries.push((key, value)),
            }
        }
    }
}

macro_rules! into_json {
    ($($Type:ty => |$value:ident| $json:expr;)+) => {
        $(impl From<$Type> for Json {
            fn from($value: $Type) -> Self { $json }
        })+
    };
}

into_json! {
    bool => |value| Self::Bool(value);
    i32 => |value| Self::Integer(value.into());
    u32 => |value| Self::Integer(value.into());
    i64 => |value| Self::Integer(value);
    f64 => |value| Self::Real(value);
    &str => |value| Self::Text(value.to_owned());
    String => |value| Self::Text(value);
    Vec<Json> => |value| Self::List(value);
}

/// Writes compact JSON, on one line.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut writer = Writer::default();
        writer.json(self);
        f.write_str(&writer.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_values_are_set_as_each() {
        let entries =
            [("b", 1), ("a", 2), ("c", 3), ("a", 4)].map(|(key, value)| (key.to_owned(), value.into()));
        for start in [r#"{"a": 0, "d": 0, "a": 1}"#, "7"] {
            let mut many: Json = serde_json::from_str(start).unwrap();
            let mut each = many.clone();
            many.extend(entries.clone());
            entries.iter().cloned().for_each(|(key, value): (String, Json)| each.set(&key, value));
            assert_eq!(many, each);
        }
        let mut many = Json::Null;
        many.extend((0..200_000).map(|n| (n.to_string(), n.into())));
        assert_eq!(many.entries().len(), 200_000);
    }
}
