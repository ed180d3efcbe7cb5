//! Measures of the distance between convex hulls for collisions and a model.

use crate::distance::Surface;
use geom::{Aabb, TriMesh, Vec3};
use slmesh::Convex;

/// The number of cells along the longest side of a model; volumes are counted in cells.
const FINENESS: f64 = 160.0;
/// The minimum number of points on each surface from which distances are measured.
const N_SAMPLES: f64 = 20_000.0;

type Point = [f64; 3];

fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The distances of hulls from a model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figures {
    /// The volume of the hulls outside the model, as a share of the volume of the model.
    pub surplus: f64,
    /// The volume of the model outside all hulls, as a share of the volume of the model.
    pub missing: f64,
    /// The Hausdorff distance between the outer surface of the hulls and the surface of the model, as a share of the
    /// diagonal.
    pub hausdorff: f64,
}

/// Hulls after quantisation, as an asset stores them.
struct Hulls {
    shape: TriMesh,
    /// The planes of each hull, which face outwards, and its bounding box.
    planes: Vec<(Vec<(Point, f64)>, Aabb)>,
}

impl Hulls {
    fn measure(hulls: &[Vec<Vec3>]) -> Self {
        let bounds = Aabb::from_points(hulls.iter().flatten().copied()).unwrap_or_default();
        let size = bounds.size();
        let stored = |point: &Vec3| {
            let share = |at: f32, from: f32, size: f32| {
                if size > 0.0 { (f64::from(at - from) / f64::from(size) * 65535.0).round() as u16 } else { 0 }
            };
            [
                share(point.x, bounds.min.x, size.x),
                share(point.y, bounds.min.y, size.y),
                share(point.z, bounds.min.z, size.z),
            ]
        };
        let (mut counts, mut positions) = (Vec::new(), Vec::new());
        for hull in hulls {
            let (points, _) = Convex::points_of_hull(&hull.iter().map(stored).collect::<Vec<_>>());
            counts.push(points.len() as u8);
            positions.extend(points);
        }
        let convex = Convex {
            hull_list: Some(counts),
            positions: Some(positions),
            min: Some(bounds.min.to_array().map(f64::from)),
            max: Some(bounds.max.to_array().map(f64::from)),
            ..Convex::default()
        };
        let shape = convex.to_trimesh();
        let corner = |index: u32| shape.positions[index as usize].to_array().map(f64::from);
        let planes = shape.groups.iter().map(|group| {
            let triangles = &shape.indices[group.triangles.clone()];
            let planes = triangles.iter().map(|triangle| {
                let [a, b, c] = triangle.map(corner);
                let normal = cross(minus(b, a), minus(c, a));
                let length = dot(normal, normal).sqrt();
                let normal = normal.map(|part| part / length);
                (normal, dot(normal, a))
            });
            let points = triangles.iter().flatten().map(|index| shape.positions[*index as usize]);
            (
                planes.filter(|(normal, _)| normal[0].is_finite()).collect(),
                Aabb::from_points(points).unwrap_or_default(),
            )
        });
        let planes = planes.collect();
        Self { shape, planes }
    }

    /// Returns true if a point is inside a hull, at least `by` from its surface.
    fn has(&self, point: Point, by: f64) -> bool {
        self.planes.iter().any(|(planes, _)| {
            planes.len() > 3 && planes.iter().all(|(normal, at)| dot(*normal, point) <= at - by)
        })
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Cell {
    Inside,
    Wall,
    Outside,
}

/// A model with which hulls are compared, divided into cells.
pub struct Judge<'a> {
    shape: &'a TriMesh,
    surface: Surface,
    low: Point,
    cell: f64,
    size: [usize; 3],
    cells: Vec<Cell>,
}

impl<'a> Judge<'a> {
    pub fn new(shape: &'a TriMesh) -> Self {
        let bounds = shape.bounds().unwrap_or_default();
        let extents = bounds.size().to_array().map(f64::from);
        let cell = extents.into_iter().fold(1e-9, f64::max) / FINENESS;
        let low = bounds.min.to_array().map(|at| f64::from(at) - 1.5 * cell);
        let size = extents.map(|extent| (extent / cell).ceil() as usize + 4);
        let positions: Vec<[f32; 3]> = shape.positions.iter().map(|point| point.to_array()).collect();
        let surface = Surface::new(&positions, &shape.indices);
        let cells = vec![Cell::Inside; size.iter().product()];
        let mut judge = Self { shape, surface, low, cell, size, cells };
        judge.walls();
        judge.outside();
        judge
    }

    fn index(&self, at: [usize; 3]) -> usize {
        (at[0] * self.size[1] + at[1]) * self.size[2] + at[2]
    }

    fn cell_of(&self, place: Point) -> [usize; 3] {
        [0, 1, 2].map(|axis| {
            (((place[axis] - self.low[axis]) / self.cell).max(0.0) as usize).min(self.size[axis] - 1)
        })
    }

    fn walls(&mut self) {
        for triangle in &self.shape.indices {
            let [a, b, c] =
                triangle.map(|index| self.shape.positions[index as usize].to_array().map(f64::from));
            let longest = [minus(b, a), minus(c, a), minus(c, b)]
                .map(|edge| dot(edge, edge).sqrt())
                .into_iter()
                .fold(0.0, f64::max);
            let n_steps = (longest / (0.4 * self.cell)).ceil().max(1.0) as usize;
            for i in 0..=n_steps {
                for j in 0..=n_steps - i {
                    let (s, t) = (i as f64 / n_steps as f64, j as f64 / n_steps as f64);
                    let place =
                        [0, 1, 2].map(|axis| a[axis] + (b[axis] - a[axis]) * s + (c[axis] - a[axis]) * t);
                    let index = self.index(self.cell_of(place));
                    self.cells[index] = Cell::Wall;
                }
            }
        }
    }

    fn outside(&mut self) {
        let mut pending = vec![[0; 3]];
        while let Some(at) = pending.pop() {
            let index = self.index(at);
            if self.cells[index] != Cell::Inside {
                continue;
            }
            self.cells[index] = Cell::Outside;
            for axis in 0..3 {
                for next in [at[axis].wrapping_sub(1), at[axis] + 1] {
                    if next < self.size[axis] {
                        let mut beside = at;
                        beside[axis] = next;
                        pending.push(beside);
                    }
                }
            }
        }
    }

    /// Measures the distances of hulls from the model.
    pub fn figures(&self, hulls: &[Vec<Vec3>]) -> Figures {
        let hulls = Hulls::measure(hulls);
        let mut covered = vec![false; self.cells.len()];
        for (planes, bounds) in hulls.planes.iter().filter(|(planes, _)| planes.len() > 3) {
            let [from, to] =
                [bounds.min, bounds.max].map(|corner| self.cell_of(corner.to_array().map(f64::from)));
            for x in from[0]..=to[0] {
                for y in from[1]..=to[1] {
                    let middle = |at: usize, axis: usize| self.low[axis] + (at as f64 + 0.5) * self.cell;
                    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
                    for (normal, at) in planes {
                        let rest = at - normal[0] * middle(x, 0) - normal[1] * middle(y, 1);
                        if normal[2] > 1e-12 {
                            high = high.min(rest / normal[2]);
                        } else if normal[2] < -1e-12 {
                            low = low.max(rest / normal[2]);
                        } else if rest < 0.0 {
                            high = f64::NEG_INFINITY;
                        }
                    }
                    for z in from[2]..=to[2] {
                        if (low..=high).contains(&middle(z, 2)) {
                            let index = self.index([x, y, z]);
                            covered[index] = true;
                        }
                    }
                }
            }
        }
        let (mut solid, mut surplus, mut missing) = (0.0, 0.0, 0.0);
        for (cell, is_covered) in self.cells.iter().zip(covered) {
            match cell {
                Cell::Inside => {
                    solid += 1.0;
                    missing += f64::from(u8::from(!is_covered));
                }
                Cell::Wall => solid += 0.5,
                Cell::Outside => surplus += f64::from(u8::from(is_covered)),
            }
        }
        Figures { surplus: surplus / solid, missing: missing / solid, hausdorff: self.hausdorff(&hulls) }
    }

    fn hausdorff(&self, hulls: &Hulls) -> f64 {
        let size = self.shape.bounds().map_or(1.0, |bounds| f64::from(bounds.size().length()));
        let positions: Vec<[f32; 3]> = hulls.shape.positions.iter().map(|point| point.to_array()).collect();
        let around = Surface::new(&positions, &hulls.shape.indices);
        let mut largest = 0.0_f64;
        for (_, point, _) in around.samples(N_SAMPLES) {
            let is_seen =
                self.cells[self.index(self.cell_of(point))] != Cell::Inside && !hulls.has(point, 1e-4 * size);
            if is_seen {
                largest = largest.max(self.surface.nearest(point).0);
            }
        }
        for (_, point, _) in self.surface.samples(N_SAMPLES) {
            if !hulls.has(point, 0.0) {
                largest = largest.max(around.nearest(point).0);
            }
        }
        largest.sqrt() / size
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cuboid(min: [f32; 3], max: [f32; 3]) -> TriMesh {
        let bounds = Aabb { min: Vec3::from_array(min), max: Vec3::from_array(max) };
        let indices = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let corner = |n: usize| {
            let pick = |axis: usize| {
                if n >> axis & 1 == 0 { bounds.min.to_array()[axis] } else { bounds.max.to_array()[axis] }
            };
            Vec3::new(pick(0), pick(1), pick(2))
        };
        let halves = indices.into_iter().flat_map(|[a, b, c, d]: [u32; 4]| [[a, b, c], [a, c, d]]);
        TriMesh { positions: (0..8).map(corner).collect(), indices: halves.collect(), ..TriMesh::default() }
    }

    /// The surplus of one hull around two cubes: a third of its volume is between them.
    #[test]
    fn what_is_outside_of_a_model_is_surplus() {
        let (first, second) = (cuboid([0.0; 3], [1.0; 3]), cuboid([2.0, 0.0, 0.0], [3.0, 1.0, 1.0]));
        let mut both = first.clone();
        both.append(&second);
        let judge = Judge::new(&both);
        let apart = judge.figures(&[first.positions.clone(), second.positions.clone()]);
        assert!(apart.surplus < 0.01 && apart.missing < 0.01 && apart.hausdorff < 0.001, "{apart:?}");
        let around = judge.figures(&[both.positions.clone()]);
        assert!((around.surplus - 0.5).abs() < 0.05, "{around:?}");
        // The middle of the gap is half a unit from either; the diagonal is the root of eleven.
        assert!((around.hausdorff - 0.5 / 11.0_f64.sqrt()).abs() < 0.01, "{around:?}");
        let one = judge.figures(&[first.positions]);
        assert!((one.missing - 0.5).abs() < 0.05, "{one:?}");
    }
}
