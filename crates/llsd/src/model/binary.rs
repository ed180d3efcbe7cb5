//! Binary values.

use super::Value;

/// Bytes that serde reads and writes as LLSD binary. A field of the type `Vec<u8>` would be an array of
/// numbers instead.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Binary(
    /// The bytes.
    pub Vec<u8>,
);

impl<T: Into<Vec<u8>>> From<T> for Binary {
    fn from(bytes: T) -> Self {
        Self(bytes.into())
    }
}

impl AsRef<[u8]> for Binary {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl From<Binary> for Value {
    fn from(Binary(bytes): Binary) -> Self {
        Self::Binary(bytes)
    }
}
