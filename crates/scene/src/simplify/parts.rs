//! Parts of a mesh that are not connected to each other.
#![expect(clippy::indexing_slicing, reason = "places and triangles were numbered here")]

use super::nearest::Surface;
use super::places::Places;
use super::quadric::{cross, dot, minus};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// The share of a part's squared size that counts as error even if a larger part is just as near: the part may look
/// different.
const KEPT: f64 = 0.1;

/// Upper bound on the triangles of a part that are measured.
const MAX_MEASURED: usize = 16;

/// The number of removals after which a part is measured again.
const MAX_SINCE: usize = 256;

/// The smallest share of a part's area that must remain, for slender parts and for others: a round rod may have three
/// sides, which is 83 %, but not two, which is 64 %. Growth is limited by the inverse, so that a fence does not become a
/// wall.
const LEAST_AREA: [f64; 2] = [0.72, 0.4];

/// The area of a part, as a multiple of the squared diagonal of its bounding box, below which it is slender: that of a
/// rod nine times as long as thick.
const SLENDER: f64 = 0.35;

/// The parts of a mesh, and the errors of removing them.
///
/// The squared error is the mean squared distance from the larger parts that remain, plus a share of the part's own
/// size. It is never more than the mean squared distance from the part's own centre.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// The smallest first.
    parts: Vec<Part>,
    triangles: Vec<u32>,
    /// Set for each part that is removed.
    is_gone: Vec<bool>,
    /// For each part that may be removed, a lower bound on the error, and the number of removals before it was
    /// measured; `None` if it was not measured. Errors are not negative, so their bits are in the same order.
    waiting: BinaryHeap<Reverse<(u64, usize, Option<usize>)>>,
    /// All triangles that remained when the first part was measured.
    surface: Option<Surface>,
    /// The parts that were removed, in order.
    dropped: Vec<usize>,
}

#[derive(Debug)]
struct Part {
    /// An eighth of the squared diagonal of the bounding box, which approximates the mean squared distance from the
    /// centre.
    radius: f64,
    /// The range of triangles in the list.
    triangles: Range<usize>,
}

impl Parts {
    /// The parts of a mesh, of which the largest is kept unless `drops_largest` is set.
    pub(super) fn find(places: &Places, drops_largest: bool) -> Self {
        let roots = roots(places);
        let n_triangles = u32::try_from(places.triangles.len()).unwrap_or(u32::MAX);
        let part = |index: u32| roots[places.place(places.triangles[index as usize][0]) as usize];
        let mut triangles: Vec<u32> = (0..n_triangles).collect();
        triangles.sort_by_key(|index| part(*index));
        let mut sorted: Vec<(f64, &[u32])> = triangles
            .chunk_by(|a, b| part(*a) == part(*b))
            .map(|triangles| (radius(places, triangles), triangles))
            .collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut parts = Self::default();
        for (radius, triangles) in sorted {
            let start = parts.triangles.len();
            parts.triangles.extend(triangles);
            parts.parts.push(Part { radius, triangles: start..parts.triangles.len() });
        }
        parts.is_gone = vec![false; parts.parts.len()];
        let n_droppable = parts.parts.len().saturating_sub(usize::from(!drops_largest));
        let droppable = parts.parts.iter().take(n_droppable).enumerate();
        parts.waiting =
            droppable.map(|(part, Part { radius, .. })| Reverse((bits(radius * KEPT), part, None))).collect();
        parts
    }

    /// The part whose removal changes least, if the squared error is at most `most`: the error, and the part's
    /// triangles. Steps of work are subtracted from `n_steps`.
    pub(super) fn cheapest(
        &mut self,
        most: f64,
        places: &Places,
        n_steps: &mut usize,
    ) -> Option<(f64, &[u32])> {
        loop {
            let Reverse((error, part, measured)) = *self.waiting.peek()?;
            let error = f64::from_bits(error);
            if error > most {
                return None;
            }
            // The removal of a larger part may have left this one alone.
            let since = measured.map(|n_dropped| &self.dropped[n_dropped..]);
            let is_known =
                since.is_some_and(|since| since.len() < MAX_SINCE && since.iter().all(|gone| *gone < part));
            if is_known || error >= self.parts[part].radius {
                return Some((error, &self.triangles[self.parts[part].triangles.clone()]));
            }
            let error = self.measure(part, places, n_steps);
            self.waiting.pop();
            self.waiting.push(Reverse((bits(error), part, Some(self.dropped.len()))));
        }
    }

    /// The squared error of removing a part.
    fn measure(&mut self, part: usize, places: &Places, n_steps: &mut usize) -> f64 {
        let Self { parts, triangles, is_gone, surface, .. } = self;
        let surface = surface.get_or_insert_with(|| {
            let of_part = |(part, Part { triangles: range, .. }): (usize, &Part)| {
                let part = u32::try_from(part).unwrap_or(u32::MAX);
                range.clone().map(move |at| (at, part))
            };
            let all = parts.iter().enumerate().flat_map(of_part);
            let left = all.filter_map(|(at, part)| Some((places.corners_left(triangles[at])?, part)));
            Surface::from_triangles(left)
        });
        let Part { radius, triangles: range } = &parts[part];
        // Parts that touch are nearer than the diagonal.
        let most = radius * 8.0;
        let number = u32::try_from(part).unwrap_or(u32::MAX);
        let (mut sum, mut area) = (0.0, 0.0);
        let of_part = triangles[range.clone()].iter().filter_map(|index| places.corners_left(*index));
        for [a, b, c] in of_part.step_by(range.len().div_ceil(MAX_MEASURED).max(1)) {
            let own = area_of([a, b, c]);
            area += own;
            // A quadratic function has the mean of its values in the middle of the edges.
            for (start, end) in [(a, b), (b, c), (c, a)] {
                let middle = [0, 1, 2].map(|axis| (start[axis] + end[axis]) / 2.0);
                sum += own / 3.0 * surface.distance(middle, most, number, is_gone, n_steps);
            }
        }
        let error = radius * KEPT + if area > 0.0 { sum / area } else { 0.0 };
        // There may be no larger part.
        if error < *radius { error } else { *radius }
    }

    /// Advances past the cheapest part.
    pub(super) fn next(&mut self, is_dropped: bool) {
        let Some(Reverse((_, part, _))) = self.waiting.pop() else { return };
        self.is_gone[part] = true;
        if is_dropped {
            self.dropped.push(part);
        }
    }

    /// The number of parts that were removed.
    pub(super) fn n_dropped(&self) -> usize {
        self.dropped.len()
    }

    /// Keeps all remaining parts.
    pub(super) fn keep_all(&mut self) {
        self.waiting.clear();
    }
}

/// The bits of an error.
fn bits(error: f64) -> u64 {
    error.max(0.0).to_bits()
}

/// An eighth of the squared diagonal of the bounding box of some triangles.
fn radius(places: &Places, triangles: &[u32]) -> f64 {
    let [mut low, mut high] = [f64::INFINITY, f64::NEG_INFINITY].map(|end| [end; 3]);
    for point in triangles.iter().flat_map(|index| places.corners(places.triangles[*index as usize])) {
        for ((low, high), number) in low.iter_mut().zip(&mut high).zip(point) {
            (*low, *high) = (low.min(number), high.max(number));
        }
    }
    let size = minus(high, low);
    dot(size, size) / 8.0
}

/// The areas of parts, of which enough must remain visible.
///
/// The mean area that a convex shape covers, seen from all sides, is a quarter of its surface (Cauchy). A rod that
/// shrinks to a hairline has a small error, but hardly any area.
#[derive(Debug, Default)]
pub(super) struct Areas {
    /// For each place, the first place of its part, which has the area of the part.
    roots: Vec<u32>,
    areas: Vec<Area>,
}

/// The area of a part, and its limits.
#[derive(Debug)]
struct Area {
    now: f64,
    least: f64,
    most: f64,
}

impl Areas {
    pub(super) fn measure(places: &Places) -> Self {
        let roots = roots(places);
        let mut parts = vec![([f64::INFINITY; 3], [f64::NEG_INFINITY; 3], 0.0); roots.len()];
        for triangle in &places.triangles {
            let corners = places.corners(*triangle);
            let (low, high, area) = &mut parts[roots[places.place(triangle[0]) as usize] as usize];
            *area += area_of(corners);
            for point in corners {
                for ((low, high), number) in low.iter_mut().zip(high.iter_mut()).zip(point) {
                    (*low, *high) = (low.min(number), high.max(number));
                }
            }
        }
        let areas = parts.into_iter().map(|(low, high, area)| {
            let [x, y, z] = minus(high, low);
            // The surface of fins and fur is larger than that of the box around them, and they may become smooth.
            let of_box = 2.0 * (x * y + y * z + z * x);
            let [of_slender, of_other] = LEAST_AREA;
            let share = if area < SLENDER * (x * x + y * y + z * z) { of_slender } else { of_other };
            Area { now: area, least: share * area.min(of_box), most: area / share }
        });
        Self { areas: areas.collect(), roots }
    }

    /// True if areas are not limited.
    pub(super) fn is_empty(&self) -> bool {
        self.areas.is_empty()
    }

    /// True if the part of a place may change its area by this much.
    pub(super) fn allow(&self, place: u32, change: f64) -> bool {
        let Some(root) = self.roots.get(place as usize) else { return true };
        let Area { now, least, most } = self.areas[*root as usize];
        if change < 0.0 { now + change >= least } else { now + change <= most }
    }

    /// Changes the area of the part of a place.
    pub(super) fn change(&mut self, place: u32, change: f64) {
        if let Some(root) = self.roots.get(place as usize) {
            self.areas[*root as usize].now += change;
        }
    }
}

pub(super) fn area_of([a, b, c]: [[f64; 3]; 3]) -> f64 {
    let across = cross(minus(b, a), minus(c, a));
    dot(across, across).sqrt() / 2.0
}

/// For each place, the first place of its part.
fn roots(places: &Places) -> Vec<u32> {
    let mut roots: Vec<u32> = (0..u32::try_from(places.points.len()).unwrap_or(u32::MAX)).collect();
    for triangle in &places.triangles {
        let [a, b, c] = triangle.map(|vertex| places.place(vertex));
        let a = root(&mut roots, a);
        for other in [b, c] {
            let (a, b) = (root(&mut roots, a), root(&mut roots, other));
            // The smaller index is the root, so the result does not depend on the order.
            roots[a.max(b) as usize] = a.min(b);
        }
    }
    (0..u32::try_from(roots.len()).unwrap_or(u32::MAX)).map(|place| root(&mut roots, place)).collect()
}

/// The first place of a part. The walk halves the paths it follows, so that later walks are short.
fn root(roots: &mut [u32], mut place: u32) -> u32 {
    while roots[place as usize] != place {
        roots[place as usize] = roots[roots[place as usize] as usize];
        place = roots[place as usize];
    }
    place
}
