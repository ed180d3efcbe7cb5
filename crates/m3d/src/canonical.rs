//! The canonical form: one way to write what a model says.

pub(crate) mod chunks;
pub(crate) mod colours;
mod coordinates;
mod faces;
mod points;
mod skeleton;
pub(crate) mod strings;
mod unique;

use crate::{CoordinateType, Error, Model};

/// How to make the [canonical form](Model::canonical) of a model.
#[derive(Debug, Clone, Default)]
pub struct Canonical {
    coordinates: Option<CoordinateType>,
    normalise: bool,
    drop_unused: bool,
}

impl Canonical {
    /// What to store coordinates as; else as they are. Integers only hold -1 to 1, and 0 to 1 of a texture.
    #[must_use]
    pub fn coordinates(mut self, coordinates: CoordinateType) -> Self {
        self.coordinates = Some(coordinates);
        self
    }

    /// Whether to scale the model so that it just fills the cube from -1 to 1. Its [scale](Model::scale)
    /// becomes larger by as much as the model becomes smaller, so that it stays as large as it is.
    #[must_use]
    pub fn normalise(mut self, normalise: bool) -> Self {
        self.normalise = normalise;
        self
    }

    /// Whether to leave out vertices that nothing names.
    #[must_use]
    pub fn drop_unused(mut self, drop_unused: bool) -> Self {
        self.drop_unused = drop_unused;
        self
    }
}

impl Model {
    /// The same model in canonical form.
    ///
    /// Equal vertices, texture coordinates, colours, skins and strings become one; colours are sorted by
    /// brightness, bones after their parents, faces by material and materials by opacity, chunks in the usual
    /// order, and fields are as narrow as they can be. Weights of a skin add up to 255. References that name
    /// nothing become −1. What readers skip goes: a second chunk of a kind that may occur once, what is left of
    /// a chunk behind its last record, and what follows the end mark. Other unknown chunks stay behind the
    /// chunk that they follow. Making it canonical again changes nothing. Where shapes name faces by their number, in
    /// the command `mesh`, faces stay in their order.
    ///
    /// # Errors
    ///
    /// If coordinates do not fit the integers asked for; if there is a chunk of a known kind that could not be
    /// read; if a mesh has more or fewer corners than its records ask for; or if names share so much of their strings
    /// that the table would become 16 times as long, or longer than 16 MiB.
    pub fn canonical(&self, options: &Canonical) -> Result<Self, Error> {
        faces::check(self)?;
        let mut model = self.clone();
        chunks::sort(&mut model)?;
        skeleton::sort_bones(&mut model);
        skeleton::unite_skins(&mut model);
        colours::inline(&mut model);
        points::unite(&mut model, options)?;
        // Equal materials have one name before faces are sorted by it; sorted, they name some no more.
        strings::unite(&mut model)?;
        faces::sort(&mut model);
        strings::unite(&mut model)?;
        colours::map(&mut model);
        model.fit();
        Ok(model)
    }
}
