//! The canonical form, in which models with the same meaning have the same bytes.

pub(crate) mod chunks;
pub(crate) mod colours;
mod coordinates;
mod faces;
mod points;
mod requantise;
mod skeleton;
pub(crate) mod strings;
pub(crate) mod unique;

use crate::common::error::Error;
use crate::model::Model;
use crate::options::CanonicalOptions;

impl Model {
    /// Returns a copy of the model in canonical form.
    ///
    /// Equal vertices, texture coordinates, colours, skins and strings are merged. Colours are sorted by brightness,
    /// bones so that parents come first, faces by material, materials by opacity, and chunks in the usual order.
    /// Fields are as narrow as possible. The weights of a skin add up to 255. Dangling references become −1. Bytes
    /// that readers skip are dropped: a second chunk of a kind that may occur once, bytes after the last record of a
    /// chunk, and bytes after the end mark. Other unknown chunks stay after the chunk that they follow. The canonical
    /// form of the result is the result itself. If shapes refer to faces by number, in the command `mesh`, faces keep
    /// their order.
    ///
    /// # Errors
    ///
    /// If coordinates do not fit the selected integers; if a chunk of a known kind could not be decoded; if a mesh
    /// has more or fewer corners than its records require; or if names share strings so heavily that the table would
    /// become 16 times as long, or longer than 16 MiB.
    pub fn canonical(&self, options: &CanonicalOptions) -> Result<Self, Error> {
        faces::check(self)?;
        let mut model = self.clone();
        chunks::sort(&mut model)?;
        skeleton::sort_bones(&mut model);
        skeleton::merge_skins(&mut model);
        colours::inline(&mut model);
        points::merge(&mut model, options)?;
        // Equal strings get one name before faces are sorted by the names of materials. Sorting may drop the last use
        // of a name, so strings are merged again.
        strings::merge(&mut model)?;
        faces::sort(&mut model);
        strings::merge(&mut model)?;
        colours::map(&mut model);
        model.fit();
        Ok(model)
    }
}
