//! Length-prefixed bodies.

use super::error::Error;
use super::output::Output;
use super::wire::Wire;

impl Output {
    /// Writes `body` after a head that is computed from the length of the body.
    pub(crate) fn prefixed<const N: usize, T: Wire<N>>(
        &mut self,
        head: impl FnOnce(usize) -> Result<T, Error>,
        body: impl FnOnce(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (start, end) = (self.0.len(), self.0.len().saturating_add(N));
        self.0.resize(end, 0);
        body(self)?;
        let head = head(self.0.len().saturating_sub(end))?.encode();
        if let Some(place) = self.0.get_mut(start..end) {
            place.copy_from_slice(&head);
        }
        Ok(())
    }
}
