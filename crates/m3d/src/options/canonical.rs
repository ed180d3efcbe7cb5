//! Options for the canonical form.

use crate::model::CoordinateType;

/// Options for the [canonical form](crate::Model::canonical) of a model.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct CanonicalOptions {
    pub(crate) coordinates: Option<CoordinateType>,
    pub(crate) normalise: bool,
    pub(crate) drop_unused: bool,
}

impl CanonicalOptions {
    /// Sets the type in which coordinates are stored; by default it is unchanged. Integers hold only -1 to 1, and
    /// texture coordinates only 0 to 1.
    pub fn coordinates(self, coordinates: CoordinateType) -> Self {
        Self { coordinates: Some(coordinates), ..self }
    }

    /// Scales the model so that it exactly fills the cube from -1 to 1. The [scale](crate::Model::scale) grows by the
    /// same factor, so the real size of the model does not change.
    pub fn normalise(self, normalise: bool) -> Self {
        Self { normalise, ..self }
    }

    /// Drops vertices that nothing refers to.
    pub fn drop_unused(self, drop_unused: bool) -> Self {
        Self { drop_unused, ..self }
    }
}
