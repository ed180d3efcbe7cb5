//! The types bit field of the header: the width of all other fields.

use geom::same;

/// The width of each kind of field in the file. Format document, section 4.1.
///
/// The types are kept as read, since a file may use larger widths than it needs. Writing a value that does
/// not fit is an error; [`Model::fit`](crate::Model::fit) sets the smallest widths that can represent
/// everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Types {
    /// vc_t: coordinates of vertices, texture coordinates, and numbers in shapes.
    pub coordinate: CoordinateType,
    /// vi_t: [`VertexIndex`](crate::VertexIndex), [`OrientationIndex`](crate::OrientationIndex). Never absent.
    pub vertex: Width,
    /// si_t: [`Name`](crate::Name). Never absent.
    pub string: Width,
    /// ci_t: [`ColourRef`](crate::ColourRef); inline if four bytes wide.
    pub colour: Width,
    /// ti_t: [`TexCoordIndex`](crate::TexCoordIndex).
    pub tex_coord: Width,
    /// bi_t: [`BoneIndex`](crate::BoneIndex), and the count of bones.
    pub bone: Width,
    /// nb_t: the weights of a skin.
    pub weights: WeightCount,
    /// sk_t: [`SkinIndex`](crate::SkinIndex), and the count of skins.
    pub skin: Width,
    /// fc_t: the count of transforms of a frame.
    pub transforms: Width,
    /// hi_t: [`ShapeIndex`](crate::ShapeIndex).
    pub shape: Width,
    /// fi_t: [`FaceIndex`](crate::FaceIndex).
    pub face: Width,
    /// vd_t: positions and sizes of voxel blocks.
    pub voxel_size: Width,
    /// vp_t: [`VoxelIndex`](crate::VoxelIndex) in a voxel block. Never four bytes.
    pub voxel: Width,
    /// Bits 26 to 31, which are reserved.
    pub reserved: u8,
}

/// The width of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Width {
    /// One byte.
    One,
    /// Two bytes.
    Two,
    /// Four bytes.
    Four,
    /// No bytes: the field is absent wherever it would occur.
    Absent,
}

/// The number type of coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum CoordinateType {
    /// Integers of one byte; -127 to 127 stand for -1 to 1.
    Int8,
    /// Integers of two bytes; -32767 to 32767 stand for -1 to 1.
    Int16,
    /// Floats of four bytes.
    Float,
    /// Floats of eight bytes.
    Double,
}

/// The number of weights in a skin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum WeightCount {
    /// One weight, which is always 1, so it is not stored.
    One,
    /// Two weights.
    Two,
    /// Four weights.
    Four,
    /// Eight weights.
    Eight,
}

same! {
    Types {
        coordinate, vertex, string, colour, tex_coord, bone, weights, skin, transforms, shape, face, voxel_size,
        voxel, reserved,
    }
    enum Width { One, Two, Four, Absent }
    enum CoordinateType { Int8, Int16, Float, Double }
    enum WeightCount { One, Two, Four, Eight }
}

impl Width {
    /// The width in bytes.
    #[must_use]
    pub const fn bytes(self) -> usize {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::Four => 4,
            Self::Absent => 0,
        }
    }

    /// The smallest width for indices below `count`. As in the reference writer, it leaves space for −1 and −2.
    #[must_use]
    pub const fn for_count(count: usize) -> Self {
        match count {
            0 => Self::Absent,
            // The two highest numbers of a width stand for −1 and −2: format document, section 4.2.
            1..254 => Self::One,
            254..65534 => Self::Two,
            _ => Self::Four,
        }
    }

    const fn from_code(code: u32) -> Self {
        match code & 3 {
            0 => Self::One,
            1 => Self::Two,
            2 => Self::Four,
            _ => Self::Absent,
        }
    }

    const fn code(self) -> u32 {
        match self {
            Self::One => 0,
            Self::Two => 1,
            Self::Four => 2,
            Self::Absent => 3,
        }
    }
}

impl CoordinateType {
    /// The size of one coordinate in bytes.
    #[must_use]
    pub const fn bytes(self) -> usize {
        match self {
            Self::Int8 => 1,
            Self::Int16 => 2,
            Self::Float => 4,
            Self::Double => 8,
        }
    }
}

impl WeightCount {
    /// The number of weights.
    #[must_use]
    pub const fn get(self) -> usize {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::Four => 4,
            Self::Eight => 8,
        }
    }
}

impl Types {
    /// Decodes the bits of the header.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self {
            coordinate: match bits & 3 {
                0 => CoordinateType::Int8,
                1 => CoordinateType::Int16,
                2 => CoordinateType::Float,
                _ => CoordinateType::Double,
            },
            vertex: Width::from_code(bits >> 2),
            string: Width::from_code(bits >> 4),
            colour: Width::from_code(bits >> 6),
            tex_coord: Width::from_code(bits >> 8),
            bone: Width::from_code(bits >> 10),
            weights: match (bits >> 12) & 3 {
                0 => WeightCount::One,
                1 => WeightCount::Two,
                2 => WeightCount::Four,
                _ => WeightCount::Eight,
            },
            skin: Width::from_code(bits >> 14),
            transforms: Width::from_code(bits >> 16),
            shape: Width::from_code(bits >> 18),
            face: Width::from_code(bits >> 20),
            voxel_size: Width::from_code(bits >> 22),
            voxel: Width::from_code(bits >> 24),
            reserved: bits.to_le_bytes()[3] >> 2,
        }
    }

    /// Encodes the types as the bits of the header; the inverse of [`from_bits`](Self::from_bits).
    #[must_use]
    pub const fn to_bits(self) -> u32 {
        let coordinate = match self.coordinate {
            CoordinateType::Int8 => 0,
            CoordinateType::Int16 => 1,
            CoordinateType::Float => 2,
            CoordinateType::Double => 3,
        };
        let weights = match self.weights {
            WeightCount::One => 0,
            WeightCount::Two => 1,
            WeightCount::Four => 2,
            WeightCount::Eight => 3,
        };
        coordinate
            | self.vertex.code() << 2
            | self.string.code() << 4
            | self.colour.code() << 6
            | self.tex_coord.code() << 8
            | self.bone.code() << 10
            | weights << 12
            | self.skin.code() << 14
            | self.transforms.code() << 16
            | self.shape.code() << 18
            | self.face.code() << 20
            | self.voxel_size.code() << 22
            | self.voxel.code() << 24
            | (self.reserved as u32) << 26
    }
}

/// The types of a new model: floats, four-byte indices and inline colours, so that anything can be added.
impl Default for Types {
    fn default() -> Self {
        Self {
            coordinate: CoordinateType::Float,
            vertex: Width::Four,
            string: Width::Four,
            colour: Width::Four,
            tex_coord: Width::Four,
            bone: Width::Four,
            weights: WeightCount::Eight,
            skin: Width::Four,
            transforms: Width::Four,
            shape: Width::Four,
            face: Width::Four,
            voxel_size: Width::Four,
            voxel: Width::Two,
            reserved: 0,
        }
    }
}
