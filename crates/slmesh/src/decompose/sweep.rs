//! Where to cut a part.

use super::lattice::{Place, cross, dot, minus};
use super::part::{Part, hull_of, wide};
use super::plane::{NEAR, Plane};
use crate::hull::Point;

/// The axes, the diagonals of the sides of a cube, and those of the cube.
const DIRECTIONS: [Place; 13] = [
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
/// How many planes are tried of each direction, beside those through faces.
const N_OFFSETS: u8 = 11;
/// How many planes through faces are tried of each direction.
const N_LEVELS: usize = 6;
/// How many planes are tried beside the best.
const N_NEARER: u8 = 7;
/// How many directions of faces are tried.
const N_FACINGS: usize = 4;

struct Best {
    cost: f64,
    plane: Plane,
    /// The planes before and after it.
    beside: [f64; 2],
}

/// The plane that leaves the least empty in the hulls of both sides.
pub(super) fn best(part: &Part) -> Option<Plane> {
    let sweep = Sweep { part, edges: part.surface.edges() };
    let mut best: Option<Best> = None;
    for direction in DIRECTIONS.into_iter().chain(facings(part)) {
        let offsets = sweep.offsets(direction);
        sweep.try_all(direction, &offsets, &mut best);
    }
    if let Some(Best { plane, beside: [from, to], .. }) = best {
        let offsets: Vec<f64> = (1..=N_NEARER)
            .map(|number| (from + (to - from) * f64::from(number) / f64::from(N_NEARER + 1)).round())
            .collect();
        sweep.try_all(plane.normal, &offsets, &mut best);
    }
    best.map(|best| best.plane)
}

/// The normals of the largest faces that do not look along one of the directions.
fn facings(part: &Part) -> Vec<Place> {
    let mut all: Vec<([i8; 3], f64, Place)> = Vec::new();
    for triangle in &part.surface.triangles {
        let [a, b, c] = part.surface.corners(*triangle);
        let normal = cross(minus(b, a), minus(c, a));
        let area = dot(normal, normal).sqrt();
        if area == 0.0 {
            continue;
        }
        let unit = normal.map(|part| part / area);
        // Both sides of a plane are one direction.
        let sign = if unit.into_iter().find(|part| part.abs() > 1e-3).is_some_and(|part| part < 0.0) { -1.0 } else { 1.0 };
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
    let mut sums: Vec<(f64, Place)> = all
        .chunk_by(|a, b| a.0 == b.0)
        .filter_map(|same| Some((same.iter().map(|(_, area, _)| area).sum(), same.first()?.2)))
        .collect();
    sums.sort_by(|a, b| b.0.total_cmp(&a.0));
    let scaled = |(_, unit): (f64, Place)| {
        let largest = unit.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
        unit.map(|part| (part / largest * 1023.0).round())
    };
    sums.into_iter().take(N_FACINGS).map(scaled).collect()
}

struct Sweep<'p> {
    part: &'p Part,
    edges: Vec<[u32; 2]>,
}

impl Sweep<'_> {
    /// Where to cut across a direction: evenly, and where faces lie.
    fn offsets(&self, normal: Place) -> Vec<f64> {
        let near = NEAR * dot(normal, normal).sqrt();
        let along = |point: Place| dot(normal, point);
        let values = || self.part.corners.iter().map(|[x, y, z]| along([*x as f64, *y as f64, *z as f64]));
        let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
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
        levels.truncate(N_LEVELS);
        let mut offsets: Vec<f64> = levels.into_iter().map(|(_, at)| at).collect();
        let even = (1..=N_OFFSETS)
            .map(|number| (low + (high - low) * f64::from(number) / f64::from(N_OFFSETS + 1)).round());
        let even: Vec<f64> =
            even.filter(|at| offsets.iter().all(|level| (level - at).abs() > 2.0 * near)).collect();
        offsets.extend(even);
        offsets.sort_unstable_by(f64::total_cmp);
        offsets.dedup_by(|b, a| *b - *a <= 2.0 * near);
        offsets.retain(|at| at - low > 2.0 * near && high - at > 2.0 * near);
        offsets
    }

    fn try_all(&self, normal: Place, offsets: &[f64], best: &mut Option<Best>) {
        let slabs: Vec<Vec<Point>> =
            self.slabs(normal, offsets).into_iter().map(|points| hull_of(points).0).collect();
        let below = sides(slabs.iter());
        let mut above = sides(slabs.iter().rev());
        above.reverse();
        let filled = self.filled(normal, offsets);
        for (number, (((low, high), offset), filled)) in
            below.iter().zip(above.iter().skip(1)).zip(offsets).zip(&filled).enumerate()
        {
            let surplus = [low - filled, high - (self.part.filled - filled)].map(f64::abs);
            let [a, b] = surplus;
            let cost = a + b;
            if best.as_ref().is_none_or(|best| cost < best.cost) {
                let beside = |number: Option<usize>| number.and_then(|number| offsets.get(number).copied());
                let beside = [
                    beside(number.checked_sub(1)).unwrap_or(*offset),
                    beside(number.checked_add(1)).unwrap_or(*offset),
                ];
                *best = Some(Best { cost, plane: Plane { normal, offset: *offset }, beside });
            }
        }
    }

    /// Six times how much is filled below each offset.
    fn filled(&self, normal: Place, offsets: &[f64]) -> Vec<f64> {
        let mut counts = vec![0.0; offsets.len()];
        for sample in &self.part.samples {
            let value = dot(normal, *sample);
            let number = offsets.partition_point(|offset| *offset < value);
            counts.get_mut(number).into_iter().for_each(|count| *count += 1.0);
        }
        let n_samples = u32::try_from(self.part.samples.len()).unwrap_or(u32::MAX).max(1);
        let each = self.part.filled / f64::from(n_samples);
        let mut sum = 0.0;
        for count in &mut counts {
            sum += *count * each;
            *count = sum;
        }
        counts
    }

    /// What lies between the offsets: points whose hull is that of the part between two of them.
    fn slabs(&self, normal: Place, offsets: &[f64]) -> Vec<Vec<Point>> {
        let near = NEAR * dot(normal, normal).sqrt();
        let mut slabs: Vec<Vec<Point>> = vec![Vec::new(); offsets.len().saturating_add(1)];
        let snapped = |place: Place| {
            let value = dot(normal, place);
            let after = offsets.partition_point(|offset| *offset < value - near);
            offsets.get(after).copied().filter(|offset| *offset <= value + near).unwrap_or(value)
        };
        let before = |value: f64| offsets.partition_point(|offset| *offset < value);
        let after = |value: f64| offsets.partition_point(|offset| *offset <= value);
        let surface = &self.part.surface;
        let values: Vec<f64> = surface.points.iter().map(|point| snapped(*point)).collect();
        let value = |number: u32| values.get(number as usize).copied().unwrap_or_default();
        // Whether a point belongs to what is below it, and above it.
        let mut belongs = vec![[false; 2]; values.len()];
        let mut mark = |number: u32, side: usize| {
            let flag = belongs.get_mut(number as usize).and_then(|flags| flags.get_mut(side));
            flag.into_iter().for_each(|flag| *flag = true);
        };
        let mut lines: Vec<([Place; 2], [f64; 2])> = Vec::new();
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
        let mut add = |slab: usize, point: Point| slabs.get_mut(slab).into_iter().for_each(|slab| slab.push(point));
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

/// Six times the volume of the hull of the first slab, of the first two, and so on.
fn sides<'s>(slabs: impl Iterator<Item = &'s Vec<Point>>) -> Vec<f64> {
    let mut corners = Vec::new();
    let mut sides = Vec::new();
    for points in slabs {
        corners.extend(points);
        let (rest, volume) = hull_of(std::mem::take(&mut corners));
        corners = rest;
        sides.push(volume);
    }
    sides
}
