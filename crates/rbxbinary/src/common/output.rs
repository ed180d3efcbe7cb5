//! The output of the writers.

use super::error::Error;
use super::wire::Wire;
use crate::error::ErrorKind;

/// The bytes written so far.
#[derive(Debug, Default)]
pub(crate) struct Output(pub(crate) Vec<u8>);

impl Output {
    /// Writes bytes as they are.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// Writes a value of fixed size.
    #[inline]
    pub(crate) fn value<const N: usize, T: Wire<N>>(&mut self, value: &T) {
        self.0.extend_from_slice(&value.encode());
    }

    /// Writes values one after the other.
    // A loop of `extend_from_slice` is three times faster than one `extend` of a `flat_map`.
    pub(crate) fn rows<const N: usize, T: Wire<N>>(&mut self, rows: &[T]) {
        self.0.reserve(rows.len().saturating_mul(N));
        rows.iter().for_each(|row| self.value(row));
    }
}

/// Converts a length to the type in which the format stores it; the error names what is too long.
pub(crate) fn count<T: TryFrom<usize>>(len: usize, what: &'static str) -> Result<T, Error> {
    T::try_from(len).map_err(|_| Error::model(ErrorKind::TooLong { len }).inside(what))
}
