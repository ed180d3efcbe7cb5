//! What callers may choose.

use crate::Limits;
use crate::canonical::Canonical;
use crate::model::Packing;

/// How to read.
///
/// By default what can be read is read, with [`Warnings`](crate::Warnings)
/// about the rest, within the default [`Limits`].
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    pub(crate) strict: bool,
    pub(crate) limits: Limits,
    pub(crate) engine: Engine,
    pub(crate) mesh_command: MeshCommand,
}

impl ReadOptions {
    /// Whether the first thing that is wrong ends the reading.
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// What reading may produce.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// What unpacks the file.
    #[must_use]
    pub fn engine(mut self, engine: Engine) -> Self {
        self.engine = engine;
        self
    }

    /// Which form the shape command `mesh` has.
    #[must_use]
    pub fn mesh_command(mut self, mesh_command: MeshCommand) -> Self {
        self.mesh_command = mesh_command;
        self
    }
}

/// 256 MiB of output, 64 million elements: vertices, corners, voxels of runs and the like; chunks and commands of
/// shapes, which may be empty, count as several. Nothing nests, so the depth is not used.
impl Default for Limits {
    fn default() -> Self {
        Self { output_bytes: 1 << 28, depth: 128, elements: 1 << 26 }
    }
}

/// Which form the shape command `mesh` has: nothing in the file says so. No program is known to write it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum MeshCommand {
    /// One face, as the reference library reads it.
    #[default]
    Face,
    /// First face, number of faces, position and orientation, as the format's specification has it.
    Range,
    /// First face and number of faces as wide as face indices, position, orientation and scaling, as the document of
    /// the shapes has it.
    ScaledRange,
}

/// What packs and unpacks zlib streams. Any unpacks what any packs; the packed bytes differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// miniz_oxide, always there.
    Miniz,
    /// zlib-rs, faster; the default where it is there.
    #[cfg(feature = "zlib-rs")]
    ZlibRs,
}

impl Engine {
    pub(crate) const fn default_level(self) -> u8 {
        match self {
            Self::Miniz => 2,
            #[cfg(feature = "zlib-rs")]
            Self::ZlibRs => 5,
        }
    }
}

#[allow(clippy::derivable_impls, reason = "not with every set of features")]
impl Default for Engine {
    fn default() -> Self {
        #[cfg(feature = "zlib-rs")]
        return Self::ZlibRs;
        #[cfg(not(feature = "zlib-rs"))]
        Self::Miniz
    }
}

/// How to write.
#[derive(Debug, Clone, Default)]
pub struct WriteOptions {
    pub(crate) packing: Option<Packing>,
    pub(crate) level: Option<u8>,
    pub(crate) engine: Engine,
    pub(crate) canonical: Option<Canonical>,
}

impl WriteOptions {
    /// Whether to pack; else as the model says.
    #[must_use]
    pub fn packing(mut self, packing: Packing) -> Self {
        self.packing = Some(packing);
        self
    }

    /// How hard to pack, 0 to 9. By default each engine's that is fast and yet a third smaller than the reference
    /// library: 2 of miniz_oxide, 5 of zlib-rs.
    #[must_use]
    pub fn level(mut self, level: u8) -> Self {
        self.level = Some(level.min(9));
        self
    }

    /// What packs the file.
    #[must_use]
    pub fn engine(mut self, engine: Engine) -> Self {
        self.engine = engine;
        self
    }

    /// Writes the model's [canonical form](crate::Model::canonical), packed if that makes the file smaller.
    #[must_use]
    pub fn canonical(mut self, canonical: Canonical) -> Self {
        self.canonical = Some(canonical);
        self
    }
}
