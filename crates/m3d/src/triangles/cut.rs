//! Triangulation of polygons.

use geom::Vec3;

/// The maximum number of corners of a polygon in a file, which has four bits for this number.
pub(super) const MAX: usize = 15;

/// The method by which a polygon was triangulated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    /// A fan around the first corner of a convex polygon.
    Convex,
    /// Ear clipping of a concave polygon.
    Concave,
    /// A fan of a polygon that may be concave, because the budget of work was used up.
    Crude,
}

/// Triangulates a polygon of at least three corners; the triangles consist of indices of corners, and their
/// number is that of the corners minus two. `budget` is the number of corners that may be visited, because
/// ear clipping takes cubic time.
pub(super) fn cut(points: &[Vec3], triangles: &mut Vec<[usize; 3]>, budget: &mut u64) -> Cut {
    triangles.clear();
    let n = points.len();
    let fan = |triangles: &mut Vec<[usize; 3]>| {
        triangles.extend((2..n).map(|at| [0, at.saturating_sub(1), at]));
    };
    let spend = |budget: &mut u64, cost: usize| {
        *budget = budget.saturating_sub(u64::try_from(cost).unwrap_or(u64::MAX));
        *budget > 0
    };
    if n > 3 && !spend(budget, n.saturating_mul(n)) {
        fan(triangles);
        return Cut::Crude;
    }
    let flat = flattened(points);
    if n < 4 || is_convex(&flat) {
        fan(triangles);
        return Cut::Convex;
    }
    let mut is_crude = false;
    let mut left: Vec<usize> = (0..n).collect();
    while left.len() > 3 {
        let mut corners = 0..left.len();
        let ear = corners.by_ref().find(|at| is_ear(&flat, &left, *at));
        let n_tried = left.len().saturating_sub(corners.len());
        is_crude = !spend(budget, n_tried.saturating_mul(left.len()));
        let Some(ear) = ear.filter(|_| !is_crude) else { break };
        triangles.push(around(&left, ear));
        left.remove(ear);
    }
    // A polygon that crosses itself can run out of ears; a fan covers the rest.
    let rest = left.iter().zip(left.iter().skip(1)).skip(1);
    let first = left.first().copied().unwrap_or_default();
    triangles.extend(rest.map(|(second, third)| [first, *second, *third]));
    if is_crude { Cut::Crude } else { Cut::Concave }
}

/// The normal of a polygon, whose length is twice the area. It is also defined if the polygon is not flat.
pub(super) fn facing(points: &[Vec3]) -> [f64; 3] {
    let wide = |point: &Vec3| point.to_array().map(f64::from);
    let Some(origin) = points.first().map(wide) else { return [0.0; 3] };
    // Coordinates are relative to the first corner, so that polygons far from the origin keep their precision.
    let from_origin = |point: &Vec3| {
        let [x, y, z] = wide(point);
        [x - origin[0], y - origin[1], z - origin[2]]
    };
    let mut sum = [0.0; 3];
    for (a, b) in points.iter().zip(points.iter().skip(1)) {
        let ([ax, ay, az], [bx, by, bz]) = (from_origin(a), from_origin(b));
        sum[0] += ay * bz - az * by;
        sum[1] += az * bx - ax * bz;
        sum[2] += ax * by - ay * bx;
    }
    sum
}

/// The projection of the polygon along the largest component of its normal, counter-clockwise.
fn flattened(points: &[Vec3]) -> Vec<[f64; 2]> {
    let [x, y, z] = facing(points);
    let flatten = |point: &Vec3| {
        let [px, py, pz] = point.to_array().map(f64::from);
        // One coordinate is negated if the polygon faces the other way, so that it is counter-clockwise.
        if x.abs() >= y.abs() && x.abs() >= z.abs() {
            [py * x.signum(), pz]
        } else if y.abs() >= z.abs() {
            [pz * y.signum(), px]
        } else {
            [px * z.signum(), py]
        }
    };
    points.iter().map(flatten).collect()
}

/// Twice the area of a triangle; negative if it is clockwise.
fn area([ax, ay]: [f64; 2], [bx, by]: [f64; 2], [cx, cy]: [f64; 2]) -> f64 {
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

fn point_at(points: &[[f64; 2]], index: usize) -> [f64; 2] {
    points.get(index).copied().unwrap_or_default()
}

/// Returns true if all corners are on the left of all edges. Testing only the angle at each corner would
/// accept stars, which turn left everywhere.
fn is_convex(points: &[[f64; 2]]) -> bool {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).all(|(a, b)| points.iter().all(|point| area(*a, *b, *point) >= 0.0))
}

/// A corner between its two neighbours in a list of the remaining corners.
fn around(left: &[usize], at: usize) -> [usize; 3] {
    let before = at.checked_sub(1).and_then(|before| left.get(before)).or(left.last());
    let after = left.get(at.saturating_add(1)).or(left.first());
    [before, left.get(at), after].map(|corner| corner.copied().unwrap_or_default())
}

/// Returns true if the triangle of a corner and its neighbours is inside the polygon.
fn is_ear(points: &[[f64; 2]], left: &[usize], corner: usize) -> bool {
    let around = around(left, corner);
    let [a, b, c] = around.map(|index| point_at(points, index));
    let is_inside = |point| area(a, b, point) >= 0.0 && area(b, c, point) >= 0.0 && area(c, a, point) >= 0.0;
    let mut others =
        left.iter().filter(|index| !around.contains(index)).map(|index| point_at(points, *index));
    // A corner at the same position as one of the three does not count.
    area(a, b, c) > 0.0 && !others.any(|point| ![a, b, c].contains(&point) && is_inside(point))
}

/// Scales a direction to length 1; `None` if its length is 0 or not finite.
#[expect(clippy::cast_possible_truncation, reason = "rounding is what is meant")]
pub(super) fn unit(direction: [f64; 3]) -> Option<Vec3> {
    let length = direction.iter().map(|side| side * side).sum::<f64>().sqrt();
    let unit = direction.map(|side| (side / length) as f32);
    (length > 0.0 && length.is_finite()).then_some(Vec3::from_array(unit))
}
