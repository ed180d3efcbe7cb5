//! Parts of a mesh, and cutting them at a plane.

use super::lattice::{GridPoint, Surface, cross, dot, minus, narrow};
use super::plane::{NEAR, Plane};
use super::reach::{Block, REPEATED_WORK, blocks, reach};
use super::solid::Solid;
use crate::hull::{self, Point};
use std::rc::Rc;

/// The number of points at which a line is tested to find the segments that are inside.
const N_STEPS: u8 = 24;

/// The limits on the work of a part.
#[derive(Clone, Copy)]
pub(super) struct WorkLimits {
    /// The share of this part in the work for all [solids](super::solid).
    pub(super) share: f64,
    /// The maximum number of triangles whose distances are measured after every cut.
    pub(super) n_measured: usize,
}

/// The part of a surface that is below some planes.
pub(super) struct SurfacePart {
    /// The surface in which cuts are searched for.
    pub(super) surface: Surface,
    /// The original surface, if `surface` is coarser.
    exact: Option<Surface>,
    /// The triangles to which distances are measured, or those of the coarser surface if there are too many.
    pub(super) blocks: Vec<Block>,
    /// The maximum number of triangles for which `blocks` has the original surface.
    n_measured: usize,
    /// The segments inside the solid along which two of the planes intersect.
    pub(super) lines: Vec<[GridPoint; 2]>,
    planes: Vec<Plane>,
    solid: Option<Rc<Solid>>,
    /// Six times the volume of the solid.
    filled: f64,
    /// The corners of the hull.
    pub(super) corners: Vec<Point>,
    /// Six times the volume of the hull.
    pub(super) volume: f64,
    /// The distance of the hull from the surface that it encloses.
    pub(super) reach: f64,
}

/// The weight of the cubed distance in [`badness`], relative to six times the volume.
const REACH_WEIGHT: f64 = 400.0;

/// The badness of a hull: six times its empty volume, plus the weighted cube of its distance from the surface.
pub(super) fn badness(surplus: f64, reach: f64) -> f64 {
    surplus + REACH_WEIGHT * reach * reach * reach
}

/// Converts a position to a point for computing hulls.
pub(super) fn wide(place: &GridPoint) -> Point {
    narrow(*place).map(i64::from)
}

/// The corners of the hull of the points, and six times its volume.
pub(super) fn hull_of(mut points: Vec<Point>) -> (Vec<Point>, f64) {
    if let Some(hull) = hull::hull(&points) {
        #[expect(clippy::cast_precision_loss, reason = "less than 2^53")]
        let volume = hull.volume(&points) as f64;
        return (hull.corners(&points), volume);
    }
    points.sort_unstable();
    points.dedup();
    (points, 0.0)
}

impl SurfacePart {
    /// The part with the whole surface. If that has many triangles, cuts are searched for in a coarser one.
    pub(super) fn whole(exact: &Surface, coarse: Option<&Surface>, work: WorkLimits) -> Self {
        let solid = Solid::new(exact, work.share).map(Rc::new);
        let part = Self {
            surface: coarse.unwrap_or(exact).clone(),
            exact: coarse.map(|_| exact.clone()),
            blocks: Vec::new(),
            n_measured: work.n_measured,
            lines: Vec::new(),
            planes: Vec::new(),
            solid,
            filled: 0.0,
            corners: Vec::new(),
            volume: 0.0,
            reach: 0.0,
        };
        part.measured()
    }

    /// Computes the hull of the part, its distance, and the volume of the solid.
    fn measured(mut self) -> Self {
        let points = self.exact().points.iter().chain(self.lines.iter().flatten());
        (self.corners, self.volume) = hull_of(points.map(wide).collect());
        // The columns of a solid are approximate, and can hold more than the hull.
        self.filled = self.solid.as_ref().map_or(0.0, |solid| solid.volume(&self.planes)).min(self.volume);
        let is_few = self.n_triangles() <= self.n_measured;
        self.blocks = blocks(if is_few { self.exact() } else { &self.surface });
        let own: Vec<&Block> = self.blocks.iter().collect();
        self.reach = reach(&self.corners, &own, |point| self.hides(point), REPEATED_WORK);
        self
    }

    /// The original surface of the part.
    fn exact(&self) -> &Surface {
        self.exact.as_ref().unwrap_or(&self.surface)
    }

    /// Measures distances to all triangles from now on.
    pub(super) fn measure_all(&mut self) {
        if self.n_triangles() > self.n_measured {
            self.blocks = blocks(self.exact());
        }
    }

    /// The number of triangles.
    pub(super) fn n_triangles(&self) -> usize {
        self.exact().triangles.len()
    }

    /// Returns true if a point is inside the solid, or on a cut.
    pub(super) fn hides(&self, point: GridPoint) -> bool {
        match &self.solid {
            Some(solid) => solid.has(point),
            None => self.planes.iter().any(|plane| plane.height(point) == 0.0),
        }
    }

    /// Six times the volume of the empty space in the hull.
    pub(super) fn surplus(&self) -> f64 {
        self.volume - self.filled
    }

    /// Cuts the part at a plane, and returns the parts below and above it. An empty side is left out.
    pub(super) fn sides(&self, plane: Plane) -> Vec<Self> {
        [plane, plane.turned()].into_iter().filter_map(|plane| self.below(plane)).collect()
    }

    fn below(&self, plane: Plane) -> Option<Self> {
        let mut lines: Vec<[GridPoint; 2]> =
            self.lines.iter().filter_map(|line| plane.below_line(*line)).collect();
        if let Some(solid) = &self.solid {
            lines.extend(self.planes.iter().flat_map(|other| self.inside(solid, plane, *other)));
        }
        let part = Self {
            surface: plane.below(&self.surface),
            exact: self.exact.as_ref().map(|exact| plane.below(exact)),
            blocks: Vec::new(),
            n_measured: self.n_measured,
            planes: self.planes.iter().copied().chain([plane]).collect(),
            solid: self.solid.clone(),
            lines,
            filled: 0.0,
            corners: Vec::new(),
            volume: 0.0,
            reach: 0.0,
        };
        let part = part.measured();
        // A side without a surface is deep inside the solid, or empty.
        (part.n_triangles() > 0 || part.volume > 0.0).then_some(part)
    }

    /// The segments inside the solid along which two planes intersect.
    fn inside(&self, solid: &Solid, a: Plane, b: Plane) -> Vec<[GridPoint; 2]> {
        let direction = cross(a.normal, b.normal);
        let square = dot(direction, direction);
        if square == 0.0 {
            return Vec::new();
        }
        // The point of the line that is nearest to the origin.
        let mixed = minus(b.normal.map(|part| part * a.offset), a.normal.map(|part| part * b.offset));
        let start = cross(mixed, direction).map(|part| part / square);
        let at = |along: f64| {
            let mut place = start;
            place.iter_mut().zip(direction).for_each(|(part, step)| *part += step * along);
            place
        };
        // The range of the line that is below all planes and in the bounds.
        let [low, high] = self.surface.bounds();
        let (mut from, mut to) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut keep = |slope: f64, rest: f64| {
            if slope > 0.0 {
                to = to.min(rest / slope);
            } else if slope < 0.0 {
                from = from.max(rest / slope);
            } else if rest < 0.0 {
                to = f64::NEG_INFINITY;
            }
        };
        for plane in &self.planes {
            if *plane != b {
                keep(dot(plane.normal, direction), plane.offset - dot(plane.normal, start));
            }
        }
        for axis in 0..3 {
            let of = |place: GridPoint| place.get(axis).copied().unwrap_or_default();
            keep(of(direction), of(high) - of(start));
            keep(-of(direction), of(start) - of(low));
        }
        if to <= from {
            return Vec::new();
        }
        let step = (to - from) / f64::from(N_STEPS);
        // Points are moved a little into the part before the test, because planes along faces leave slices of almost
        // no thickness.
        let within = |place: GridPoint| {
            [a, b].iter().fold(place, |place, plane| {
                let shift = 2.0 * NEAR / dot(plane.normal, plane.normal).sqrt();
                minus(place, plane.normal.map(|part| part * shift))
            })
        };
        let is_in: Vec<bool> = (0..N_STEPS)
            .map(|number| solid.has(within(at(from + (f64::from(number) + 0.5) * step))))
            .collect();
        let (mut lines, mut end) = (Vec::new(), from);
        for same in is_in.chunk_by(|a, b| a == b) {
            let begun = end;
            end = same.iter().fold(end, |end, _| end + step);
            if same.first() == Some(&true) {
                lines.push([at(begun), at(end)].map(|place| place.map(f64::round)));
            }
        }
        lines
    }
}
