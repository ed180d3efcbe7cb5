//! Determines the inside of a surface.

use super::lattice::{GridPoint, Surface, cross, dot, minus};
use super::plane::Plane;
use super::reach::{Block, blocks};

/// The numbers of cells along the longest side that are tried. The first one that is not too much work is used.
const FINENESS: [u8; 6] = [64, 48, 32, 24, 16, 8];
/// The limit on work for all surfaces, in columns for which triangles are looked up.
const MAX_COLUMNS: f64 = 4e6;
/// The limit on the number of cells that are filled and marked, for all surfaces.
const MAX_CELLS: f64 = 8e6;
/// The maximum number of triangles of a surface for which points are tested exactly. For other surfaces, the columns
/// decide.
const MAX_EXACT: usize = 40_000;

/// The inside of a surface, as ranges of columns along the last axis.
#[derive(Debug)]
pub(super) struct Solid {
    low: GridPoint,
    cell: f64,
    size: [usize; 2],
    /// The starts and ends of each column, alternately.
    columns: Vec<Vec<f64>>,
    /// The triangles for exact tests, if the surface is closed and they are not too many.
    blocks: Vec<Block>,
}

impl Solid {
    /// Computes the inside of a surface; `None` if it has none, or if that would take more than `share` of the work.
    pub(super) fn new(surface: &Surface, share: f64) -> Option<Self> {
        let solid =
            if surface.is_closed() { Self::closed(surface, share)? } else { Self::open(surface, share)? };
        solid.columns.iter().any(|column| !column.is_empty()).then_some(solid)
    }

    /// Computes the inside of a closed surface: the ranges between its crossings with each column.
    fn closed(surface: &Surface, share: f64) -> Option<Self> {
        let [low, high] = surface.bounds();
        let [width, height, _] = minus(high, low);
        let longest = width.max(height);
        let reach = |triangle: &[u32; 3]| {
            let [a, b, c] = surface.corners(*triangle);
            let along = |of: fn(GridPoint) -> f64| {
                let [a, b, c] = [of(a), of(b), of(c)];
                (a.max(b).max(c) - a.min(b).min(c)) / longest
            };
            [along(|[x, ..]| x), along(|[_, y, _]| y)]
        };
        let reaches: Vec<[f64; 2]> = surface.triangles.iter().map(reach).collect();
        let n_columns = |fineness: f64| {
            let of_triangles =
                reaches.iter().map(|[x, y]| (x * fineness + 1.0) * (y * fineness + 1.0)).sum::<f64>();
            of_triangles + fineness * fineness
        };
        let fineness = FINENESS.map(f64::from).into_iter().find(|n| n_columns(*n) <= MAX_COLUMNS * share)?;
        let cell = longest / fineness;
        let size = [width, height].map(|extent| whole(extent / cell).saturating_add(1));
        let mut solid =
            Self { low, cell, size, columns: vec![Vec::new(); size.iter().product()], blocks: Vec::new() };
        for triangle in &surface.triangles {
            solid.add(surface.corners(*triangle));
        }
        for column in &mut solid.columns {
            column.sort_unstable_by(f64::total_cmp);
            // The crossings of a closed surface come in pairs, but rounding may leave one alone.
            column.truncate(column.len() & !1);
        }
        if surface.triangles.len() <= MAX_EXACT {
            solid.blocks = blocks(surface);
        }
        Some(solid)
    }

    /// Computes the inside of an open surface: the cells that cannot be reached from outside without passing the
    /// surface. Holes smaller than a cell count as closed.
    fn open(surface: &Surface, share: f64) -> Option<Self> {
        let [low, high] = surface.bounds();
        let extents = minus(high, low);
        let longest = extents.into_iter().fold(0.0, f64::max);
        let lengths: Vec<f64> =
            surface.triangles.iter().map(|triangle| longest_edge(surface.corners(*triangle))).collect();
        // Points on a triangle are at most half a cell apart, so that no path leads between them.
        let n_steps = |length: f64, cell: f64| (length / (0.5 * cell)).ceil().max(1.0);
        let n_cells = |fineness: f64| {
            let of_triangles = lengths.iter().map(|length| n_steps(*length, longest / fineness) + 1.0);
            of_triangles.map(|n| n * n).sum::<f64>() + fineness * fineness * fineness
        };
        let fineness = FINENESS.map(f64::from).into_iter().find(|n| n_cells(*n) <= MAX_CELLS * share)?;
        let cell = longest / fineness;
        // The grid has a margin of one cell on all sides.
        let low = low.map(|at| at - cell);
        let [width, height, depth] = extents.map(|extent| whole(extent / cell).saturating_add(3));
        let size = [width, height];
        let mut cells = vec![Cell::Inside; width.saturating_mul(height).saturating_mul(depth)];
        let index = |[x, y, z]: [usize; 3]| {
            y.saturating_mul(width).saturating_add(x).saturating_mul(depth).saturating_add(z)
        };
        for (triangle, length) in surface.triangles.iter().zip(&lengths) {
            let [a, b, c] = surface.corners(*triangle);
            let n = n_steps(*length, cell);
            let mut i = 0.0;
            while i <= n {
                let mut j = 0.0;
                while i + j <= n {
                    let mut at = a;
                    for (part, (u, v)) in at.iter_mut().zip(minus(b, a).into_iter().zip(minus(c, a))) {
                        *part += u * (i / n) + v * (j / n);
                    }
                    let at = minus(at, low).map(|part| whole(part / cell));
                    cells.get_mut(index(at)).into_iter().for_each(|cell| *cell = Cell::Wall);
                    j += 1.0;
                }
                i += 1.0;
            }
        }
        // The fill starts in a corner, which is outside because of the margin.
        let mut pending = vec![[0; 3]];
        while let Some([x, y, z]) = pending.pop() {
            let own = cells.get_mut(index([x, y, z])).filter(|cell| **cell == Cell::Inside);
            let Some(own) = own else { continue };
            *own = Cell::Outside;
            let beside =
                |at: usize, n: usize| [at.checked_sub(1), at.checked_add(1).filter(|next| *next < n)];
            pending.extend(beside(x, width).into_iter().flatten().map(|x| [x, y, z]));
            pending.extend(beside(y, height).into_iter().flatten().map(|y| [x, y, z]));
            pending.extend(beside(z, depth).into_iter().flatten().map(|z| [x, y, z]));
        }
        let [.., bottom] = low;
        let columns = cells.chunks(depth).map(|column| ends(column, bottom, cell)).collect();
        Some(Self { low, cell, size, columns, blocks: Vec::new() })
    }

    /// The position of the middle of a column.
    fn middle(&self, [i, j]: [usize; 2]) -> [f64; 2] {
        let [x, y, _] = self.low;
        #[expect(clippy::cast_precision_loss, reason = "there are few columns")]
        let [i, j] = [i as f64, j as f64];
        // The offset from integer coordinates makes sure that no column meets a corner.
        [x + (i + 0.5) * self.cell + 0.25, y + (j + 0.5) * self.cell + 0.25]
    }

    fn number(&self, [i, j]: [usize; 2]) -> usize {
        let [width, _] = self.size;
        j.saturating_mul(width).saturating_add(i)
    }

    fn add(&mut self, corners: [GridPoint; 3]) {
        let [x0, y0, _] = self.low;
        let [width, height] = self.size;
        let range = |values: [f64; 3], start: f64, n: usize| {
            let [low, high] = [
                values.iter().fold(f64::INFINITY, |a, b| a.min(*b)),
                values.iter().fold(0.0, |a, b| f64::max(a, *b)),
            ];
            let [low, high] = [low, high].map(|end| whole((end - start) / self.cell));
            low.saturating_sub(1)..high.saturating_add(1).min(n)
        };
        let (columns, rows) =
            (range(corners.map(|[x, ..]| x), x0, width), range(corners.map(|[_, y, _]| y), y0, height));
        for j in rows {
            for i in columns.clone() {
                let [x, y] = self.middle([i, j]);
                let number = self.number([i, j]);
                let column = self.columns.get_mut(number).into_iter();
                column.for_each(|column| column.extend(crossing(corners, x, y)));
            }
        }
    }

    /// The ranges of all columns, each as the position of the column, the start and the end.
    fn spans(&self) -> impl Iterator<Item = ([f64; 2], f64, f64)> {
        let [width, _] = self.size;
        self.columns.iter().enumerate().flat_map(move |(number, column)| {
            let at =
                self.middle([number.checked_rem(width).unwrap_or(0), number.checked_div(width).unwrap_or(0)]);
            column.as_chunks::<2>().0.iter().map(move |[from, to]| (at, *from, *to))
        })
    }

    /// Six times the volume of the part of the solid that is below all planes.
    pub(super) fn volume(&self, planes: &[Plane]) -> f64 {
        let below = |([x, y], mut from, mut to): ([f64; 2], f64, f64)| {
            for Plane { normal: [nx, ny, nz], offset } in planes {
                let rest = offset - nx * x - ny * y;
                if *nz > 0.0 {
                    to = to.min(rest / nz);
                } else if *nz < 0.0 {
                    from = from.max(rest / nz);
                } else if rest < 0.0 {
                    return 0.0;
                }
            }
            (to - from).max(0.0)
        };
        self.spans().map(below).sum::<f64>() * self.cell * self.cell * 6.0
    }

    /// Returns true if a point is inside the solid.
    pub(super) fn has(&self, [x, y, z]: GridPoint) -> bool {
        if !self.blocks.is_empty() {
            let may_cross = |block: &&Block| {
                let [[x0, y0, _], [x1, y1, z1]] = block.bounds;
                (x0..=x1).contains(&x) && (y0..=y1).contains(&y) && z <= z1
            };
            // A point is inside if an odd number of triangles is above it.
            let triangles = self.blocks.iter().filter(may_cross).flat_map(|block| &block.triangles);
            return triangles.filter_map(|corners| crossing(*corners, x, y)).filter(|at| *at > z).count() % 2
                == 1;
        }
        let [x0, y0, _] = self.low;
        let [width, height] = self.size;
        let at = [((x - x0) / self.cell, width), ((y - y0) / self.cell, height)]
            .map(|(at, n)| whole(at).min(n.saturating_sub(1)));
        let spans = self.columns.get(self.number(at)).map(|column| column.as_chunks::<2>().0);
        spans.into_iter().flatten().any(|[from, to]| *from < z && z < *to)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cell {
    /// A cell that is not known yet; inside after the outside was filled.
    Inside,
    /// A cell that a triangle crosses.
    Wall,
    Outside,
}

/// The starts and ends of the inside along a column of cells. They are in the middle of wall cells.
fn ends(column: &[Cell], low: f64, cell: f64) -> Vec<f64> {
    let mut ends = Vec::new();
    let mut at = low;
    for same in column.chunk_by(|a, b| a == b) {
        let end = same.iter().fold(at, |at, _| at + cell);
        if same.first() == Some(&Cell::Inside) {
            ends.extend([at - cell / 2.0, end + cell / 2.0]);
        }
        at = end;
    }
    ends
}

fn longest_edge([a, b, c]: [GridPoint; 3]) -> f64 {
    let square = |from: GridPoint, to: GridPoint| dot(minus(to, from), minus(to, from));
    square(a, b).max(square(b, c)).max(square(c, a)).sqrt()
}

fn whole(value: f64) -> usize {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
    let whole = value as usize;
    whole
}

/// The height at which a column crosses a triangle, if it does. If triangles share an edge, the column crosses exactly
/// one of them.
fn crossing(corners: [GridPoint; 3], x: f64, y: f64) -> Option<f64> {
    let [a, b, c] = corners;
    let crosses = |p: GridPoint, q: GridPoint| {
        // The ends of the edge are in a fixed order, so that the result is the same for both triangles.
        let ([px, py, _], [qx, qy, _]) =
            if (p.map(f64::to_bits)) < (q.map(f64::to_bits)) { (p, q) } else { (q, p) };
        (py > y) != (qy > y) && x < px + (y - py) * (qx - px) / (qy - py)
    };
    let is_under = crosses(a, b) ^ crosses(b, c) ^ crosses(c, a);
    let ([ax, ay, az], [nx, ny, nz]) = (a, cross(minus(b, a), minus(c, a)));
    (is_under && nz != 0.0).then(|| az - (nx * (x - ax) + ny * (y - ay)) / nz)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Columns decide what is inside a surface with holes. They are shorter farther from the corner at 0.
    #[test]
    fn a_point_is_looked_up_in_its_own_column() {
        let points = [[0, 0, 0], [1000, 0, 0], [0, 1000, 0], [0, 0, 1000]];
        let points = points.map(|point| point.map(f64::from)).into();
        let surface = Surface { points, triangles: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]] };
        let solid = Solid::open(&surface, 1.0).unwrap();
        let has = |point: [i32; 3]| solid.has(point.map(f64::from));
        assert_eq!([[200, 200, 200], [800, 100, 300], [100, 800, 300]].map(has), [true, false, false]);
    }
}
