//! What one value of a column is, where it is more than a number.

use super::RotationId;
use crate::mould::same::same;
use geom::{Mat3, Quat, Vec2, Vec3};

/// How something is turned.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Rotation<M = Mat3> {
    /// By quarter turns.
    Id(RotationId),
    /// By a matrix (type 10) or a quaternion (type 11).
    Free(M),
}

impl Rotation<Mat3> {
    /// As a matrix; an id without meaning turns nothing.
    #[must_use]
    pub fn matrix(self) -> Mat3 {
        match self {
            Self::Id(id) => id.matrix().unwrap_or_default(),
            Self::Free(matrix) => matrix,
        }
    }
}

impl Rotation<Quat> {
    /// As a matrix; an id without meaning turns nothing.
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
    /// Where it begins.
    pub origin: Vec3,
    /// Where it goes, and how far.
    pub direction: Vec3,
}

/// A point of a sequence of numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NumberKeypoint {
    /// From 0 to 1.
    pub time: f32,
    /// The number there.
    pub value: f32,
    /// How far the number may be off.
    pub envelope: f32,
}

/// A point of a sequence of colours.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ColorKeypoint {
    /// From 0 to 1.
    pub time: f32,
    /// Red, green, blue.
    pub color: Vec3,
    /// Zero in every file known.
    pub envelope: f32,
}

/// A range of numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NumberRange {
    /// The lowest.
    pub min: f32,
    /// The highest.
    pub max: f32,
}

/// Physical properties that are not those of the material.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PhysicalProperties {
    /// Mass of a cubic stud.
    pub density: f32,
    /// From 0 to 2.
    pub friction: f32,
    /// From 0 to 1.
    pub elasticity: f32,
    /// How much the friction counts beside that of what is touched.
    pub friction_weight: f32,
    /// The same of the elasticity.
    pub elasticity_weight: f32,
    /// How much sound is swallowed; files before 2025 do not say, and mean 1.
    pub acoustic_absorption: Option<f32>,
}

/// An id that is meant to be unique in all places.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct UniqueId {
    /// A random number that stays the same in one run of Studio.
    pub random: u64,
    /// Seconds since the beginning of 2021, UTC.
    pub time: u32,
    /// Counted.
    pub index: u32,
}

impl UniqueId {
    /// All zeros: no id.
    #[must_use]
    pub fn is_none(self) -> bool {
        self == Self::default()
    }
}

/// As the XML format writes it: 32 digits.
impl std::fmt::Display for UniqueId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}{:08x}{:08x}", self.random, self.time, self.index)
    }
}

same! {
    Ray { origin, direction }
    NumberKeypoint { time, value, envelope }
    ColorKeypoint { time, color, envelope }
    NumberRange { min, max }
    PhysicalProperties { density, friction, elasticity, friction_weight, elasticity_weight, acoustic_absorption }
    UniqueId { random, time, index }
    Vec3 { x, y, z }
    Quat { x, y, z, w }
    Mat3 { rows }
    Vec2 { x, y }
}
