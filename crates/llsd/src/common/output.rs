//! The bytes that are written.

use super::error::Error;
use crate::error::ErrorKind;

/// The bytes written so far.
#[derive(Debug, Default)]
pub(crate) struct Output(pub(crate) Vec<u8>);

impl Output {
    /// Bytes as they are.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
}

/// A length as the format counts it; the error names what is too long.
pub(crate) fn count<T: TryFrom<usize>>(len: usize, what: &'static str) -> Result<T, Error> {
    T::try_from(len).map_err(|_| Error::model(ErrorKind::TooLong { len }).inside(what))
}
