//! The properties of a Draco stream. Format document, section 9.6.

use geom::same;

/// The header of a Draco stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct DracoHeader {
    /// The first number of the stream's version; 2 in all files seen.
    pub major: u8,
    /// The second number of the stream's version; 2 in all files seen.
    pub minor: u8,
    /// The type of geometry: 0 for a point cloud, 1 for a mesh.
    pub encoder_type: u8,
    /// The encoding: 0 for sequential, as in all files seen, 1 for edgebreaker.
    pub encoder_method: u8,
    /// The flags. The highest bit means that metadata follow.
    pub flags: u16,
    /// The number of faces, if the header stores it.
    pub n_faces: Option<u32>,
    /// The number of vertices, if the header stores it.
    pub n_points: Option<u32>,
}

impl DracoHeader {
    /// Returns true for the kind of stream that files have: a mesh with sequential encoding.
    #[must_use]
    pub fn is_sequential_mesh(&self) -> bool {
        self.is_mesh_of_method(0)
    }

    /// Returns true for a mesh that only the feature `draco` decodes: one with edgebreaker encoding.
    #[must_use]
    pub fn is_edgebreaker_mesh(&self) -> bool {
        self.is_mesh_of_method(1)
    }

    /// Returns true if the stream has metadata: named values of the mesh and its attributes.
    #[must_use]
    pub fn has_metadata(&self) -> bool {
        self.flags & 0x8000 != 0
    }

    fn is_mesh_of_method(&self, method: u8) -> bool {
        (self.major, self.minor) == (2, 2) && (self.encoder_type, self.encoder_method) == (1, method)
    }
}

/// The contents of any Draco stream of a mesh, such as those of glTF files with `KHR_draco_mesh_compression`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct DracoMesh {
    /// The number of points. Each attribute has as many values.
    pub n_points: usize,
    /// The points of each face.
    pub faces: Vec<[u32; 3]>,
    /// The attributes in the order of the stream.
    pub attributes: Vec<DracoAttribute>,
}

/// An attribute: a value for each point.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct DracoAttribute {
    /// The format of the values.
    pub format: DracoFormat,
    /// The values of all points, little-endian.
    pub values: Vec<u8>,
}

/// The format of an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct DracoFormat {
    /// The id of the attribute, which is unique in its stream.
    pub id: u32,
    /// The meaning of the attribute in the Draco library: 0 position, 1 normal, 2 colour, 3 texture coordinates, 4
    /// generic.
    pub kind: u8,
    /// The type of the components.
    pub value_type: DracoType,
    /// The number of components per value.
    pub width: u8,
    /// Set if integers are normalised, and so stand for fractions of 1.
    pub is_normalised: bool,
}

impl DracoFormat {
    /// The size of a value in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.value_type.size().saturating_mul(self.width.into())
    }
}

/// The type of a number in a Draco stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[expect(missing_docs, reason = "the names say it")]
pub enum DracoType {
    I8 = 1,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
    Bool,
}

impl DracoType {
    pub(crate) fn from_byte(byte: u8) -> Option<Self> {
        use DracoType::{Bool, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64};
        let all = [I8, U8, I16, U16, I32, U32, I64, U64, F32, F64, Bool];
        all.get(usize::from(byte).checked_sub(1)?).copied()
    }

    /// The size of a number in bytes.
    #[must_use]
    pub fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 | Self::Bool => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::I64 | Self::U64 | Self::F64 => 8,
        }
    }
}

same! {
    DracoHeader { major, minor, encoder_type, encoder_method, flags, n_faces, n_points }
}
