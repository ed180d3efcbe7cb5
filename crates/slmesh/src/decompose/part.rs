//! A part of a mesh, and its two sides at a plane.

use super::lattice::{Place, Surface, cross, dot, minus, narrow};
use super::plane::Plane;
use super::solid::Solid;
use crate::hull::{self, Point};
use std::rc::Rc;

/// How many points are looked at to find out what of a line is inside.
const N_STEPS: u8 = 24;

/// What of a surface is below some planes.
pub(super) struct Part {
    pub(super) surface: Surface,
    /// Where two of the planes meet inside.
    pub(super) lines: Vec<[Place; 2]>,
    planes: Vec<Plane>,
    /// The surface of which this is a part, by its number.
    pub(super) of: usize,
    solid: Option<Rc<Solid>>,
    /// Points inside, all over it.
    pub(super) samples: Vec<Place>,
    /// Six times the volume.
    pub(super) filled: f64,
    /// The corners of its hull.
    pub(super) corners: Vec<Point>,
    /// Six times the volume of its hull.
    pub(super) volume: f64,
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
    /// All of a surface, with its number, and with what of it is searched for cuts.
    pub(super) fn whole(whole: &Surface, surface: Surface, of: usize) -> Self {
        let solid = Solid::of(whole).map(Rc::new);
        let samples = solid.as_ref().map_or_else(Vec::new, |solid| solid.samples());
        let part = Self {
            surface,
            lines: Vec::new(),
            planes: Vec::new(),
            of,
            solid,
            samples,
            filled: 0.0,
            corners: Vec::new(),
            volume: 0.0,
        };
        part.measured()
    }

    /// With its hull, and the volume of what is inside.
    fn measured(mut self) -> Self {
        let points = self.surface.points.iter().chain(self.lines.iter().flatten());
        (self.corners, self.volume) = hull_of(points.map(wide).collect());
        self.filled = self.solid.as_ref().map_or(0.0, |solid| solid.volume(&self.planes));
        self
    }

    /// The points of this part, if its surface was this one.
    pub(super) fn points_in(&self, surface: Option<&Surface>) -> Vec<Point> {
        let whole = surface.cloned().unwrap_or_default();
        let below = self.planes.iter().fold(whole, |surface, plane| plane.below(&surface));
        below.points.iter().chain(self.lines.iter().flatten()).map(wide).collect()
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
        let surface = plane.below(&self.surface);
        let mut lines: Vec<[Place; 2]> =
            self.lines.iter().filter_map(|line| plane.below_line(*line)).collect();
        if let Some(solid) = &self.solid {
            lines.extend(self.planes.iter().flat_map(|other| self.inside(solid, plane, *other)));
        }
        let is_below = |sample: &Place| dot(plane.normal, *sample) <= plane.offset;
        let part = Self {
            planes: self.planes.iter().copied().chain([plane]).collect(),
            solid: self.solid.clone(),
            samples: self.samples.iter().copied().filter(is_below).collect(),
            of: self.of,
            surface,
            lines,
            filled: 0.0,
            corners: Vec::new(),
            volume: 0.0,
        };
        (!part.surface.triangles.is_empty() || !part.lines.is_empty()).then(|| part.measured())
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
        if !(from < to) {
            return Vec::new();
        }
        let step = (to - from) / f64::from(N_STEPS);
        let is_in: Vec<bool> =
            (0..N_STEPS).map(|number| solid.has(at(from + (f64::from(number) + 0.5) * step))).collect();
        let mut lines = Vec::new();
        let mut begun = from;
        let mut end = from;
        for same in is_in.chunk_by(|a, b| a == b) {
            begun = end;
            end = same.iter().fold(end, |end, _| end + step);
            if same.first() == Some(&true) {
                lines.push([at(begun), at(end)].map(|place| place.map(f64::round)));
            }
        }
        _ = begun;
        lines
    }
}
