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

    /// The limits for an input of this length. Those that the caller left alone grow with it.
    pub(crate) fn limits_for(&self, len: usize) -> Limits {
        let Limits { output_bytes, depth, elements } = self.limits;
        let floor = Limits::default();
        let grown = |set: usize, floor: usize, per_byte| match set == floor {
            true => floor.max(len.saturating_mul(per_byte)),
            false => set,
        };
        Limits {
            output_bytes: grown(output_bytes, floor.output_bytes, OUTPUT_PER_BYTE),
            depth,
            elements: grown(elements, floor.elements, ELEMENTS_PER_BYTE),
        }
    }

    /// From how many voxels on a block is warned of. Blocks are kept as runs, so that this bounds no memory: a limit
    /// that the caller left alone is of what programs can lay out.
    pub(crate) fn max_voxels(&self) -> u64 {
        let Limits { elements, .. } = self.limits;
        let limit = if elements == Limits::default().elements { 1 << 26 } else { elements };
        limit.try_into().unwrap_or(u64::MAX)
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

/// 32 MiB of output, or 5 bytes per byte of the file if that is more; 5 million elements, or 2 per byte. Both grow with
/// the file only while they have these values; others are taken as they are.
///
/// Elements measure memory: a voxel and a string count as 1, a vertex as 4, a bone as 5, a command of a shape as 7, a skin as 8, a
/// change of material as 10, a chunk as 24; two references of corners count as 1. With these limits, reading a file
/// of n bytes, validating the model, writing it and making its canonical form stay below 256 MB + 64 n bytes. Nothing
/// nests, so the depth is not used.
impl Default for Limits {
    fn default() -> Self {
        Self { output_bytes: 1 << 25, depth: 128, elements: 5 << 20 }
    }
}

/// What the limits by default are for each byte of a file that is so long that this is more.
const OUTPUT_PER_BYTE: usize = 5;
const ELEMENTS_PER_BYTE: usize = 2;

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
