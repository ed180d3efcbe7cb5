//! Searches for the best cut of a part.

use super::lattice::{GridPoint, cross, dot, minus};
use super::part::{SurfacePart, hull_of, wide};
use super::plane::{NEAR, Plane};
use crate::hull::{Point, extremes};

/// The directions that are always tried: the axes, and the diagonals of the faces and of the body of a cube.
const DIRECTIONS: [GridPoint; 13] = [
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, 0.0, 1.0],
    [1.0, 1.0, 0.0],
    [1.0, -1.0, 0.0],
    [1.0, 0.0, 1.0],
    [1.0, 0.0, -1.0],
    [0.0, 1.0, 1.0],
    [0.0, 1.0, -1.0],
    [1.0, 1.0, 1.0],
    [1.0, 1.0, -1.0],
    [1.0, -1.0, 1.0],
    [-1.0, 1.0, 1.0],
];
/// The maximum number of planes through faces, and the number of evenly spaced planes, that are tried in each
/// direction.
const COARSE_PLANES: [usize; 2] = [2, 4];
/// The numbers of planes of both kinds that are tried in the best directions.
const FINE_PLANES: [usize; 2] = [6, 11];
/// The bonus of a cut through faces, as a share of the empty space before the cut.
const FACE_BONUS: f64 = 0.001;
/// The number of best directions that are tried again, with more planes.
const N_REFINED: usize = 3;
/// The number of planes that are tried next to the best.
const N_REFINED_PLANES: usize = 7;
/// The number of corners of the hull that are added to the surface: a coarser surface lacks some of them.
const N_CORNERS: u32 = 32;
/// The maximum number of directions perpendicular to faces that are tried.
const N_FACE_DIRECTIONS: usize = 4;

struct BestCut {
    cost: f64,
    plane: Plane,
    /// The positions of the neighbouring planes that were tried.
    beside: [f64; 2],
}

/// The plane that leaves the least empty space in the hulls of both sides, among those that are tried.
pub(super) fn best(part: &SurfacePart) -> Option<Plane> {
    let sweep = Sweep { part, edges: part.surface.edges() };
    let tried = |direction: GridPoint, numbers: [usize; 2]| {
        sweep.best_of(direction, &sweep.offsets(direction, numbers))
    };
    let mut all: Vec<BestCut> = DIRECTIONS
        .into_iter()
        .chain(face_directions(part))
        .filter_map(|direction| tried(direction, COARSE_PLANES))
        .collect();
    let order = |a: &BestCut, b: &BestCut| a.cost.total_cmp(&b.cost);
    all.sort_by(order);
    let again: Vec<GridPoint> = all.iter().take(N_REFINED).map(|best| best.plane.normal).collect();
    all.extend(again.into_iter().filter_map(|direction| tried(direction, FINE_PLANES)));
    all.sort_by(order);
    let BestCut { plane, beside: [from, to], .. } = all.first()?;
    let nearer: Vec<Offset> =
        evenly(*from, *to, N_REFINED_PLANES).map(|at| Offset { at, bonus: 0.0 }).collect();
    all.extend(sweep.best_of(plane.normal, &nearer));
    all.into_iter().min_by(order).map(|best| best.plane)
}

/// `n` evenly spaced integers between two numbers.
fn evenly(from: f64, to: f64, n: usize) -> impl Iterator<Item = f64> {
    let n_steps = u32::try_from(n.saturating_add(1)).unwrap_or(1);
    (1..n_steps).map(move |step| (from + (to - from) * f64::from(step) / f64::from(n_steps)).round())
}

/// The normals of the largest faces that are not along one of the directions.
fn face_directions(part: &SurfacePart) -> Vec<GridPoint> {
    let mut all: Vec<([i8; 3], f64, GridPoint)> = Vec::new();
    for triangle in &part.surface.triangles {
        let [a, b, c] = part.surface.corners(*triangle);
        let normal = cross(minus(b, a), minus(c, a));
        let area = dot(normal, normal).sqrt();
        if area == 0.0 {
            continue;
        }
        let unit = normal.map(|part| part / area);
        // Both signs of a normal are one direction.
        let sign = if unit.into_iter().find(|part| part.abs() > 1e-3).is_some_and(|part| part < 0.0) {
            -1.0
        } else {
            1.0
        };
        let unit = unit.map(|part| part * sign);
        let is_known = DIRECTIONS.iter().any(|known| {
            let along = dot(*known, unit);
            along * along > 0.998 * dot(*known, *known)
        });
        if !is_known {
            #[expect(clippy::cast_possible_truncation, reason = "at most 16")]
            all.push((unit.map(|part| (part * 16.0).round() as i8), area, unit));
        }
    }
    all.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
    let mut sums: Vec<(f64, GridPoint)> = all
        .chunk_by(|a, b| a.0 == b.0)
        .filter_map(|same| Some((same.iter().map(|(_, area, _)| area).sum(), same.first()?.2)))
        .collect();
    sums.sort_by(|a, b| b.0.total_cmp(&a.0));
    let scaled = |(_, unit): (f64, GridPoint)| {
        // The components are integers of few bits, for which sums of products are exact.
        let largest = unit.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
        unit.map(|part| (part / largest * 1023.0).round())
    };
    sums.into_iter().take(N_FACE_DIRECTIONS).map(scaled).collect()
}

/// The position of a cut along a direction.
struct Offset {
    at: f64,
    /// The bonus for faces that lie in the plane.
    bonus: f64,
}

struct Sweep<'p> {
    part: &'p SurfacePart,
    edges: Vec<[u32; 2]>,
}

impl Sweep<'_> {
    /// The positions to try along a direction: evenly spaced ones, and those where faces are.
    fn offsets(&self, normal: GridPoint, [n_levels, n_even]: [usize; 2]) -> Vec<Offset> {
        let near = NEAR * dot(normal, normal).sqrt();
        let along = |point: GridPoint| dot(normal, point);
        let values = || self.part.corners.iter().map(|[x, y, z]| along([*x as f64, *y as f64, *z as f64]));
        let (low, high) =
            (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
        let mut flat: Vec<(f64, f64)> = Vec::new();
        for triangle in &self.part.surface.triangles {
            let [a, b, c] = self.part.surface.corners(*triangle);
            let [pa, pb, pc] = [a, b, c].map(along);
            if pa.max(pb).max(pc) - pa.min(pb).min(pc) <= near {
                let normal = cross(minus(b, a), minus(c, a));
                flat.push((pa, dot(normal, normal).sqrt()));
            }
        }
        flat.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut levels: Vec<(f64, f64)> = flat
            .chunk_by(|a, b| b.0 - a.0 <= near)
            .filter_map(|same| Some((same.iter().map(|(_, area)| area).sum(), same.first()?.0)))
            .filter(|(_, at)| at - low > 2.0 * near && high - at > 2.0 * near)
            .collect();
        levels.sort_by(|a, b| b.0.total_cmp(&a.0));
        levels.truncate(n_levels);
        let is_inside = |at: f64| at - low > 2.0 * near && high - at > 2.0 * near;
        let bonus = |area: f64| FACE_BONUS * 3.0 * area * (high - low) / dot(normal, normal).sqrt();
        let mut offsets: Vec<Offset> =
            levels.into_iter().map(|(area, at)| Offset { at, bonus: bonus(area) }).collect();
        for at in evenly(low, high, n_even).filter(|at| is_inside(*at)) {
            if offsets.iter().all(|other| (other.at - at).abs() > 2.0 * near) {
                offsets.push(Offset { at, bonus: 0.0 });
            }
        }
        offsets.sort_unstable_by(|a, b| a.at.total_cmp(&b.at));
        offsets.dedup_by(|b, a| b.at - a.at <= 2.0 * near);
        offsets
    }

    /// The best of several planes perpendicular to a direction.
    fn best_of(&self, normal: GridPoint, offsets: &[Offset]) -> Option<BestCut> {
        let all = offsets;
        let offsets: Vec<f64> = all.iter().map(|offset| offset.at).collect();
        let slabs: Vec<(Vec<Point>, f64)> = self.slabs(normal, &offsets).into_iter().map(hull_of).collect();
        let below = sides(slabs.iter().take(all.len()));
        let above = sides(slabs.iter().rev().take(all.len()));
        // The filled volume is the same for all planes, so that only the hulls are compared.
        let sides = below.iter().zip(above.iter().rev()).zip(all);
        let costs = sides.map(|((low, high), offset)| low + high - offset.bonus);
        let (number, cost) = costs.enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b))?;
        let at = |number: Option<usize>| number.and_then(|number| offsets.get(number).copied());
        let offset = at(Some(number))?;
        let beside =
            [number.checked_sub(1), number.checked_add(1)].map(|number| at(number).unwrap_or(offset));
        Some(BestCut { cost, plane: Plane { normal, offset }, beside })
    }

    /// Divides the points of the part into the slabs between consecutive positions. The hull of each list of points is
    /// the hull of the part in that slab.
    fn slabs(&self, normal: GridPoint, offsets: &[f64]) -> Vec<Vec<Point>> {
        let near = NEAR * dot(normal, normal).sqrt();
        let mut slabs: Vec<Vec<Point>> = vec![Vec::new(); offsets.len().saturating_add(1)];
        let snapped = |place: GridPoint| {
            let value = dot(normal, place);
            let after = offsets.partition_point(|offset| *offset < value - near);
            offsets.get(after).copied().filter(|offset| *offset <= value + near).unwrap_or(value)
        };
        let before = |value: f64| offsets.partition_point(|offset| *offset < value);
        let after = |value: f64| offsets.partition_point(|offset| *offset <= value);
        let surface = &self.part.surface;
        let values: Vec<f64> = surface.points.iter().map(|point| snapped(*point)).collect();
        let value = |number: u32| values.get(number as usize).copied().unwrap_or_default();
        // For each point, two flags: it belongs to the slab below a position, and to that above it.
        let mut belongs = vec![[false; 2]; values.len()];
        let mut mark = |number: u32, side: usize| {
            let flag = belongs.get_mut(number as usize).and_then(|flags| flags.get_mut(side));
            flag.into_iter().for_each(|flag| *flag = true);
        };
        let mut lines: Vec<([GridPoint; 2], [f64; 2])> = Vec::new();
        for [a, b] in &self.edges {
            let (a, b) = if value(*a) <= value(*b) { (*a, *b) } else { (*b, *a) };
            let (from, to) = (value(a), value(b));
            if from < to || before(from) == after(from) {
                mark(a, 1);
                mark(b, 0);
            }
            if after(from) < before(to) {
                lines.push(([a, b].map(|end| surface.point(end)), [from, to]));
            }
        }
        for triangle in &surface.triangles {
            let [a, b, c] = triangle.map(value);
            if a == b && b == c && before(a) != after(a) {
                let [a, b, c] = surface.corners(*triangle);
                let looks = dot(cross(minus(b, a), minus(c, a)), normal);
                triangle.iter().for_each(|corner| mark(*corner, usize::from(looks <= 0.0)));
            }
        }
        let mut add =
            |slab: usize, point: Point| slabs.get_mut(slab).into_iter().for_each(|slab| slab.push(point));
        for ((point, value), [down, up]) in surface.points.iter().zip(&values).zip(&belongs) {
            if *down || *up {
                let (low, high) = (before(*value), after(*value));
                if low == high || *down {
                    add(low, wide(point));
                }
                if low != high && *up {
                    add(high, wide(point));
                }
            }
        }
        for corner in extremes(&self.part.corners, N_CORNERS) {
            let value = snapped(corner.map(|part| part as f64));
            if before(value) == after(value) {
                add(before(value), corner);
            }
        }
        for line in &self.part.lines {
            let [a, b] = *line;
            let (a, b) = if snapped(a) <= snapped(b) { (a, b) } else { (b, a) };
            add(after(snapped(a)), wide(&a));
            add(before(snapped(b)), wide(&b));
            lines.push(([a, b], [snapped(a), snapped(b)]));
        }
        for ([a, b], [from, to]) in lines {
            for number in after(from)..before(to) {
                let offset = offsets.get(number).copied().unwrap_or_default();
                let crossing = wide(&Plane { normal, offset }.crossing(a, b));
                add(number, crossing);
                add(number.saturating_add(1), crossing);
            }
        }
        slabs
    }
}

/// Six times the volume of the hull of the first slab, of the first two slabs, and so on.
fn sides<'s>(mut slabs: impl Iterator<Item = &'s (Vec<Point>, f64)>) -> Vec<f64> {
    let Some((mut corners, volume)) = slabs.next().cloned() else { return Vec::new() };
    let mut sides = vec![volume];
    for (points, _) in slabs {
        corners.extend(points);
        let (rest, volume) = hull_of(corners);
        corners = rest;
        sides.push(volume);
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::super::lattice::Surface;
    use super::super::part::WorkLimits;
    use super::*;

    /// A wall with a sheet at the height of the cut, whose free corners have no other surface.
    #[test]
    fn a_sheet_in_a_plane_belongs_to_the_side_that_it_looks_away_from() {
        let points = [[0, 0, 0], [0, 0, 1000], [0, 1000, 500], [1000, 1000, 500], [1000, 0, 500]];
        let points: Vec<GridPoint> = points.map(|point| point.map(f64::from)).into();
        let free = wide(&points[4]);
        for (sheet, expected) in [([2, 4, 3], [true, false]), ([2, 3, 4], [false, true])] {
            let surface = Surface { points: points.clone(), triangles: vec![[0, 1, 2], sheet] };
            let part = SurfacePart::whole(&surface, None, WorkLimits { share: 1.0, n_measured: 10 });
            let sweep = Sweep { part: &part, edges: part.surface.edges() };
            let slabs = sweep.slabs([0.0, 0.0, 1.0], &[500.0]);
            let found: Vec<_> = slabs.iter().map(|slab| slab.contains(&free)).collect();
            assert_eq!(found, expected);
        }
    }
}
