//! Converts positions of errors to lines and columns.

use crate::common::error::{Error, Place};

impl Error {
    /// The line and the column of the error in the text that was read, both counted from 1. Columns count characters.
    ///
    /// Returns `None` if the error has no position in the text, such as an error of writing.
    #[must_use]
    pub fn line_column(&self, source: &[u8]) -> Option<(usize, usize)> {
        let Place::Input(at) = self.place() else { return None };
        let before = String::from_utf8_lossy(source.get(..at).unwrap_or(source));
        let line = before.rsplit('\n').next().unwrap_or_default();
        Some((before.split('\n').count(), line.chars().count().saturating_add(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    #[test]
    fn lines_and_columns_count_from_one() {
        let at = |at| Error::new(Place::Input(at), ErrorKind::NoRoot).line_column("ä\nbö c".as_bytes());
        assert_eq!(at(0), Some((1, 1)));
        assert_eq!(at(2), Some((1, 2)));
        assert_eq!(at(6), Some((2, 3)));
        assert_eq!(at(99), Some((2, 5)));
        assert_eq!(Error::model(ErrorKind::NoRoot).line_column(b""), None);
    }
}
