//! Options for reading and writing.

use crate::Limits;
use crate::canonical::Canonical;
use crate::model::Packing;

/// Options for reading. By default recoverable errors become [`Warnings`](crate::Warnings), and the default
/// [`Limits`] apply.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    pub(crate) strict: bool,
    pub(crate) limits: Limits,
    pub(crate) engine: Engine,
    pub(crate) mesh_command: MeshCommand,
}

impl ReadOptions {
    /// Whether to fail at the first recoverable error instead of recording a warning.
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// Limits on what reading may produce.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The limits for an input of this length. Limits that the caller did not change grow with it.
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

    /// The number of voxels above which a block causes a warning. Blocks are kept as runs, so this bounds no memory:
    /// the default is what programs can be expected to expand.
    pub(crate) fn max_voxels(&self) -> u64 {
        let Limits { elements, .. } = self.limits;
        let limit = if elements == Limits::default().elements { 1 << 26 } else { elements };
        limit.try_into().unwrap_or(u64::MAX)
    }

    /// The engine that unpacks the file.
    #[must_use]
    pub fn engine(mut self, engine: Engine) -> Self {
        self.engine = engine;
        self
    }

    /// The form of the shape command `mesh`.
    #[must_use]
    pub fn mesh_command(mut self, mesh_command: MeshCommand) -> Self {
        self.mesh_command = mesh_command;
        self
    }
}

/// 32 MiB of output, or 5 bytes per byte of the file if that is more; 5 million elements, or 2 per byte of the file
/// if that is more. Each limit grows with the file only while it has its default value; other values apply unchanged.
///
/// Elements measure memory: a voxel and a string count as 1, a vertex as 4, a bone as 5, a command of a shape as 7, a
/// skin as 8, a change of material as 10, a chunk as 24; two references of corners count as 1. With the default
/// limits, reading a file of n bytes, validating the model, writing it and making its canonical form stay below 256
/// MB + 64 n bytes of memory. The format has no nesting, so `depth` is unused.
impl Default for Limits {
    fn default() -> Self {
        Self { output_bytes: 1 << 25, depth: 128, elements: 5 << 20 }
    }
}

/// The default limits per byte of the file, for files so long that this exceeds the fixed defaults.
const OUTPUT_PER_BYTE: usize = 5;
const ELEMENTS_PER_BYTE: usize = 2;

/// The form of the shape command `mesh`, which nothing in a file identifies. No known program writes it.
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

/// The engine for zlib streams. Each engine can unpack the output of every other; the packed bytes differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// miniz_oxide, always available.
    Miniz,
    /// zlib-rs, which is faster; the default if its feature is on.
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

/// Options for writing.
#[derive(Debug, Clone, Default)]
pub struct WriteOptions {
    pub(crate) packing: Option<Packing>,
    pub(crate) level: Option<u8>,
    pub(crate) engine: Engine,
    pub(crate) canonical: Option<Canonical>,
}

impl WriteOptions {
    /// Whether to pack the file; by default as [`Model::packing`](crate::Model::packing) says.
    #[must_use]
    pub fn packing(mut self, packing: Packing) -> Self {
        self.packing = Some(packing);
        self
    }

    /// The compression level, 0 to 9. The default is a fast level of each engine whose output is still a third
    /// smaller than the reference library's: 2 for miniz_oxide, 5 for zlib-rs.
    #[must_use]
    pub fn level(mut self, level: u8) -> Self {
        self.level = Some(level.min(9));
        self
    }

    /// The engine that packs the file.
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
