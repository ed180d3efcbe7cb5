//! Strings, which are UTF-8 by convention.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A string of bytes, UTF-8 by convention. Real files also contain other bytes, which are kept.
///
/// ```
/// let name = llsd::Text::from("café");
/// assert_eq!(name.as_str(), Some("café"));
/// assert_eq!(name, "café");
/// assert_eq!(llsd::Text::from(vec![0xff]).as_str(), None);
/// ```
#[derive(Clone)]
pub struct Text(Bytes);

/// The bytes of a text. Short ones, such as most keys, need no allocation.
#[derive(Clone)]
enum Bytes {
    Short { len: u8, bytes: [u8; SHORT] },
    Long(Box<[u8]>),
}

/// The maximum length of a text that is stored inline, so that it takes as much space as a `Vec`.
const SHORT: usize = 22;

impl Text {
    /// The bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Bytes::Short { len, bytes } => bytes.get(..usize::from(*len)).unwrap_or(bytes),
            Bytes::Long(bytes) => bytes,
        }
    }

    /// The text; `None` if it is not UTF-8.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        std::str::from_utf8(self.as_bytes()).ok()
    }

    /// The text, with U+FFFD for bytes that are not UTF-8.
    #[must_use]
    pub fn to_str_lossy(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.as_bytes())
    }

    /// The bytes, by value.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        match self.0 {
            Bytes::Short { .. } => self.as_bytes().into(),
            Bytes::Long(bytes) => bytes.into(),
        }
    }

    /// The number of bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.as_bytes().len()
    }

    /// Returns true if it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.as_bytes().is_empty()
    }

    /// Returns the arguments of [`from_window`](Self::from_window) for a text of the first `len` bytes;
    /// `None` if the text is long, or if too few bytes follow it.
    #[inline(always)]
    pub(crate) fn window(bytes: &[u8], len: usize) -> Option<(&[u8; SHORT], u8)> {
        let len = u8::try_from(len).ok().filter(|len| usize::from(*len) <= SHORT)?;
        Some((bytes.first_chunk()?, len))
    }

    /// Builds a text from the first `len` bytes of the window, or from all if there are fewer.
    // A copy of constant length takes few instructions; the bytes after the text are ignored.
    #[inline(always)]
    pub(crate) fn from_window(window: &[u8; SHORT], len: u8) -> Self {
        Self(Bytes::Short { len, bytes: *window })
    }

    /// Appends the bytes to `out`.
    #[inline(always)]
    pub(crate) fn append_to(&self, out: &mut Vec<u8>) {
        match &self.0 {
            Bytes::Short { len, bytes } => {
                // A copy of constant length takes few instructions; the bytes after the text are truncated again.
                let end = out.len().saturating_add(usize::from(*len));
                out.extend_from_slice(bytes);
                out.truncate(end);
            }
            Bytes::Long(bytes) => out.extend_from_slice(bytes),
        }
    }

    /// Returns true if the text is stored inline.
    pub(super) fn is_short(&self) -> bool {
        matches!(self.0, Bytes::Short { .. })
    }

    fn short(text: &[u8]) -> Option<Self> {
        let mut bytes = [0; SHORT];
        bytes.get_mut(..text.len())?.copy_from_slice(text);
        Some(Self(Bytes::Short { len: u8::try_from(text.len()).ok()?, bytes }))
    }
}

impl Default for Text {
    fn default() -> Self {
        Self(Bytes::Short { len: 0, bytes: [0; SHORT] })
    }
}

impl From<&[u8]> for Text {
    fn from(bytes: &[u8]) -> Self {
        Self::short(bytes).unwrap_or_else(|| Self(Bytes::Long(bytes.into())))
    }
}

impl From<Vec<u8>> for Text {
    fn from(bytes: Vec<u8>) -> Self {
        Self::short(&bytes).unwrap_or_else(|| Self(Bytes::Long(bytes.into())))
    }
}

impl From<Cow<'_, [u8]>> for Text {
    fn from(bytes: Cow<'_, [u8]>) -> Self {
        match bytes {
            Cow::Borrowed(bytes) => bytes.into(),
            Cow::Owned(bytes) => bytes.into(),
        }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        text.as_bytes().into()
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        text.into_bytes().into()
    }
}

impl AsRef<[u8]> for Text {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for Text {}

/// Orders texts by their bytes, as the viewer orders the keys of maps.
impl Ord for Text {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl PartialOrd for Text {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl PartialEq<String> for Text {
    fn eq(&self, other: &String) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_str_lossy())
    }
}

/// Prints the text in quotes, with escapes for bytes that are not UTF-8.
impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_str() {
            Some(text) => write!(f, "{text:?}"),
            None => write!(f, "\"{}\"", self.as_bytes().escape_ascii()),
        }
    }
}

/// A URI: a separate type, whose text is not checked.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Uri(
    /// The text of the URI, as written.
    pub Text,
);

impl<T: Into<Text>> From<T> for Uri {
    fn from(text: T) -> Self {
        Self(text.into())
    }
}

impl AsRef<[u8]> for Uri {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl fmt::Display for Uri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
