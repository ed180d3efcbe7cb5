//! A region of the grid, and where to cut it.

use super::cells::Cells;
use super::region::{Bounds, Region};
use crate::hull::{self, Point};

/// A region with what is in it.
pub(super) struct Part {
    region: Region,
    /// Where it is really cut: at a vertex, if one is near.
    bounds: Bounds,
    /// The triangles that may pass through.
    triangles: Vec<u32>,
    n_cells: i64,
    n_walls: i64,
    /// Six times the volume of the hull of its cells.
    volume: i64,
}

/// What is on one side of each cut along an axis: six times the volume of the hull, and the number of cells.
#[derive(Clone, Copy, Default)]
struct Side {
    volume: i64,
    n_cells: i64,
}

impl Side {
    /// Six times how much of the hull is empty.
    fn excess(self) -> i64 {
        self.volume.saturating_sub(self.n_cells.saturating_mul(6))
    }
}

impl Part {
    /// `None` if nothing is there.
    pub(super) fn of(cells: &Cells, region: Region, bounds: Bounds, triangles: &[u32]) -> Option<Self> {
        let region = shrunk(region, cells);
        let triangles = cells.triangles_in(&region, &bounds, triangles);
        let (mut n_cells, mut n_walls) = (0_i64, 0_i64);
        region.for_each(|cell| {
            n_cells = n_cells.saturating_add(cells.is_solid(cell).into());
            n_walls = n_walls.saturating_add(cells.is_wall(cell).into());
        });
        let slabs = slabs(cells, &region, 0);
        let whole = sides(slabs.iter()).last().copied().unwrap_or_default();
        (n_cells > 0).then_some(Self { region, bounds, triangles, n_cells, n_walls, volume: whole.volume })
    }

    /// Points whose hull is that of the part.
    pub(super) fn points(&self, cells: &Cells) -> Vec<[u16; 3]> {
        cells.points(&self.region, &self.bounds, &self.triangles)
    }

    /// Six times how much of the hull is empty.
    pub(super) fn excess(&self) -> i64 {
        Side { volume: self.volume, n_cells: self.n_cells }.excess()
    }

    /// Whether more of the hull is empty than steps of cells along a slope explain: half of a cell for each in a wall.
    pub(super) fn is_hollow(&self) -> bool {
        self.excess() > self.n_walls.saturating_mul(3)
    }

    /// Cut where the least is empty in the hulls of both sides; of equal cuts, the one nearest to the middle.
    pub(super) fn halves(self, cells: &Cells) -> Vec<Self> {
        let mut best: Option<(i64, usize, u8)> = None;
        for (axis, from) in self.region.min.into_iter().enumerate() {
            let slabs = slabs(cells, &self.region, axis);
            let below = sides(slabs.iter());
            let mut above = sides(slabs.iter().rev());
            above.reverse();
            let cuts = below.iter().zip(above.iter().skip(1));
            for ((low, high), before) in cuts.zip(from..) {
                let uneven = low.n_cells.abs_diff(high.n_cells).cast_signed();
                // A twentieth of the difference of the volumes.
                let cost = low.excess().saturating_add(high.excess()).saturating_mul(20);
                let cost = cost.saturating_add(uneven.saturating_mul(6));
                let cut = (cost, axis, before.saturating_add(1));
                best = Some(best.map_or(cut, |best| best.min(cut)));
            }
        }
        let Some((_, axis, at)) = best else { return Vec::new() };
        let [start, end] = self.bounds.get(axis).copied().unwrap_or_default();
        let place = cells.vertex_near(axis, at, &self.triangles).max(start).min(end);
        let (mut low, mut high) = (self.bounds, self.bounds);
        low.get_mut(axis).into_iter().for_each(|[_, end]| *end = place);
        high.get_mut(axis).into_iter().for_each(|[start, _]| *start = place);
        let sides = self.region.sides(axis, at).into_iter().zip([low, high]);
        sides.filter_map(|(side, bounds)| Self::of(cells, side, bounds, &self.triangles)).collect()
    }
}

/// The part that has solid cells.
fn shrunk(region: Region, cells: &Cells) -> Region {
    let mut own = Region { min: region.max, max: region.min };
    region.for_each(|cell| {
        if cells.is_solid(cell) {
            own.min.iter_mut().zip(cell).for_each(|(min, at)| *min = (*min).min(at));
            own.max.iter_mut().zip(cell).for_each(|(max, at)| *max = (*max).max(at.saturating_add(1)));
        }
    });
    own
}

/// The outline of the solid cells of each slab across an axis, on both of its faces, and how many there are.
fn slabs(cells: &Cells, region: &Region, axis: usize) -> Vec<(Vec<Point>, i64)> {
    // The axis, and the two others.
    let turned = |[a, b, c]: [u8; 3]| match axis {
        0 => [a, b, c],
        1 => [c, a, b],
        _ => [b, c, a],
    };
    let back = |[x, y, z]: [u8; 3]| match axis {
        0 => [x, y, z],
        1 => [y, z, x],
        _ => [z, x, y],
    };
    let ([a0, b0, c0], [a1, b1, c1]) = (back(region.min), back(region.max));
    let mut slabs = Vec::new();
    for a in a0..a1 {
        let (mut corners, mut n_cells) = (Vec::new(), 0_i64);
        for b in b0..b1 {
            let mut row = (c0..c1).filter(|c| cells.is_solid(turned([a, b, *c])));
            let Some(first) = row.next() else { continue };
            let (mut last, mut n) = (first, 1_i64);
            for c in row {
                (last, n) = (c, n.saturating_add(1));
            }
            n_cells = n_cells.saturating_add(n);
            for c in [first, last.saturating_add(1)] {
                corners.extend([b, b.saturating_add(1)].map(|b| [i64::from(b), i64::from(c)]));
            }
        }
        let outline = outline(corners);
        let both = [a, a.saturating_add(1)].map(i64::from);
        let points = both.into_iter().flat_map(|a| outline.iter().map(move |[b, c]| [a, *b, *c]));
        slabs.push((points.collect(), n_cells));
    }
    slabs
}

/// The corners of the convex hull of points of a plane.
fn outline(mut points: Vec<[i64; 2]>) -> Vec<[i64; 2]> {
    points.sort_unstable();
    points.dedup();
    if points.len() < 4 {
        return points;
    }
    // Whether the way from a by b to c turns to the left.
    let turns = |[ax, ay]: [i64; 2], [bx, by]: [i64; 2], [cx, cy]: [i64; 2]| {
        let (x, y) = (bx.wrapping_sub(ax), by.wrapping_sub(ay));
        let (u, v) = (cx.wrapping_sub(ax), cy.wrapping_sub(ay));
        x.wrapping_mul(v) > y.wrapping_mul(u)
    };
    let side = |points: &mut dyn Iterator<Item = [i64; 2]>| {
        let mut chain: Vec<[i64; 2]> = Vec::new();
        for point in points {
            while let [.., a, b] = chain.as_slice() {
                if turns(*a, *b, point) {
                    break;
                }
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut all = side(&mut points.iter().copied());
    all.extend(side(&mut points.iter().rev().copied()));
    all
}

/// The hull of the first slab, of the first two, and so on.
fn sides<'s>(slabs: impl Iterator<Item = &'s (Vec<Point>, i64)>) -> Vec<Side> {
    let (mut corners, mut n_cells) = (Vec::new(), 0_i64);
    let mut sides = Vec::new();
    for (points, n) in slabs {
        corners.extend(points);
        n_cells = n_cells.saturating_add(*n);
        let mut volume = 0;
        if let Some(hull) = hull::hull(&corners) {
            volume = hull.volume(&corners);
            corners = hull.corners(&corners);
        }
        sides.push(Side { volume, n_cells });
    }
    sides
}
