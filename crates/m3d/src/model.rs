//! The data model: plain types with the names that the format uses.

mod index;
mod material;
mod mesh;
mod parts;
mod shape;
mod skeleton;
mod strings;
mod types;
mod vertices;
mod voxels;

pub use index::{
    BoneIndex, Byte, ColourRef, FaceIndex, Name, OrientationIndex, PartIndex, ShapeIndex, SkinIndex,
    TexCoordIndex, VertexIndex, VoxelIndex,
};
pub use material::{Material, Property, PropertyId, PropertyKind, PropertyValue};
pub use mesh::{Face, Faces, Mesh, Parts, Record};
pub use parts::{Action, Asset, Frame, Label, Labels, Procedure, Transform, Unknown};
pub(crate) use shape::with_commands;
pub use shape::{Command, MeshArguments, Shape};
pub use skeleton::{Bone, Skeleton, Skin};
pub use strings::{Interner, Strings, Title};
pub use types::{CoordinateType, Types, WeightCount, Width};
pub use vertices::{ColourMap, Coordinates, Scalar, TexCoords, TextureMap, Vertex, Vertices};
pub use voxels::{Item, VoxelBlock, VoxelRun, VoxelType, VoxelTypes};

use geom::same;

/// A file of this format.
///
/// The chunks are in the order of the file. A chunk that may occur once can still occur twice: readers use the first,
/// and so do the methods of this type.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Model {
    /// PRVW: a preview image, a PNG file.
    pub preview: Option<Vec<u8>>,
    /// The compression of the rest of the file.
    pub packing: Packing,
    /// The length of one unit in metres, which is half the edge of the cube that the model fills; 0 if
    /// unknown.
    pub scale: f32,
    /// The widths of the fields in the chunks.
    pub types: Types,
    /// The titles, and all names.
    pub strings: Strings,
    /// The other chunks, in the order of the file.
    pub chunks: Vec<Chunk>,
    /// The end mark `OMD3` and the bytes after it; in a truncated or damaged file, the bytes in place of the end
    /// mark.
    pub end: Vec<u8>,
    /// The bytes after the packed data.
    pub trailing: Vec<u8>,
}

/// The compression of the chunks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Packing {
    /// Uncompressed.
    Plain,
    /// Compressed as a zlib stream.
    #[default]
    Zlib,
}

/// A chunk after the header.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Chunk {
    /// CMAP: the colour map, which occurs once.
    ColourMap(ColourMap),
    /// TMAP: the texture coordinates, which occur once.
    TextureMap(TextureMap),
    /// VRTS: the vertices, which occur once.
    Vertices(Vertices),
    /// BONE: the bones and skins, which occur once.
    Skeleton(Skeleton),
    /// MTRL: a material.
    Material(Material),
    /// PROC: a script that generates a surface.
    Procedure(Procedure),
    /// MESH: polygons.
    Mesh(Mesh),
    /// VOXT: the voxel types, which occur once.
    VoxelTypes(VoxelTypes),
    /// VOXD: a block of voxels.
    VoxelBlock(VoxelBlock),
    /// SHPE: a shape.
    Shape(Shape),
    /// LBLS: labels.
    Labels(Labels),
    /// ACTN: an action.
    Action(Action),
    /// ASET: an embedded file.
    Asset(Asset),
    /// Any other chunk, or one that could not be decoded.
    Unknown(Unknown),
}

same! {
    Model { preview, packing, scale, types, strings, chunks, end, trailing }
    enum Packing { Plain, Zlib }
    enum Chunk {
        ColourMap(chunk), TextureMap(chunk), Vertices(chunk), Skeleton(chunk), Material(chunk),
        Procedure(chunk), Mesh(chunk), VoxelTypes(chunk), VoxelBlock(chunk), Shape(chunk), Labels(chunk),
        Action(chunk), Asset(chunk), Unknown(chunk),
    }
}

/// The end mark.
pub(crate) const END: &[u8] = b"OMD3";

/// An empty model with a scale of 1.
impl Default for Model {
    fn default() -> Self {
        Self {
            preview: None,
            packing: Packing::Zlib,
            scale: 1.0,
            types: Types::default(),
            strings: Strings::default(),
            chunks: Vec::new(),
            end: END.to_vec(),
            trailing: Vec::new(),
        }
    }
}

impl Chunk {
    /// The four bytes that the chunk starts with in the file.
    #[must_use]
    pub const fn magic(&self) -> [u8; 4] {
        match self {
            Self::ColourMap(_) => *b"CMAP",
            Self::TextureMap(_) => *b"TMAP",
            Self::Vertices(_) => *b"VRTS",
            Self::Skeleton(_) => *b"BONE",
            Self::Material(_) => *b"MTRL",
            Self::Procedure(_) => *b"PROC",
            Self::Mesh(_) => *b"MESH",
            Self::VoxelTypes(_) => *b"VOXT",
            Self::VoxelBlock(_) => *b"VOXD",
            Self::Shape(_) => *b"SHPE",
            Self::Labels(_) => *b"LBLS",
            Self::Action(_) => *b"ACTN",
            Self::Asset(_) => *b"ASET",
            Self::Unknown(unknown) => unknown.magic,
        }
    }

    /// The bytes after the last whole record; `None` for chunks whose content is not divided into records.
    pub(crate) fn surplus(&self) -> Option<&[u8]> {
        Some(match self {
            Self::ColourMap(chunk) => &chunk.surplus,
            Self::TextureMap(chunk) => &chunk.surplus,
            Self::Vertices(chunk) => &chunk.surplus,
            Self::Skeleton(chunk) => &chunk.surplus,
            Self::Material(chunk) => &chunk.surplus,
            Self::Procedure(chunk) => &chunk.surplus,
            Self::Mesh(chunk) => &chunk.surplus,
            Self::VoxelTypes(chunk) => &chunk.surplus,
            Self::VoxelBlock(chunk) => &chunk.surplus,
            Self::Shape(chunk) => &chunk.surplus,
            Self::Labels(chunk) => &chunk.surplus,
            Self::Action(chunk) => &chunk.surplus,
            Self::Asset(_) | Self::Unknown(_) => return None,
        })
    }
}
