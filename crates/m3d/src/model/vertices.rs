//! Colour map, texture map and vertices: the lists that other chunks refer to by index.

use super::{ColourRef, SkinIndex};
use crate::model::{CoordinateType, Types};
use geom::{Rgba8, Vec2, Vec3, Vec4, same};

/// CMAP: the colours that other chunks refer to. Format document, section 6.1.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ColourMap {
    /// The colours.
    pub colours: Vec<Rgba8>,
    /// The bytes after the last whole record.
    pub surplus: Vec<u8>,
}

/// TMAP: texture coordinates. Format document, section 6.2.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TextureMap {
    /// The texture coordinates. U points right and V up, although the public document says down: format document,
    /// section 5.
    pub pairs: TexCoords,
    /// The bytes after the last whole record.
    pub surplus: Vec<u8>,
}

/// Pairs of u and v, as stored in the file.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TexCoords {
    /// Integers from 0 to 255, which stand for 0 to 1, in files with [`CoordinateType::Int8`].
    U8(Vec<[u8; 2]>),
    /// Integers from 0 to 65535, which stand for 0 to 1, in files with [`CoordinateType::Int16`].
    U16(Vec<[u16; 2]>),
    /// Unscaled floats.
    F32(Vec<[f32; 2]>),
    /// Unscaled doubles.
    F64(Vec<[f64; 2]>),
}

/// VRTS: points, normals, bone positions and orientations. Format document, section 6.3.
///
/// There is one list per field of the records; use [`get`](Self::get) for a single vertex.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Vertices {
    /// x, y, z and w per vertex.
    pub coordinates: Coordinates,
    /// The colour per vertex; empty if the header marks colours as absent.
    pub colours: Vec<ColourRef>,
    /// The skin per vertex; empty if the header marks skins as absent.
    pub skins: Vec<SkinIndex>,
    /// The bytes after the last whole record.
    pub surplus: Vec<u8>,
}

/// x, y, z and w, as stored in the file.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Coordinates {
    /// Integers from -127 to 127, which stand for -1 to 1; -128 is a little below -1.
    I8(Vec<[i8; 4]>),
    /// Integers from -32767 to 32767, which stand for -1 to 1; -32768 is a little below -1.
    I16(Vec<[i16; 4]>),
    /// Unscaled floats.
    F32(Vec<[f32; 4]>),
    /// Unscaled doubles.
    F64(Vec<[f64; 4]>),
}

/// A number of a shape, as stored in the file.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Scalar {
    /// An integer from -127 to 127, which stands for -1 to 1.
    I8(i8),
    /// An integer from -32767 to 32767, which stands for -1 to 1.
    I16(i16),
    /// An unscaled float.
    F32(f32),
    /// An unscaled double.
    F64(f64),
}

/// A vertex as floats.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vertex {
    /// x, y, z and w.
    pub position: Vec4,
    /// The colour; index 0 if the model has no colours.
    pub colour: ColourRef,
    /// The skin; none if the model has no skins.
    pub skin: SkinIndex,
}

same! {
    ColourMap { colours, surplus }
    TextureMap { pairs, surplus }
    enum TexCoords { U8(all), U16(all), F32(all), F64(all) }
    Vertices { coordinates, colours, skins, surplus }
    enum Coordinates { I8(all), I16(all), F32(all), F64(all) }
    enum Scalar { I8(number), I16(number), F32(number), F64(number) }
}

/// Evaluates an expression for a list that is stored in one of four types.
macro_rules! each_type {
    ($all:expr, $list:ident => $body:expr, $($variant:ident)+) => {
        match $all { $(Self::$variant($list) => $body),+ }
    };
}

impl TexCoords {
    /// The number of pairs.
    #[must_use]
    pub fn len(&self) -> usize {
        each_type!(self, list => list.len(), U8 U16 F32 F64)
    }

    /// Returns true if there are no pairs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A pair as floats; doubles are rounded.
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

    /// A pair without rounding.
    pub(crate) fn wide(&self, index: usize) -> Option<[f64; 2]> {
        Some(match self {
            Self::U8(list) => list.get(index)?.map(|number| f64::from(number) / 255.0),
            Self::U16(list) => list.get(index)?.map(|number| f64::from(number) / 65535.0),
            Self::F32(list) => list.get(index)?.map(f64::from),
            Self::F64(list) => *list.get(index)?,
        })
    }

    /// The type that the header must have for these coordinates.
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
    /// The number of vertices.
    #[must_use]
    pub fn len(&self) -> usize {
        each_type!(self, list => list.len(), I8 I16 F32 F64)
    }

    /// Returns true if there are no vertices.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// x, y, z and w of a vertex, without rounding.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<[f64; 4]> {
        Some(match self {
            Self::I8(list) => list.get(index)?.map(|number| Scalar::I8(number).get()),
            Self::I16(list) => list.get(index)?.map(|number| Scalar::I16(number).get()),
            Self::F32(list) => list.get(index)?.map(f64::from),
            Self::F64(list) => *list.get(index)?,
        })
    }

    /// x, y and z of a vertex as floats.
    #[expect(clippy::cast_possible_truncation, reason = "rounding is what it says")]
    pub(crate) fn single(&self, index: usize) -> Option<Vec3> {
        let [x, y, z, _] = self.get(index)?.map(|number| number as f32);
        Some(Vec3::new(x, y, z))
    }

    /// The type that the header must have for these coordinates.
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
    /// The value as a double: integers are divided by 127 or 32767, without clamping.
    #[must_use]
    pub fn get(self) -> f64 {
        match self {
            Self::I8(number) => f64::from(number) / 127.0,
            Self::I16(number) => f64::from(number) / 32767.0,
            Self::F32(number) => f64::from(number),
            Self::F64(number) => number,
        }
    }

    /// The type that the header must have for this number.
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

/// Collects points as [`Vertices::from_positions`] does.
impl FromIterator<[f32; 3]> for Vertices {
    fn from_iter<I: IntoIterator<Item = [f32; 3]>>(positions: I) -> Self {
        Self::from_positions(positions)
    }
}

impl Vertices {
    /// Creates points without colour and skin, with w set to 1.
    ///
    /// ```
    /// let vertices = m3d::Vertices::from_positions([[0.0, 0.5, 1.0]]);
    /// assert_eq!(vertices.get(0).unwrap().position.to_array(), [0.0, 0.5, 1.0, 1.0]);
    /// ```
    pub fn from_positions(positions: impl IntoIterator<Item = [f32; 3]>) -> Self {
        let coordinates = positions.into_iter().map(|[x, y, z]| [x, y, z, 1.0]).collect();
        Self { coordinates: Coordinates::F32(coordinates), ..Self::default() }
    }

    /// The number of vertices.
    #[must_use]
    pub fn len(&self) -> usize {
        self.coordinates.len()
    }

    /// Returns true if there are no vertices.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A vertex; doubles are rounded.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "rounding is what it says")]
    pub fn get(&self, index: usize) -> Option<Vertex> {
        Some(Vertex {
            position: Vec4::from_array(self.coordinates.get(index)?.map(|number| number as f32)),
            colour: self.colours.get(index).copied().unwrap_or_default(),
            skin: self.skins.get(index).copied().unwrap_or_default(),
        })
    }

    /// All vertices in order.
    pub fn iter(&self) -> impl Iterator<Item = Vertex> {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// Adds the colours and skins that the widths require, and removes those that the widths mark as absent.
    pub(crate) fn even_out(&mut self, types: &Types) {
        let n = |width: crate::model::Width| {
            if width == crate::model::Width::Absent { 0 } else { self.coordinates.len() }
        };
        self.colours.resize(n(types.colour), ColourRef::default());
        self.skins.resize(n(types.skin), SkinIndex::NONE);
    }
}
