//! The limit of depth, for formats whose values may be nested without bound.

use super::error::Error;
use super::input::Input;
use nom::Err;

impl Input<'_> {
    /// Goes one level down; [`leave`](Self::leave) goes up again.
    pub(crate) fn enter(self) -> Result<(), Err<Error>> {
        self.grant(&self.source.reading.left.depth, 1, |limits| {
            ("levels of depth", limits.depth.is_none().then_some("depth"))
        })
    }

    pub(crate) fn leave(self) {
        self.source.reading.left.depth.update(|depth| depth.saturating_add(1));
    }
}
