//! The values of a column, by type.

use super::{
    Coded, ColorKeypoint, Contents, Fonts, Lanes, Lists, NumberKeypoint, NumberRange, PhysicalProperties,
    Ray, Referent, Rotation, RotationId, SharedIndex, Strings, UniqueId,
};
use geom::{Mat3, Quat, Same, Vec3, same};

/// The values of a column, in the type that the file stores. The same property may have different types in files from
/// different years.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Values {
    /// No type and no values. Studio wrote such columns in April 2021.
    #[default]
    Absent,
    /// Type 01: strings of arbitrary bytes, usually UTF-8.
    String(Strings),
    /// Type 02: any value except 0 is true.
    Bool(Vec<u8>),
    /// Type 03.
    Int32(Vec<i32>),
    /// Type 04.
    Float32(Vec<f32>),
    /// Type 05.
    Float64(Vec<f64>),
    /// Type 06.
    UDim {
        /// Fractions of the parent's size.
        scale: Vec<f32>,
        /// Pixels.
        offset: Vec<i32>,
    },
    /// Type 07.
    UDim2 {
        /// Fractions of the parent's size: x, y.
        scale: Lanes<f32, 2>,
        /// Pixels: x, y.
        offset: Lanes<i32, 2>,
    },
    /// Type 08.
    Ray(Vec<Ray>),
    /// Type 09: bits for right, top, back, left, bottom, front, the lowest first.
    Faces(Vec<u8>),
    /// Type 0A: bits for x, y, z, the lowest first.
    Axes(Vec<u8>),
    /// Type 0B: palette numbers.
    BrickColor(Vec<u32>),
    /// Type 0C: red, green, blue, usually from 0 to 1.
    Color3(Lanes<f32, 3>),
    /// Type 0D.
    Vector2(Lanes<f32, 2>),
    /// Type 0E.
    Vector3(Lanes<f32, 3>),
    /// Type 0F.
    Vector2int16(Vec<[i16; 2]>),
    /// Type 10.
    CFrame(CFrames),
    /// Type 11.
    CFrameQuat(QuaternionFrames),
    /// Type 12: numbers of enum items; the file does not say of which enum.
    Enum(Vec<u32>),
    /// Type 13.
    Referent(Vec<Referent>),
    /// Type 14.
    Vector3int16(Vec<[i16; 3]>),
    /// Type 15.
    NumberSequence(Lists<NumberKeypoint>),
    /// Type 16.
    ColorSequence(Lists<ColorKeypoint>),
    /// Type 17.
    NumberRange(Vec<NumberRange>),
    /// Type 18: minimum x and y, maximum x and y.
    Rect(Lanes<f32, 4>),
    /// Type 19. A byte means the properties of the material: 0, or 2 if the program supports acoustics.
    PhysicalProperties(Coded<PhysicalProperties>),
    /// Type 1A: red, green, blue.
    Color3uint8(Lanes<u8, 3>),
    /// Type 1B.
    Int64(Vec<i64>),
    /// Type 1C.
    SharedString(Vec<SharedIndex>),
    /// Type 1D: compiled Luau code.
    Bytecode(Strings),
    /// Type 1E, of CFrames. An absent value still has a CFrame, usually the identity.
    OptionalCFrame {
        /// The CFrames of all values, including absent ones.
        frames: CFrames,
        /// One flag per value; 0 means that the value is absent.
        present: Vec<u8>,
    },
    /// Type 1F.
    UniqueId(UniqueIds),
    /// Type 20.
    Font(Fonts),
    /// Type 21: sets of capabilities, one bit each.
    SecurityCapabilities(Vec<u64>),
    /// Type 22.
    Content(Box<Contents>),
    /// Values of an unknown type, or values that cannot be decoded.
    Raw {
        /// The type in the file.
        type_id: u8,
        /// All bytes after the type.
        data: Vec<u8>,
    },
}

/// Values of type 10: rotations and positions.
pub type CFrames = Placements<Mat3>;

/// Values of type 11, which no program is known to write.
pub type QuaternionFrames = Placements<Quat>;

/// Rotations and positions, in separate arrays.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Placements<M> {
    pub(crate) rotations: Box<Coded<M>>,
    pub(crate) positions: Lanes<f32, 3>,
}

impl<M: Copy> Placements<M> {
    /// The number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The value at `index`.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<(Rotation<M>, Vec3)> {
        let rotation = match self.rotations.get(index)? {
            Ok(free) => Rotation::Free(free),
            Err(id) => Rotation::Id(RotationId(id)),
        };
        Some((rotation, Vec3::from_array(self.positions.get(index)?)))
    }

    /// Changes the value at `index`; returns false if there is none or the rotation id is invalid.
    pub fn set(&mut self, index: usize, rotation: Rotation<M>, position: Vec3) -> bool {
        code(rotation).is_some_and(|code| {
            self.rotations.set(index, code) && self.positions.set(index, position.to_array())
        })
    }

    /// The positions: x, y, z.
    #[must_use]
    pub fn positions(&self) -> &Lanes<f32, 3> {
        &self.positions
    }
}

fn code<M>(rotation: Rotation<M>) -> Option<Result<M, u8>> {
    match rotation {
        Rotation::Free(free) => Some(Ok(free)),
        Rotation::Id(id) => id.is_known().then_some(Err(id.0)),
    }
}

impl<M: Copy + PartialEq> PartialEq for Placements<M> {
    fn eq(&self, other: &Self) -> bool {
        self.rotations == other.rotations && self.positions == other.positions
    }
}

impl<M> Default for Placements<M> {
    fn default() -> Self {
        Self { rotations: Box::default(), positions: Lanes::default() }
    }
}

/// An invalid rotation id becomes the identity.
impl<M: Copy> FromIterator<(Rotation<M>, Vec3)> for Placements<M> {
    fn from_iter<I: IntoIterator<Item = (Rotation<M>, Vec3)>>(values: I) -> Self {
        let mut rotations = Coded::default();
        let place = |(rotation, position): (_, Vec3)| {
            rotations.push(code(rotation).unwrap_or(Err(RotationId::IDENTITY.0)));
            position.to_array()
        };
        let positions = values.into_iter().map(place).collect();
        Self { rotations: Box::new(rotations), positions }
    }
}

impl<M: Copy + Same> Same for Placements<M> {
    fn difference(&self, other: &Self) -> Option<String> {
        let rest = self.rotations.difference(&other.rotations).map(|rest| format!(".rotations{rest}"));
        rest.or_else(|| self.positions.difference(&other.positions).map(|rest| format!(".positions{rest}")))
    }
}

/// Values of type 1F.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct UniqueIds {
    /// Index, time, and the two halves of the random number as stored.
    pub(crate) words: Lanes<u32, 4>,
}

impl UniqueIds {
    /// The number of ids.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there are no ids.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The id at `index`.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<UniqueId> {
        self.words.get(index).map(UniqueId::of_words)
    }

    /// Changes the id at `index`; returns false if there is none.
    pub fn set(&mut self, index: usize, id: UniqueId) -> bool {
        self.words.set(index, id.words())
    }

    /// The ids in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = UniqueId> + '_ {
        self.words.iter().map(UniqueId::of_words)
    }
}

impl FromIterator<UniqueId> for UniqueIds {
    fn from_iter<I: IntoIterator<Item = UniqueId>>(ids: I) -> Self {
        Self { words: ids.into_iter().map(UniqueId::words).collect() }
    }
}

impl UniqueId {
    /// The stored random number is rotated left by one bit.
    pub(crate) fn of_words([index, time, high, low]: [u32; 4]) -> Self {
        Self { random: (u64::from(high) << 32 | u64::from(low)).rotate_right(1), time, index }
    }

    pub(crate) fn words(self) -> [u32; 4] {
        let [a, b, c, d, e, f, g, h] = self.random.rotate_left(1).to_be_bytes();
        [self.index, self.time, u32::from_be_bytes([a, b, c, d]), u32::from_be_bytes([e, f, g, h])]
    }
}

impl Values {
    /// The number of values; 0 if they are not decoded.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Absent | Self::Raw { .. } => 0,
            Self::String(all) | Self::Bytecode(all) => all.len(),
            Self::Bool(all) | Self::Faces(all) | Self::Axes(all) => all.len(),
            Self::Int32(all) => all.len(),
            Self::Float32(all) => all.len(),
            Self::Float64(all) => all.len(),
            Self::UDim { scale, offset } => scale.len().min(offset.len()),
            Self::UDim2 { scale, offset } => scale.len().min(offset.len()),
            Self::Ray(all) => all.len(),
            Self::BrickColor(all) | Self::Enum(all) => all.len(),
            Self::Color3(all) | Self::Vector3(all) => all.len(),
            Self::Vector2(all) => all.len(),
            Self::Vector2int16(all) => all.len(),
            Self::CFrame(all) => all.len(),
            Self::CFrameQuat(all) => all.len(),
            Self::Referent(all) => all.len(),
            Self::Vector3int16(all) => all.len(),
            Self::NumberSequence(all) => all.len(),
            Self::ColorSequence(all) => all.len(),
            Self::NumberRange(all) => all.len(),
            Self::Rect(all) => all.len(),
            Self::PhysicalProperties(all) => all.len(),
            Self::Color3uint8(all) => all.len(),
            Self::Int64(all) => all.len(),
            Self::SharedString(all) => all.len(),
            Self::OptionalCFrame { frames, present } => frames.len().min(present.len()),
            Self::UniqueId(all) => all.len(),
            Self::Font(all) => all.len(),
            Self::SecurityCapabilities(all) => all.len(),
            Self::Content(all) => all.len(),
        }
    }

    /// Whether there are no decoded values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The values, if they are strings.
    pub(crate) fn strings_mut(&mut self) -> Option<&mut Strings> {
        if let Self::String(all) | Self::Bytecode(all) = self { Some(all) } else { None }
    }

    /// The type id in the file; `None` for a column without a type.
    #[must_use]
    pub fn type_id(&self) -> Option<u8> {
        Some(match self {
            Self::Absent => return None,
            Self::String(_) => 0x01,
            Self::Bool(_) => 0x02,
            Self::Int32(_) => 0x03,
            Self::Float32(_) => 0x04,
            Self::Float64(_) => 0x05,
            Self::UDim { .. } => 0x06,
            Self::UDim2 { .. } => 0x07,
            Self::Ray(_) => 0x08,
            Self::Faces(_) => 0x09,
            Self::Axes(_) => 0x0a,
            Self::BrickColor(_) => 0x0b,
            Self::Color3(_) => 0x0c,
            Self::Vector2(_) => 0x0d,
            Self::Vector3(_) => 0x0e,
            Self::Vector2int16(_) => 0x0f,
            Self::CFrame(_) => 0x10,
            Self::CFrameQuat(_) => 0x11,
            Self::Enum(_) => 0x12,
            Self::Referent(_) => 0x13,
            Self::Vector3int16(_) => 0x14,
            Self::NumberSequence(_) => 0x15,
            Self::ColorSequence(_) => 0x16,
            Self::NumberRange(_) => 0x17,
            Self::Rect(_) => 0x18,
            Self::PhysicalProperties(_) => 0x19,
            Self::Color3uint8(_) => 0x1a,
            Self::Int64(_) => 0x1b,
            Self::SharedString(_) => 0x1c,
            Self::Bytecode(_) => 0x1d,
            Self::OptionalCFrame { .. } => 0x1e,
            Self::UniqueId(_) => 0x1f,
            Self::Font(_) => 0x20,
            Self::SecurityCapabilities(_) => 0x21,
            Self::Content(_) => 0x22,
            Self::Raw { type_id, .. } => *type_id,
        })
    }

    /// The name of a type; `None` for an unknown type id.
    #[must_use]
    pub fn type_name(type_id: u8) -> Option<&'static str> {
        const NAMES: [&str; 34] = [
            "String",
            "Bool",
            "Int32",
            "Float32",
            "Float64",
            "UDim",
            "UDim2",
            "Ray",
            "Faces",
            "Axes",
            "BrickColor",
            "Color3",
            "Vector2",
            "Vector3",
            "Vector2int16",
            "CFrame",
            "CFrameQuat",
            "Enum",
            "Referent",
            "Vector3int16",
            "NumberSequence",
            "ColorSequence",
            "NumberRange",
            "Rect",
            "PhysicalProperties",
            "Color3uint8",
            "Int64",
            "SharedString",
            "Bytecode",
            "OptionalCFrame",
            "UniqueId",
            "Font",
            "SecurityCapabilities",
            "Content",
        ];
        NAMES.get(usize::from(type_id).checked_sub(1)?).copied()
    }
}

same! {
    enum Values {
        Absent, String(all), Bool(all), Int32(all), Float32(all), Float64(all), UDim { scale, offset },
        UDim2 { scale, offset }, Ray(all), Faces(all), Axes(all), BrickColor(all), Color3(all), Vector2(all),
        Vector3(all), Vector2int16(all), CFrame(all), CFrameQuat(all), Enum(all), Referent(all),
        Vector3int16(all), NumberSequence(all), ColorSequence(all), NumberRange(all), Rect(all),
        PhysicalProperties(all), Color3uint8(all), Int64(all), SharedString(all), Bytecode(all),
        OptionalCFrame { frames, present }, UniqueId(all), Font(all), SecurityCapabilities(all), Content(all),
        Raw { type_id, data },
    }
    UniqueIds { words }
}
