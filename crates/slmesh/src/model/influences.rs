//! The influences of joints on a vertex. Format document, section 6.

use super::Rounding;
use crate::wire::{MAX_INFLUENCES, NO_MORE};
use geom::{Same, same};

/// The influence of one joint on a vertex.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Influence {
    /// The number of the joint in the skin; below 255.
    pub joint: u8,
    /// The weight, in steps of 1/65,535.
    pub weight: u16,
}

impl Influence {
    /// The weight, from 0 to 1.
    #[must_use]
    pub fn share(self) -> f32 {
        f32::from(self.weight) / 65_535.0
    }
}

/// The influences on a vertex: at most four.
///
/// ```
/// use slmesh::{Influence, Influences, Rounding};
///
/// let influences = Influences::from_shares([(3, 0.75), (4, 0.25)], Rounding::Truncate).unwrap();
/// assert_eq!(influences[0], Influence { joint: 3, weight: 49_151 });
/// assert_eq!(influences.len(), 2);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Influences {
    n: u8,
    // Unused elements are zero, so that equality can be derived.
    all: [Influence; MAX_INFLUENCES],
}

impl Influences {
    /// The influences in this order; `None` if there are more than four, or if one is of joint 255, which marks the
    /// end.
    #[must_use]
    pub fn new(influences: &[Influence]) -> Option<Self> {
        let mut made = Self::default();
        influences.iter().all(|influence| made.push(*influence)).then_some(made)
    }

    /// Makes influences from joints and weights from 0 to 1.
    ///
    /// Weights that are not above 0 are left out, as in the viewer, because a stored weight of 0 has an effect. Returns
    /// `None` in the same cases as [`new`](Self::new). The viewer sorts influences by strength, strongest first; this
    /// function does not.
    pub fn from_shares(shares: impl IntoIterator<Item = (u8, f32)>, rounding: Rounding) -> Option<Self> {
        let mut made = Self::default();
        let mut shares = shares.into_iter().filter(|(_, share)| *share > 0.0);
        let stored = |(joint, share)| Influence { joint, weight: rounding.store(share) };
        shares.all(|share| made.push(stored(share))).then_some(made)
    }

    /// Adds an influence. Returns false if there are four already, or if it is of joint 255.
    pub(crate) fn push(&mut self, influence: Influence) -> bool {
        let Some(free) = self.all.get_mut(usize::from(self.n)) else { return false };
        if influence.joint == NO_MORE {
            return false;
        }
        *free = influence;
        self.n = self.n.saturating_add(1);
        true
    }

    /// The joints and weights with which the viewer moves the vertex. Each weight is clamped to the range from 0.001 to
    /// 0.999, and then divided by the sum of all. A vertex without influences is attached to joint 0.
    #[must_use]
    pub fn as_in_viewer(&self) -> Vec<(u8, f32)> {
        let clamped = |influence: &Influence| (influence.joint, influence.share().clamp(0.001, 0.999));
        let mut all: Vec<(u8, f32)> = self.iter().map(clamped).collect();
        if all.is_empty() {
            all.push((0, 0.999));
        }
        let sum: f32 = all.iter().map(|(_, weight)| weight).sum();
        all.iter_mut().for_each(|(_, weight)| *weight /= sum);
        all
    }
}

impl std::ops::Deref for Influences {
    type Target = [Influence];

    fn deref(&self) -> &[Influence] {
        self.all.get(..usize::from(self.n)).unwrap_or(&self.all)
    }
}

impl<'i> IntoIterator for &'i Influences {
    type Item = &'i Influence;
    type IntoIter = std::slice::Iter<'i, Influence>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Same for Influences {
    fn same(&self, other: &Self) -> bool {
        self == other
    }

    fn difference(&self, other: &Self) -> Option<String> {
        (**self).difference(&**other)
    }
}

same! {
    Influence { joint, weight }
}

/// Serializes influences as a list.
#[cfg(feature = "serde")]
impl serde::Serialize for Influences {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serde::Serialize::serialize(&**self, serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Influences {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let all = Vec::<Influence>::deserialize(deserializer)?;
        Self::new(&all)
            .ok_or_else(|| serde::de::Error::custom("more than four influences, or one of joint 255"))
    }
}
