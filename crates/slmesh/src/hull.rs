//! Computes convex hulls of stored points in exact integer arithmetic.
//!
//! The algorithm is Quickhull: repeatedly, the facets that are visible from a point outside are replaced by facets from
//! their outline to the point, until no point is outside.

use std::cmp::Ordering;

pub(crate) type Point = [i64; 3];

/// A hull of at least four points that do not lie in one plane.
#[derive(Debug)]
pub(crate) struct Hull {
    /// The corners of the hull's triangles, as indices into the given points, counter-clockwise from outside.
    pub(crate) triangles: Vec<[usize; 3]>,
}

impl Hull {
    /// The points that are corners of the hull.
    pub(crate) fn corners<P: Copy>(&self, points: &[P]) -> Vec<P> {
        let mut is_used = vec![false; points.len()];
        for corner in self.triangles.as_flattened() {
            is_used.get_mut(*corner).into_iter().for_each(|is_used| *is_used = true);
        }
        points.iter().zip(is_used).filter_map(|(point, is_used)| is_used.then_some(*point)).collect()
    }

    /// Six times the volume of the hull. Coordinates are from 0 to 65,535, so it is less than 2^51.
    pub(crate) fn volume(&self, points: &[Point]) -> i64 {
        let point = |corner: usize| points.get(corner).copied().map(to_float).unwrap_or_default();
        let origin = self.triangles.first().map_or([0.0; 3], |[corner, ..]| point(*corner));
        let of = |corners: &[usize; 3]| {
            let [a, b, c] = corners.map(|corner| minus(point(corner), origin));
            dot(a, cross(b, c))
        };
        #[expect(clippy::cast_possible_truncation, reason = "a whole number of less than 2^51")]
        let volume = self.triangles.iter().map(of).sum::<f64>() as i64;
        volume
    }
}

/// A triangle of the hull so far.
struct Facet {
    corners: [usize; 3],
    /// The facets on the other side of the edges that start at each corner.
    neighbours: [usize; 3],
    /// The last of the linked list of points that are assigned to this facet, because they are outside it. `furthest`
    /// is the furthest of them, with its height.
    outside: Option<usize>,
    furthest: Option<(f64, usize)>,
    is_gone: bool,
}

/// The plane of a facet; points outside have a positive height.
#[derive(Clone, Copy, Default)]
struct Plane {
    normal: FloatPoint,
    offset: f64,
}

impl Plane {
    fn new(points: &[FloatPoint], corners: [usize; 3]) -> Self {
        let [a, b, c] = corners.map(|corner| points.get(corner).copied().unwrap_or_default());
        let normal = cross(minus(b, a), minus(c, a));
        Self { normal, offset: dot(normal, a) }
    }

    /// The distance of a point, in units of the normal; positive outside.
    fn height(&self, place: FloatPoint) -> f64 {
        dot(self.normal, place) - self.offset
    }
}

impl Facet {
    fn new(corners: [usize; 3], neighbours: [usize; 3]) -> Self {
        Self { corners, neighbours, outside: None, furthest: None, is_gone: false }
    }

    /// The start and the end of an edge, and the facet on its other side. `number` is taken modulo 3.
    fn edge(&self, number: usize) -> Option<(usize, usize, usize)> {
        let at = number % 3;
        let end = if at == 2 { 0 } else { at.saturating_add(1) };
        Some((*self.corners.get(at)?, *self.corners.get(end)?, *self.neighbours.get(at)?))
    }
}

/// A point as floats, in which all calculations here are exact: differences of coordinates have 17 bits including the
/// sign, their products 33, normals 34, and heights 52.
type FloatPoint = [f64; 3];

fn minus([ax, ay, az]: FloatPoint, [bx, by, bz]: FloatPoint) -> FloatPoint {
    [ax - bx, ay - by, az - bz]
}

fn cross([ax, ay, az]: FloatPoint, [bx, by, bz]: FloatPoint) -> FloatPoint {
    [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
}

fn dot([ax, ay, az]: FloatPoint, [bx, by, bz]: FloatPoint) -> f64 {
    ax * bx + ay * by + az * bz
}

pub(crate) fn to_float(point: Point) -> FloatPoint {
    #[expect(clippy::cast_precision_loss, reason = "coordinates have 16 bits")]
    point.map(|part| part as f64)
}

/// The maximum number of facets for which memory is reserved at the start.
const MAX_RESERVED: usize = 1024;

/// The points, and the facets of the hull built so far.
#[derive(Default)]
struct Builder {
    points: Vec<FloatPoint>,
    facets: Vec<Facet>,
    /// The plane of each facet. Planes are in a separate list, because most of the time is spent on comparing a point
    /// with many of them.
    planes: Vec<Plane>,
    /// For each point, the previous point in its linked list.
    before: Vec<Option<usize>>,
    // Buffers for the addition of a point, which are reused, because allocating them takes a fifth of the time.
    visible: Vec<usize>,
    /// Edges still to be crossed, each as a facet and the number of the edge in it.
    pending: Vec<(usize, usize)>,
    /// The edges between visible facets and others, each as its start, its end, and the facet that is not visible.
    outline: Vec<(usize, usize, usize)>,
}

/// The hull of points with coordinates from 0 to 65,535; `None` if they lie in one plane.
pub(crate) fn hull(points: &[Point]) -> Option<Hull> {
    let mut builder = Builder::new(points);
    builder.begin()?;
    let mut pending: Vec<usize> = (0..builder.facets.len()).collect();
    while let Some(number) = pending.pop() {
        let Some(facet) = builder.facets.get(number).filter(|facet| !facet.is_gone) else { continue };
        let Some((_, furthest)) = facet.furthest else { continue };
        let first = builder.facets.len();
        builder.add(number, furthest);
        pending.extend(first..builder.facets.len());
    }
    let triangles = builder.facets.iter().filter(|facet| !facet.is_gone).map(|facet| facet.corners).collect();
    Some(Hull { triangles })
}

impl Builder {
    fn new(points: &[Point]) -> Self {
        let places: Vec<FloatPoint> = points.iter().copied().map(to_float).collect();
        // Reserving less, and growing step by step, takes a tenth of the time.
        let n_facets = places.len().saturating_mul(6).min(MAX_RESERVED);
        Self {
            before: vec![None; places.len()],
            points: places,
            facets: Vec::with_capacity(n_facets),
            planes: Vec::with_capacity(n_facets),
            ..Self::default()
        }
    }

    fn point(&self, number: usize) -> FloatPoint {
        self.points.get(number).copied().unwrap_or_default()
    }

    /// Orders points by their coordinates.
    fn order(&self, a: usize, b: usize) -> Ordering {
        let [a, b] = [a, b].map(|point| self.point(point));
        a.partial_cmp(&b).unwrap_or(Ordering::Equal)
    }

    /// Assigns a point to a facet that it is outside of: the first such facet, counted from `first`.
    fn assign(&mut self, point: usize, first: usize) {
        let place = self.point(point);
        let outside = |(number, plane): (usize, &Plane)| {
            let height = plane.height(place);
            (height > 0.0).then_some((number, height))
        };
        let planes = self.planes.get(first..).unwrap_or_default();
        let Some((number, height)) = (first..).zip(planes).find_map(outside) else { return };
        // Of points at the same distance, the last in order is taken, because another might lie on an edge.
        let known = self.facets.get(number).and_then(|facet| facet.furthest);
        let is_further = known
            .is_none_or(|(far, other)| height.total_cmp(&far).then_with(|| self.order(point, other)).is_ge());
        let (Some(facet), Some(before)) = (self.facets.get_mut(number), self.before.get_mut(point)) else {
            return;
        };
        *before = facet.outside.replace(point);
        if is_further {
            facet.furthest = Some((height, point));
        }
    }

    /// Builds a tetrahedron of points that are far apart; `None` if all points lie in one plane.
    fn begin(&mut self) -> Option<()> {
        let all = 0..self.points.len();
        // The point with the largest value; of several, the last by its coordinates.
        let most = |value: &dyn Fn(usize) -> f64| {
            all.clone().max_by(|a, b| value(*a).total_cmp(&value(*b)).then_with(|| self.order(*a, *b)))
        };
        let a = all.clone().min_by(|a, b| self.order(*a, *b))?;
        let from_a = |point: usize| minus(self.point(point), self.point(a));
        let b = most(&|b| dot(from_a(b), from_a(b)))?;
        // The area is rounded, but zero only for points on the line.
        let area = |c: usize| {
            let normal = cross(from_a(b), from_a(c));
            dot(normal, normal)
        };
        let c = most(&area).filter(|c| area(*c) > 0.0)?;
        let plane = Plane::new(&self.points, [a, b, c]);
        let d = most(&|d| plane.height(self.point(d)).abs())?;
        let height = plane.height(self.point(d));
        if height == 0.0 {
            return None;
        }
        let (b, c) = if height > 0.0 { (c, b) } else { (b, c) };
        // The facets with the numbers of the facets across their edges.
        let facets =
            [([a, b, c], [1, 2, 3]), ([b, a, d], [0, 3, 2]), ([c, b, d], [0, 1, 3]), ([a, c, d], [0, 2, 1])];
        for (corners, neighbours) in facets {
            self.facets.push(Facet::new(corners, neighbours));
            self.planes.push(Plane::new(&self.points, corners));
        }
        all.for_each(|point| self.assign(point, 0));
        Some(())
    }

    /// Replaces the facets that are visible from `point`; `start` is one of them.
    fn add(&mut self, start: usize, point: usize) {
        let first = self.facets.len();
        let place = self.point(point);
        let Self { points, facets, planes, visible, pending, outline, .. } = self;
        visible.push(start);
        // Edges are crossed in order, so that the outline is a ring.
        pending.extend([2, 1, 0].map(|edge| (start, edge)));
        if let Some(facet) = facets.get_mut(start) {
            facet.is_gone = true;
        }
        while let Some((number, edge)) = pending.pop() {
            let Some((from, to, other)) = facets.get(number).and_then(|facet| facet.edge(edge)) else {
                continue;
            };
            match facets.get_mut(other) {
                Some(facet) if facet.is_gone => {}
                Some(facet) if planes.get(other).is_some_and(|plane| plane.height(place) > 0.0) => {
                    facet.is_gone = true;
                    let back = facet.corners.iter().position(|corner| *corner == to).unwrap_or_default();
                    pending.extend([2, 1].map(|further| (other, back.saturating_add(further))));
                    visible.push(other);
                }
                _ => outline.push((from, to, other)),
            }
        }
        let last = first.saturating_add(outline.len().saturating_sub(1));
        for (number, (from, to, other)) in (first..).zip(outline.drain(..)) {
            let next = if number == last { first } else { number.saturating_add(1) };
            let before = if number == first { last } else { number.saturating_sub(1) };
            facets.push(Facet::new([from, to, point], [other, next, before]));
            planes.push(Plane::new(points, [from, to, point]));
            // The new facet becomes the neighbour of the facet across the edge.
            if let Some(facet) = facets.get_mut(other) {
                let [a, b, c] = facet.corners;
                let edges = [(a, b), (b, c), (c, a)].into_iter().zip(&mut facet.neighbours);
                for (_, neighbours) in edges.filter(|(edge, _)| *edge == (to, from)) {
                    *neighbours = number;
                }
            }
        }
        while let Some(number) = self.visible.pop() {
            let mut outside = self.facets.get(number).and_then(|facet| facet.outside);
            while let Some(other) = outside {
                outside = self.before.get(other).copied().flatten();
                if other != point {
                    self.assign(other, first);
                }
            }
        }
    }
}

/// The cosine and the sine of the golden angle, as constants, because the functions for them differ between machines.
const GOLDEN: [f64; 2] = [-0.737_368_878_078_319_8, 0.675_490_294_261_524_2];

/// The extreme points of `all` in `n` directions, which are spread evenly over the sphere.
pub(crate) fn extremes(all: &[Point], n: u32) -> Vec<Point> {
    let mut found = Vec::new();
    let [mut cosine, mut sine] = [1.0, 0.0];
    for number in 0..n {
        // Equal steps in height and turns by the golden angle spread the directions evenly.
        let z = 1.0 - 2.0 * (f64::from(number) + 0.5) / f64::from(n);
        let ring = (1.0 - z * z).sqrt();
        let direction = [ring * cosine, ring * sine, z];
        let [c, s] = GOLDEN;
        [cosine, sine] = [cosine * c - sine * s, sine * c + cosine * s];
        #[expect(clippy::cast_precision_loss, reason = "coordinates have 16 bits")]
        let reach = |point: &Point| -> f64 {
            point.iter().zip(direction).map(|(part, direction)| *part as f64 * direction).sum()
        };
        found.extend(all.iter().max_by(|a, b| reach(a).total_cmp(&reach(b))).copied());
    }
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Checks that every point is inside every facet, and that every edge belongs to two facets.
    fn check(points: &[Point]) -> Option<usize> {
        let hull = hull(points)?;
        let points: Vec<FloatPoint> = points.iter().copied().map(to_float).collect();
        let mut edges = std::collections::HashSet::new();
        for corners in &hull.triangles {
            let plane = Plane::new(&points, *corners);
            assert_ne!(plane.normal, [0.0; 3], "{corners:?}");
            for (number, point) in points.iter().enumerate() {
                assert!(plane.height(*point) <= 0.0, "{number} is outside of {corners:?}");
            }
            let [a, b, c] = *corners;
            assert!([(a, b), (b, c), (c, a)].into_iter().all(|edge| edges.insert(edge)));
        }
        assert!(edges.iter().all(|(a, b)| edges.contains(&(*b, *a))));
        Some(hull.triangles.len())
    }

    #[test]
    fn a_cube_with_points_inside_and_on_it() {
        let mut points = Vec::new();
        for x in 0..5 {
            for y in 0..5 {
                points.extend((0..5).map(|z| [x, y, z]));
            }
        }
        assert_eq!(check(&points), Some(12));
    }

    #[test]
    fn flat_points_have_no_hull() {
        assert_eq!(check(&[]), None);
        assert_eq!(check(&[[1, 2, 3]; 9]), None);
        assert_eq!(check(&[[0, 0, 0], [1, 1, 1], [2, 2, 2], [9, 9, 9]]), None);
        assert_eq!(check(&[[0, 0, 0], [5, 0, 1], [0, 5, 1], [5, 5, 2], [10, 10, 4]]), None);
        assert_eq!(check(&[[0, 0, 0], [5, 0, 0], [0, 5, 0], [0, 0, 5]]), Some(4));
    }

    #[test]
    fn the_whole_range_does_not_overflow() {
        let corner = |number: i64| [number & 1, number >> 1 & 1, number >> 2].map(|bit| bit * 65_535);
        let points: Vec<Point> = (0..8).map(corner).chain([[32_767; 3]]).collect();
        assert_eq!(check(&points), Some(12));
    }

    #[test]
    fn many_points_on_a_sphere() {
        let all: Vec<Point> = (0..20_000_i64)
            .map(|n| {
                let (a, b) = (n as f64 * 2.399_963, 1.0 - (n as f64 + 0.5) / 10_000.0);
                let ring = (1.0 - b * b).sqrt();
                [a.cos() * ring, a.sin() * ring, b].map(|part| (part * 32_767.0 + 32_767.0) as i64)
            })
            .collect();
        let hull = hull(&all).unwrap();
        assert!(hull.triangles.len() > 30_000, "{}", hull.triangles.len());
        let few = extremes(&all, 256);
        assert!((250..=256).contains(&few.len()));
        check(&few).unwrap();
    }

    proptest! {
        #[test]
        fn all_points_are_inside(
            points in proptest::collection::vec([0..7_i64, 0..7, 0..7], 0..40),
            wide in proptest::collection::vec([0..65_536_i64, 0..65_536, 0..65_536], 0..60),
        ) {
            check(&points);
            check(&wide);
        }
    }
}
