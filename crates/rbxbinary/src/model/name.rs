//! Names of classes, properties and metadata.

use crate::Same;
use std::fmt;

/// A name: usually ASCII, though any bytes may be there.
///
/// Up to 22 bytes lie in the value itself: files hold thousands of names, and most are short.
#[derive(Clone)]
pub struct Name(Form);

#[derive(Clone)]
enum Form {
    Short { len: u8, bytes: [u8; 22] },
    Long(Box<[u8]>),
}

impl Name {
    /// The name as text; what is not UTF-8 is replaced.
    #[must_use]
    pub fn to_string_lossy(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(self)
    }
}

impl From<&[u8]> for Name {
    #[inline]
    fn from(name: &[u8]) -> Self {
        let mut bytes = [0; 22];
        match (u8::try_from(name.len()), bytes.get_mut(..name.len())) {
            (Ok(len), Some(place)) => {
                place.copy_from_slice(name);
                Self(Form::Short { len, bytes })
            }
            _ => Self(Form::Long(name.into())),
        }
    }
}

impl From<&str> for Name {
    fn from(name: &str) -> Self {
        name.as_bytes().into()
    }
}

impl std::ops::Deref for Name {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match &self.0 {
            Form::Short { len, bytes } => bytes.get(..usize::from(*len)).unwrap_or(bytes),
            Form::Long(bytes) => bytes,
        }
    }
}

impl AsRef<[u8]> for Name {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl Default for Name {
    fn default() -> Self {
        Self::from("")
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Name {}

impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        **self == *other.as_bytes()
    }
}

impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// In the order of the bytes, as Studio sorts: capitals first.
impl Ord for Name {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (**self).cmp(&**other)
    }
}

impl std::hash::Hash for Name {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

/// With escapes for what is not printable ASCII.
impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.escape_ascii().fmt(f)
    }
}

impl Same for Name {
    fn difference(&self, other: &Self) -> Option<String> {
        (self != other).then(|| format!(": {self:?} is not {other:?}"))
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Name {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serde::Serialize::serialize(&**self, serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Name {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::<u8>::deserialize(deserializer).map(|bytes| Self::from(&*bytes))
    }
}
