//! Lines, polygons and solids.

use super::super::cut::{self, Cut};
use super::{Drawing, Points, UndrawnReason};
use crate::common::error::Error;
use crate::model::{OrientationIndex, Scalar, VertexIndex};
use geom::{Quat, Vec3};
use std::f64::consts::TAU;

type Outcome = Result<Option<UndrawnReason>, Error>;
type Circle = (VertexIndex, OrientationIndex, Scalar);

/// The maximum number of corners of a round shape: with 256, a chord deviates from the circle by 1/13,000 of
/// the radius.
const MAX_CORNERS: usize = 256;

pub(super) fn line(list: &[VertexIndex], points: Points<'_>, drawing: &mut Drawing<'_>) -> Outcome {
    let found: Option<Vec<Vec3>> = list.iter().map(|index| points.position(*index)).collect();
    let Some(found) = found else { return Ok(Some(UndrawnReason::Dangling)) };
    if !found.iter().all(|point| point.is_finite()) {
        return Ok(Some(UndrawnReason::NotFinite));
    }
    if found.len() < 2 {
        return Ok(Some(UndrawnReason::NoExtent));
    }
    drawing.check(found.len())?;
    drawing.line(found);
    Ok(None)
}

pub(super) fn polygon(list: &[VertexIndex], points: Points<'_>, drawing: &mut Drawing<'_>) -> Outcome {
    let found: Option<Vec<Vec3>> = list.iter().map(|index| points.position(*index)).collect();
    let Some(found) = found else { return Ok(Some(UndrawnReason::Dangling)) };
    if !found.iter().all(|point| point.is_finite()) {
        return Ok(Some(UndrawnReason::NotFinite));
    }
    let Some(normal) = cut::unit(cut::facing(&found)) else { return Ok(Some(UndrawnReason::NoExtent)) };
    drawing.check(found.len())?;
    if let Some(first) = list.first() {
        drawing.use_colour_of(*first);
    }
    let mut pieces = Vec::with_capacity(found.len());
    if cut::cut(&found, &mut pieces, &mut drawing.budget) == Cut::Crude {
        drawing.count_fan();
    }
    let first = drawing.start();
    found.iter().for_each(|point| drawing.vertex(*point, normal, None));
    for piece in pieces {
        drawing.triangle(piece.map(|corner| first.saturating_add(u32::try_from(corner).unwrap_or(u32::MAX))));
    }
    Ok(None)
}

/// The number of corners of a polygon that is nowhere further from a circle than the tolerance.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 8 and 256")]
fn n_corners(radius: f64, tolerance: f64) -> usize {
    // A chord of a polygon of `n` corners deviates from its arc by radius · (1 − cos(π / n)).
    let part = (1.0 - tolerance / radius).clamp(-1.0, 1.0).acos();
    let n = (std::f64::consts::PI / part).ceil();
    if n.is_finite() { (n as usize).clamp(8, MAX_CORNERS) } else { MAX_CORNERS }
}

/// Points on a circle of radius 1 around Y, counter-clockwise as seen from above; the last is equal to the first.
fn ring(n: usize) -> impl Iterator<Item = [f64; 2]> + Clone {
    (0..=n).map(move |at| {
        #[expect(clippy::cast_precision_loss, reason = "at most 256")]
        let turn = if at == n { 0.0 } else { at as f64 / n as f64 };
        let (sin, cos) = (turn * TAU).sin_cos();
        [cos, -sin]
    })
}

#[expect(clippy::cast_possible_truncation, reason = "rounding is what is meant")]
fn vec3(x: f64, y: f64, z: f64) -> Vec3 {
    Vec3::new(x as f32, y as f32, z as f32)
}

/// The centre, orientation and radius of a circle, or the reason why it cannot be drawn.
fn circle_of(circle: Circle, points: Points<'_>) -> Result<(Vec3, Quat, f64), UndrawnReason> {
    let (centre, orientation, radius) = circle;
    let place = points.position(centre).zip(points.orientation(orientation.0));
    let (centre, orientation) = place.ok_or(UndrawnReason::Dangling)?;
    let radius = radius.get();
    if !centre.is_finite() || !radius.is_finite() {
        return Err(UndrawnReason::NotFinite);
    }
    Ok((centre, orientation, radius))
}

/// Draws a disc. Without rotation, it lies in the XZ plane and faces up.
pub(super) fn circle(circle: Circle, points: Points<'_>, drawing: &mut Drawing<'_>) -> Outcome {
    let (centre, orientation, radius) = match circle_of(circle, points) {
        Ok(found) if found.2 > 0.0 => found,
        Ok(_) => return Ok(Some(UndrawnReason::NoExtent)),
        Err(reason) => return Ok(Some(reason)),
    };
    let n = n_corners(radius, drawing.tolerance());
    drawing.check(n)?;
    drawing.use_colour_of(circle.0);
    disc(centre, orientation, radius, n, true, drawing);
    Ok(None)
}

fn disc(centre: Vec3, orientation: Quat, radius: f64, n: usize, is_up: bool, drawing: &mut Drawing<'_>) {
    let normal = orientation.rotate(if is_up { Vec3::Y } else { -Vec3::Y });
    let first = drawing.start();
    drawing.vertex(centre, normal, None);
    for [x, z] in ring(n) {
        let out = orientation.rotate(vec3(x * radius, 0.0, z * radius));
        drawing.vertex(centre + out, normal, None);
    }
    let n = u32::try_from(n).unwrap_or(u32::MAX);
    for at in 1..=n {
        let (a, b) = (first.saturating_add(at), first.saturating_add(at).saturating_add(1));
        drawing.triangle(if is_up { [first, a, b] } else { [first, b, a] });
    }
}

/// Draws a cylinder: two discs and the wall between them. A disc with a radius of 0 is a point.
pub(super) fn cylinder(ends: [Circle; 2], points: Points<'_>, drawing: &mut Drawing<'_>) -> Outcome {
    let [bottom, top] = match ends.map(|end| circle_of(end, points)) {
        [Ok(bottom), Ok(top)] => [bottom, top],
        [Err(reason), _] | [_, Err(reason)] => return Ok(Some(reason)),
    };
    let largest = bottom.2.max(top.2);
    if largest <= 0.0 || bottom.2 < 0.0 || top.2 < 0.0 || bottom.0 == top.0 {
        return Ok(Some(UndrawnReason::NoExtent));
    }
    let n = n_corners(largest, drawing.tolerance());
    drawing.check(n.saturating_mul(4))?;
    drawing.use_colour_of(ends[0].0);
    // If the first disc is above the second one along their axis, the wall is turned inside out.
    let along = top.0 - bottom.0;
    let is_up = along.dot(bottom.1.rotate(Vec3::Y)) >= 0.0;
    let length = f64::from(along.length());
    let first = drawing.start();
    for (centre, orientation, radius) in [bottom, top] {
        for [x, z] in ring(n) {
            let out = orientation.rotate(vec3(x * radius, 0.0, z * radius));
            // The wall of a cone slopes, so its normal leans along the axis.
            let lean = (bottom.2 - top.2) / length * if is_up { 1.0 } else { -1.0 };
            drawing.vertex(centre + out, orientation.rotate(vec3(x, lean, z)), None);
        }
    }
    let n_ring = u32::try_from(n).unwrap_or(u32::MAX).saturating_add(1);
    if is_up {
        drawing.grid(first, n_ring, 2);
    } else {
        drawing.grid_inside_out(first, n_ring, 2);
    }
    if bottom.2 > 0.0 {
        disc(bottom.0, bottom.1, bottom.2, n, !is_up, drawing);
    }
    if top.2 > 0.0 {
        disc(top.0, top.1, top.2, n, is_up, drawing);
    }
    Ok(None)
}

/// Draws a sphere by rings from the south pole to the north pole.
pub(super) fn sphere(
    centre: VertexIndex,
    radius: Scalar,
    points: Points<'_>,
    drawing: &mut Drawing<'_>,
) -> Outcome {
    let Some(place) = points.position(centre) else { return Ok(Some(UndrawnReason::Dangling)) };
    let radius = radius.get();
    if !place.is_finite() || !radius.is_finite() {
        return Ok(Some(UndrawnReason::NotFinite));
    }
    if radius <= 0.0 {
        return Ok(Some(UndrawnReason::NoExtent));
    }
    // The deviation in the middle of a square is the sum of those along both directions, hence half the tolerance.
    let n = n_corners(radius, drawing.tolerance() / 2.0).next_multiple_of(2);
    let n_rings = n.checked_div(2).unwrap_or_default();
    drawing.check(n.saturating_mul(n_rings).saturating_mul(2))?;
    drawing.use_colour_of(centre);
    let first = drawing.start();
    for step in 0..=n_rings {
        #[expect(clippy::cast_precision_loss, reason = "at most 128")]
        let height = (step as f64 / n_rings as f64 - 0.5) * TAU / 2.0;
        let (mut y, mut across) = height.sin_cos();
        // Both poles are exact, so that their rings have one point.
        if step == 0 || step == n_rings {
            (y, across) = (y.signum(), 0.0);
        }
        for [x, z] in ring(n) {
            let normal = vec3(x * across, y, z * across);
            drawing.vertex(place + vec3(x * across * radius, y * radius, z * across * radius), normal, None);
        }
    }
    let short = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).saturating_add(1);
    drawing.grid(first, short(n), short(n_rings));
    Ok(None)
}

/// Draws a torus: without rotation, a ring around Y with a tube around it.
pub(super) fn torus(
    circle: Circle,
    tube_radius: Scalar,
    points: Points<'_>,
    drawing: &mut Drawing<'_>,
) -> Outcome {
    let (centre, orientation, radius) = match circle_of(circle, points) {
        Ok(found) => found,
        Err(reason) => return Ok(Some(reason)),
    };
    let tube = tube_radius.get();
    if !tube.is_finite() {
        return Ok(Some(UndrawnReason::NotFinite));
    }
    if radius <= 0.0 || tube <= 0.0 {
        return Ok(Some(UndrawnReason::NoExtent));
    }
    let half = drawing.tolerance() / 2.0;
    let (n, n_tube) = (n_corners(radius + tube, half), n_corners(tube, half));
    drawing.check(n.saturating_mul(n_tube).saturating_mul(2))?;
    drawing.use_colour_of(circle.0);
    let first = drawing.start();
    for [across, down] in ring(n_tube) {
        for [x, z] in ring(n) {
            let normal = vec3(x * across, -down, z * across);
            let reach = radius + across * tube;
            let place = vec3(x * reach, -down * tube, z * reach);
            drawing.vertex(centre + orientation.rotate(place), orientation.rotate(normal), None);
        }
    }
    let short = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).saturating_add(1);
    drawing.grid(first, short(n), short(n_tube));
    Ok(None)
}

/// The positions of three points, if all exist.
fn three(list: [VertexIndex; 3], points: Points<'_>) -> Result<[Vec3; 3], UndrawnReason> {
    let [Some(a), Some(b), Some(c)] = list.map(|index| points.position(index)) else {
        return Err(UndrawnReason::Dangling);
    };
    if [a, b, c].iter().all(|point| point.is_finite()) {
        Ok([a, b, c])
    } else {
        Err(UndrawnReason::NotFinite)
    }
}

/// Draws a cone from the centre of its base, a point on the rim of the base, and the tip.
pub(super) fn cone(list: [VertexIndex; 3], points: Points<'_>, drawing: &mut Drawing<'_>) -> Outcome {
    let [centre, rim, tip] = match three(list, points) {
        Ok(found) => found,
        Err(reason) => return Ok(Some(reason)),
    };
    let (axis, side) = (tip - centre, rim - centre);
    let radius = f64::from(side.length());
    let (Some(up), Some(x)) = (axis.normalised(), side.normalised()) else {
        return Ok(Some(UndrawnReason::NoExtent));
    };
    // The base is a circle through the point on the rim, in the plane of that point and across the axis.
    let Some(z) = x.cross(up).normalised() else { return Ok(Some(UndrawnReason::NoExtent)) };
    let base_normal = z.cross(x);
    let n = n_corners(radius, drawing.tolerance());
    drawing.check(n.saturating_mul(2))?;
    drawing.use_colour_of(list[0]);
    let out = |[cos, sin]: [f64; 2]| {
        let (cos, sin) = (vec3(cos, 0.0, 0.0).x, vec3(sin, 0.0, 0.0).x);
        x * cos + z * sin
    };
    let length = axis.length();
    let first = drawing.start();
    for corner in ring(n) {
        let out = out(corner);
        // The normal is perpendicular to the slope, which falls by the length of the axis over the radius.
        let normal = out * length + up * vec3(radius, 0.0, 0.0).x;
        drawing.vertex(centre + out * side.length(), normal, None);
    }
    for corner in ring(n) {
        let normal = out(corner) * length + up * vec3(radius, 0.0, 0.0).x;
        drawing.vertex(tip, normal, None);
    }
    let n_ring = u32::try_from(n).unwrap_or(u32::MAX).saturating_add(1);
    drawing.grid(first, n_ring, 2);
    let base = drawing.start();
    drawing.vertex(centre, -base_normal, None);
    for corner in ring(n) {
        drawing.vertex(centre + out(corner) * side.length(), -base_normal, None);
    }
    for at in 1..n_ring {
        let (a, b) = (base.saturating_add(at), base.saturating_add(at).saturating_add(1));
        drawing.triangle([base, b, a]);
    }
    Ok(None)
}

/// Draws a box from a corner and the ends of two edges. The third edge is perpendicular to both, and as long as the
/// first.
pub(super) fn cube(list: [VertexIndex; 3], points: Points<'_>, drawing: &mut Drawing<'_>) -> Outcome {
    let [corner, first_end, second_end] = match three(list, points) {
        Ok(found) => found,
        Err(reason) => return Ok(Some(reason)),
    };
    let (a, b) = (first_end - corner, second_end - corner);
    let Some(up) = a.cross(b).normalised() else { return Ok(Some(UndrawnReason::NoExtent)) };
    let c = up * a.length();
    drawing.check(12)?;
    drawing.use_colour_of(list[0]);
    // Each side is drawn from a corner along two edges, counter-clockwise as seen from outside.
    let sides = [
        (corner, b, a),
        (corner, c, b),
        (corner, a, c),
        (corner + c, a, b),
        (corner + a, b, c),
        (corner + b, c, a),
    ];
    for (from, u, v) in sides {
        let normal = u.cross(v);
        let first = drawing.start();
        for place in [from, from + u, from + v, from + u + v] {
            drawing.vertex(place, normal, None);
        }
        drawing.grid(first, 2, 2);
    }
    Ok(None)
}
