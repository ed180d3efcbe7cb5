//! A part of a mesh, and its two sides at a plane.

use super::lattice::{Place, Surface, cross, dot, minus, narrow};
use super::plane::{NEAR, Plane};
use super::reach::{Block, SOME, blocks, reach};
use super::solid::Solid;
use crate::hull::{self, Point};
use std::rc::Rc;

/// How many points are looked at to find out what of a line is inside.
const N_STEPS: u8 = 24;

/// How much work a part may take.
#[derive(Clone, Copy)]
pub(super) struct Work {
    /// To find out what is inside: a share of that for all.
    pub(super) share: f64,
    /// From so many triangles at most, distances are measured again and again.
    pub(super) n_measured: usize,
}

/// What of a surface is below some planes.
pub(super) struct Part {
    /// What is searched for cuts.
    pub(super) surface: Surface,
    /// The surface itself, if that is coarser.
    exact: Option<Surface>,
    /// Its triangles, to find the nearest: of the coarser surface if there are too many.
    pub(super) blocks: Vec<Block>,
    /// How many are not too many.
    n_measured: usize,
    /// Where two of the planes meet inside.
    pub(super) lines: Vec<[Place; 2]>,
    planes: Vec<Plane>,
    solid: Option<Rc<Solid>>,
    /// Six times the volume.
    filled: f64,
    /// The corners of its hull.
    pub(super) corners: Vec<Point>,
    /// Six times the volume of its hull.
    pub(super) volume: f64,
    /// How far its hull is from the surface.
    pub(super) reach: f64,
}

/// What a distance of 1 counts, cubed: six times the volume of so many cubes.
const OF_REACH: f64 = 400.0;

/// How bad a hull is of which so much is empty, six times, and that is so far from the surface.
pub(super) fn badness(surplus: f64, reach: f64) -> f64 {
    surplus + OF_REACH * reach * reach * reach
}

/// A point for hulls.
pub(super) fn wide(place: &Place) -> Point {
    narrow(*place).map(i64::from)
}

/// The corners of the hull, and six times its volume.
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

impl Part {
    /// All of a surface, with what of it is searched for cuts if it has many triangles.
    pub(super) fn whole(exact: &Surface, coarse: Option<&Surface>, work: Work) -> Self {
        let solid = Solid::of(exact, work.share).map(Rc::new);
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

    /// With its hull, and the volume of what is inside.
    fn measured(mut self) -> Self {
        let points = self.exact().points.iter().chain(self.lines.iter().flatten());
        (self.corners, self.volume) = hull_of(points.map(wide).collect());
        // Columns are approximate, and can hold more than the hull.
        self.filled = self.solid.as_ref().map_or(0.0, |solid| solid.volume(&self.planes)).min(self.volume);
        let is_few = self.n_triangles() <= self.n_measured;
        self.blocks = blocks(if is_few { self.exact() } else { &self.surface });
        let own: Vec<&Block> = self.blocks.iter().collect();
        self.reach = reach(&self.corners, &own, |point| self.hides(point), SOME);
        self
    }

    /// The surface itself.
    fn exact(&self) -> &Surface {
        self.exact.as_ref().unwrap_or(&self.surface)
    }

    /// Measures distances from all of its triangles from now on.
    pub(super) fn measure_all(&mut self) {
        if self.n_triangles() > self.n_measured {
            self.blocks = blocks(self.exact());
        }
    }

    /// The number of its triangles.
    pub(super) fn n_triangles(&self) -> usize {
        self.exact().triangles.len()
    }

    /// Whether a point is inside of the solid, or where this part was cut.
    pub(super) fn hides(&self, point: Place) -> bool {
        match &self.solid {
            Some(solid) => solid.has(point),
            None => self.planes.iter().any(|plane| plane.height(point) == 0.0),
        }
    }

    /// Six times how much of the hull is empty.
    pub(super) fn surplus(&self) -> f64 {
        self.volume - self.filled
    }

    /// What is below a plane and what is above, unless nothing is.
    pub(super) fn sides(&self, plane: Plane) -> Vec<Self> {
        [plane, plane.turned()].into_iter().filter_map(|plane| self.below(plane)).collect()
    }

    fn below(&self, plane: Plane) -> Option<Self> {
        let mut lines: Vec<[Place; 2]> =
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
        // What has no surface is deep inside, or nothing.
        (part.n_triangles() > 0 || part.volume > 0.0).then_some(part)
    }

    /// What is inside of the line in which two planes meet.
    fn inside(&self, solid: &Solid, a: Plane, b: Plane) -> Vec<[Place; 2]> {
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
        // From where to where it is below all planes and in the bounds.
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
            let of = |place: Place| place.get(axis).copied().unwrap_or_default();
            keep(of(direction), of(high) - of(start));
            keep(-of(direction), of(start) - of(low));
        }
        if to <= from {
            return Vec::new();
        }
        let step = (to - from) / f64::from(N_STEPS);
        // Looked at from a little within the part: planes that follow faces leave slices that are next to nothing.
        let within = |place: Place| {
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
