//! Cutting polygons into triangles.

use geom::Vec3;

/// The most corners that a polygon of the format can have.
pub(super) const MOST: usize = 15;

/// How a polygon was cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    /// Into a fan around its first corner.
    Convex,
    /// Ear by ear.
    Concave,
    /// Into a fan, although it may not be convex: the budget is used up.
    Crude,
}

/// The triangles of a polygon of three corners or more, as numbers of corners. There are two fewer than corners.
///
/// `budget` is how many corners may be looked at: polygons of very many corners would take cubic time.
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
    // Polygons that cross themselves can run out of ears; a fan covers the rest.
    let rest = left.iter().zip(left.iter().skip(1)).skip(1);
    let first = left.first().copied().unwrap_or_default();
    triangles.extend(rest.map(|(second, third)| [first, *second, *third]));
    if is_crude { Cut::Crude } else { Cut::Concave }
}

/// The direction that a polygon faces; its length is twice the area. Also defined if the polygon is not flat.
pub(super) fn facing(points: &[Vec3]) -> [f64; 3] {
    let wide = |point: &Vec3| point.to_array().map(f64::from);
    let Some(origin) = points.first().map(wide) else { return [0.0; 3] };
    // From the first corner, so that distant polygons keep their digits.
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

/// The polygon seen along the axis that it faces most, counter-clockwise.
fn flattened(points: &[Vec3]) -> Vec<[f64; 2]> {
    let [x, y, z] = facing(points);
    let flatten = |point: &Vec3| {
        let [px, py, pz] = point.to_array().map(f64::from);
        // One side is turned over if the polygon faces the other way, so that it is counter-clockwise.
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

/// Twice the area of a triangle, negative if it is clockwise.
fn area([ax, ay]: [f64; 2], [bx, by]: [f64; 2], [cx, cy]: [f64; 2]) -> f64 {
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

fn at(points: &[[f64; 2]], index: usize) -> [f64; 2] {
    points.get(index).copied().unwrap_or_default()
}

/// Whether all corners are on the left of all edges. Stars, which turn left at every corner, are not.
fn is_convex(points: &[[f64; 2]]) -> bool {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).all(|(a, b)| points.iter().all(|point| area(*a, *b, *point) >= 0.0))
}

/// A corner between its neighbours, in a list of the corners that are left.
fn around(left: &[usize], at: usize) -> [usize; 3] {
    let before = at.checked_sub(1).and_then(|before| left.get(before)).or(left.last());
    let after = left.get(at.saturating_add(1)).or(left.first());
    [before, left.get(at), after].map(|corner| corner.copied().unwrap_or_default())
}

/// Whether the triangle around a corner lies inside of the polygon.
fn is_ear(points: &[[f64; 2]], left: &[usize], corner: usize) -> bool {
    let around = around(left, corner);
    let [a, b, c] = around.map(|index| at(points, index));
    let is_inside = |point| area(a, b, point) >= 0.0 && area(b, c, point) >= 0.0 && area(c, a, point) >= 0.0;
    let mut others = left.iter().filter(|index| !around.contains(index)).map(|index| at(points, *index));
    // A corner at the same place as one of the three does not lie in the way.
    area(a, b, c) > 0.0 && !others.any(|point| ![a, b, c].contains(&point) && is_inside(point))
}

/// A direction with length 1; `None` if it has none.
#[expect(clippy::cast_possible_truncation, reason = "rounding is what is meant")]
pub(super) fn unit(direction: [f64; 3]) -> Option<Vec3> {
    let length = direction.iter().map(|side| side * side).sum::<f64>().sqrt();
    let unit = direction.map(|side| (side / length) as f32);
    (length > 0.0 && length.is_finite()).then_some(Vec3::from_array(unit))
}
