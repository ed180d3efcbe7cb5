//! Strings in one buffer.

use crate::mould::output::count;
use crate::{Error, ErrorKind, Same};
use std::fmt;

/// Strings in one buffer, each of any bytes.
///
/// The buffer is as in the file, so that a column of a decompressed chunk is that chunk and a table of offsets.
#[derive(Clone, Default)]
pub struct Strings {
    /// Strings after their lengths. Others may lie between those that `starts` names.
    buffer: Vec<u8>,
    /// Where each string's length lies. Empty for a few strings, which lie in order from the buffer's start:
    /// files hold thousands of columns of one string.
    starts: Vec<u32>,
    len: u32,
    /// How many bytes of the buffer, after the first string, belong to none any more.
    /// If there are any, the strings do not follow each other in order.
    n_unused: u32,
}

/// A length comes before each string.
const PREFIX: usize = 4;

/// Up to so many strings have no table.
pub(crate) const FEW: usize = 8;

impl Strings {
    /// Of these strings.
    ///
    /// # Errors
    ///
    /// If they take more than 4 GiB together, which no chunk holds.
    pub fn new<T: AsRef<[u8]>>(strings: impl IntoIterator<Item = T>) -> Result<Self, Error> {
        let mut all = Self::default();
        strings.into_iter().try_for_each(|one| all.push(one.as_ref()))?;
        Ok(all)
    }

    /// None yet, with room for so many of so many bytes together.
    pub(crate) fn with_capacity(n: usize, n_bytes: usize) -> Self {
        let starts = if n > FEW { Vec::with_capacity(n) } else { Vec::new() };
        let buffer = Vec::with_capacity(n_bytes.saturating_add(n.saturating_mul(PREFIX)));
        Self { buffer, starts, ..Self::default() }
    }

    /// Of a buffer as in the file, where strings begin at `starts` and end at its end.
    pub(crate) fn of_wire(buffer: Vec<u8>, starts: Vec<u32>) -> Self {
        // A string takes four bytes, so their number fits.
        let len = u32::try_from(starts.len()).unwrap_or(u32::MAX);
        Self { buffer, starts, len, n_unused: 0 }
    }

    /// Of a buffer as in the file, with nothing but these few strings.
    pub(crate) fn of_few(buffer: Vec<u8>, len: u32) -> Self {
        Self { buffer, starts: Vec::new(), len, n_unused: 0 }
    }

    /// Gives strings that were made without a buffer the one that they lie in; they are the last in it.
    pub(crate) fn adopt(&mut self, buffer: Vec<u8>) {
        self.buffer = buffer;
        let last = self.starts.last().map_or(0, |start| *start as usize);
        let len = self.starts.last().and_then(|start| self.at(*start)).map_or(0, <[u8]>::len);
        self.buffer.truncate(last.saturating_add(PREFIX).saturating_add(len));
    }

    /// Whether these wait for [`adopt`](Self::adopt).
    pub(crate) fn lacks_buffer(&self) -> bool {
        self.buffer.is_empty() && self.len > 0
    }

    /// How many strings there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// One string.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&[u8]> {
        self.at(self.start(index)?)
    }

    #[inline]
    fn start(&self, index: usize) -> Option<u32> {
        if !self.starts.is_empty() {
            return self.starts.get(index).copied();
        }
        if index >= self.len() {
            return None;
        }
        let mut start = 0_usize;
        for _ in 0..index {
            let (len, _) = self.buffer.get(start..)?.split_first_chunk::<PREFIX>()?;
            start = start.checked_add(PREFIX)?.checked_add(u32::from_le_bytes(*len) as usize)?;
        }
        u32::try_from(start).ok()
    }

    #[inline]
    fn at(&self, start: u32) -> Option<&[u8]> {
        let (len, rest) = self.buffer.get(start as usize..)?.split_first_chunk::<PREFIX>()?;
        rest.get(..u32::from_le_bytes(*len) as usize)
    }

    /// The strings in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        (0..self.len()).map(|index| self.get(index).unwrap_or_default())
    }

    /// Adds a string.
    ///
    /// # Errors
    ///
    /// If all take more than 4 GiB together, which no chunk holds.
    pub fn push(&mut self, string: &[u8]) -> Result<(), Error> {
        if self.len() >= FEW {
            self.make_table();
        }
        let has_table = !self.starts.is_empty();
        let start = self.append(string)?;
        if has_table {
            self.starts.push(start);
        }
        self.len = self.len.saturating_add(1);
        Ok(())
    }

    fn make_table(&mut self) {
        if self.starts.is_empty() {
            let starts: Vec<_> = (0..self.len()).filter_map(|index| self.start(index)).collect();
            self.starts.extend(starts);
        }
    }

    /// Changes one string.
    ///
    /// # Errors
    ///
    /// If there is none at `index`, or all take more than 4 GiB together.
    pub fn set(&mut self, index: usize, string: &[u8]) -> Result<(), Error> {
        let Some(old) = self.start(index) else {
            let (found, bound) = (index as u64, self.len.into());
            return Err(Error::model(ErrorKind::OutOfRange { what: "string", found, bound }));
        };
        let old_len = self.at(old).map_or(0, <[u8]>::len);
        if old_len == string.len() {
            let place = self.buffer.get_mut(old as usize..).and_then(|from| from.get_mut(PREFIX..));
            if let Some(place) = place.and_then(|from| from.get_mut(..string.len())) {
                place.copy_from_slice(string);
            }
            return Ok(());
        }
        self.make_table();
        let start = self.append(string)?;
        self.starts.get_mut(index).into_iter().for_each(|place| *place = start);
        let freed = u32::try_from(old_len.saturating_add(PREFIX)).unwrap_or(u32::MAX);
        self.n_unused = self.n_unused.saturating_add(freed);
        // Half of the buffer, and no more: so changing all strings takes linear time and space.
        if self.n_unused as usize > self.buffer.len() / 2 {
            *self = Self::new(self.iter())?;
        }
        Ok(())
    }

    fn append(&mut self, string: &[u8]) -> Result<u32, Error> {
        let start = count(self.buffer.len(), "strings")?;
        let len: u32 = count(string.len(), "string")?;
        self.buffer.extend_from_slice(&len.to_le_bytes());
        self.buffer.extend_from_slice(string);
        Ok(start)
    }

    /// The buffer, if the strings lie in order: what comes before them in their chunk, and the strings.
    pub(crate) fn whole(&self) -> Option<&[u8]> {
        (self.n_unused == 0).then_some(&self.buffer)
    }

    /// The strings as in the file; `None` if they have to be put in order first.
    pub(crate) fn wire(&self) -> Option<&[u8]> {
        let start = self.starts.first().map_or(0, |start| *start as usize);
        self.buffer.get(start..).filter(|_| self.n_unused == 0)
    }
}

impl PartialEq for Strings {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Strings {}

impl fmt::Debug for Strings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(Escaped)).finish()
    }
}

/// Bytes as text with escapes.
struct Escaped<'a>(&'a [u8]);

impl fmt::Debug for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

impl Same for Strings {
    fn difference(&self, other: &Self) -> Option<String> {
        if self.len() != other.len() {
            return Some(format!(": {} strings are not {}", self.len(), other.len()));
        }
        let (i, (a, b)) = self.iter().zip(other.iter()).enumerate().find(|(_, (a, b))| a != b)?;
        a.difference(b).map(|rest| format!("[{i}]{rest}"))
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Strings {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Strings {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let all = Vec::<Vec<u8>>::deserialize(deserializer)?;
        Self::new(all).map_err(serde::de::Error::custom)
    }
}
