//! Values inside values, for formats that nest without an end.

use super::error::Error;
use super::input::Input;
use nom::Err;

impl Input<'_> {
    /// One level down; [`leave`](Self::leave) undoes it.
    pub(crate) fn enter(self) -> Result<(), Err<Error>> {
        self.grant(&self.source.reading.left.depth, 1, |limits| {
            ("levels of depth", limits.depth.is_none().then_some("depth"))
        })
    }

    pub(crate) fn leave(self) {
        self.source.reading.left.depth.update(|depth| depth.saturating_add(1));
    }
}
