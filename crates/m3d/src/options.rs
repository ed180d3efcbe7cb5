//! Options for reading and writing.

mod canonical;

pub use canonical::CanonicalOptions;

use crate::common::limits::Limits;
use crate::model::Packing;

/// Options of reading. By default, recoverable errors become [`Warnings`](crate::Warnings), and the default
/// [`Limits`] apply.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct ReadOptions {
    pub(crate) strict: bool,
    pub(crate) limits: Limits,
    pub(crate) mesh_command: MeshCommand,
    pub(crate) doubles: bool,
}

impl ReadOptions {
    /// Fails at the first recoverable error instead of adding a warning.
    pub fn strict(self, strict: bool) -> Self {
        Self { strict, ..self }
    }

    /// Sets the limits on memory and time.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The number of voxels above which a block causes a warning. Blocks are kept as runs, so this does not
    /// bound memory; the default is the size that programs can be expected to expand.
    pub(crate) fn max_voxels(&self) -> u64 {
        self.limits.elements.map_or(1 << 26, |limit| limit.try_into().unwrap_or(u64::MAX))
    }

    /// Selects the arguments of the shape command `mesh`.
    pub fn mesh_command(self, mesh_command: MeshCommand) -> Self {
        Self { mesh_command, ..self }
    }

    /// Reads the coordinates of the text form as doubles instead of floats. Binary files specify their type.
    pub fn doubles(self, doubles: bool) -> Self {
        Self { doubles, ..self }
    }
}

/// The arguments of the shape command `mesh`, which nothing in a file identifies. No known program writes it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum MeshCommand {
    /// One face, as the reference library reads it.
    #[default]
    Face,
    /// First face, number of faces, position and orientation, as in the format's specification.
    Range,
    /// First face and number of faces as wide as face indices, position, orientation and scale, as in the document of
    /// the shapes.
    ScaledRange,
}

/// The line end of the text form.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum LineEnd {
    /// Carriage return and line feed, as the reference library writes.
    #[default]
    CrLf,
    /// Line feed.
    Lf,
}

impl LineEnd {
    pub(crate) const fn bytes(self) -> &'static [u8] {
        match self {
            Self::CrLf => b"\r\n",
            Self::Lf => b"\n",
        }
    }
}

/// Options for writing.
#[derive(Debug, Clone)]
#[must_use]
pub struct WriteOptions {
    pub(crate) packing: Option<Packing>,
    pub(crate) level: u8,
    pub(crate) canonical: Option<CanonicalOptions>,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self { packing: None, level: 2, canonical: None }
    }
}

impl WriteOptions {
    /// Selects the packing; by default, [`Model::packing`](crate::Model::packing) applies.
    pub fn packing(self, packing: Packing) -> Self {
        Self { packing: Some(packing), ..self }
    }

    /// Sets the compression level, 0 to 9. The default is 2, a fast level whose output is still a third smaller than
    /// the reference library's.
    pub fn level(self, level: u8) -> Self {
        Self { level: level.min(9), ..self }
    }

    /// Writes the model's [canonical form](crate::Model::canonical), packed if that makes the file smaller.
    pub fn canonical(self, canonical: CanonicalOptions) -> Self {
        Self { canonical: Some(canonical), ..self }
    }
}
