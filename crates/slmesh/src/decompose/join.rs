//! Joins hulls until there are as few as requested.

use super::part::{SurfacePart, badness, hull_of};
use super::reach::{Block, REPEATED_WORK, reach};
use crate::hull::{Point, extremes};
use std::collections::HashSet;

/// The number of nearest groups that are considered for joining with a group.
const MAX_NEAR: usize = 10;
/// The number of directions in which extreme points of a hull are computed. They represent a hull with more corners in
/// a first estimate.
const N_EXTREMES: u32 = 32;

/// A hull around one or several parts.
#[derive(Debug, Clone)]
pub(super) struct Group {
    /// The corners of the hull.
    pub(super) corners: Vec<Point>,
    /// Some of the corners. The hull of these and those of another group gives a lower bound of the joint volume.
    extremes: Vec<Point>,
    /// Six times the volume of the hull.
    pub(super) volume: f64,
    /// The distance of the hull from the surfaces that it encloses.
    pub(super) reach: f64,
    /// The indices of the parts.
    parts: Vec<usize>,
    /// The bounding box.
    bounds: [Point; 2],
}

impl Group {
    /// Makes a group; its distance from the surfaces is not measured yet.
    fn new(points: Vec<Point>, parts: Vec<usize>) -> Self {
        let (corners, volume) = hull_of(points);
        let mut bounds = [[i64::MAX; 3], [i64::MIN; 3]];
        let [low, high] = &mut bounds;
        for corner in &corners {
            low.iter_mut().zip(corner).for_each(|(low, part)| *low = *part.min(low));
            high.iter_mut().zip(corner).for_each(|(high, part)| *high = *part.max(high));
        }
        let sample = if corners.len() > N_EXTREMES as usize {
            extremes(&corners, N_EXTREMES)
        } else {
            corners.clone()
        };
        Self { corners, extremes: sample, volume, reach: 0.0, parts, bounds }
    }

    fn with(&self, other: &Self) -> Self {
        let points = self.corners.iter().chain(&other.corners).copied().collect();
        Self::new(points, self.parts.iter().chain(&other.parts).copied().collect())
    }

    /// Measures the group's distance from the surfaces.
    pub(super) fn measured(mut self, all: &[SurfacePart], work: f64) -> Self {
        let parts: Vec<&SurfacePart> = self.parts.iter().filter_map(|number| all.get(*number)).collect();
        let blocks: Vec<&Block> = parts.iter().flat_map(|part| &part.blocks).collect();
        let hides = |point| parts.iter().any(|part| part.hides(point));
        self.reach = reach(&self.corners, &blocks, hides, work);
        self
    }

    /// The squared diagonal of the common bounding box of both groups.
    fn extent(&self, other: &Self) -> i64 {
        let ([low, high], [low_of_other, high_of_other]) = (self.bounds, other.bounds);
        let lows = low.into_iter().zip(low_of_other).map(|(a, b)| a.min(b));
        let highs = high.into_iter().zip(high_of_other).map(|(a, b)| a.max(b));
        let extents = lows.zip(highs).map(|(low, high)| high.saturating_sub(low));
        extents.map(|extent| extent.saturating_mul(extent)).fold(0, i64::saturating_add)
    }
}

/// A pair of groups that may be joined.
struct Pair {
    /// The increase in badness if the groups are joined; a lower bound until `is_measured` is set.
    cost: f64,
    /// The volume that the joint hull encloses in addition.
    growth: f64,
    /// The distance from the surfaces that the joint hull adds.
    further: f64,
    numbers: [usize; 2],
    /// The joint group, if it has been computed.
    both: Option<Group>,
    /// Set if the distance of the joint group from the surfaces is known.
    is_measured: bool,
}

/// Joins the pair with the smallest increase in badness until there are as few groups as requested; after that, only
/// pairs that the two functions allow. `may_grow` receives the additional volume of the joint hull as a share of the
/// whole, and `may_join` the additional distance from the surfaces.
pub(super) fn join(
    parts: &[SurfacePart],
    n_most: usize,
    may_grow: impl Fn(f64) -> bool,
    may_join: impl Fn(&Group, f64) -> bool,
) -> Vec<Group> {
    let whole: f64 = parts.iter().map(|part| part.volume).sum();
    let single = |(number, part): (usize, &SurfacePart)| {
        Some(Group { reach: part.reach, ..Group::new(part.corners.clone(), vec![number]) })
    };
    let mut all: Vec<Option<Group>> = parts.iter().enumerate().map(single).collect();
    let mut n_left = all.len();
    let mut pairs: Vec<Pair> = Vec::new();
    let mut known: HashSet<[usize; 2]> = HashSet::new();
    let mut fresh: Vec<usize> = (0..all.len()).collect();
    loop {
        for number in fresh.drain(..) {
            pairs.extend(with_nearby(&all, number, &mut known));
        }
        let best = pairs
            .iter()
            .enumerate()
            .min_by(|(_, a), (_, b)| a.cost.total_cmp(&b.cost).then_with(|| a.numbers.cmp(&b.numbers)));
        let Some((at, _)) = best else {
            if n_left <= n_most {
                break;
            }
            // All nearby pairs have been joined, so the neighbours of all groups are computed again.
            fresh = (0..all.len()).collect();
            continue;
        };
        let Pair { growth, further, numbers, both, is_measured, .. } = pairs.swap_remove(at);
        // The volume is known before the distance, or even before the hull, so it is checked first.
        if n_left <= n_most && !may_grow(growth / whole) {
            continue;
        }
        let [a, b] = numbers.map(|number| all.get(number).and_then(Option::as_ref));
        let Some((a, b)) = a.zip(b) else { continue };
        // A pair whose volume alone is too costly need not be measured.
        let Some(both) = both else {
            let both = a.with(b);
            let growth = both.volume - a.volume - b.volume;
            pairs.push(Pair { cost: growth, growth, further, numbers, both: Some(both), is_measured });
            continue;
        };
        if !is_measured {
            let both = both.measured(parts, REPEATED_WORK);
            let further = both.reach - a.reach.max(b.reach);
            let cost = badness(growth, both.reach);
            pairs.push(Pair { cost, growth, further, numbers, both: Some(both), is_measured: true });
            continue;
        }
        if n_left <= n_most && !may_join(&both, further) {
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

/// The pairs of a group with its neighbours, without those in `known`.
fn with_nearby(all: &[Option<Group>], number: usize, known: &mut HashSet<[usize; 2]>) -> Vec<Pair> {
    let Some(Some(own)) = all.get(number) else { return Vec::new() };
    let mut near: Vec<(i64, usize)> = all
        .iter()
        .enumerate()
        .filter_map(|(other, group)| Some((own.extent(group.as_ref().filter(|_| other != number)?), other)))
        .collect();
    near.sort_unstable();
    near.truncate(MAX_NEAR);
    let pair = |(_, other): (i64, usize)| {
        let numbers = [number.min(other), number.max(other)];
        let group = all.get(other)?.as_ref().filter(|_| known.insert(numbers))?;
        let sample = own.extremes.iter().chain(&group.extremes).copied().collect();
        let growth = hull_of(sample).1 - own.volume - group.volume;
        Some(Pair { cost: growth, growth, further: 0.0, numbers, both: None, is_measured: false })
    };
    near.into_iter().filter_map(pair).collect()
}
