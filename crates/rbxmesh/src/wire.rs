//! Definitions that the reader and the writer share: magic numbers, names, and tables of offsets.

pub(crate) mod number;

use crate::common::show::{Show, SpanType, quoted};
use crate::common::wire::{Wire, arrays, show, wire};
use crate::model::{Bone, BoneIndex, ChunkPart, Envelope, LineEnd, Subset, Tangent, Version, Vertex};
use geom::{Mat3, Pose, Rgba8, Vec2, Vec3};
use std::borrow::Cow;
use std::fmt;

/// The first bytes of a file. The version and a line end follow.
pub(crate) const MAGIC: &[u8] = b"version ";

/// Sizes in bytes of the known headers of 2.00, 3.x, 4.x and 5.00.
pub(crate) const HEADER_2: u16 = 12;
pub(crate) const HEADER_3: u16 = 16;
pub(crate) const HEADER_4: u16 = 24;
pub(crate) const HEADER_5: u16 = 32;

/// Sizes in bytes of a vertex with and without colour, of a face and of an LOD offset.
pub(crate) const VERTEX_SIZE: usize = size_of_wire::<_, Vertex>();
pub(crate) const PLAIN_VERTEX_SIZE: usize = size_of_wire::<_, PlainVertex>();
pub(crate) const FACE_SIZE: usize = size_of_wire::<_, [u32; 3]>();
pub(crate) const LOD_OFFSET_SIZE: usize = size_of_wire::<_, u32>();

/// The magic number of a Draco stream.
pub(crate) const DRACO_MAGIC: &[u8] = b"DRACO";

/// The only known format of facial animation.
pub(crate) const FACS_FORMAT: u32 = 1;

/// The version of COREMESH with a Draco stream. All other chunks, and a plain COREMESH, have version 1.
pub(crate) const COREMESH_DRACO: u32 = 2;

/// The format of a matrix of facial animation with plain numbers.
pub(crate) const MATRIX_FLOATS: u16 = 1;
pub(crate) const MATRIX_QUANTISED: u16 = 2;

/// Converts the path of a finding to the names of the file, if the model uses others.
pub(crate) fn in_file(path: &str) -> Cow<'_, str> {
    if let Some(corner) = path.strip_prefix("texture_w") {
        return format!("vertices{corner}.uv").into();
    }
    Cow::Borrowed(match path {
        "sizes.header" => "header.header_size",
        "sizes.vertex" => "header.vertex_size",
        "sizes.face" => "header.face_size",
        "sizes.lod_offset" => "header.lod_offset_size",
        "surplus.header" => "header_surplus",
        path => path,
    })
}

/// The name of a part's chunk.
pub(crate) fn chunk_name(part: ChunkPart) -> [u8; 8] {
    *match part {
        ChunkPart::CoreMesh => b"COREMESH",
        ChunkPart::Lods => b"LODS\0\0\0\0",
        ChunkPart::Skinning => b"SKINNING",
        ChunkPart::Facs => b"FACS\0\0\0\0",
        ChunkPart::HsrVisibility => b"HSRAVIS\0",
    }
}

/// The part that a chunk with this name and version stores; undoes [`chunk_name`].
pub(crate) fn chunk_part(name: [u8; 8], version: u32) -> Option<ChunkPart> {
    let part = match &name {
        b"COREMESH" => ChunkPart::CoreMesh,
        b"LODS\0\0\0\0" => ChunkPart::Lods,
        b"SKINNING" => ChunkPart::Skinning,
        b"FACS\0\0\0\0" => ChunkPart::Facs,
        b"HSRAVIS\0" => ChunkPart::HsrVisibility,
        _ => return None,
    };
    (version == 1 || (version == COREMESH_DRACO && part == ChunkPart::CoreMesh)).then_some(part)
}

wire! {
    // A vertex with colour. Section 4.1.
    Vertex = 40 bytes {
         0 position: Vec3,
        12 normal: Vec3,
        24 uv: Vec2,
        32 tangent: Tangent,
        36 colour: Rgba8,
    }

    // A bone. Section 4.3.
    Bone = 60 bytes {
         0 name_offset: u32,
         4 parent: BoneIndex,
         6 lod_parent: BoneIndex,
         8 culling_distance: f32,
        12 pose: Pose,
    }

    // A subset. Section 4.5.
    Subset = 72 bytes {
         0 faces_begin: u32,
         4 faces_length: u32,
         8 vertices_begin: u32,
        12 vertices_length: u32,
        16 n_bones: u32,
        20 bones: [BoneIndex; 26],
    }

    // An envelope. Section 4.6.
    Envelope = 8 bytes {
        0 slots: [u8; 4],
        4 weights: [u8; 4],
    }

    // Geometry.
    Vec2 = 8 bytes {
        0 x: f32,
        4 y: f32,
    }
    Vec3 = 12 bytes {
        0 x: f32,
        4 y: f32,
        8 z: f32,
    }
    Mat3 = 36 bytes {
        0 rows: [Vec3; 3],
    }
    Pose = 48 bytes {
         0 rotation: Mat3,
        36 position: Vec3,
    }
    Rgba8 = 4 bytes {
        0 r: u8,
        1 g: u8,
        2 b: u8,
        3 a: u8,
    }
}

/// Declares private records together with their tables of offsets.
macro_rules! records {
    ($($(#[$doc:meta])* $record:ident = $size:literal bytes { $($at:literal $field:ident: $ty:ty,)* })*) => {
        $(
            $(#[$doc])*
            #[derive(Debug)]
            pub(crate) struct $record {
                $(pub(crate) $field: $ty,)*
            }
        )*
        wire! { $($record = $size bytes { $($at $field: $ty,)* })* }
    };
}

records! {
    // A vertex without colour. Section 4.1.
    /// A vertex of a file without colours.
    PlainVertex = 36 bytes {
         0 position: Vec3,
        12 normal: Vec3,
        24 uv: Vec2,
        32 tangent: Tangent,
    }

    // The header of version 2.00. Section 5.
    Header2 = 12 bytes {
        0 header_size: u16,
        2 vertex_size: u8,
        3 face_size: u8,
        4 n_vertices: u32,
        8 n_faces: u32,
    }

    // The header of version 3.00. Section 6.
    Header3 = 16 bytes {
         0 header_size: u16,
         2 vertex_size: u8,
         3 face_size: u8,
         4 lod_offset_size: u16,
         6 n_lod_offsets: u16,
         8 n_vertices: u32,
        12 n_faces: u32,
    }

    // The header of version 4.00. Section 7.
    Header4 = 24 bytes {
         0 header_size: u16,
         2 lod_type: u16,
         4 n_vertices: u32,
         8 n_faces: u32,
        12 n_lod_offsets: u16,
        14 n_bones: u16,
        16 names_size: u32,
        20 n_subsets: u16,
        22 n_high_quality_lods: u8,
        23 unused: u8,
    }
    // The fields that version 5.00 adds to the header.
    Header5 = 8 bytes {
        0 facs_format: u32,
        4 facs_size: u32,
    }

    // The header of facial animation. Section 8.
    FacsHeader = 24 bytes {
         0 bone_names_size: u32,
         4 control_names_size: u32,
         8 transforms_size: u64,
        16 two_pose_size: u32,
        20 three_pose_size: u32,
    }
    MatrixHeader = 10 bytes {
        0 format: u16,
        2 n_rows: u32,
        6 n_columns: u32,
    }
    Range = 8 bytes {
        0 min: f32,
        4 max: f32,
    }

    // The header of a chunk. Section 9.
    ChunkHeader = 16 bytes {
         0 name: ChunkName,
         8 version: u32,
        12 size: u32,
    }
    // The header of the LODS chunk. Section 9.2.
    LodsHeader = 7 bytes {
        0 lod_type: u16,
        2 n_high_quality_lods: u8,
        3 n_lod_offsets: u32,
    }
}

impl From<PlainVertex> for Vertex {
    fn from(PlainVertex { position, normal, uv, tangent }: PlainVertex) -> Self {
        Self { position, normal, uv, tangent, colour: Rgba8::WHITE }
    }
}

impl From<&Vertex> for PlainVertex {
    fn from(Vertex { position, normal, uv, tangent, colour: _ }: &Vertex) -> Self {
        Self { position: *position, normal: *normal, uv: *uv, tangent: *tangent }
    }
}

/// The name of a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ChunkName(pub(crate) [u8; 8]);

/// The characters of a chunk's name, without padding.
pub(crate) fn letters(name: &[u8; 8]) -> &[u8] {
    name.split(|byte| *byte == 0).next().unwrap_or_default()
}

/// Prints the characters of the name.
impl std::fmt::Display for ChunkName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", letters(&self.0).escape_ascii())
    }
}

/// Implements `Wire` for types that wrap a type with that trait.
macro_rules! newtypes {
    ($($ty:ident($inner:ty) = $size:literal),* $(,)?) => { $(
        impl Wire<$size> for $ty {
            #[inline]
            fn decode(bytes: &[u8; $size]) -> Self {
                Self(<$inner as Wire<$size>>::decode(bytes))
            }

            #[inline]
            fn encode(&self) -> [u8; $size] {
                self.0.encode()
            }
        }
    )* };
}
newtypes! { BoneIndex(u16) = 2, Tangent([u8; 4]) = 4, ChunkName([u8; 8]) = 8 }

macro_rules! shown {
    ($($ty:ty: $show:expr),* $(,)?) => { $(
        impl Show for $ty {
            const SPAN_TYPE: &'static SpanType = &SpanType::field($show);
        }
    )* };
}
/// The size of a value in bytes.
pub(crate) const fn size_of_wire<const N: usize, T: Wire<N>>() -> usize {
    N
}

/// Writes the bytes as text.
fn text(bytes: &[u8], _: u64, out: &mut dyn fmt::Write) -> fmt::Result {
    out.write_str(&String::from_utf8_lossy(bytes))
}

// Numbers of a mesh that is text.
shown! { [f32; 3]: text }
shown! { Version: text, LineEnd: quoted, Tangent: show::<4, [u8; 4]>, ChunkName: quoted }

impl Show for BoneIndex {
    const SPAN_TYPE: &'static SpanType = &SpanType::field(|_, context, out| match context {
        0xffff => out.write_str("none"),
        index => write!(out, "{index}"),
    });

    fn context(&self) -> u64 {
        self.0.into()
    }
}

arrays! {
    Vec3, 3 = 36;
    u8, 3 = 3;
    u8, 4 = 4;
    u8, 8 = 8;
    u16, 2 = 4;
    u16, 3 = 6;
    u32, 3 = 12;
    BoneIndex, 26 = 52;
}
