//! Convex hulls.

use super::Domain;
use crate::mould::same::same;
use geom::Vec3;
use llsd::{Map, Text};

/// One hull around everything, and perhaps several for its parts. Format document, section 8.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Convex {
    /// How many points each hull has; 0 stands for 256.
    pub hull_list: Option<Vec<u8>>,
    /// The points of all hulls, one hull after the other.
    pub positions: Option<Vec<[u16; 3]>>,
    /// The points of the hull around everything.
    pub bounding_verts: Option<Vec<[u16; 3]>>,
    /// What 0 stands for in both.
    pub min: Option<[f64; 3]>,
    /// What 65,535 stands for in both.
    pub max: Option<[f64; 3]>,
    /// What else there is.
    pub other: Map,
    /// The order of the keys, if it is not that of their bytes.
    pub order: Vec<Text>,
}

impl Convex {
    /// What the stored points span: without `Min`, the unit cube.
    #[must_use]
    pub fn domain(&self) -> Domain<3> {
        match (self.min, self.max) {
            (None, _) => Domain::new([-0.5; 3], [0.5; 3]),
            (Some(min), max) => Domain { min, max: max.unwrap_or_default(), min_first: false },
        }
    }

    /// How many points the hulls are said to have.
    #[must_use]
    pub fn n_hull_points(&self) -> usize {
        // On 32 bits, the most hulls that a file may have would exceed the sum.
        self.hull_list.iter().flatten().map(|n| points_of(*n)).fold(0, usize::saturating_add)
    }

    /// The stored points of each hull. A hull whose points are not all there is cut short.
    pub fn hulls(&self) -> impl Iterator<Item = &[[u16; 3]]> {
        let mut rest = self.positions.as_deref().unwrap_or_default();
        self.hull_list.iter().flatten().map(move |n| {
            let (hull, after) = rest.split_at(points_of(*n).min(rest.len()));
            rest = after;
            hull
        })
    }

    /// The points of the hull around everything.
    pub fn bounding_points(&self) -> impl ExactSizeIterator<Item = Vec3> {
        let span = self.domain().span();
        let stored = self.bounding_verts.as_deref().unwrap_or_default();
        stored.iter().map(move |stored| Vec3::from_array(span.value(*stored)))
    }
}

/// How many points a number in the list of hulls stands for.
pub(crate) fn points_of(n: u8) -> usize {
    if n == 0 { 256 } else { usize::from(n) }
}

same! {
    Convex { hull_list, positions, bounding_verts, min, max, other, order }
}
