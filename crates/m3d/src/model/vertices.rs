//! Colour map, texture map and vertices: the lists that others point into.

use super::{ColourRef, SkinIndex};
use crate::mould::same::same;
use crate::{CoordinateType, Types};
use geom::{Rgba8, Vec2, Vec4};

/// CMAP: the colours that the others point to. Format document, section 6.1.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ColourMap {
    /// The colours.
    pub colours: Vec<Rgba8>,
    /// What is left of the chunk behind the last whole record.
    pub rest: Vec<u8>,
}

/// TMAP: points of a texture. Format document, section 6.2.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TextureMap {
    /// u to the right, v down.
    pub pairs: TexCoords,
    /// What is left of the chunk behind the last whole record.
    pub rest: Vec<u8>,
}

/// Pairs u and v as the file stores them.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TexCoords {
    /// 0 to 255 for 0 to 1, in files with [`CoordinateType::Int8`].
    U8(Vec<[u8; 2]>),
    /// 0 to 65535 for 0 to 1, in files with [`CoordinateType::Int16`].
    U16(Vec<[u16; 2]>),
    /// As they are.
    F32(Vec<[f32; 2]>),
    /// As they are.
    F64(Vec<[f64; 2]>),
}

/// VRTS: points, normals, bone positions and orientations. Format document, section 6.3.
///
/// A list for each field of the records; see [`get`](Self::get) for one vertex.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Vertices {
    /// x, y, z and w of each.
    pub coordinates: Coordinates,
    /// The colour of each; empty if the header says that there are no colours.
    pub colours: Vec<ColourRef>,
    /// The skin of each; empty if the header says that there are no skins.
    pub skins: Vec<SkinIndex>,
    /// What is left of the chunk behind the last whole record.
    pub rest: Vec<u8>,
}

/// x, y, z and w as the file stores them.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Coordinates {
    /// -127 to 127 for -1 to 1; -128 is a little below -1.
    I8(Vec<[i8; 4]>),
    /// -32767 to 32767 for -1 to 1; -32768 is a little below -1.
    I16(Vec<[i16; 4]>),
    /// As they are.
    F32(Vec<[f32; 4]>),
    /// As they are.
    F64(Vec<[f64; 4]>),
}

/// One number of a shape, as the file stores it.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Scalar {
    /// -127 to 127 for -1 to 1.
    I8(i8),
    /// -32767 to 32767 for -1 to 1.
    I16(i16),
    /// As it is.
    F32(f32),
    /// As it is.
    F64(f64),
}

/// One vertex.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vertex {
    /// x, y, z and w.
    pub position: Vec4,
    /// Its colour; index 0 if the model has none.
    pub colour: ColourRef,
    /// Its skin; none if the model has none.
    pub skin: SkinIndex,
}

same! {
    Rgba8 { r, g, b, a }
    ColourMap { colours, rest }
    TextureMap { pairs, rest }
    enum TexCoords { U8(all), U16(all), F32(all), F64(all) }
    Vertices { coordinates, colours, skins, rest }
    enum Coordinates { I8(all), I16(all), F32(all), F64(all) }
    enum Scalar { I8(number), I16(number), F32(number), F64(number) }
}

/// Methods on lists stored in one of four types.
macro_rules! each_type {
    ($all:expr, $list:ident => $body:expr, $($variant:ident)+) => {
        match $all { $(Self::$variant($list) => $body),+ }
    };
}

impl TexCoords {
    /// How many pairs there are.
    #[must_use]
    pub fn len(&self) -> usize {
        each_type!(self, list => list.len(), U8 U16 F32 F64)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One pair as floats; doubles are rounded.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "rounding is what it says")]
    pub fn get(&self, index: usize) -> Option<Vec2> {
        Some(match self {
            Self::U8(list) => Vec2::from_array(list.get(index)?.map(|number| f32::from(number) / 255.0)),
            Self::U16(list) => Vec2::from_array(list.get(index)?.map(|number| f32::from(number) / 65535.0)),
            Self::F32(list) => Vec2::from_array(*list.get(index)?),
            Self::F64(list) => Vec2::from_array(list.get(index)?.map(|number| number as f32)),
        })
    }

    /// The type that the header must name for these.
    #[must_use]
    pub fn coordinate_type(&self) -> CoordinateType {
        match self {
            Self::U8(_) => CoordinateType::Int8,
            Self::U16(_) => CoordinateType::Int16,
            Self::F32(_) => CoordinateType::Float,
            Self::F64(_) => CoordinateType::Double,
        }
    }
}

impl Default for TexCoords {
    fn default() -> Self {
        Self::F32(Vec::new())
    }
}

impl Coordinates {
    /// How many vertices there are.
    #[must_use]
    pub fn len(&self) -> usize {
        each_type!(self, list => list.len(), I8 I16 F32 F64)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// x, y, z and w of one vertex, exact.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<[f64; 4]> {
        Some(match self {
            Self::I8(list) => list.get(index)?.map(|number| Scalar::I8(number).get()),
            Self::I16(list) => list.get(index)?.map(|number| Scalar::I16(number).get()),
            Self::F32(list) => list.get(index)?.map(f64::from),
            Self::F64(list) => *list.get(index)?,
        })
    }

    /// The type that the header must name for these.
    #[must_use]
    pub fn coordinate_type(&self) -> CoordinateType {
        match self {
            Self::I8(_) => CoordinateType::Int8,
            Self::I16(_) => CoordinateType::Int16,
            Self::F32(_) => CoordinateType::Float,
            Self::F64(_) => CoordinateType::Double,
        }
    }
}

impl Default for Coordinates {
    fn default() -> Self {
        Self::F32(Vec::new())
    }
}

impl Scalar {
    /// Its value: integers are divided by 127 or 32767, and nothing is clamped.
    #[must_use]
    pub fn get(self) -> f64 {
        match self {
            Self::I8(number) => f64::from(number) / 127.0,
            Self::I16(number) => f64::from(number) / 32767.0,
            Self::F32(number) => f64::from(number),
            Self::F64(number) => number,
        }
    }

    /// The type that the header must name for this.
    #[must_use]
    pub fn coordinate_type(self) -> CoordinateType {
        match self {
            Self::I8(_) => CoordinateType::Int8,
            Self::I16(_) => CoordinateType::Int16,
            Self::F32(_) => CoordinateType::Float,
            Self::F64(_) => CoordinateType::Double,
        }
    }
}

impl Vertices {
    /// Points without colour and skin, w being 1.
    ///
    /// ```
    /// let vertices = m3d::Vertices::from_positions([[0.0, 0.5, 1.0]]);
    /// assert_eq!(vertices.get(0).unwrap().position.to_array(), [0.0, 0.5, 1.0, 1.0]);
    /// ```
    pub fn from_positions(positions: impl IntoIterator<Item = [f32; 3]>) -> Self {
        let coordinates = positions.into_iter().map(|[x, y, z]| [x, y, z, 1.0]).collect();
        Self { coordinates: Coordinates::F32(coordinates), ..Self::default() }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.coordinates.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One vertex; doubles are rounded.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "rounding is what it says")]
    pub fn get(&self, index: usize) -> Option<Vertex> {
        Some(Vertex {
            position: Vec4::from_array(self.coordinates.get(index)?.map(|number| number as f32)),
            colour: self.colours.get(index).copied().unwrap_or_default(),
            skin: self.skins.get(index).copied().unwrap_or_default(),
        })
    }

    /// All of them in order.
    pub fn iter(&self) -> impl Iterator<Item = Vertex> {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// Gives each vertex the colour and skin that the widths ask for, and takes away what they have no room for.
    pub(crate) fn even_out(&mut self, types: &Types) {
        let n = |width: crate::Width| if width == crate::Width::Absent { 0 } else { self.coordinates.len() };
        self.colours.resize(n(types.colour), ColourRef::default());
        self.skins.resize(n(types.skin), SkinIndex::NONE);
    }
}
