//! The types of strings in XML, determined by the caller or by the names of properties.

use dom::names::{in_xml_by, string_kind};
use dom::{StringKind, Value};
use scene::{Problem, ProblemKind};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// Decides the types of strings by the names of the class and the property.
#[derive(Clone, Default)]
pub struct StringKinds(Option<Arc<Table>>);

/// A function of the caller, which takes precedence over the built-in names.
type Table = dyn Fn(&str, &str) -> Option<StringKind> + Send + Sync;

impl StringKinds {
    /// Adds a function that is called first, with the class and the property; if it returns `None`, the
    /// built-in names decide.
    #[must_use]
    pub fn with(table: impl Fn(&str, &str) -> Option<StringKind> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(table)))
    }

    /// Reads a table with a line for each property, such as `Part.Icon Content`; `*.Icon Content` applies to
    /// all classes. Lines that begin with `#` are comments.
    ///
    /// # Errors
    ///
    /// If a line is not a property and a type of string.
    ///
    /// ```
    /// use files::StringKinds;
    ///
    /// assert!(StringKinds::parse("# mine\n*.Icon Content\n").is_ok());
    /// assert!(StringKinds::parse("Icon Number").is_err());
    /// ```
    pub fn parse(table: &str) -> Result<Self, Problem> {
        let mut kinds = HashMap::new();
        for (number, line) in table.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let entry = line.split_once(char::is_whitespace).and_then(|(property, kind)| {
                let (class, property) = property.split_once('.')?;
                Some(((class.to_owned(), property.to_owned()), StringKind::of_name(kind.trim())?))
            });
            let Some((property, kind)) = entry else {
                let message = format!("`{line}` is not a property and a type, such as `Part.Icon Content`");
                return Err(Problem::new(ProblemKind::Value, message)
                    .with_path(format!("line {}", number.saturating_add(1)))
                    .help("types are String, ProtectedString, BinaryString, Content and NetAssetRef"));
            };
            kinds.insert(property, kind);
        }
        Ok(Self::with(move |class, property| {
            let of = |class: &str| kinds.get(&(class.to_owned(), property.to_owned())).copied();
            of(class).or_else(|| of("*"))
        }))
    }

    /// The type of a string.
    #[doc(hidden)]
    #[must_use]
    pub fn kind(&self, class: &[u8], property: &[u8], value: &[u8]) -> StringKind {
        let of_table =
            || self.0.as_ref()?(std::str::from_utf8(class).ok()?, std::str::from_utf8(property).ok()?);
        of_table().unwrap_or_else(|| string_kind(class, property, value))
    }
}

impl fmt::Debug for StringKinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "StringKinds(own)" } else { "StringKinds" })
    }
}

impl StringKinds {
    /// Converts a value of a binary file to one of XML, which distinguishes several kinds of strings.
    #[doc(hidden)]
    pub fn in_xml<'v>(&self, class: &[u8], property: &[u8], value: Value<'v>) -> Value<'v> {
        in_xml_by(value, |string| self.kind(class, property, string))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_decide_and_a_table_decides_first() {
        let own = StringKinds::with(|class, _| (class == "Decal").then_some(StringKind::String));
        assert_eq!(own.kind(b"Decal", b"Texture", b""), StringKind::String);
        assert_eq!(own.kind(b"Sky", b"SkyboxBk", b""), StringKind::Content);
        let read = StringKinds::parse("*.Texture BinaryString\r\nSky.Texture String").unwrap();
        assert_eq!(read.kind(b"Decal", b"Texture", b""), StringKind::BinaryString);
        assert_eq!(read.kind(b"Sky", b"Texture", b""), StringKind::String);
        let problem = StringKinds::parse("\nSky.Texture Number").unwrap_err();
        assert_eq!(problem.path, "line 2");
    }
}
