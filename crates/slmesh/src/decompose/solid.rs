//! What is inside of a closed surface.

use super::lattice::{Place, Surface, cross, dot, minus};
use super::plane::Plane;

/// The numbers of columns along the longer of the first two axes; the first that is not too much work.
const FINENESS: [u8; 6] = [64, 48, 32, 24, 16, 8];
/// How many columns triangles may be looked up for.
const MOST_COLUMNS: f64 = 4e6;

/// The inside of a closed surface: in columns along the last axis, from where to where it reaches.
#[derive(Debug)]
pub(super) struct Solid {
    low: Place,
    cell: f64,
    size: [usize; 2],
    /// The beginnings and the ends of each column, in turn.
    columns: Vec<Vec<f64>>,
}

impl Solid {
    pub(super) fn of(surface: &Surface) -> Option<Self> {
        let [low, high] = surface.bounds();
        let [width, height, _] = minus(high, low);
        let longest = width.max(height);
        if longest <= 0.0 || !surface.is_closed() {
            return None;
        }
        let reach = |triangle: &[u32; 3]| {
            let [a, b, c] = surface.corners(*triangle);
            let along = |of: fn(Place) -> f64| {
                let [a, b, c] = [of(a), of(b), of(c)];
                (a.max(b).max(c) - a.min(b).min(c)) / longest
            };
            [along(|[x, ..]| x), along(|[_, y, _]| y)]
        };
        let reaches: Vec<[f64; 2]> = surface.triangles.iter().map(reach).collect();
        let n_columns = |fineness: &u8| {
            let fineness = f64::from(*fineness);
            reaches.iter().map(|[x, y]| (x * fineness + 1.0) * (y * fineness + 1.0)).sum::<f64>()
        };
        let fineness = FINENESS.into_iter().find(|fineness| n_columns(fineness) <= MOST_COLUMNS)?;
        let cell = longest / f64::from(fineness);
        let size = [width, height].map(|extent| whole(extent / cell).saturating_add(1));
        let mut solid = Self { low, cell, size, columns: vec![Vec::new(); size.iter().product()] };
        for triangle in &surface.triangles {
            solid.add(surface.corners(*triangle));
        }
        for column in &mut solid.columns {
            column.sort_unstable_by(f64::total_cmp);
            column.truncate(column.len() / 2 * 2);
        }
        Some(solid)
    }

    /// The middle of a column.
    fn middle(&self, [i, j]: [usize; 2]) -> [f64; 2] {
        let [x, y, _] = self.low;
        #[expect(clippy::cast_precision_loss, reason = "there are few columns")]
        let [i, j] = [i as f64, j as f64];
        // Off the whole numbers, so that no corner is met.
        [x + (i + 0.5) * self.cell + 0.25, y + (j + 0.5) * self.cell + 0.25]
    }

    fn number(&self, [i, j]: [usize; 2]) -> usize {
        let [width, _] = self.size;
        j.saturating_mul(width).saturating_add(i)
    }

    fn add(&mut self, corners: [Place; 3]) {
        let [a, b, c] = corners;
        let normal = cross(minus(b, a), minus(c, a));
        let [.., depth] = normal;
        if depth == 0.0 {
            return;
        }
        let [x0, y0, _] = self.low;
        let [width, height] = self.size;
        let range = |values: [f64; 3], start: f64, n: usize| {
            let [low, high] = [values.iter().fold(f64::INFINITY, |a, b| a.min(*b)), values.iter().fold(0.0, |a, b| f64::max(a, *b))];
            let [low, high] = [low, high].map(|end| whole((end - start) / self.cell));
            low.saturating_sub(1)..high.saturating_add(1).min(n)
        };
        let (columns, rows) =
            (range(corners.map(|[x, ..]| x), x0, width), range(corners.map(|[_, y, _]| y), y0, height));
        for j in rows {
            for i in columns.clone() {
                let [x, y] = self.middle([i, j]);
                if !is_under([a, b, c], x, y) {
                    continue;
                }
                let [ax, ay, az] = a;
                let [nx, ny, nz] = normal;
                let number = self.number([i, j]);
                let z = az - (nx * (x - ax) + ny * (y - ay)) / nz;
                self.columns.get_mut(number).into_iter().for_each(|column| column.push(z));
            }
        }
    }

    /// Each column: where it is, and its beginnings and ends.
    fn spans(&self) -> impl Iterator<Item = ([f64; 2], f64, f64)> {
        let [width, _] = self.size;
        self.columns.iter().enumerate().flat_map(move |(number, column)| {
            let at = self.middle([number.checked_rem(width).unwrap_or(0), number.checked_div(width).unwrap_or(0)]);
            column.as_chunks::<2>().0.iter().map(move |[from, to]| (at, *from, *to))
        })
    }

    /// Six times the volume of what is below planes.
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

    /// Points inside, all over it.
    pub(super) fn samples(&self) -> Vec<Place> {
        let step = self.cell * 2.0;
        let mut samples = Vec::new();
        for ([x, y], from, to) in self.spans() {
            let mut z = (from / step).ceil() * step;
            while z < to {
                samples.push([x, y, z].map(f64::round));
                z += step;
            }
        }
        samples
    }

    pub(super) fn has(&self, [x, y, z]: Place) -> bool {
        let [x0, y0, _] = self.low;
        let [width, height] = self.size;
        let at = [((x - x0) / self.cell, width), ((y - y0) / self.cell, height)]
            .map(|(at, n)| whole(at).min(n.saturating_sub(1)));
        let spans = self.columns.get(self.number(at)).map(|column| column.as_chunks::<2>().0);
        spans.into_iter().flatten().any(|[from, to]| *from < z && z < *to)
    }
}

fn whole(value: f64) -> usize {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
    let whole = value as usize;
    whole
}

/// Whether a line along the last axis passes through a triangle; of those that share an edge, exactly one.
fn is_under([a, b, c]: [Place; 3], x: f64, y: f64) -> bool {
    let crosses = |p: Place, q: Place| {
        // The same for both triangles at an edge.
        let ([px, py, _], [qx, qy, _]) = if (p.map(f64::to_bits)) < (q.map(f64::to_bits)) { (p, q) } else { (q, p) };
        (py > y) != (qy > y) && x < px + (y - py) * (qx - px) / (qy - py)
    };
    [crosses(a, b), crosses(b, c), crosses(c, a)].into_iter().filter(|crosses| *crosses).count() % 2 == 1
}
