//! Values that usually fit in one byte.

use geom::Same;

/// Values that usually fit in a single byte but may be larger: rotations, physical properties.
///
/// Each value takes four bytes; larger values are stored in a table.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Coded<T> {
    /// Codes below 256 are bytes; the others are indices into the table, plus 256.
    codes: Vec<u32>,
    table: Vec<T>,
}

/// The code of index 0 of the table.
const FIRST: u32 = 256;

impl<T: Copy> Coded<T> {
    /// An empty list with capacity for `n` values, `n_large` of them larger than a byte.
    pub(crate) fn with_capacity(n: usize, n_large: usize) -> Self {
        Self { codes: Vec::with_capacity(n), table: Vec::with_capacity(n_large) }
    }

    /// The number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Returns true if there are no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// The value at `index`: `Err` holds a byte, `Ok` a larger value.
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

    /// Adds a value. After about four thousand million large values, more than a chunk can hold, a large value is
    /// stored as byte 0.
    #[inline]
    pub fn push(&mut self, value: Result<T, u8>) {
        let code = self.code(value);
        self.codes.push(code);
    }

    /// Changes the value at `index`; returns false if there is none.
    pub fn set(&mut self, index: usize, value: Result<T, u8>) -> bool {
        if index >= self.len() {
            return false;
        }
        let old = self.codes.get(index).and_then(|code| code.checked_sub(FIRST));
        let code = match (value, old.and_then(|at| self.table.get_mut(at as usize))) {
            // No other value has this entry of the table.
            (Ok(large), Some(place)) => {
                *place = large;
                return true;
            }
            _ => self.code(value),
        };
        if let Some(place) = self.codes.get_mut(index) {
            *place = code;
        }
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
