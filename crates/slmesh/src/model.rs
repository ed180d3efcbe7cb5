//! The data model: plain types, named as in the format.
//!
//! All structs for LLSD maps have two fields in common: `other` has the keys that the format does not document, and
//! `order` has the order of the keys; it is empty if they are sorted by their bytes, as in the viewer. A value that is
//! stored in another form than the writer would choose (an integer for a real, a matrix with fifteen numbers) is also
//! kept in `other`, and is written as long as it still matches the field.

mod block;
mod influences;
mod lod;
mod physics;
mod quantise;
mod skin;
pub(crate) mod slm;
mod trimesh;

pub use block::{Block, BlockRef, Content, Hash, Surplus};
pub use influences::{Influence, Influences};
pub use lod::{Face, Level, Lod};
pub use physics::Convex;
pub use quantise::{Domain, Rounding, normal_from_stored, quantise_normal};
pub use skin::{Matrix, Skin};
pub use trimesh::{Space, TO_GLTF};

use geom::same;
use llsd::{Date, Map, Text, Uuid, Value};

/// A mesh asset: its header and its blocks.
///
/// ```
/// use slmesh::{Block, Face, Lod, MeshAsset};
///
/// let face = Face { no_geometry: Some(true), ..Face::default() };
/// let asset = MeshAsset {
///     high_lod: Some(Block::new(Lod { faces: vec![face] })),
///     ..MeshAsset::default()
/// };
/// assert!(asset.same(&slmesh::read(&slmesh::write(&asset)?)?));
/// # use slmesh::Same;
/// # Ok::<(), slmesh::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MeshAsset {
    /// The preamble of a viewer's cache entry.
    pub preamble: Option<Preamble>,
    /// The line `<? LLSD/Binary ?>` at the start of old files, with its line end.
    pub line: Vec<u8>,

    /// The version of the asset, in thousandths; set by the simulator.
    pub version: Option<i32>,
    /// The uploader; set by the simulator.
    pub creator: Option<Uuid>,
    /// The time of the upload; set by the simulator.
    pub date: Option<Date>,
    /// The number of this part, in a model with more than eight faces.
    pub submodel_id: Option<i32>,
    /// The names of the materials; present only in saved uploads.
    pub material_list: Option<Vec<Text>>,
    /// The data from which the simulator computes physics costs.
    pub physics_cost_data: Option<Map>,

    /// The most detailed geometry.
    pub high_lod: Option<Block<Lod>>,
    /// Geometry for a middle distance.
    pub medium_lod: Option<Block<Lod>>,
    /// Geometry for a long distance.
    pub low_lod: Option<Block<Lod>>,
    /// The least detailed geometry.
    pub lowest_lod: Option<Block<Lod>>,
    /// A physics shape of triangles.
    pub physics_mesh: Option<Block<Lod>>,
    /// The old name of `physics_mesh`.
    pub physics_shape: Option<Block<Lod>>,
    /// A physics shape of convex hulls.
    pub physics_convex: Option<Block<Convex>>,
    /// Cached data of the simulator's physics engine, Havok.
    pub physics_havok: Option<Block<Value>>,
    /// The joints that move the mesh.
    pub skin: Option<Block<Skin>>,
    /// Undocumented blocks, with their names.
    pub unknown: Vec<(Text, Block<Value>)>,

    /// Undocumented entries of the header that are not blocks.
    pub other: Map,
    /// The order of the keys in the header; empty if they are sorted by their bytes.
    pub order: Vec<Text>,
    /// The pieces of the file after the header, in order. Empty if they are only blocks in the viewer's order: skin,
    /// `physics_convex`, the levels from the lowest up, `physics_mesh`, others.
    pub body: Vec<Piece>,
    /// Bytes after the last block.
    pub trailing: Vec<u8>,
}

/// The preamble of a viewer's cache entry, without the fields that are computed from the asset.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Preamble {
    /// A bit for each block that is present. The bits differ between viewers.
    pub flags: u32,
}

/// A piece of the file after the header.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Piece {
    /// A block. If there are several names, the blocks share their bytes as long as they are equal.
    Blocks(Vec<Text>),
    /// Bytes that belong to no block.
    Gap(Vec<u8>),
}

/// Calls `$call!(name, block)` for each block of an asset, in the viewer's order.
macro_rules! for_each_block {
    ($asset:ident, |$name:ident, $block:ident| $body:expr) => {{
        for_each_block!(@ $asset, $name, $block, $body, Skin, skin);
        for_each_block!(@ $asset, $name, $block, $body, Convex, physics_convex);
        for_each_block!(@ $asset, $name, $block, $body, Lod, lowest_lod);
        for_each_block!(@ $asset, $name, $block, $body, Lod, low_lod);
        for_each_block!(@ $asset, $name, $block, $body, Lod, medium_lod);
        for_each_block!(@ $asset, $name, $block, $body, Lod, high_lod);
        for_each_block!(@ $asset, $name, $block, $body, Lod, physics_mesh);
        for_each_block!(@ $asset, $name, $block, $body, Lod, physics_shape);
        for_each_block!(@ $asset, $name, $block, $body, Value, physics_havok);
        for (name, block) in &$asset.unknown {
            let ($name, $block) = (name.as_bytes(), BlockRef::Value(block));
            $body;
        }
    }};
    (@ $asset:ident, $name:ident, $block:ident, $body:expr, $Kind:ident, $field:ident) => {
        if let Some(block) = &$asset.$field {
            let ($name, $block) = (stringify!($field).as_bytes(), BlockRef::$Kind(block));
            $body;
        }
    };
}

impl MeshAsset {
    /// Returns true if the header has the key `404`, with which clients mark assets that they could not download.
    pub(crate) fn is_unavailable(&self) -> bool {
        self.other.contains_key("404")
    }

    /// The blocks with their names, in the viewer's order.
    #[must_use]
    pub fn blocks(&self) -> Vec<(&[u8], BlockRef<'_>)> {
        let mut all: Vec<(&[u8], BlockRef<'_>)> = Vec::new();
        for_each_block!(self, |name, block| all.push((name, block)));
        all
    }

    /// The block with this name.
    #[must_use]
    pub fn block(&self, name: impl AsRef<[u8]>) -> Option<BlockRef<'_>> {
        self.blocks().into_iter().find(|(of, _)| *of == name.as_ref()).map(|(_, block)| block)
    }

    /// The block of a level of detail.
    #[must_use]
    pub fn level_block(&self, level: Level) -> Option<&Block<Lod>> {
        match level {
            Level::Lowest => self.lowest_lod.as_ref(),
            Level::Low => self.low_lod.as_ref(),
            Level::Medium => self.medium_lod.as_ref(),
            Level::High => self.high_lod.as_ref(),
        }
    }

    /// The field for the block of a level of detail.
    pub(crate) fn level_slot(&mut self, level: Level) -> &mut Option<Block<Lod>> {
        match level {
            Level::Lowest => &mut self.lowest_lod,
            Level::Low => &mut self.low_lod,
            Level::Medium => &mut self.medium_lod,
            Level::High => &mut self.high_lod,
        }
    }

    /// The geometry of a level of detail, if it is present and could be read.
    #[must_use]
    pub fn level(&self, level: Level) -> Option<&Lod> {
        self.level_block(level)?.value()
    }

    /// The level that the viewer shows instead of `wanted`: the level itself, or else the nearest lower one, or else
    /// the nearest higher one.
    #[must_use]
    pub fn shown_level(&self, wanted: Level) -> Option<Level> {
        let is_there = |level: &Level| self.level(*level).is_some();
        let below = Level::ALL.into_iter().filter(|level| *level <= wanted).rev().find(is_there);
        below.or_else(|| Level::ALL.into_iter().filter(|level| *level > wanted).find(is_there))
    }

    /// The triangles of the physics shape, under its current or its old block name.
    #[must_use]
    pub fn physics_triangles(&self) -> Option<&Lod> {
        let value = |block: &Option<Block<Lod>>| block.as_ref().and_then(Block::value).is_some();
        let block = if value(&self.physics_mesh) { &self.physics_mesh } else { &self.physics_shape };
        block.as_ref()?.value()
    }
}

same! {
    MeshAsset {
        preamble, line, version, creator, date, submodel_id, material_list, physics_cost_data,
        high_lod, medium_lod, low_lod, lowest_lod, physics_mesh, physics_shape, physics_convex,
        physics_havok, skin, unknown, other, order, body, trailing,
    }
    Preamble { flags }
    enum Piece { Blocks(names), Gap(bytes) }
}
