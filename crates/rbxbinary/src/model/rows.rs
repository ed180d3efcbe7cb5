//! The types of single values that are more than a number.

use super::RotationId;
use crate::common::error::Error;
use crate::error::ErrorKind;
use geom::{Mat3, Quat, Vec3, same};

/// A rotation, as a CFrame stores it.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Rotation<M = Mat3> {
    /// A rotation by multiples of 90 degrees.
    Id(RotationId),
    /// A matrix (type 10) or a quaternion (type 11).
    Free(M),
}

impl Rotation<Mat3> {
    /// The rotation as a matrix. An invalid id gives the identity.
    #[must_use]
    pub fn matrix(self) -> Mat3 {
        match self {
            Self::Id(id) => id.matrix().unwrap_or_default(),
            Self::Free(matrix) => matrix,
        }
    }
}

impl Rotation<Quat> {
    /// The rotation as a matrix. An invalid id gives the identity.
    #[must_use]
    pub fn matrix(self) -> Mat3 {
        match self {
            Self::Id(id) => id.matrix().unwrap_or_default(),
            Self::Free(quaternion) => quaternion.to_mat3(),
        }
    }
}

/// A ray.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ray {
    /// The start of the ray.
    pub origin: Vec3,
    /// The direction and length of the ray.
    pub direction: Vec3,
}

/// A keypoint of a sequence of numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NumberKeypoint {
    /// The position in the sequence, from 0 to 1.
    pub time: f32,
    /// The value at this position.
    pub value: f32,
    /// The maximum deviation from the value.
    pub envelope: f32,
}

/// A keypoint of a sequence of colours.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ColorKeypoint {
    /// The position in the sequence, from 0 to 1.
    pub time: f32,
    /// Red, green, blue.
    pub color: [f32; 3],
    /// Unused; zero in every known file.
    pub envelope: f32,
}

/// A range of numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NumberRange {
    /// The lowest number.
    pub min: f32,
    /// The highest number.
    pub max: f32,
}

/// Custom physical properties, which replace those of the material.
#[derive(Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PhysicalProperties {
    /// Mass per cubic stud.
    pub density: f32,
    /// Friction, from 0 to 2.
    pub friction: f32,
    /// Elasticity, from 0 to 1.
    pub elasticity: f32,
    /// The weight of this friction relative to that of a touching part.
    pub friction_weight: f32,
    /// The weight of this elasticity relative to that of a touching part.
    pub elasticity_weight: f32,
    /// The acoustic absorption. Files from before 2025 do not store it; `None` means 1.
    pub acoustic_absorption: Option<f32>,
}

impl std::fmt::Debug for PhysicalProperties {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { density, friction, elasticity, .. } = self;
        let Self { friction_weight, elasticity_weight, acoustic_absorption, .. } = self;
        write!(f, "density {density:?}, friction {friction:?}, elasticity {elasticity:?}, ")?;
        write!(f, "friction_weight {friction_weight:?}, elasticity_weight {elasticity_weight:?}, ")?;
        write!(f, "acoustic_absorption {acoustic_absorption:?}")
    }
}

/// An id that is intended to be globally unique.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct UniqueId {
    /// A random number that is constant during one Studio session.
    pub random: u64,
    /// Seconds since the beginning of 2021, UTC.
    pub time: u32,
    /// A counter.
    pub index: u32,
}

impl UniqueId {
    /// Returns true if the id is all zeros, which means no id.
    #[must_use]
    pub fn is_none(self) -> bool {
        self == Self::default()
    }
}

/// Formats the id as in the XML format: 32 hexadecimal digits.
impl std::fmt::Display for UniqueId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}{:08x}{:08x}", self.random, self.time, self.index)
    }
}

/// Reads the 32 hexadecimal digits of the XML format.
impl std::str::FromStr for UniqueId {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let malformed = || Error::model(ErrorKind::Malformed { expected: "32 hexadecimal digits" });
        // The parser of numbers accepts a sign and fewer digits.
        let is_digits = text.len() == 32 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        let number = u128::from_str_radix(text, 16).ok().filter(|_| is_digits).ok_or_else(malformed)?;
        let [a, b, c, d, e, f, g, h, rest @ ..] = number.to_be_bytes();
        let [i, j, k, l, m, n, o, p] = rest;
        let random = u64::from_be_bytes([a, b, c, d, e, f, g, h]);
        let (time, index) = (u32::from_be_bytes([i, j, k, l]), u32::from_be_bytes([m, n, o, p]));
        Ok(Self { random, time, index })
    }
}

same! {
    Ray { origin, direction }
    NumberKeypoint { time, value, envelope }
    ColorKeypoint { time, color, envelope }
    NumberRange { min, max }
    PhysicalProperties { density, friction, elasticity, friction_weight, elasticity_weight, acoustic_absorption }
    UniqueId { random, time, index }
}
