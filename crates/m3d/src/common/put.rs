//! Writes values of fixed size.

use super::error::Error;
use super::output::Output;
use super::wire::Wire;

impl Output {
    /// One value of fixed size.
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

    /// Writes `body` after a value that is computed from the length of the body.
    pub(crate) fn after<const N: usize, T: Wire<N>>(
        &mut self,
        head: impl FnOnce(usize) -> Result<T, Error>,
        body: impl FnOnce(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let start = self.0.len();
        let end = start.saturating_add(N);
        self.0.resize(end, 0);
        body(self)?;
        let head = head(self.0.len().saturating_sub(end))?.encode();
        if let Some(place) = self.0.get_mut(start..end) {
            place.copy_from_slice(&head);
        }
        Ok(())
    }
}
