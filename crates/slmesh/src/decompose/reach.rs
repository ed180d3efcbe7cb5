//! How far a hull is from what it is around.

use super::lattice::{Place, Surface, cross, dot, minus};
use super::part::Part;
use crate::hull::{self, Point};

/// How many points of a hull are looked at, at least.
const N_SAMPLES: f64 = 96.0;
/// A triangle of a hull has at most this number of points squared.
const MOST_STEPS: f64 = 8.0;

/// The largest distance of the surface of a hull from that of the parts inside, where it is not between parts: on the
/// planes at which they were cut, or inside of the solid.
pub(super) fn reach(corners: &[Point], parts: &[&Part]) -> f64 {
    let Some(hull) = hull::hull(corners) else { return 0.0 };
    let place = |corner: usize| corners.get(corner).map(|point| point.map(|part| part as f64)).unwrap_or_default();
    let triangles: Vec<[Place; 3]> = hull.triangles.iter().map(|triangle| triangle.map(place)).collect();
    let area = |[a, b, c]: &[Place; 3]| {
        let normal = cross(minus(*b, *a), minus(*c, *a));
        dot(normal, normal).sqrt()
    };
    let whole: f64 = triangles.iter().map(area).sum();
    let mut largest = 0.0_f64;
    for triangle in &triangles {
        let n_steps = (area(triangle) / whole * N_SAMPLES).sqrt().ceil().clamp(1.0, MOST_STEPS);
        let [a, b, c] = *triangle;
        let mut i = 0.0;
        while i < n_steps {
            let mut j = 0.0;
            while i + j < n_steps {
                let [s, t] = [i, j].map(|step| (step + 1.0 / 3.0) / n_steps);
                let [ab, ac] = [minus(b, a), minus(c, a)];
                let mut point = a;
                for (part, (u, v)) in point.iter_mut().zip(ab.into_iter().zip(ac)) {
                    *part += u * s + v * t;
                }
                if !parts.iter().any(|part| part.hides(point)) {
                    let distance = parts.iter().map(|part| nearest(&part.surface, point)).fold(f64::INFINITY, f64::min);
                    largest = largest.max(distance);
                }
                j += 1.0;
            }
            i += 1.0;
        }
    }
    largest.sqrt()
}

/// The squared distance of a point from a surface.
fn nearest(surface: &Surface, point: Place) -> f64 {
    let to = |triangle: &[u32; 3]| to_triangle(point, surface.corners(*triangle));
    surface.triangles.iter().map(to).fold(f64::INFINITY, f64::min)
}

fn to_triangle(point: Place, [a, b, c]: [Place; 3]) -> f64 {
    let (u, v, there) = (minus(b, a), minus(c, a), minus(point, a));
    let [uu, uv, vv, up, vp] = [dot(u, u), dot(u, v), dot(v, v), dot(there, u), dot(there, v)];
    let determinant = uu * vv - uv * uv;
    if determinant > 0.0 {
        let (s, t) = ((vv * up - uv * vp) / determinant, (uu * vp - uv * up) / determinant);
        if s >= 0.0 && t >= 0.0 && s + t <= 1.0 {
            return (dot(there, there) - s * up - t * vp).max(0.0);
        }
    }
    let to_edge = |from: Place, to: Place| {
        let (edge, there) = (minus(to, from), minus(point, from));
        let length = dot(edge, edge);
        let share = if length > 0.0 { (dot(there, edge) / length).clamp(0.0, 1.0) } else { 0.0 };
        let apart = minus(there, edge.map(|part| part * share));
        dot(apart, apart)
    };
    to_edge(a, b).min(to_edge(b, c)).min(to_edge(c, a))
}
