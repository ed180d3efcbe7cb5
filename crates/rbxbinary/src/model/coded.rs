//! Values of which most are one byte.

use crate::Same;

/// Values that are mostly a byte of known meaning, and otherwise something larger: rotations, physical properties.
///
/// Four bytes a value, and a table of the larger ones.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Coded<T> {
    /// Below 256 the byte, else an index into the table.
    codes: Vec<u32>,
    table: Vec<T>,
}

/// The first code that is an index.
const FIRST: u32 = 256;

impl<T: Copy> Coded<T> {
    /// None yet, with room for so many, of which so many are large.
    pub(crate) fn with_capacity(n: usize, n_large: usize) -> Self {
        Self { codes: Vec::with_capacity(n), table: Vec::with_capacity(n_large) }
    }

    /// Forgets all values.
    pub(crate) fn clear(&mut self) {
        self.codes.clear();
        self.table.clear();
    }

    /// How many values there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// One value: its byte, or what is larger than one.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Result<T, u8>> {
        self.codes.get(index).map(|code| self.decode(*code))
    }

    #[inline]
    fn decode(&self, code: u32) -> Result<T, u8> {
        match (u8::try_from(code), code.checked_sub(FIRST).and_then(|at| self.table.get(at as usize))) {
            (Err(_), Some(large)) => Ok(*large),
            (byte, _) => Err(byte.unwrap_or_default()),
        }
    }

    /// The values in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Result<T, u8>> + '_ {
        self.codes.iter().map(|code| self.decode(*code))
    }

    /// Adds a value. Beyond four thousand million large ones, which no chunk holds, it counts as byte 0.
    #[inline]
    pub fn push(&mut self, value: Result<T, u8>) {
        let code = self.code(value);
        self.codes.push(code);
    }

    /// Changes a value; says whether there is one.
    pub fn set(&mut self, index: usize, value: Result<T, u8>) -> bool {
        if index >= self.len() {
            return false;
        }
        let old = self.codes.get(index).and_then(|code| code.checked_sub(FIRST));
        let code = match (value, old.and_then(|at| self.table.get_mut(at as usize))) {
            (Ok(large), Some(place)) => {
                *place = large;
                return true;
            }
            _ => self.code(value),
        };
        self.codes.get_mut(index).into_iter().for_each(|place| *place = code);
        true
    }

    #[inline]
    fn code(&mut self, value: Result<T, u8>) -> u32 {
        match value {
            Err(byte) => byte.into(),
            Ok(large) => {
                let code = u32::try_from(self.table.len()).ok().and_then(|at| at.checked_add(FIRST));
                self.table.push(large);
                code.unwrap_or_default()
            }
        }
    }
}

impl<T> Default for Coded<T> {
    fn default() -> Self {
        Self { codes: Vec::new(), table: Vec::new() }
    }
}

impl<T: Copy> FromIterator<Result<T, u8>> for Coded<T> {
    fn from_iter<I: IntoIterator<Item = Result<T, u8>>>(values: I) -> Self {
        let mut all = Self::default();
        values.into_iter().for_each(|value| all.push(value));
        all
    }
}

impl<T: Copy + PartialEq> PartialEq for Coded<T> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<T: Copy + Same> Same for Coded<T> {
    fn difference(&self, other: &Self) -> Option<String> {
        if self.len() != other.len() {
            return Some(format!(": {} values are not {}", self.len(), other.len()));
        }
        self.iter().zip(other.iter()).enumerate().find_map(|(i, (a, b))| {
            let rest = (a.ok(), a.err()).difference(&(b.ok(), b.err()))?;
            Some(format!("[{i}]{rest}"))
        })
    }
}
