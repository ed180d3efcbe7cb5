//! Hulls that are joined, until there are as few as wanted.

use super::part::{Part, badness, hull_of};
use super::reach::{Block, SOME, reach};
use crate::hull::{Point, extremes};
use std::collections::HashSet;

/// With how many of those nearby a hull may be joined.
const MOST_NEAR: usize = 10;
/// A hull of more corners has its extreme points in so many directions looked at first.
const N_FEW: u32 = 32;

/// A hull around some parts.
#[derive(Debug, Clone)]
pub(super) struct Group {
    /// The corners of the hull.
    pub(super) corners: Vec<Point>,
    /// Some of them, whose hull with those of another group says how much one around both encloses at least.
    few: Vec<Point>,
    /// Six times its volume.
    pub(super) volume: f64,
    /// How far it is from the surfaces inside.
    pub(super) reach: f64,
    /// The parts, by their numbers.
    parts: Vec<usize>,
    /// The box around it.
    bounds: [Point; 2],
}

impl Group {
    /// Without its distance from the surfaces.
    fn of(points: Vec<Point>, parts: Vec<usize>) -> Self {
        let (corners, volume) = hull_of(points);
        let mut bounds = [[i64::MAX; 3], [i64::MIN; 3]];
        let [low, high] = &mut bounds;
        for corner in &corners {
            low.iter_mut().zip(corner).for_each(|(low, part)| *low = *part.min(low));
            high.iter_mut().zip(corner).for_each(|(high, part)| *high = *part.max(high));
        }
        let few = if corners.len() > N_FEW as usize { extremes(&corners, N_FEW) } else { corners.clone() };
        Self { corners, few, volume, reach: 0.0, parts, bounds }
    }

    fn with(&self, other: &Self) -> Self {
        let points = self.corners.iter().chain(&other.corners).copied().collect();
        Self::of(points, self.parts.iter().chain(&other.parts).copied().collect())
    }

    /// With its distance from the surfaces.
    pub(super) fn measured(mut self, all: &[Part], work: f64) -> Self {
        let parts: Vec<&Part> = self.parts.iter().filter_map(|number| all.get(*number)).collect();
        let blocks: Vec<&Block> = parts.iter().flat_map(|part| &part.blocks).collect();
        let hides = |point| parts.iter().any(|part| part.hides(point));
        self.reach = reach(&self.corners, &blocks, hides, work);
        self
    }

    /// The squared diagonal of the box around both.
    fn extent(&self, other: &Self) -> i64 {
        let ([low, high], [low_of_other, high_of_other]) = (self.bounds, other.bounds);
        let lows = low.into_iter().zip(low_of_other).map(|(a, b)| a.min(b));
        let highs = high.into_iter().zip(high_of_other).map(|(a, b)| a.max(b));
        let extents = lows.zip(highs).map(|(low, high)| high.saturating_sub(low));
        extents.map(|extent| extent.saturating_mul(extent)).fold(0, i64::saturating_add)
    }
}

/// A pair of groups.
struct Pair {
    /// How much worse one hull around both is than two; at least so much until it was measured.
    cost: f64,
    /// How much more it encloses.
    growth: f64,
    /// How much further it is from the surfaces.
    further: f64,
    numbers: [usize; 2],
    /// One hull around both, where it was made.
    both: Option<Group>,
    /// Whether its distance from the surfaces is known.
    is_measured: bool,
}

/// Joins the two that become the least worse together until there are as few as wanted, and after that those that two
/// functions allow: `may_grow` is told how much more a group encloses than the two did, as a share of the whole, and
/// `may_join` how much further it is from the surfaces.
pub(super) fn join(
    parts: &[Part],
    n_most: usize,
    may_grow: impl Fn(f64) -> bool,
    may_join: impl Fn(&Group, f64) -> bool,
) -> Vec<Group> {
    let whole: f64 = parts.iter().map(|part| part.volume).sum();
    let single = |(number, part): (usize, &Part)| {
        Some(Group { reach: part.reach, ..Group::of(part.corners.clone(), vec![number]) })
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
            // All that were near each other are joined.
            fresh = (0..all.len()).collect();
            continue;
        };
        let Pair { growth, further, numbers, both, is_measured, .. } = pairs.swap_remove(at);
        // Known before the distance is, or even the hull, which is why it is asked first.
        if n_left <= n_most && !may_grow(growth / whole) {
            continue;
        }
        let [a, b] = numbers.map(|number| all.get(number).and_then(Option::as_ref));
        let Some((a, b)) = a.zip(b) else { continue };
        // What is dear by its volume alone need not be measured.
        let Some(both) = both else {
            let both = a.with(b);
            let growth = both.volume - a.volume - b.volume;
            pairs.push(Pair { cost: growth, growth, further, numbers, both: Some(both), is_measured });
            continue;
        };
        if !is_measured {
            let both = both.measured(parts, SOME);
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

/// A group with each of those that are near it, unless the pair is known.
fn with_nearby(all: &[Option<Group>], number: usize, known: &mut HashSet<[usize; 2]>) -> Vec<Pair> {
    let Some(Some(own)) = all.get(number) else { return Vec::new() };
    let mut near: Vec<(i64, usize)> = all
        .iter()
        .enumerate()
        .filter_map(|(other, group)| Some((own.extent(group.as_ref().filter(|_| other != number)?), other)))
        .collect();
    near.sort_unstable();
    near.truncate(MOST_NEAR);
    let pair = |(_, other): (i64, usize)| {
        let numbers = [number.min(other), number.max(other)];
        let group = all.get(other)?.as_ref().filter(|_| known.insert(numbers))?;
        let few = own.few.iter().chain(&group.few).copied().collect();
        let growth = hull_of(few).1 - own.volume - group.volume;
        Some(Pair { cost: growth, growth, further: 0.0, numbers, both: None, is_measured: false })
    };
    near.into_iter().filter_map(pair).collect()
}
