//! Names of classes, properties and metadata.

use geom::Same;
use std::fmt;

/// The maximum length of a name that is stored inline.
const SHORT: usize = 22;

/// A name of arbitrary bytes, usually ASCII.
///
/// Names of up to 22 bytes are stored inline, because files contain thousands of names and most are short.
#[derive(Clone)]
pub struct Name(Storage);

#[derive(Clone)]
enum Storage {
    Short { len: u8, bytes: [u8; SHORT] },
    Long(Box<[u8]>),
}

impl Name {
    /// The name as text; invalid UTF-8 is replaced.
    #[must_use]
    pub fn to_string_lossy(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(self)
    }

    /// The name as text, if it is UTF-8.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        std::str::from_utf8(self).ok()
    }

    /// Changes the name in place. Building a name and then moving it is slower: the processor stalls when bytes that
    /// were just written are read again as words.
    #[inline]
    pub(crate) fn set(&mut self, name: &[u8]) {
        self.0 = match u8::try_from(name.len()) {
            Ok(len) if usize::from(len) <= SHORT => Storage::Short { len, bytes: [0; SHORT] },
            _ => Storage::Long(name.into()),
        };
        if let Storage::Short { bytes, .. } = &mut self.0
            && let Some(place) = bytes.get_mut(..name.len())
        {
            place.copy_from_slice(name);
        }
    }
}

/// The first 100 bytes of a name, for messages: a name may be as long as a chunk and occur in a thousand messages.
pub(crate) fn shown(name: &[u8]) -> String {
    const MOST: usize = 100;
    match name.split_at_checked(MOST) {
        Some((start, [_, ..])) => format!("{}…", start.escape_ascii()),
        _ => name.escape_ascii().to_string(),
    }
}

impl From<&[u8]> for Name {
    #[inline]
    fn from(name: &[u8]) -> Self {
        let mut new = Self::default();
        new.set(name);
        new
    }
}

impl From<&str> for Name {
    #[inline]
    fn from(name: &str) -> Self {
        name.as_bytes().into()
    }
}

impl std::ops::Deref for Name {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match &self.0 {
            Storage::Short { len, bytes } => bytes.get(..usize::from(*len)).unwrap_or(bytes),
            Storage::Long(bytes) => bytes,
        }
    }
}

impl From<String> for Name {
    fn from(name: String) -> Self {
        name.as_bytes().into()
    }
}

impl std::borrow::Borrow<[u8]> for Name {
    fn borrow(&self) -> &[u8] {
        self
    }
}

impl AsRef<[u8]> for Name {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl Default for Name {
    fn default() -> Self {
        Self(Storage::Short { len: 0, bytes: [0; SHORT] })
    }
}

impl PartialEq for Name {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
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

/// The first and the last sixteen bytes, which overlap, as two numbers that compare like the bytes.
#[inline]
fn number(bytes: &[u8; SHORT]) -> (u128, u128) {
    let number = |part: Option<&[u8; 16]>| part.map_or(0, |part| u128::from_be_bytes(*part));
    (number(bytes.first_chunk()), number(bytes.last_chunk()))
}

/// Names are ordered by their bytes (capitals first), as Studio sorts them.
impl Ord for Name {
    #[inline]
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        match (&self.0, &other.0) {
            // Short names are padded with zeros. If the other name has zeros there too, the length decides.
            (Storage::Short { len, bytes }, Storage::Short { len: other_len, bytes: others }) => {
                (number(bytes), len).cmp(&(number(others), other_len))
            }
            _ => (**self).cmp(&**other),
        }
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

/// Shows printable ASCII as it is and escapes other bytes.
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Compares names with few different bytes, so that some end in zeros, and names that are prefixes of others.
        #[test]
        fn names_are_in_the_order_of_their_bytes(
            a in prop::collection::vec(0..3_u8, 0..30),
            b in prop::collection::vec(0..3_u8, 0..30),
            n in 0..30_usize,
        ) {
            for other in [&b[..], &a[..n.min(a.len())]] {
                let (name, other_name) = (Name::from(&a[..]), Name::from(other));
                prop_assert_eq!(name.cmp(&other_name), (*a).cmp(other));
                prop_assert_eq!(name == other_name, *a == *other);
            }
            prop_assert_eq!(&*Name::from(&a[..]), &a[..]);
        }
    }
}
