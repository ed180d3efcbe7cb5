//! A mesh as cells of a grid.

use super::clip::{Place, along, between};
use super::region::{Bounds, Region};
use crate::common::error::Error;
use crate::common::kinds::counted;
use crate::error::ErrorKind;
use geom::{Aabb, TriMesh, Vec3};

/// The number of cells along the longest side; the first that is not too much work.
const FINENESS: [u8; 6] = [64, 48, 32, 24, 16, 8];
/// How many columns of cells triangles may be cut into: about a second.
const MOST_COLUMNS: f64 = 8e6;
/// The largest stored coordinate.
const FULL: f64 = 65_535.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cell {
    /// Nothing is known yet; in the end, it is inside.
    Inside,
    /// A triangle passes through.
    Wall,
    Outside,
}

/// How far triangles reach along the first two axes, as shares of the longest side: in sum, and multiplied.
struct Work {
    n: f64,
    sum: f64,
    area: f64,
}

impl Work {
    fn of(triangles: &[[Vec3; 3]], longest: f64) -> Self {
        let mut work = Self { n: 0.0, sum: 0.0, area: 0.0 };
        for [a, b, c] in triangles {
            let reach = |of: fn(&Vec3) -> f32| {
                let (a, b, c) = (of(a), of(b), of(c));
                if longest > 0.0 { f64::from(a.max(b).max(c) - a.min(b).min(c)) / longest } else { 0.0 }
            };
            let (x, y) = (reach(|corner| corner.x), reach(|corner| corner.y));
            work.n += 1.0;
            work.sum += x + y;
            work.area += x * y;
        }
        work
    }

    /// No more columns than this.
    fn n_columns(&self, fineness: u8) -> f64 {
        let fineness = f64::from(fineness);
        // A length of 2 cells may touch 3.
        self.area * fineness * fineness + self.sum * fineness + self.n
    }
}

/// The grid, and the triangles in its units.
pub(super) struct Cells {
    origin: [f64; 3],
    /// The length of a cell.
    step: f64,
    fineness: u8,
    size: [u8; 3],
    cells: Vec<Cell>,
    triangles: Vec<([Place; 3], Region)>,
}

impl Cells {
    /// `None` if there are no triangles.
    pub(super) fn of(mesh: &TriMesh) -> Result<Option<Self>, Error> {
        let corners = |triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(|corner| mesh.positions.get(corner as usize).copied());
            Some([a?, b?, c?]).filter(|corners| corners.iter().all(|corner| corner.is_finite()))
        };
        let triangles: Vec<[Vec3; 3]> = mesh.indices.iter().filter_map(corners).collect();
        let Some(bounds) = Aabb::of(triangles.iter().flatten().copied()) else { return Ok(None) };
        let [origin, end] = [bounds.min, bounds.max].map(|corner| corner.to_array().map(f64::from));
        let mut extents = end;
        extents.iter_mut().zip(origin).for_each(|(end, start)| *end -= start);
        let longest = extents.into_iter().fold(0.0, f64::max);
        let work = Work::of(&triangles, longest);
        let Some(fineness) = FINENESS.into_iter().find(|fineness| work.n_columns(*fineness) <= MOST_COLUMNS)
        else {
            let expected = "fewer triangles, or smaller ones, for a decomposition".into();
            let found = counted(triangles.len(), "triangle");
            return Err(Error::model(ErrorKind::Unexpected { expected, found }));
        };
        let step = if longest > 0.0 { longest / f64::from(fineness) } else { 1.0 };
        let size = extents.map(|extent| cell((extent / step).ceil() - 1.0, fineness).saturating_add(1));
        let grid = |corner: Vec3| {
            let mut place = corner.to_array().map(f64::from);
            place.iter_mut().zip(origin).for_each(|(part, start)| *part = (*part - start) / step);
            place
        };
        let own = triangles.into_iter().map(|corners| corners.map(grid));
        let own = own.map(|corners| (corners, region(&corners, size))).collect();
        let n_cells = size.iter().map(|n| usize::from(*n)).fold(1, usize::saturating_mul);
        let cells = vec![Cell::Inside; n_cells];
        let mut grid = Self { origin, step, fineness, size, cells, triangles: own };
        grid.walls();
        grid.outside();
        Ok(Some(grid))
    }

    pub(super) fn whole(&self) -> Region {
        Region { min: [0; 3], max: self.size }
    }

    pub(super) fn all_triangles(&self) -> Vec<u32> {
        (0..u32::try_from(self.triangles.len()).unwrap_or(u32::MAX)).collect()
    }

    /// Where the whole ends.
    pub(super) fn bounds(&self) -> Bounds {
        self.size.map(|n| [0.0, n.into()])
    }

    /// Those of these triangles that may be within bounds. One that lies in a cut belongs where its cells
    /// are, and one that only touches it to the other side.
    pub(super) fn triangles_in(&self, region: &Region, bounds: &Bounds, of: &[u32]) -> Vec<u32> {
        let is_in = |number: &u32| {
            let Some((corners, own)) = self.triangles.get(*number as usize) else { return false };
            let cells = region.min.iter().zip(&region.max).zip(own.min);
            bounds.iter().zip(cells).enumerate().all(|(axis, ([start, end], ((min, max), cell)))| {
                let (low, high) = ends(corners, axis);
                match low == high && (low == *start || low == *end) {
                    true => (*min..*max).contains(&cell),
                    false => low < *end && high > *start,
                }
            })
        };
        of.iter().copied().filter(is_in).collect()
    }

    /// The place along an axis of the vertex that is nearest to the beginning of a cell, if one is nearer than a cell.
    pub(super) fn vertex_near(&self, axis: usize, at: u8, of: &[u32]) -> f64 {
        let at = f64::from(at);
        let triangles = of.iter().filter_map(|number| self.triangles.get(*number as usize));
        let places = triangles.flat_map(|(corners, _)| corners.iter().map(|corner| along(corner, axis)));
        let near = places.filter(|place| (place - at).abs() < 1.0);
        near.min_by(|a, b| (a - at).abs().total_cmp(&(b - at).abs())).unwrap_or(at)
    }

    fn index(&self, [x, y, z]: [u8; 3]) -> usize {
        let [_, height, depth] = self.size.map(usize::from);
        let row = usize::from(x).wrapping_mul(height).wrapping_add(usize::from(y));
        row.wrapping_mul(depth).wrapping_add(z.into())
    }

    fn get(&self, cell: [u8; 3]) -> Cell {
        self.cells.get(self.index(cell)).copied().unwrap_or(Cell::Outside)
    }

    pub(super) fn is_solid(&self, cell: [u8; 3]) -> bool {
        self.get(cell) != Cell::Outside
    }

    pub(super) fn is_wall(&self, cell: [u8; 3]) -> bool {
        self.get(cell) == Cell::Wall
    }

    /// Marks the cells that triangles pass through, a column of cells at a time.
    fn walls(&mut self) {
        let triangles = std::mem::take(&mut self.triangles);
        let (mut slice, mut column) = (Vec::new(), Vec::new());
        let [_, _, depth] = self.size;
        for (corners, Region { min: [x0, y0, _], max: [x1, y1, _] }) in &triangles {
            for x in *x0..*x1 {
                between(corners, 0, x.into(), f64::from(x) + 1.0, &mut slice);
                for y in *y0..*y1 {
                    between(&slice, 1, y.into(), f64::from(y) + 1.0, &mut column);
                    let (low, high) = ends(&column, 2);
                    if low > high {
                        continue;
                    }
                    for z in cell(low, depth)..=cell(high, depth) {
                        let index = self.index([x, y, z]);
                        self.cells.get_mut(index).into_iter().for_each(|cell| *cell = Cell::Wall);
                    }
                }
            }
        }
        self.triangles = triangles;
    }

    /// Marks the cells that can be reached from outside without passing a wall.
    fn outside(&mut self) {
        let mut pending = Vec::new();
        let size = self.size;
        let is_edge = |[x, y, z]: [u8; 3]| {
            let [w, h, d] = size;
            [(x, w), (y, h), (z, d)].into_iter().any(|(part, n)| part == 0 || part.saturating_add(1) == n)
        };
        self.whole().for_each(|cell| {
            if is_edge(cell) {
                pending.push(cell);
            }
        });
        while let Some([x, y, z]) = pending.pop() {
            let index = self.index([x, y, z]);
            let Some(cell) = self.cells.get_mut(index).filter(|cell| **cell == Cell::Inside) else {
                continue;
            };
            *cell = Cell::Outside;
            let [w, h, d] = size;
            let beside = |at: u8, n: u8| [at.checked_sub(1), at.checked_add(1).filter(|next| *next < n)];
            pending.extend(beside(x, w).into_iter().flatten().map(|x| [x, y, z]));
            pending.extend(beside(y, h).into_iter().flatten().map(|y| [x, y, z]));
            pending.extend(beside(z, d).into_iter().flatten().map(|z| [x, y, z]));
        }
    }

    /// Points whose hull is that of a part: of these triangles, cut off at its bounds, and of what is inside.
    pub(super) fn points(&self, region: &Region, bounds: &Bounds, triangles: &[u32]) -> Vec<[u16; 3]> {
        let mut points = Vec::new();
        let mut polygon = Vec::new();
        let mut cut = Vec::new();
        for number in triangles {
            let Some((corners, _)) = self.triangles.get(*number as usize) else { continue };
            polygon.clear();
            polygon.extend(corners);
            for (axis, [from, to]) in bounds.iter().copied().enumerate() {
                between(&polygon, axis, from, to, &mut cut);
                std::mem::swap(&mut polygon, &mut cut);
            }
            points.extend(polygon.iter().map(|place| self.stored(place)));
        }
        // The ends of each column are enough.
        let is_inside = |cell: [u8; 3]| self.get(cell) == Cell::Inside;
        let Region { min: [_, _, from], max: [_, _, to] } = *region;
        for [x, y] in region.columns() {
            let mut filled = (from..to).filter(|z| is_inside([x, y, *z]));
            let Some(first) = filled.next() else { continue };
            let last = filled.next_back().unwrap_or(first);
            for z in [first, last.saturating_add(1)] {
                for [x, y] in
                    [[0, 0], [0, 1], [1, 0], [1, 1]].map(|[a, b]| [x.saturating_add(a), y.saturating_add(b)])
                {
                    let mut corner = [x, y, z].map(f64::from);
                    corner.iter_mut().zip(*bounds).for_each(|(at, [from, to])| *at = at.clamp(from, to));
                    points.push(self.stored(&corner));
                }
            }
        }
        points
    }

    /// A place of the grid as whole numbers.
    fn stored(&self, place: &Place) -> [u16; 3] {
        let factor = FULL / f64::from(self.fineness);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
        place.map(|part| (part * factor).round() as u16)
    }

    /// Where a stored point is in the mesh.
    pub(super) fn place(&self, point: [u16; 3]) -> Vec3 {
        let factor = self.step * f64::from(self.fineness) / FULL;
        let mut place = point.map(|part| f64::from(part) * factor);
        place.iter_mut().zip(self.origin).for_each(|(part, start)| *part += start);
        #[expect(clippy::cast_possible_truncation, reason = "meshes have single precision")]
        Vec3::from_array(place.map(|part| part as f32))
    }
}

/// The number of the cell with a coordinate, of so many.
fn cell(at: f64, n: u8) -> u8 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
    let cell = at.floor() as u8;
    cell.min(n.saturating_sub(1))
}

/// The smallest and the largest value of an axis.
fn ends(polygon: &[Place], axis: usize) -> (f64, f64) {
    let values = || polygon.iter().map(|place| along(place, axis));
    (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max))
}

/// The cells around a triangle.
fn region(corners: &[Place; 3], size: [u8; 3]) -> Region {
    let mut region = Region { min: [0; 3], max: [0; 3] };
    for (axis, ((min, max), n)) in region.min.iter_mut().zip(&mut region.max).zip(size).enumerate() {
        let (low, high) = ends(corners, axis);
        (*min, *max) = (cell(low, n), cell(high, n).saturating_add(1));
    }
    region
}
