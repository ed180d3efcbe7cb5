//! Hulls that are joined, until there are as few as wanted.

use super::part::hull_of;
use crate::hull::Point;

/// With how many of those nearby a hull may be joined.
const MOST_NEAR: usize = 10;

/// A hull around some parts.
#[derive(Debug, Clone)]
pub(super) struct Group {
    /// The corners of the hull.
    pub(super) corners: Vec<Point>,
    /// Six times its volume.
    pub(super) volume: f64,
    /// The parts, by their numbers.
    pub(super) parts: Vec<usize>,
}

impl Group {
    fn with(&self, other: &Self) -> Self {
        let (corners, volume) = hull_of(self.corners.iter().chain(&other.corners).copied().collect());
        Self { corners, volume, parts: self.parts.iter().chain(&other.parts).copied().collect() }
    }

    /// The squared diagonal of the box around both.
    fn reach(&self, other: &Self) -> i64 {
        let extent = |axis: usize| {
            let along = || self.corners.iter().chain(&other.corners).filter_map(|point| point.get(axis)).copied();
            let extent = along().max().unwrap_or_default().saturating_sub(along().min().unwrap_or_default());
            extent.saturating_mul(extent)
        };
        (0..3).map(extent).fold(0, i64::saturating_add)
    }
}

/// A pair of groups with how much more a hull around both encloses.
struct Pair {
    growth: f64,
    numbers: [usize; 2],
}

/// Joins the two that enclose the least more together until there are as few as wanted, and after that those that
/// `may_join` allows, which is told by how much of the whole a group encloses more than the two.
pub(super) fn join(
    groups: Vec<Group>,
    n_most: usize,
    may_join: impl Fn(&Group, f64) -> bool,
) -> Vec<Group> {
    let whole: f64 = groups.iter().map(|group| group.volume).sum();
    let mut all: Vec<Option<Group>> = groups.into_iter().map(Some).collect();
    let mut n_left = all.len();
    let mut pairs: Vec<Pair> = Vec::new();
    let mut fresh: Vec<usize> = (0..all.len()).collect();
    loop {
        for number in fresh.drain(..) {
            pairs.extend(with_nearby(&all, number));
        }
        let best = pairs.iter().enumerate().min_by(|(_, a), (_, b)| {
            a.growth.total_cmp(&b.growth).then_with(|| a.numbers.cmp(&b.numbers))
        });
        let Some((at, _)) = best else {
            if n_left <= n_most {
                break;
            }
            // All that were near each other are joined.
            fresh = (0..all.len()).collect();
            continue;
        };
        let Pair { growth, numbers } = pairs.swap_remove(at);
        let [a, b] = numbers.map(|number| all.get(number).and_then(Option::as_ref));
        let Some(both) = a.zip(b).map(|(a, b)| a.with(b)) else { continue };
        if n_left <= n_most && !may_join(&both, growth / whole) {
            continue;
        }
        pairs.retain(|pair| !pair.numbers.iter().any(|number| numbers.contains(number)));
        for number in numbers {
            all.get_mut(number).into_iter().for_each(|slot| *slot = None);
        }
        fresh.push(all.len());
        all.push(Some(both));
        n_left = n_left.saturating_sub(1);
    }
    all.into_iter().flatten().collect()
}

/// A group with each of those that are near it.
fn with_nearby(all: &[Option<Group>], number: usize) -> Vec<Pair> {
    let Some(Some(own)) = all.get(number) else { return Vec::new() };
    let mut near: Vec<(i64, usize)> = all
        .iter()
        .enumerate()
        .filter_map(|(other, group)| Some((own.reach(group.as_ref().filter(|_| other != number)?), other)))
        .collect();
    near.sort_unstable();
    near.truncate(MOST_NEAR);
    let pair = |(_, other): (i64, usize)| {
        let group = all.get(other)?.as_ref()?;
        let growth = own.with(group).volume - own.volume - group.volume;
        Some(Pair { growth, numbers: [number.min(other), number.max(other)] })
    };
    near.into_iter().filter_map(pair).collect()
}
