//! Triangulation of polygons.

use geom::Vec3;

/// Upper bound on the corners tested for all polygons of a file together, and its increase for each corner.
const FREE_STEPS: usize = 10_000_000;
const STEPS_OF_CORNER: usize = 200;

/// Triangulates polygons in a limited number of steps.
pub(crate) struct Cutter {
    steps_left: usize,
    /// The number of concave polygons that became fans because no steps remained.
    pub(crate) n_given_up: usize,
}

impl Cutter {
    pub(crate) fn new() -> Self {
        Self { steps_left: FREE_STEPS, n_given_up: 0 }
    }

    /// The triangles of a polygon with at least three corners, by their indices. It is a fan from the first corner if
    /// that covers the polygon exactly; otherwise ears are clipped. The first triangle starts at the first corner.
    pub(crate) fn cut(&mut self, corners: &[Vec3]) -> Vec<[usize; 3]> {
        self.steps_left = self.steps_left.saturating_add(corners.len().saturating_mul(STEPS_OF_CORNER));
        let points = flat(corners);
        let fan = |at: usize| [0, at, at.saturating_add(1)];
        let fan = || (1..corners.len().saturating_sub(1)).map(fan);
        let area: f64 = fan().map(|triangle| points.area(triangle)).sum();
        // The tolerance ignores corners that are collinear except for rounding.
        let is_turned = |triangle| points.area(triangle) < -1e-9 * area;
        if area <= 0.0 || !area.is_finite() || !fan().any(is_turned) {
            return fan().collect();
        }
        let Some(mut triangles) = self.ears(&points) else {
            self.n_given_up = self.n_given_up.saturating_add(1);
            return fan().collect();
        };
        if let Some(first) = triangles.iter().position(|triangle| triangle.contains(&0)) {
            triangles.swap(0, first);
        }
        if let Some(first) = triangles.first_mut() {
            let start = first.iter().position(|corner| *corner == 0).unwrap_or(0);
            first.rotate_left(start);
        }
        triangles
    }

    /// Clips ears; `None` if no steps remain.
    fn ears(&mut self, points: &Flat) -> Option<Vec<[usize; 3]>> {
        let n_corners = points.0.len();
        let mut ring = Ring::new(n_corners);
        // Only reflex corners can be inside an ear. The list may still contain corners that have become convex.
        let mut inward: Vec<usize> =
            (0..n_corners).filter(|corner| points.area(ring.around(*corner)) <= 0.0).collect();
        let mut triangles = Vec::with_capacity(n_corners.saturating_sub(2));
        let (mut at, mut n_left, mut n_missed) = (0, n_corners, 0_usize);
        while n_left > 3 {
            let ear = ring.around(at);
            self.steps_left = self.steps_left.checked_sub(inward.len().saturating_add(1))?;
            let is_free = points.area(ear) > 0.0
                && !inward.iter().any(|corner| ring.has(*corner) && points.is_inside(*corner, ear));
            let [_, _, next] = ear;
            // A polygon that intersects itself may have no ear; then any corner is clipped.
            if is_free || n_missed > n_left {
                triangles.push(ear);
                ring.remove(at);
                (n_left, n_missed) = (n_left.saturating_sub(1), 0);
                inward.retain(|corner| ring.has(*corner) && points.area(ring.around(*corner)) <= 0.0);
            } else {
                n_missed = n_missed.saturating_add(1);
            }
            at = next;
        }
        triangles.push(ring.around(at));
        Some(triangles)
    }
}

/// The normal of a polygon with the length of twice its area; it is also exact for concave polygons.
pub(crate) fn normal(corners: &[Vec3]) -> [f64; 3] {
    let Some(origin) = corners.first() else { return [0.0; 3] };
    let wide = |corner: &Vec3| {
        let ([x, y, z], [p, q, r]) = (corner.to_array(), origin.to_array());
        [(x, p), (y, q), (z, r)].map(|(number, origin)| f64::from(number) - f64::from(origin))
    };
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).fold([0.0; 3], |[x, y, z], (from, to)| {
        let ([a, b, c], [d, e, f]) = (wide(from), wide(to));
        [x + b * f - c * e, y + c * d - a * f, z + a * e - b * d]
    })
}

/// The corners projected onto a plane, counter-clockwise.
struct Flat(Vec<[f64; 2]>);

fn flat(corners: &[Vec3]) -> Flat {
    let [x, y, z] = normal(corners);
    // The projection drops the axis along which the area is largest, so that it does not vanish; the remaining axes are
    // swapped if the polygon faces away.
    let largest = x.abs().max(y.abs()).max(z.abs());
    let project = |corner: &Vec3| {
        let [p, q, r] = corner.to_array().map(f64::from);
        let ([u, v], is_front) = match () {
            () if z.abs() == largest => ([p, q], z > 0.0),
            () if x.abs() == largest => ([q, r], x > 0.0),
            () => ([r, p], y > 0.0),
        };
        if is_front { [u, v] } else { [v, u] }
    };
    Flat(corners.iter().map(project).collect())
}

impl Flat {
    fn corner(&self, corner: usize) -> [f64; 2] {
        self.0.get(corner).copied().unwrap_or_default()
    }

    /// Twice the signed area of a triangle; negative if it is clockwise.
    fn area(&self, triangle: [usize; 3]) -> f64 {
        let [[px, py], [qx, qy], [rx, ry]] = triangle.map(|corner| self.corner(corner));
        (qx - px) * (ry - py) - (qy - py) * (rx - px)
    }

    /// True if a corner is inside a triangle or on its edge, but not at one of its corners.
    fn is_inside(&self, corner: usize, triangle: [usize; 3]) -> bool {
        let [a, b, c] = triangle;
        let edges = [[a, b, corner], [b, c, corner], [c, a, corner]];
        !triangle.iter().any(|other| self.corner(*other) == self.corner(corner))
            && edges.into_iter().all(|edge| self.area(edge) >= 0.0)
    }
}

/// The remaining corners, each with the previous and the next one.
struct Ring(Vec<Option<(usize, usize)>>);

impl Ring {
    fn new(n_corners: usize) -> Self {
        let last = n_corners.saturating_sub(1);
        let around = |corner: usize| {
            let before = corner.checked_sub(1).unwrap_or(last);
            Some((before, if corner == last { 0 } else { corner.saturating_add(1) }))
        };
        Self((0..n_corners).map(around).collect())
    }

    fn has(&self, corner: usize) -> bool {
        self.0.get(corner).is_some_and(Option::is_some)
    }

    /// A corner between its neighbours.
    fn around(&self, corner: usize) -> [usize; 3] {
        let (before, behind) = self.0.get(corner).copied().flatten().unwrap_or((corner, corner));
        [before, corner, behind]
    }

    fn remove(&mut self, corner: usize) {
        let [before, _, behind] = self.around(corner);
        if let Some(Some((_, next))) = self.0.get_mut(before) {
            *next = behind;
        }
        if let Some(Some((last, _))) = self.0.get_mut(behind) {
            *last = before;
        }
        if let Some(place) = self.0.get_mut(corner) {
            *place = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Triangulates a polygon in an inclined plane, and compares the areas.
    fn check(outline: &[[f64; 2]]) {
        let corners: Vec<Vec3> = outline
            .iter()
            .map(|[x, y]| Vec3::from_array([*x, *y * 0.6, *y * 0.8].map(|number| number as f32)))
            .collect();
        for corners in [corners.clone(), corners.iter().rev().copied().collect()] {
            let mut cutter = Cutter::new();
            let triangles = cutter.cut(&corners);
            assert_eq!((triangles.len(), cutter.n_given_up), (corners.len() - 2, 0));
            assert_eq!(triangles[0][0], 0);
            let points = flat(&corners);
            let areas: Vec<f64> = triangles.iter().map(|triangle| points.area(*triangle)).collect();
            let whole: f64 = (1..corners.len() - 1).map(|at| points.area([0, at, at + 1])).sum();
            // No triangle is reversed, and the areas sum to that of the polygon, so triangles do not overlap.
            assert!(areas.iter().all(|area| *area > -1e-6 * whole), "{outline:?}: {areas:?}");
            assert!((areas.iter().sum::<f64>() - whole).abs() < 1e-6 * whole);
        }
    }

    #[test]
    fn polygons_are_covered_once() {
        check(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
        check(&[[0.0, 0.0], [2.0, 2.0], [0.0, 1.0], [-2.0, 2.0]]);
        check(&[[0.0, 2.0], [-1.0, 0.0], [0.0, 1.0], [1.0, 0.0]]);
        check(&[
            [0.0, 0.0],
            [4.0, 0.0],
            [4.0, 3.0],
            [3.0, 3.0],
            [3.0, 1.0],
            [1.0, 1.0],
            [1.0, 3.0],
            [0.0, 3.0],
        ]);
        // A hole, connected by a cut that is traversed twice.
        check(&[
            [0.0, 0.0],
            [4.0, 0.0],
            [4.0, 4.0],
            [0.0, 4.0],
            [0.0, 0.0],
            [1.0, 1.0],
            [1.0, 3.0],
            [3.0, 3.0],
            [3.0, 1.0],
            [1.0, 1.0],
        ]);
        let star = |corner: usize| {
            let (angle, radius) = (corner as f64 * 0.1, if corner.is_multiple_of(2) { 1.0 } else { 0.6 });
            [angle.cos() * radius, angle.sin() * radius]
        };
        check(&(0..62).map(star).collect::<Vec<_>>());
        let comb = |corner: usize| {
            let (x, y) = ((corner / 2) as f64, if matches!(corner % 4, 1 | 2) { 5.0 } else { 0.0 });
            [x, y]
        };
        let mut teeth: Vec<[f64; 2]> = (0..200).map(comb).collect();
        teeth.extend([[100.0, -1.0], [-1.0, -1.0]]);
        check(&teeth);
    }

    #[test]
    fn steps_are_limited() {
        let zigzag = |corner: usize| {
            let (x, y) = ((corner / 2) as f32, if corner.is_multiple_of(2) { 0.0 } else { 9.0 });
            Vec3::new(x, y, (corner % 7) as f32)
        };
        let corners: Vec<Vec3> = (0..20_000).map(zigzag).collect();
        let mut cutter = Cutter::new();
        assert_eq!(cutter.cut(&corners).len(), corners.len() - 2);
        assert_eq!(cutter.n_given_up, 1);
        // Degenerate polygons: all corners equal, collinear, or not finite.
        for corners in [[Vec3::ZERO; 4], [0.0, 1.0, 2.0, 3.0].map(Vec3::splat), [Vec3::splat(f32::NAN); 4]] {
            assert_eq!(Cutter::new().cut(&corners), [[0, 1, 2], [0, 2, 3]]);
        }
    }
}
