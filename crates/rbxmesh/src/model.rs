//! The data as plain types, without file offsets or counts.

mod chunk;
mod draco;
mod facs;
mod skin;
mod vertex;

pub use chunk::{BitList, Chunk, ChunkPart};
pub use draco::{DracoAttribute, DracoFormat, DracoHeader, DracoMesh, DracoType};
pub use facs::{Facs, FacsBlock, Matrix, MatrixValues, PoseOffset};
pub(crate) use skin::name_at;
pub use skin::{Bone, BoneIndex, Envelope, NameTable, Subset};
pub use vertex::{Tangent, Vertex};

use geom::same;
use std::fmt;

/// A mesh of any version.
///
/// Each version stores some of these fields. [`write`](crate::write()) rejects a mesh in which any other field differs
/// from [`Mesh::default`].
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Mesh {
    /// The version, as stated in the first line.
    ///
    /// Setting another version changes nothing else. If the new version cannot store everything in the mesh,
    /// [`write`](crate::write()) returns an error that lists everything it cannot store. [`transcode`](Self::transcode)
    /// converts:
    ///
    /// ```
    /// use rbxmesh::{Version, read, write};
    ///
    /// let file = b"version 1.01\n1\n[0,0,0][0,0,1][0,0.25,0][1,0,0][0,0,1][1,0,0][0,2,0][0,0,1][0,1,0]";
    /// let mut mesh = read(file)?;
    /// mesh.version = Version::V2_00;
    /// let error = write(&mesh).unwrap_err().to_string();
    /// assert!(error.starts_with("version 2.00 cannot store texture coordinates whose V grows upward; converting to the version"));
    ///
    /// mesh.version = Version::V1_01;
    /// assert!(mesh.transcode(Version::V2_00)?.is_nothing());
    /// assert_eq!(read(&write(&mesh)?)?.vertices[0].uv.y, 0.75);
    /// # Ok::<(), rbxmesh::Error>(())
    /// ```
    pub version: Version,
    /// The end of the first line; in 1.x also of the second line.
    pub line_end: LineEnd,
    /// The vertices with their attributes.
    pub vertices: Vec<Vertex>,
    /// The direction of the V texture coordinate: up in 1.x, down in 2.00 and later.
    ///
    /// The version of a file implies the direction. It is a separate field so that setting
    /// [`version`](Self::version) cannot flip textures unnoticed.
    pub v_direction: VDirection,
    /// The bones that move each vertex, in 4.00 and later. Empty in a mesh without a skin.
    pub envelopes: Vec<Envelope>,
    /// The vertices of each triangle, counter-clockwise seen from outside.
    ///
    /// In 1.x these are 0, 1, 2, then 3, 4, 5 and so on, since each vertex is used once.
    pub faces: Vec<[u32; 3]>,
    /// The first face of each level of detail, as stored in 3.00 and later. [`Mesh::lods`] interprets these offsets.
    pub lod_offsets: Vec<u32>,
    /// The program that made the levels; 4.00 and later.
    pub lod_type: LodType,
    /// The number of high-quality levels of detail; 4.00 and later.
    pub n_high_quality_lods: u8,
    /// An unused byte of the header of 4.00 to 5.00. It is not 0 in some files.
    pub unused: u8,
    /// The skeleton; 4.00 and later.
    pub bones: Vec<Bone>,
    /// The names of the bones. Bones refer to them by [`Bone::name_offset`].
    pub bone_names: NameTable,
    /// Ranges of vertices and faces, and the bones that each range uses; 4.00 and later.
    pub subsets: Vec<Subset>,
    /// Facial animation; 5.00 and later.
    pub facs: FacsBlock,
    /// The faces that stay visible under layered clothing; 6.00 and later.
    pub hsr_visibility: Option<BitList>,
    /// The geometry as a Draco stream; 6.00 and later.
    ///
    /// Vertices and faces are decoded from the stream, and it is written back as long as it matches them. After an
    /// edit, a new, lossless stream is written instead, with the metadata of the old one but without its other
    /// attributes. If the stream cannot be decoded, vertices and faces are empty, and it is written back unchanged.
    /// [`Mesh::compress`] makes a stream.
    pub draco: Option<Vec<u8>>,
    /// The chunks of a file of 6.00 or 7.00 in their order; empty for the usual order.
    ///
    /// The usual order is COREMESH and LODS, then SKINNING, FACS and HSRAVIS if the mesh has such data.
    pub chunks: Vec<Chunk>,
    /// The third texture coordinate of each vertex of 1.x; empty if all are 0.
    pub texture_w: Vec<f32>,
    /// The sizes that the header states, in 2.00 to 5.00.
    pub sizes: Sizes,
    /// Surplus bytes of the header and the records, in 2.00 to 5.00.
    pub surplus: Surplus,
    /// The bytes after the last part.
    pub trailing: Vec<u8>,
}

/// A version such as 4.01.
///
/// ```
/// use rbxmesh::Version;
///
/// assert_eq!("4.01".parse(), Ok(Version::V4_01));
/// assert_eq!(Version::V4_01.to_string(), "4.01");
/// assert!("4.1".parse::<Version>().is_err() && "4.011".parse::<Version>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Version {
    /// The digit before the point, which determines the structure of the file.
    pub major: u8,
    /// The two digits after the point.
    pub minor: u8,
}

impl Version {
    /// Version 1.00: text, with positions at double size.
    pub const V1_00: Self = Self { major: 1, minor: 0 };
    /// Version 1.01: text.
    pub const V1_01: Self = Self { major: 1, minor: 1 };
    /// Version 2.00: binary, with vertices and faces.
    pub const V2_00: Self = Self { major: 2, minor: 0 };
    /// Version 3.00, which adds levels of detail.
    pub const V3_00: Self = Self { major: 3, minor: 0 };
    /// Version 3.01, with the layout of 3.00.
    pub const V3_01: Self = Self { major: 3, minor: 1 };
    /// Version 4.00, which adds skinning.
    pub const V4_00: Self = Self { major: 4, minor: 0 };
    /// Version 4.01, with the layout of 4.00.
    pub const V4_01: Self = Self { major: 4, minor: 1 };
    /// Version 5.00, which adds facial animation.
    pub const V5_00: Self = Self { major: 5, minor: 0 };
    /// Version 6.00, which consists of chunks.
    pub const V6_00: Self = Self { major: 6, minor: 0 };
    /// Version 7.00, which consists of chunks, usually with compressed geometry.
    pub const V7_00: Self = Self { major: 7, minor: 0 };

    /// All known versions.
    pub const ALL: [Self; 10] = [
        Self::V1_00,
        Self::V1_01,
        Self::V2_00,
        Self::V3_00,
        Self::V3_01,
        Self::V4_00,
        Self::V4_01,
        Self::V5_00,
        Self::V6_00,
        Self::V7_00,
    ];
}

/// 2.00, the simplest binary version.
impl Default for Version {
    fn default() -> Self {
        Self::V2_00
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.major, self.minor)
    }
}

/// The end of a line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LineEnd {
    /// A line feed, as in all known files of 2.00 and later.
    #[default]
    Lf,
    /// A carriage return and a line feed, as in all known files of 1.00.
    CrLf,
}

/// The direction of the V texture coordinate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum VDirection {
    /// Down, like the rows of an image; 2.00 and later.
    #[default]
    Down,
    /// Up; 1.x.
    Up,
}

impl VDirection {
    /// The direction of V in files of a version.
    #[must_use]
    pub fn for_version(version: Version) -> Self {
        if version.major == 1 { Self::Up } else { Self::Down }
    }
}

/// The program that made the levels of detail.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LodType(pub u16);

impl LodType {
    /// There are no levels.
    pub const NONE: Self = Self(0);
    /// The program is not recorded.
    pub const UNKNOWN: Self = Self(1);
    /// The mesh simplifier of the Roblox engine.
    pub const RBX_SIMPLIFIER: Self = Self(2);
    /// The meshoptimizer library; each level has its own vertices.
    pub const ZEUX_MESH_OPTIMIZER: Self = Self(3);
    /// A program without a public name; all levels share the vertices of the first.
    pub const SHARED_VERTICES: Self = Self(4);
}

/// The sizes in the header. In known files only `vertex` varies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sizes {
    /// The size of the header as stated in the file, if it is wrong; 2.00 to 5.00.
    pub header: Option<u16>,
    /// The size of a vertex in 2.00 and 3.x: 40, or 36 if it has no colour.
    pub vertex: u8,
    /// The size of a face in 2.00 and 3.x: 12.
    pub face: u8,
    /// The size of an LOD offset in 3.x: 4.
    pub lod_offset: u16,
}

impl Default for Sizes {
    fn default() -> Self {
        Self { header: None, vertex: 40, face: 12, lod_offset: 4 }
    }
}

/// Bytes of the header and the records beyond the known fields; empty in all known files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Surplus {
    /// The surplus bytes of the header.
    pub header: Vec<u8>,
    /// The surplus bytes of all vertices, concatenated.
    pub vertices: Vec<u8>,
    /// The surplus bytes of all faces, concatenated.
    pub faces: Vec<u8>,
    /// The surplus bytes of all LOD offsets, concatenated.
    pub lod_offsets: Vec<u8>,
}

same! {
    Mesh {
        version, line_end, vertices, v_direction, envelopes, faces, lod_offsets, lod_type, n_high_quality_lods, unused, bones,
        bone_names, subsets, facs, hsr_visibility, draco, chunks, texture_w, sizes, surplus, trailing
    }
    Version { major, minor }
    enum LineEnd { Lf, CrLf }
    enum VDirection { Down, Up }
    Sizes { header, vertex, face, lod_offset }
    Surplus { header, vertices, faces, lod_offsets }
}

impl geom::Same for LodType {
    fn difference(&self, other: &Self) -> Option<String> {
        self.0.difference(&other.0)
    }
}
