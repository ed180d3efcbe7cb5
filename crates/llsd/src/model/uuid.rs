//! UUIDs and their representation as text.

use crate::common::error::Error;
use crate::error::ErrorKind;
use std::fmt;

/// A UUID: 16 bytes, in the order of its text.
///
/// ```
/// let text = "d7f4aeca-88f1-42a1-b385-b97b18abb255";
/// let uuid: llsd::Uuid = text.parse()?;
/// assert_eq!(uuid.to_string(), text);
/// # Ok::<(), llsd::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Uuid(
    /// The bytes.
    pub [u8; 16],
);

impl Uuid {
    /// The UUID of zeros, which means none.
    pub const NIL: Self = Self([0; 16]);

    /// Parses a UUID of 36 characters; also without the last dash, and without any. Format document, section 2.4.
    pub(crate) fn from_text(text: &[u8]) -> Option<Self> {
        let is_dash = |at: usize| match text.len() {
            36 => matches!(at, 8 | 13 | 18 | 23),
            // A form found in old files.
            35 => matches!(at, 8 | 13 | 18),
            _ => false,
        };
        let is_known = matches!(text.len(), 32 | 35 | 36);
        let mut digits = [0; 32];
        let mut places = digits.iter_mut();
        for (at, byte) in text.iter().enumerate().filter(|_| is_known) {
            match char::from(*byte).to_digit(16) {
                Some(digit) if !is_dash(at) => *places.next()? = u8::try_from(digit).unwrap_or_default(),
                None if is_dash(at) && *byte == b'-' => {}
                _ => return None,
            }
        }
        let mut bytes = [0; 16];
        let (pairs, _) = digits.as_chunks::<2>();
        bytes.iter_mut().zip(pairs).for_each(|(byte, [high, low])| *byte = (high << 4) | low);
        is_known.then_some(Self(bytes))
    }
}

impl From<[u8; 16]> for Uuid {
    fn from(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }
}

/// Converts a number to a UUID, with the most significant byte first.
impl From<u128> for Uuid {
    fn from(number: u128) -> Self {
        Self(number.to_be_bytes())
    }
}

impl From<Uuid> for [u8; 16] {
    fn from(uuid: Uuid) -> Self {
        uuid.0
    }
}

/// Converts a UUID to a number, whose most significant byte is the first.
impl From<Uuid> for u128 {
    fn from(uuid: Uuid) -> Self {
        Self::from_be_bytes(uuid.0)
    }
}

impl std::str::FromStr for Uuid {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::from_text(text.as_bytes())
            .ok_or_else(|| Error::model(ErrorKind::Malformed { expected: "a UUID of 36 characters" }))
    }
}

impl Uuid {
    /// Formats the UUID as 36 characters.
    pub(crate) fn to_text(self) -> [u8; 36] {
        // Without branches or a table, all digits are made at once.
        let digit = |half: u8| half.wrapping_add(if half > 9 { b'a' - 10 } else { b'0' });
        let digits = self.0.map(|byte| [digit(byte >> 4), digit(byte & 15)]);
        let mut digits = digits.as_flattened();
        let mut text = [b'-'; 36];
        for group in [0..8, 9..13, 14..18, 19..23, 24..36] {
            let Some((these, rest)) = digits.split_at_checked(group.len()) else { break };
            if let Some(places) = text.get_mut(group) {
                places.copy_from_slice(these);
            }
            digits = rest;
        }
        text
    }
}

impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(std::str::from_utf8(&self.to_text()).unwrap_or_default())
    }
}

impl fmt::Debug for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
