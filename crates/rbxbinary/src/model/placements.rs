//! Columns of rotations with positions, and of unique ids.

use super::{Coded, Lanes, Rotation, RotationId, UniqueId};
use geom::{Mat3, Quat, Same, Vec3, same};

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

    /// Returns true if there are no values.
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

/// An invalid rotation id is replaced by the identity.
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

/// Values of type 1F: unique ids.
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

    /// Returns true if there are no ids.
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
    /// Decodes an id. The file stores the random number rotated left by one bit.
    pub(crate) fn of_words([index, time, high, low]: [u32; 4]) -> Self {
        Self { random: (u64::from(high) << 32 | u64::from(low)).rotate_right(1), time, index }
    }

    pub(crate) fn words(self) -> [u32; 4] {
        let [a, b, c, d, e, f, g, h] = self.random.rotate_left(1).to_be_bytes();
        [self.index, self.time, u32::from_be_bytes([a, b, c, d]), u32::from_be_bytes([e, f, g, h])]
    }
}

same! { UniqueIds { words } }
