//! Measures the distance of a hull from the surface that it encloses.

use super::lattice::{GridPoint, Surface, between, bounds, cross, dot, minus, narrow};
use crate::hull::{self, Point};

/// The maximum number of points of a hull at which the distance is measured. More work reduces it.
const N_SAMPLES: f64 = 96.0;
/// The minimum number of points at which the distance is measured, whatever the work.
const FEWEST_SAMPLES: f64 = 12.0;
/// The limit on work for a distance that is measured after every cut, in pairs of points and triangles.
pub(super) const REPEATED_WORK: f64 = 4e5;
/// The limit on work for a distance that is measured once.
pub(super) const SINGLE_WORK: f64 = 4e7;
/// The maximum number of steps along an edge of a hull's triangle; the number of points in it is at most about the
/// square.
const MAX_STEPS: f64 = 8.0;
/// The number of triangles in a block.
const BLOCK_SIZE: usize = 16;

/// Nearby triangles and their bounding box.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) triangles: Vec<[GridPoint; 3]>,
    pub(super) bounds: [GridPoint; 2],
}

impl Block {
    /// The squared distance of a point from the bounding box.
    fn least_distance(&self, point: GridPoint) -> f64 {
        let [low, high] = self.bounds;
        let mut apart = point;
        for (part, (low, high)) in apart.iter_mut().zip(low.into_iter().zip(high)) {
            *part = (low - *part).max(*part - high).max(0.0);
        }
        dot(apart, apart)
    }

    /// The squared distance of a point from the triangles.
    fn distance(&self, point: GridPoint) -> f64 {
        self.triangles.iter().map(|triangle| to_triangle(point, *triangle)).fold(f64::INFINITY, f64::min)
    }
}

/// The largest distance of points on the surface of a hull from the triangles. Points for which `hides` returns true
/// are left out. `work` limits the number of pairs of points and triangles.
pub(super) fn reach(
    corners: &[Point],
    blocks: &[&Block],
    hides: impl Fn(GridPoint) -> bool,
    work: f64,
) -> f64 {
    let Some(hull) = hull::hull(corners).filter(|_| !blocks.is_empty()) else { return 0.0 };
    let place = |corner: usize| corners.get(corner).copied().map(hull::to_float).unwrap_or_default();
    let with_area = |corners: &[usize; 3]| {
        let [a, b, c] = corners.map(place);
        let normal = cross(minus(b, a), minus(c, a));
        (dot(normal, normal).sqrt(), [a, b, c])
    };
    let mut triangles: Vec<(f64, [GridPoint; 3])> = hull.triangles.iter().map(with_area).collect();
    let whole: f64 = triangles.iter().map(|(area, _)| area).sum();
    // The largest triangles come first, because a triangle whose corners are nearer than the known distance can be
    // skipped.
    triangles.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let n_triangles =
        f64::from(u32::try_from(blocks.len().saturating_mul(BLOCK_SIZE)).unwrap_or(u32::MAX)).max(1.0);
    let n_samples = (work / n_triangles).clamp(FEWEST_SAMPLES, N_SAMPLES);
    let mut largest = 0.0_f64;
    let mut last: Option<&Block> = None;
    for (area, triangle) in &triangles {
        let n_steps = (area / whole * n_samples).sqrt().ceil().clamp(1.0, MAX_STEPS);
        let [a, b, c] = *triangle;
        let [ab, ac] = [minus(b, a), minus(c, a)];
        let mut i = 0.0;
        while i < n_steps {
            let mut j = 0.0;
            while i + j < n_steps {
                let [s, t] = [i, j].map(|step| (step + 1.0 / 3.0) / n_steps);
                let mut point = a;
                for (part, (u, v)) in point.iter_mut().zip(ab.into_iter().zip(ac)) {
                    *part += u * s + v * t;
                }
                let is_near = |corner: &GridPoint| {
                    let apart = minus(point, *corner);
                    dot(apart, apart) <= largest
                };
                if !triangle.iter().any(is_near) {
                    // The block nearest to the previous point is likely to be near this one.
                    let near = last.map_or(f64::INFINITY, |block| block.distance(point));
                    if near > largest && !hides(point) {
                        let distance;
                        (distance, last) = nearest(blocks, point, largest, (near, last));
                        largest = largest.max(distance);
                    }
                }
                j += 1.0;
            }
            i += 1.0;
        }
    }
    largest.sqrt()
}

/// Divides the triangles of a surface into blocks.
pub(super) fn blocks(surface: &Surface) -> Vec<Block> {
    let mut all: Vec<(u32, [GridPoint; 3])> = surface
        .triangles
        .iter()
        .map(|triangle| {
            let corners = surface.corners(*triangle);
            let [a, b, c] = corners;
            (nearness(between(between(a, b, 0.5), c, 1.0 / 3.0)), corners)
        })
        .collect();
    all.sort_by_key(|(nearness, _)| *nearness);
    let block = |some: &[(u32, [GridPoint; 3])]| {
        let triangles: Vec<[GridPoint; 3]> = some.iter().map(|(_, corners)| *corners).collect();
        let bounds = bounds(triangles.as_flattened());
        Block { triangles, bounds }
    };
    all.chunks(BLOCK_SIZE).map(block).collect()
}

/// A Morton code, which is similar for nearby points: the bits of the coordinates, interleaved.
fn nearness(place: GridPoint) -> u32 {
    let parts = narrow(place).map(u32::from);
    let bit = |bit: u32| parts.iter().fold(0, |all, part| all << 1 | part >> bit & 1);
    // The ten highest bits of three coordinates fit in 32 bits.
    (6..16).rev().fold(0, |all, number| all << 3 | bit(number))
}

/// A squared distance, and the block at that distance.
type Nearest<'b> = (f64, Option<&'b Block>);

/// The block nearest to a point, or any block that is nearer than `known`.
fn nearest<'b>(blocks: &[&'b Block], point: GridPoint, known: f64, mut nearest: Nearest<'b>) -> Nearest<'b> {
    for block in blocks {
        if nearest.0 <= known {
            break;
        }
        if block.least_distance(point) < nearest.0 {
            let distance = block.distance(point);
            if distance < nearest.0 {
                nearest = (distance, Some(*block));
            }
        }
    }
    nearest
}

fn to_triangle(point: GridPoint, [a, b, c]: [GridPoint; 3]) -> f64 {
    let (u, v, there) = (minus(b, a), minus(c, a), minus(point, a));
    let [uu, uv, vv, up, vp] = [dot(u, u), dot(u, v), dot(v, v), dot(there, u), dot(there, v)];
    let determinant = uu * vv - uv * uv;
    if determinant > 0.0 {
        // The foot of the perpendicular, if it is inside the triangle; otherwise an edge is nearest.
        let (s, t) = ((vv * up - uv * vp) / determinant, (uu * vp - uv * up) / determinant);
        if s >= 0.0 && t >= 0.0 && s + t <= 1.0 {
            return (dot(there, there) - s * up - t * vp).max(0.0);
        }
    }
    let to_edge = |from: GridPoint, to: GridPoint| {
        let (edge, there) = (minus(to, from), minus(point, from));
        let length = dot(edge, edge);
        let share = if length > 0.0 { (dot(there, edge) / length).clamp(0.0, 1.0) } else { 0.0 };
        let apart = minus(there, edge.map(|part| part * share));
        dot(apart, apart)
    };
    to_edge(a, b).min(to_edge(b, c)).min(to_edge(c, a))
}
