//! Texts and names, which need not be UTF-8.

use super::recent::{Recent, recent};
use crate::wire::trim;
use geom::Same;
use std::borrow::{Borrow, Cow};
use std::cell::RefCell;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A string as in Lua: any bytes, usually UTF-8. Clones are cheap, because they share the bytes.
///
/// ```
/// use rbxxml::Text;
///
/// let text = Text::from("❌");
/// assert_eq!(text.as_str(), Some("❌"));
/// assert_eq!(text.as_bytes(), [0xe2, 0x9d, 0x8c]);
/// assert_eq!(Text::from(vec![b'a', 0xff]).to_string(), "a\u{fffd}");
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(Arc<[u8]>);

impl Text {
    /// The bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The text, if it is UTF-8.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        str::from_utf8(&self.0).ok()
    }

    /// The text; invalid UTF-8 is replaced.
    #[must_use]
    pub fn to_string_lossy(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.0)
    }
}

/// The name of a class or element, or an address: a [`Text`] behind a pointer of one word, which keeps items and values
/// small.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(Arc<Text>);

impl Name {
    /// Makes the name of a class or element, and reuses memory if this thread has used the name recently.
    pub(crate) fn intern(name: &[u8]) -> Self {
        thread_local! {
            static RECENT: RefCell<Recent<Name, 256>> = Recent::new();
        }
        let new = || Self::from(name);
        recent(&RECENT, name, |one| ***one == *name, || Some(new())).unwrap_or_else(new)
    }
}

impl Deref for Text {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl Deref for Name {
    type Target = Text;

    fn deref(&self) -> &Text {
        &self.0
    }
}

impl AsRef<[u8]> for Text {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl AsRef<[u8]> for Name {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

/// Allows map look-ups by bytes.
impl Borrow<[u8]> for Text {
    fn borrow(&self) -> &[u8] {
        &self.0
    }
}

/// Trims a referent or key, as Roblox does.
pub(crate) fn trimmed(text: Text) -> Text {
    let inner = trim(&text);
    if inner.len() == text.len() { text } else { inner.into() }
}

/// Prints the text, with `\xff` for bytes that are not UTF-8.
impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for chunk in self.0.utf8_chunks() {
            write!(f, "{}", chunk.valid().escape_debug())?;
            chunk.invalid().iter().try_for_each(|byte| write!(f, "\\x{byte:02x}"))?;
        }
        f.write_str("\"")
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_string_lossy())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&**self, f)
    }
}

impl From<Vec<u8>> for Text {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes.into())
    }
}

impl From<Text> for Name {
    fn from(text: Text) -> Self {
        Self(Arc::new(text))
    }
}

/// Defines conversions and comparisons for [`Text`] and [`Name`].
macro_rules! conversions {
    ($($ty:ident),*) => { $(
        impl From<&[u8]> for $ty {
            fn from(bytes: &[u8]) -> Self {
                Text(bytes.into()).into()
            }
        }

        impl From<&str> for $ty {
            fn from(text: &str) -> Self {
                text.as_bytes().into()
            }
        }

        impl From<String> for $ty {
            fn from(text: String) -> Self {
                Text::from(text.into_bytes()).into()
            }
        }

        impl PartialEq<str> for $ty {
            fn eq(&self, other: &str) -> bool {
                self.as_bytes() == other.as_bytes()
            }
        }

        impl PartialEq<&str> for $ty {
            fn eq(&self, other: &&str) -> bool {
                self == *other
            }
        }

        impl Same for $ty {
            fn same(&self, other: &Self) -> bool {
                self == other
            }

            fn difference(&self, other: &Self) -> Option<String> {
                (self != other).then(|| format!(": {self:?} is not {other:?}"))
            }
        }

        /// Serializes to a string if it is UTF-8, else to a list of bytes.
        #[cfg(feature = "serde")]
        impl serde::Serialize for $ty {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self.as_str() {
                    Some(text) => serializer.serialize_str(text),
                    None => serializer.collect_seq(self.as_bytes()),
                }
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $ty {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                #[derive(serde::Deserialize)]
                #[serde(untagged)]
                enum TextOrBytes {
                    Text(String),
                    Bytes(Vec<u8>),
                }
                Ok(match TextOrBytes::deserialize(deserializer)? {
                    TextOrBytes::Text(text) => text.into(),
                    TextOrBytes::Bytes(bytes) => Text::from(bytes).into(),
                })
            }
        }
    )* };
}
conversions!(Text, Name);
