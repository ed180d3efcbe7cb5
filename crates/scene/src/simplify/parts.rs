//! Parts of a mesh that are not connected to each other.
#![expect(clippy::indexing_slicing, reason = "places and triangles were numbered here")]

use super::nearest::Surface;
use super::places::Places;
use super::quadric::{cross, dot, minus, narrowed};
use super::queue::Queue;
use std::ops::Range;

/// The share of a part's squared size that counts as error even if a larger part is just as near: the part may look
/// different.
const KEPT: f64 = 0.1;

/// Upper bound on the triangles of a part that are measured.
const MAX_MEASURED: usize = 16;

/// The number of removals after which a part is measured again, instead of looking through them.
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
    /// The parts that may be removed; `None` once there are no more.
    queue: Option<Queue>,
    /// All triangles that remained when the first part was measured.
    surface: Option<Surface>,
    /// Set for each part that was removed.
    is_gone: Vec<bool>,
    /// The parts that were removed, in order.
    dropped: Vec<u32>,
}

#[derive(Debug)]
struct Part {
    /// An eighth of the squared diagonal of the bounding box, which approximates the mean squared distance from the
    /// centre.
    radius: f64,
    /// The squared error of removing the part, or a lower bound.
    error: f64,
    /// The number of removals before the error was measured.
    measured: Option<usize>,
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
        let mut queue = Queue::new(sorted.len());
        let n_droppable = sorted.len().saturating_sub(usize::from(!drops_largest));
        let mut parts = Self { is_gone: vec![false; sorted.len()], ..Self::default() };
        for ((radius, triangles), number) in sorted.into_iter().zip(0..) {
            let start = parts.triangles.len();
            parts.triangles.extend(triangles);
            let (error, triangles) = (radius * KEPT, start..parts.triangles.len());
            parts.parts.push(Part { radius, error, measured: None, triangles });
            if parts.parts.len() <= n_droppable {
                queue.put(number, narrowed(error));
            }
        }
        parts.queue = Some(queue);
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
            let number = self.queue.as_ref()?.cheapest()?;
            let Part { radius, error, measured, .. } = self.parts[number as usize];
            if error > most {
                return None;
            }
            // The removal of a larger part may have left this one alone.
            let since = measured.map(|n_dropped| &self.dropped[n_dropped..]);
            let is_known =
                since.is_some_and(|since| since.len() < MAX_SINCE && since.iter().all(|gone| *gone < number));
            if is_known || error >= radius {
                return Some((error, &self.triangles[self.parts[number as usize].triangles.clone()]));
            }
            let error = self.measure(number, places, n_steps);
            let part = &mut self.parts[number as usize];
            (part.error, part.measured) = (error, Some(self.dropped.len()));
            self.queue.as_mut()?.put(number, narrowed(error));
        }
    }

    /// Measures the squared error of removing a part.
    fn measure(&mut self, number: u32, places: &Places, n_steps: &mut usize) -> f64 {
        let Self { parts, triangles, is_gone, surface, .. } = self;
        let surface = surface.get_or_insert_with(|| {
            let mut left = Vec::new();
            for (Part { triangles: range, .. }, number) in parts.iter().zip(0..) {
                let of_part = triangles[range.clone()].iter().filter_map(|index| places.corners_left(*index));
                left.extend(of_part.map(|corners| (corners.map(|point| point.map(narrowed)), number)));
            }
            Surface::from_triangles(left)
        });
        let Part { radius, triangles: range, .. } = &parts[number as usize];
        // Parts that touch are nearer than the diagonal.
        let most = radius * 8.0;
        let (mut sum, mut area) = (0.0, 0.0);
        for index in triangles[range.clone()].iter().step_by(range.len().div_ceil(MAX_MEASURED).max(1)) {
            let Some([a, b, c]) = places.corners_left(*index) else { continue };
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
        let Some(queue) = &mut self.queue else { return };
        let Some(number) = queue.cheapest() else { return };
        queue.remove(number);
        self.is_gone[number as usize] = true;
        if is_dropped {
            self.dropped.push(number);
        }
    }

    /// The number of parts that were removed.
    pub(super) fn n_dropped(&self) -> usize {
        self.dropped.len()
    }

    /// Keeps all remaining parts.
    pub(super) fn keep_all(&mut self) {
        self.queue = None;
    }
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
