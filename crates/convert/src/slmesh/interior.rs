//! The space inside a model that an avatar can enter, and the share of it that hulls block.
#![expect(clippy::indexing_slicing, reason = "cells were counted here")]
#![expect(clippy::arithmetic_side_effects, reason = "counts of cells in memory")]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a cell is found by its whole number"
)]

use ::slmesh::Convex;
use geom::{Aabb, TriMesh, Vec3};

/// The depth, width and height of an avatar in metres.
const AVATAR: [f32; 3] = [0.45, 0.6, 1.9];

/// The edge of a cell in metres; larger models have larger cells, as long as an avatar is some cells wide. Each cell takes
/// up to 20 bytes.
const CELL: f32 = 0.1;
const MAX_CELL: f32 = 0.15;
const MAX_CELLS: f32 = 4e6;

/// Limit on the points at which triangles are sampled.
const MAX_SAMPLES: f32 = 1e8;

/// The space around a model in cells.
const AROUND: usize = 22;

/// The number of directions, of six along the axes, in which an enclosed position has a wall.
const MIN_WALLS: usize = 4;

type Cell = [usize; 3];

/// Positions of an avatar inside a model, which it reaches from outside.
pub(super) struct Interior {
    grid: Grid,
    /// The positions where the avatar does not touch the model.
    free: Vec<bool>,
    enclosed: Vec<bool>,
    n_enclosed: usize,
}

/// Cells around a model. A position of an avatar is the cell in the middle of its feet.
#[derive(Clone, Copy)]
struct Grid {
    low: [f32; 3],
    cell: f32,
    size: Cell,
}

impl Grid {
    fn new(bounds: &Aabb) -> Option<Self> {
        let (low, size) = (bounds.min.to_array(), bounds.size().to_array());
        let mut cell = CELL;
        loop {
            let n_cells = size.map(|length| (length / cell).ceil() + (2 * AROUND) as f32);
            if n_cells.iter().product::<f32>() <= MAX_CELLS {
                let low = low.map(|low| low - AROUND as f32 * cell);
                return Some(Self { low, cell, size: n_cells.map(|length| length as usize) });
            }
            cell *= 1.1;
            // Sizes that are not numbers get here, too.
            if cell > MAX_CELL {
                return None;
            }
        }
    }

    fn n_cells(&self) -> usize {
        self.size.iter().product()
    }

    fn index(&self, [x, y, z]: Cell) -> usize {
        (x * self.size[1] + y) * self.size[2] + z
    }

    fn cell_of(&self, index: usize) -> Cell {
        let row = index / self.size[2];
        [row / self.size[1], row % self.size[1], index % self.size[2]]
    }

    fn at(&self, point: [f32; 3]) -> Cell {
        [0, 1, 2].map(|axis| {
            (((point[axis] - self.low[axis]) / self.cell).max(0.0) as usize).min(self.size[axis] - 1)
        })
    }

    /// The cells that triangles touch; `None` if there are too many points to sample.
    fn walls(&self, mesh: &TriMesh) -> Option<Vec<bool>> {
        let mut walls = vec![false; self.n_cells()];
        let mut n_samples = 0.0;
        for triangle in &mesh.indices {
            let corner = |index: u32| mesh.positions.get(index as usize).copied();
            let [Some(a), Some(b), Some(c)] = triangle.map(corner) else { continue };
            let (u, v) = (b - a, c - a);
            let longest = u.length().max(v.length()).max((c - b).length());
            let n_steps = (longest / (0.5 * self.cell)).ceil().max(1.0);
            n_samples += n_steps * n_steps / 2.0;
            if n_samples.is_nan() || n_samples > MAX_SAMPLES {
                return None;
            }
            let n_steps = n_steps as usize;
            for i in 0..=n_steps {
                for j in 0..=n_steps - i {
                    let [s, t] = [i, j].map(|step| step as f32 / n_steps as f32);
                    let point = (a + u * s + v * t).to_array();
                    let index = self.index(self.at(point));
                    walls[index] = true;
                }
            }
        }
        Some(walls)
    }

    /// The cells whose centres are in hulls.
    fn solid(&self, hulls: &[Vec<Vec3>]) -> Vec<bool> {
        let mut solid = vec![false; self.n_cells()];
        for hull in hulls {
            let Some(bounds) = Aabb::from_points(hull.iter().copied()) else { continue };
            let planes = planes(hull, &bounds);
            if planes.len() < 4 {
                continue;
            }
            let [from, to] = [bounds.min, bounds.max].map(|corner| self.at(corner.to_array()));
            for x in from[0]..=to[0] {
                for y in from[1]..=to[1] {
                    for z in from[2]..=to[2] {
                        let middle = |axis: usize, at: usize| self.low[axis] + (at as f32 + 0.5) * self.cell;
                        let point = Vec3::new(middle(0, x), middle(1, y), middle(2, z));
                        if planes.iter().all(|(normal, at)| normal.dot(point) <= *at) {
                            let index = self.index([x, y, z]);
                            solid[index] = true;
                        }
                    }
                }
            }
        }
        solid
    }

    /// The positions where an avatar fits among occupied cells, facing along either axis.
    fn free(&self, counts: &Counts) -> Vec<bool> {
        // Rounded down, since a wall may touch the cells on both sides of it.
        let [depth, width, height] = AVATAR.map(|length| (length / self.cell) as usize);
        let fits = |[x, y, z]: Cell, [dx, dy]: [usize; 2]| {
            let (Some(x), Some(y)) = (x.checked_sub(dx / 2), y.checked_sub(dy / 2)) else { return false };
            let end = [x + dx, y + dy, z + height];
            end.iter().zip(self.size).all(|(end, size)| *end <= size) && counts.within([x, y, z], end) == 0
        };
        let is_free = |index: usize| {
            let at = self.cell_of(index);
            fits(at, [depth, width]) || fits(at, [width, depth])
        };
        (0..self.n_cells()).map(is_free).collect()
    }

    /// The positions that are reached from outside through free ones.
    fn reached(&self, is_free: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.n_cells()];
        let mut pending: Vec<usize> = (0..self.n_cells()).find(|index| is_free(*index)).into_iter().collect();
        pending.iter().for_each(|index| reached[*index] = true);
        while let Some(index) = pending.pop() {
            let at = self.cell_of(index);
            for axis in 0..3 {
                for step in [at[axis].wrapping_sub(1), at[axis] + 1] {
                    let mut next = at;
                    next[axis] = step;
                    // Cells are marked before they are visited, so that each is pending only once.
                    if step < self.size[axis] && is_free(self.index(next)) && !reached[self.index(next)] {
                        reached[self.index(next)] = true;
                        pending.push(self.index(next));
                    }
                }
            }
        }
        reached
    }
}

/// The planes of a hull, which face outwards.
fn planes(hull: &[Vec3], bounds: &Aabb) -> Vec<(Vec3, f32)> {
    let (low, size) = (bounds.min.to_array(), bounds.size().to_array());
    let stored = |point: &Vec3| {
        let point = point.to_array();
        [0, 1, 2].map(|axis| {
            let share = (point[axis] - low[axis]) / size[axis];
            if share > 0.0 { (share * 65535.0).round() as u16 } else { 0 }
        })
    };
    let (points, _) = Convex::points_of_hull(&hull.iter().map(stored).collect::<Vec<_>>());
    let convex = Convex {
        hull_list: Some(vec![points.len() as u8]),
        positions: Some(points),
        min: Some(bounds.min.to_array().map(f64::from)),
        max: Some(bounds.max.to_array().map(f64::from)),
        ..Convex::default()
    };
    let shape = convex.to_trimesh();
    let plane = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|index| shape.positions.get(index as usize).copied());
        let (a, b, c) = (a?, b?, c?);
        let (u, v) = (b - a, c - a);
        let across = Vec3::new(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x);
        let normal = across.normalised()?;
        Some((normal, normal.dot(a)))
    };
    shape.indices.iter().filter_map(plane).collect()
}

/// For each cell, the number of occupied ones from the first up to it along all axes.
struct Counts {
    sums: Vec<u32>,
    size: Cell,
}

impl Counts {
    fn new(grid: &Grid, occupied: &[bool]) -> Self {
        let size = grid.size.map(|length| length + 1);
        let mut counts = Self { sums: vec![0; size.iter().product()], size };
        for (index, is_occupied) in occupied.iter().enumerate() {
            let [x, y, z] = grid.cell_of(index);
            let sum = |at: Cell| counts.sums[counts.index(at)];
            // Sums are added before others are taken away, so that they do not fall below 0.
            let more = sum([x, y + 1, z + 1]) + sum([x + 1, y, z + 1]) + sum([x + 1, y + 1, z]);
            let less = sum([x, y, z + 1]) + sum([x, y + 1, z]) + sum([x + 1, y, z]);
            let index = counts.index([x + 1, y + 1, z + 1]);
            counts.sums[index] = more + sum([x, y, z]) + u32::from(*is_occupied) - less;
        }
        counts
    }

    fn index(&self, [x, y, z]: Cell) -> usize {
        (x * self.size[1] + y) * self.size[2] + z
    }

    /// The number of occupied cells in a box.
    fn within(&self, [x, y, z]: Cell, [ex, ey, ez]: Cell) -> u32 {
        let sum = |at: Cell| self.sums[self.index(at)];
        let more = sum([ex, ey, ez]) + sum([x, y, ez]) + sum([x, ey, z]) + sum([ex, y, z]);
        more - sum([x, ey, ez]) - sum([ex, y, ez]) - sum([ex, ey, z]) - sum([x, y, z])
    }
}

impl Interior {
    /// The interior of a model in metres; `None` if an avatar cannot enter it, or if it is too large.
    pub(super) fn measure(mesh: &TriMesh) -> Option<Self> {
        let bounds = mesh.bounds()?;
        let (size, [least, _, height]) = (bounds.size(), AVATAR);
        if size.z < height || size.x < least || size.y < least {
            return None;
        }
        let grid = Grid::new(&bounds)?;
        let counts = Counts::new(&grid, &grid.walls(mesh)?);
        let free = grid.free(&counts);
        let mut enclosed = grid.reached(|index| free[index]);
        let middle = (AVATAR[2] / 2.0 / grid.cell) as usize;
        for index in (0..enclosed.len()).filter(|index| free[*index]) {
            let mut at = grid.cell_of(index);
            at[2] += middle;
            let walls = [0, 1, 2].into_iter().flat_map(|axis| {
                let (mut before, mut after) = (at, at.map(|cell| cell + 1));
                (before[axis], after[axis]) = (0, grid.size[axis]);
                [counts.within(before, at.map(|cell| cell + 1)), counts.within(at, after)]
            });
            enclosed[index] &= walls.filter(|count| *count > 0).count() >= MIN_WALLS;
        }
        let n_enclosed = enclosed.iter().filter(|is_enclosed| **is_enclosed).count();
        (n_enclosed > 0).then_some(Self { grid, free, enclosed, n_enclosed })
    }

    /// The share of the interior that an avatar can no longer reach.
    pub(super) fn blocked(&self, hulls: &[Vec<Vec3>]) -> f32 {
        let free = self.grid.free(&Counts::new(&self.grid, &self.grid.solid(hulls)));
        let reached = self.grid.reached(|index| self.free[index] && free[index]);
        let n_open = self.enclosed.iter().zip(reached).filter(|(is_enclosed, open)| **is_enclosed && *open);
        1.0 - n_open.count() as f32 / self.n_enclosed as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cuboid(min: [f32; 3], max: [f32; 3]) -> TriMesh {
        let bounds = Aabb { min: Vec3::from_array(min), max: Vec3::from_array(max) };
        let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let halves = sides.into_iter().flat_map(|[a, b, c, d]: [u32; 4]| [[a, b, c], [a, c, d]]);
        TriMesh { positions: bounds.corners().to_vec(), indices: halves.collect(), ..TriMesh::default() }
    }

    /// The boxes of a room with a door of this width and height.
    fn room(width: f32, height: f32) -> Vec<TriMesh> {
        let walls = [
            ([0.0, 0.0, 0.0], [4.0, 4.0, 0.1]),
            ([0.0, 0.0, 2.6], [4.0, 4.0, 2.7]),
            ([0.0, 0.0, 0.1], [0.1, 4.0, 2.6]),
            ([3.9, 0.0, 0.1], [4.0, 4.0, 2.6]),
            ([0.1, 3.9, 0.1], [3.9, 4.0, 2.6]),
            ([0.1, 0.0, 0.1], [2.0, 0.1, 2.6]),
            ([2.0 + width, 0.0, 0.1], [3.9, 0.1, 2.6]),
            ([2.0, 0.0, 0.1 + height], [2.0 + width, 0.1, 2.6]),
        ];
        walls.map(|(min, max)| cuboid(min, max)).to_vec()
    }

    fn joined(boxes: &[TriMesh]) -> TriMesh {
        let mut whole = TriMesh::default();
        boxes.iter().for_each(|part| whole.append(part));
        whole
    }

    #[test]
    fn a_room_is_open_as_long_as_its_door_is() {
        let boxes = room(0.9, 2.1);
        let interior = Interior::measure(&joined(&boxes)).unwrap();
        let hulls: Vec<Vec<Vec3>> = boxes.iter().map(|part| part.positions.clone()).collect();
        assert_eq!(interior.blocked(&hulls), 0.0);
        let door = cuboid([2.0, 0.0, 0.1], [2.9, 0.1, 2.2]).positions;
        assert_eq!(interior.blocked(&[&hulls[..], &[door]].concat()), 1.0);
        let half = cuboid([0.0, 2.0, 0.0], [4.0, 4.0, 2.7]).positions;
        let blocked = interior.blocked(&[&hulls[..], &[half]].concat());
        assert!((0.4..0.7).contains(&blocked), "{blocked}");
    }

    #[test]
    fn an_avatar_needs_a_door() {
        for (width, height) in [(0.3, 2.1), (0.9, 1.6)] {
            assert!(Interior::measure(&joined(&room(width, height))).is_none());
        }
        assert!(Interior::measure(&cuboid([0.0; 3], [4.0; 3])).is_none());
        assert!(Interior::measure(&cuboid([0.0; 3], [1.0; 3])).is_none());
        assert!(Interior::measure(&cuboid([0.0; 3], [1e9; 3])).is_none());
    }
}
