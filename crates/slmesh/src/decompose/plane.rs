//! Planes, and clipping triangles at them.

use super::lattice::{GridPoint, Surface, between, cross, dot, minus};
use std::collections::HashMap;

/// The distance below which a point counts as being on the plane: a thousandth of the longest side.
pub(super) const NEAR: f64 = 64.0;

/// A plane that bounds a part; the part is below it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Plane {
    /// The normal, with integer components.
    pub(super) normal: GridPoint,
    pub(super) offset: f64,
}

impl Plane {
    pub(super) fn turned(self) -> Self {
        Self { normal: self.normal.map(|part| -part), offset: -self.offset }
    }

    fn near(&self) -> f64 {
        NEAR * dot(self.normal, self.normal).sqrt()
    }

    /// The height of a point above the plane, in units of the normal; 0 if the point counts as being on the plane.
    pub(super) fn height(&self, place: GridPoint) -> f64 {
        let height = dot(self.normal, place) - self.offset;
        if height.abs() <= self.near() { 0.0 } else { height }
    }

    /// The point where a segment crosses the plane. Its ends must be on different sides.
    pub(super) fn crossing(&self, a: GridPoint, b: GridPoint) -> GridPoint {
        let [from, to] = [a, b].map(|end| dot(self.normal, end) - self.offset);
        between(a, b, from / (from - to))
    }

    /// The part of a surface below the plane.
    pub(super) fn below(&self, surface: &Surface) -> Surface {
        let heights: Vec<f64> = surface.points.iter().map(|point| self.height(*point)).collect();
        let height = |corner: u32| heights.get(corner as usize).copied().unwrap_or_default();
        let mut out = Surface::default();
        let mut known = vec![u32::MAX; surface.points.len()];
        let mut crossings: HashMap<[u32; 2], u32> = HashMap::new();
        for triangle in &surface.triangles {
            let own = triangle.map(height);
            if own.iter().all(|height| *height >= 0.0) {
                // A face in the plane bounds the solid below if it faces up.
                let is_flat = own.iter().all(|height| *height == 0.0);
                let [a, b, c] = surface.corners(*triangle);
                let looks = dot(cross(minus(b, a), minus(c, a)), self.normal);
                if !(is_flat && looks > 0.0) {
                    continue;
                }
            }
            // A plane leaves at most four corners of a triangle.
            let mut polygon: [Option<u32>; 4] = [None; 4];
            let mut slots = polygon.iter_mut();
            let mut add = |number: u32| slots.next().into_iter().for_each(|slot| *slot = Some(number));
            let [a, b, c] = *triangle;
            for (from, to) in [(a, b), (b, c), (c, a)] {
                let (low, high) = (height(from), height(to));
                if low <= 0.0 {
                    let Some(known) = known.get_mut(from as usize) else { continue };
                    if *known == u32::MAX {
                        *known = out.add(surface.point(from));
                    }
                    add(*known);
                }
                if (low < 0.0 && high > 0.0) || (low > 0.0 && high < 0.0) {
                    // The ends are in a fixed order, so that both triangles at the edge get the same point.
                    let edge = [from.min(to), from.max(to)];
                    let number = crossings.entry(edge).or_insert_with(|| {
                        let [a, b] = edge.map(|end| surface.point(end));
                        out.add(self.crossing(a, b))
                    });
                    add(*number);
                }
            }
            if let [Some(a), Some(b), Some(c), d] = polygon {
                out.triangles.push([a, b, c]);
                out.triangles.extend(d.map(|d| [a, c, d]));
            }
        }
        out
    }

    /// The part of a segment below the plane.
    pub(super) fn below_line(&self, [a, b]: [GridPoint; 2]) -> Option<[GridPoint; 2]> {
        match (self.height(a), self.height(b)) {
            (from, to) if from <= 0.0 && to <= 0.0 => Some([a, b]),
            (from, to) if from < 0.0 && to > 0.0 => Some([a, self.crossing(a, b)]),
            (from, to) if from > 0.0 && to < 0.0 => Some([self.crossing(a, b), b]),
            _ => None,
        }
    }
}

impl Surface {
    fn add(&mut self, place: GridPoint) -> u32 {
        self.points.push(place);
        u32::try_from(self.points.len().saturating_sub(1)).unwrap_or_default()
    }
}
