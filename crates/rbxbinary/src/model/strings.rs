//! Strings in one buffer.

use crate::common::error::Error;
use crate::common::output::count;
use crate::error::ErrorKind;
use geom::Same;
use std::fmt;
use std::ops::Index;

/// Strings of arbitrary bytes, in one buffer.
///
/// The buffer has the form of the file, so a string column can use its decompressed chunk together with a table of
/// offsets.
#[derive(Clone, Default)]
pub struct Strings {
    /// The strings, each after its length. There may be unused bytes between the strings to which `starts` points.
    buffer: Vec<u8>,
    /// The position of each string's length. Empty for a few strings, which are stored in order from the start of the
    /// buffer: files contain thousands of columns with a single string.
    starts: Vec<u32>,
    len: u32,
    /// The number of unused bytes in the buffer after the first string. If it is not 0, the strings are not
    /// consecutive.
    n_unused: u32,
}

/// The size of the length before each string.
const PREFIX: usize = 4;

/// The maximum number of strings without a table of offsets.
pub(crate) const FEW: usize = 8;

impl Strings {
    /// Collects strings.
    ///
    /// # Errors
    ///
    /// If they take more than 4 GiB together, which is more than a chunk can hold.
    pub fn new<T: AsRef<[u8]>>(strings: impl IntoIterator<Item = T>) -> Result<Self, Error> {
        let mut all = Self::default();
        strings.into_iter().try_for_each(|one| all.push(one.as_ref()))?;
        Ok(all)
    }

    /// An empty list with capacity for `n` strings of `n_bytes` bytes in total.
    pub(crate) fn with_capacity(n: usize, n_bytes: usize) -> Self {
        let starts = if n > FEW { Vec::with_capacity(n) } else { Vec::new() };
        let buffer = Vec::with_capacity(n_bytes.saturating_add(n.saturating_mul(PREFIX)));
        Self { buffer, starts, ..Self::default() }
    }

    /// Takes a buffer in the form of the file, whose strings begin at `starts` and extend to its end.
    pub(crate) fn of_wire(buffer: Vec<u8>, starts: Vec<u32>) -> Self {
        // A string takes at least four bytes, so 32 bits can count them.
        let len = u32::try_from(starts.len()).unwrap_or(u32::MAX);
        Self { buffer, starts, len, n_unused: 0 }
    }

    /// Takes a buffer in the form of the file that contains only `len` strings, at most [`FEW`].
    pub(crate) fn of_few(buffer: Vec<u8>, len: u32) -> Self {
        Self { buffer, starts: Vec::new(), len, n_unused: 0 }
    }

    /// Sets the buffer of strings that were built without one. Bytes after the last string are removed.
    pub(crate) fn adopt(&mut self, buffer: Vec<u8>) {
        self.buffer = buffer;
        let last = self.starts.last().map_or(0, |start| *start as usize);
        let len = self.starts.last().and_then(|start| self.string_at(*start)).map_or(0, <[u8]>::len);
        self.buffer.truncate(last.saturating_add(PREFIX).saturating_add(len));
    }

    /// Returns true until [`adopt`](Self::adopt) has supplied the buffer.
    pub(crate) fn lacks_buffer(&self) -> bool {
        self.buffer.is_empty() && self.len > 0
    }

    /// The number of strings.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns true if there are no strings.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The string at `index`.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&[u8]> {
        self.string_at(self.start(index)?)
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
    fn string_at(&self, start: u32) -> Option<&[u8]> {
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
    /// If all strings together take more than 4 GiB, which is more than a chunk can hold.
    pub fn push(&mut self, string: &[u8]) -> Result<(), Error> {
        // Without a table, the string at an index is found by counting from the start.
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

    /// Changes the string at `index`.
    ///
    /// # Errors
    ///
    /// If there is no string at `index`, or all strings together take more than 4 GiB.
    pub fn set(&mut self, index: usize, string: &[u8]) -> Result<(), Error> {
        let Some(old) = self.start(index) else {
            let (found, bound) = (index as u64, self.len.into());
            return Err(Error::model(ErrorKind::OutOfRange { what: "string", found, bound }));
        };
        let old_len = self.string_at(old).map_or(0, <[u8]>::len);
        // Overwriting in place keeps the strings consecutive, so that they are written as one slice.
        if old_len == string.len() {
            let place = self.buffer.get_mut(old as usize..).and_then(|from| from.get_mut(PREFIX..));
            if let Some(place) = place.and_then(|from| from.get_mut(..string.len())) {
                place.copy_from_slice(string);
            }
            return Ok(());
        }
        self.make_table();
        let start = self.append(string)?;
        if let Some(place) = self.starts.get_mut(index) {
            *place = start;
        }
        let freed = u32::try_from(old_len.saturating_add(PREFIX)).unwrap_or(u32::MAX);
        self.n_unused = self.n_unused.saturating_add(freed);
        // Compact the buffer once more than half of it is unused, so changing all strings takes linear time and space.
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

    /// The encoded length of the strings in bytes, or slightly more.
    pub(crate) fn n_bytes(&self) -> usize {
        self.buffer.len()
    }

    /// The whole buffer, if the strings are consecutive. In it, the bytes before the strings in their chunk come first.
    pub(crate) fn whole(&self) -> Option<&[u8]> {
        (self.n_unused == 0).then_some(&self.buffer)
    }

    /// The strings in the form of the file; `None` if they are not consecutive.
    pub(crate) fn wire(&self) -> Option<&[u8]> {
        let start = self.starts.first().map_or(0, |start| *start as usize);
        self.buffer.get(start..).filter(|_| self.n_unused == 0)
    }
}

/// The string at an index.
///
/// # Panics
///
/// If there is none.
impl Index<usize> for Strings {
    type Output = [u8];

    #[expect(clippy::panic, reason = "documented, as for slices")]
    fn index(&self, index: usize) -> &[u8] {
        self.get(index).unwrap_or_else(|| panic!("there are {} strings, and none at {index}", self.len()))
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

/// Shows bytes as text with escapes.
pub(crate) struct Escaped<'a>(pub(crate) &'a [u8]);

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
