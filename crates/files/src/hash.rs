//! SHA-256 hashes of content.

use sha2::Digest;
use std::fmt;

/// A SHA-256 hash, printed in lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sha256(pub [u8; 32]);

/// The SHA-256 of these bytes.
///
/// ```
/// let hash = files::hash::sha256(b"").to_string();
/// assert_eq!(hash, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
/// ```
#[must_use]
pub fn sha256(bytes: &[u8]) -> Sha256 {
    let mut hash = Hasher::default();
    hash.add(bytes);
    hash.end()
}

/// A hasher for data that arrive in pieces.
#[derive(Debug, Default)]
pub struct Hasher(sha2::Sha256);

impl Hasher {
    /// Adds a piece.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The hash of all pieces.
    #[must_use]
    pub fn end(self) -> Sha256 {
        Sha256(self.0.finalize().into())
    }
}

impl fmt::Display for Sha256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Sha256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::str::FromStr for Sha256 {
    type Err = scene::Problem;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let refused =
            || scene::Problem::new(scene::ProblemKind::Value, "a SHA-256 has 64 hexadecimal digits");
        let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        let pair = |[high, low]: &[u8; 2]| Some(digit(*high)? << 4 | digit(*low)?);
        let bytes: Option<Vec<u8>> = pairs.iter().map(pair).collect();
        let bytes = bytes.filter(|_| rest.is_empty()).and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or_else(refused)
    }
}
