//! Meshes with integer coordinates, and their connected pieces.

use geom::{Aabb, TriMesh, Vec3};

/// A point whose coordinates are integers from 0 to 65,535, so that sums of products are exact.
pub(super) type GridPoint = [f64; 3];

/// The largest coordinate.
pub(super) const MAX_COORDINATE: f64 = 65_535.0;

pub(super) fn minus([ax, ay, az]: GridPoint, [bx, by, bz]: GridPoint) -> GridPoint {
    [ax - bx, ay - by, az - bz]
}

pub(super) fn dot([ax, ay, az]: GridPoint, [bx, by, bz]: GridPoint) -> f64 {
    ax * bx + ay * by + az * bz
}

pub(super) fn cross([ax, ay, az]: GridPoint, [bx, by, bz]: GridPoint) -> GridPoint {
    [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
}

/// The point on the segment between two points, at this fraction of the way to the second.
pub(super) fn between([ax, ay, az]: GridPoint, [bx, by, bz]: GridPoint, share: f64) -> GridPoint {
    [ax + (bx - ax) * share, ay + (by - ay) * share, az + (bz - az) * share].map(f64::round)
}

/// Triangles with indexed points.
#[derive(Debug, Clone, Default)]
pub(super) struct Surface {
    pub(super) points: Vec<GridPoint>,
    pub(super) triangles: Vec<[u32; 3]>,
}

impl Surface {
    pub(super) fn point(&self, number: u32) -> GridPoint {
        self.points.get(number as usize).copied().unwrap_or_default()
    }

    pub(super) fn corners(&self, triangle: [u32; 3]) -> [GridPoint; 3] {
        triangle.map(|corner| self.point(corner))
    }

    /// Each edge once, smaller index first.
    pub(super) fn edges(&self) -> Vec<[u32; 2]> {
        let mut edges: Vec<[u32; 2]> = self.all_edges().collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// Each edge of each triangle, smaller index first.
    fn all_edges(&self) -> impl Iterator<Item = [u32; 2]> {
        self.triangles
            .iter()
            .flat_map(|[a, b, c]| [[a, b], [b, c], [c, a]])
            .filter(|[a, b]| a != b)
            .map(|[a, b]| [*a.min(b), *a.max(b)])
    }

    /// Returns true if the surface has no border, so that it has an inside.
    pub(super) fn is_closed(&self) -> bool {
        let mut edges: Vec<[u32; 2]> = self.all_edges().collect();
        edges.sort_unstable();
        // An odd number of triangles at an edge leaves a border.
        edges.chunk_by(|a, b| a == b).all(|same| same.len() % 2 == 0)
    }

    /// The smallest and the largest coordinates.
    pub(super) fn bounds(&self) -> [GridPoint; 2] {
        bounds(&self.points)
    }

    /// The connected pieces, which have no point in common.
    pub(super) fn pieces(self) -> Vec<Self> {
        let mut above: Vec<u32> = (0..).take(self.points.len()).collect();
        for [a, b, c] in &self.triangles {
            for (a, b) in [(*a, *b), (*b, *c)] {
                let (a, b) = (first(&mut above, a), first(&mut above, b));
                above.get_mut(a.max(b) as usize).into_iter().for_each(|above| *above = a.min(b));
            }
        }
        let firsts: Vec<u32> = self.triangles.iter().map(|[corner, ..]| first(&mut above, *corner)).collect();
        if firsts.iter().all(|first| firsts.first() == Some(first)) {
            return if self.triangles.is_empty() { Vec::new() } else { vec![self] };
        }
        let mut numbers: Vec<usize> = (0..self.triangles.len()).collect();
        let key = |number: &usize| firsts.get(*number).copied();
        numbers.sort_by_key(key);
        let mut known = vec![u32::MAX; self.points.len()];
        let piece = |numbers: &[usize]| {
            let mut piece = Self::default();
            for triangle in numbers.iter().filter_map(|number| self.triangles.get(*number)) {
                let own = triangle.map(|corner| {
                    let Some(known) = known.get_mut(corner as usize) else { return 0 };
                    if *known == u32::MAX {
                        *known = u32::try_from(piece.points.len()).unwrap_or_default();
                        piece.points.push(self.point(corner));
                    }
                    *known
                });
                piece.triangles.push(own);
            }
            piece
        };
        numbers.chunk_by(|a, b| key(a) == key(b)).map(piece).collect()
    }

    /// Appends another surface.
    pub(super) fn append(&mut self, other: &Self) {
        let first = u32::try_from(self.points.len()).unwrap_or_default();
        self.points.extend(&other.points);
        let shifted =
            other.triangles.iter().map(|triangle| triangle.map(|corner| corner.saturating_add(first)));
        self.triangles.extend(shifted);
    }

    /// A surface in which all points of a cell are merged into the first of them.
    pub(super) fn coarser(&self, cell: f64) -> Self {
        let mut of_cells: Vec<(u64, u32)> = self
            .points
            .iter()
            .map(|point| key(narrow(point.map(|part| (part / cell).floor()))))
            .zip(0..)
            .collect();
        of_cells.sort_unstable();
        let mut own = vec![0; self.points.len()];
        let mut coarse = Self::default();
        for same in of_cells.chunk_by(|(a, _), (b, _)| a == b) {
            let number = u32::try_from(coarse.points.len()).unwrap_or_default();
            coarse.points.extend(same.first().map(|(_, point)| self.point(*point)));
            for (_, point) in same {
                own.get_mut(*point as usize).into_iter().for_each(|own| *own = number);
            }
        }
        let united = |corner: u32| own.get(corner as usize).copied().unwrap_or_default();
        let all = self.triangles.iter().map(|triangle| triangle.map(united));
        // The three corners in order, packed into one number, which is compared faster.
        let sorted = |triangle: [u32; 3]| {
            let mut sorted = triangle.map(u128::from);
            sorted.sort_unstable();
            sorted.into_iter().fold(0, |all, corner| all << 32 | corner)
        };
        let all = all.filter(|[a, b, c]| a != b && b != c && c != a).zip(0_u32..);
        let mut keyed: Vec<(u128, u32, [u32; 3])> =
            all.map(|(triangle, number)| (sorted(triangle), number, triangle)).collect();
        keyed.sort_unstable();
        keyed.dedup_by_key(|(sorted, ..)| *sorted);
        let mut triangles: Vec<[u32; 3]> = keyed.into_iter().map(|(.., triangle)| triangle).collect();
        // A piece within one cell keeps a triangle, so that it is not lost.
        if triangles.is_empty() {
            triangles.extend(self.triangles.first().map(|triangle| triangle.map(united)));
        }
        coarse.triangles = triangles;
        coarse
    }
}

/// The smallest and the largest coordinates.
pub(super) fn bounds(points: &[GridPoint]) -> [GridPoint; 2] {
    let mut bounds = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
    let [low, high] = &mut bounds;
    for point in points {
        low.iter_mut().zip(point).for_each(|(low, part)| *low = low.min(*part));
        high.iter_mut().zip(point).for_each(|(high, part)| *high = high.max(*part));
    }
    bounds
}

/// The representative of a point: the first of those merged with it.
fn first(above: &mut [u32], mut point: u32) -> u32 {
    while let Some(next) = above.get(point as usize).copied().filter(|next| *next != point) {
        // Path halving: each point on the way skips the next, which keeps paths short.
        let far = above.get(next as usize).copied().unwrap_or(next);
        above.get_mut(point as usize).into_iter().for_each(|above| *above = far);
        point = far;
    }
    point
}

/// Packs three coordinates into one number with the same order, which is compared faster.
fn key([x, y, z]: [u16; 3]) -> u64 {
    u64::from(x) << 32 | u64::from(y) << 16 | u64::from(z)
}

/// Unpacks the three coordinates of a key.
fn parts(key: u64) -> [u16; 3] {
    #[expect(clippy::cast_possible_truncation, reason = "the lowest bits are meant")]
    [32, 16, 0].map(|shift| (key >> shift) as u16)
}

/// Converts the coordinates to 16-bit numbers.
pub(super) fn narrow(place: GridPoint) -> [u16; 3] {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
    place.map(|part| part as u16)
}

/// The transform from integer coordinates to the mesh.
pub(super) struct Lattice {
    origin: GridPoint,
    step: f64,
}

impl Lattice {
    /// The lattice of a mesh, and the triangles of the mesh on the lattice; `None` if there are no triangles.
    pub(super) fn new(mesh: &TriMesh) -> Option<(Self, Surface)> {
        let corners = |triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(|corner| mesh.positions.get(corner as usize).copied());
            Some([a?, b?, c?]).filter(|corners| corners.iter().all(|corner| corner.is_finite()))
        };
        let triangles: Vec<[Vec3; 3]> = mesh.indices.iter().filter_map(corners).collect();
        let bounds = Aabb::from_points(triangles.iter().flatten().copied())?;
        let [origin, end] = [bounds.min, bounds.max].map(|corner| corner.to_array().map(f64::from));
        let longest = minus(end, origin).into_iter().fold(0.0, f64::max);
        // If all corners are at the same point, any step will do.
        let lattice = Self { origin, step: if longest > 0.0 { longest / MAX_COORDINATE } else { 1e-3 } };
        let all: Vec<[u64; 3]> = triangles
            .iter()
            .map(|corners| corners.map(|corner| key(narrow(lattice.stored(corner)))))
            .collect();
        // Corners at the same lattice point are merged.
        let mut points: Vec<u64> = all.as_flattened().to_vec();
        points.sort_unstable();
        points.dedup();
        let number = |corner: u64| {
            points.binary_search(&corner).ok().and_then(|at| u32::try_from(at).ok()).unwrap_or_default()
        };
        let triangles = all.iter().map(|corners| corners.map(number)).collect();
        let points = points.into_iter().map(|key| parts(key).map(f64::from)).collect();
        Some((lattice, Surface { points, triangles }))
    }

    fn stored(&self, position: Vec3) -> GridPoint {
        minus(position.to_array().map(f64::from), self.origin).map(|part| (part / self.step).round())
    }

    /// The position of a lattice point in the mesh.
    pub(super) fn position(&self, point: [u16; 3]) -> Vec3 {
        let mut place = point.map(|part| f64::from(part) * self.step);
        place.iter_mut().zip(self.origin).for_each(|(part, start)| *part += start);
        #[expect(clippy::cast_possible_truncation, reason = "meshes have single precision")]
        Vec3::from_array(place.map(|part| part as f32))
    }
}
