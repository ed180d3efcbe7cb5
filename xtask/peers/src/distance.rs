//! The distance between two surfaces.

use geom::Vec3;

/// A surface with a tree of boxes, in which the nearest point is found quickly.
pub struct Surface {
    triangles: Vec<[[f64; 3]; 3]>,
    /// The original index of each triangle.
    numbers: Vec<u32>,
    /// The nodes of the tree. A node is followed by its first half; leaves have a range of triangles.
    boxes: Vec<Node>,
}

struct Node {
    low: [f64; 3],
    high: [f64; 3],
    start: usize,
    end: usize,
    /// The index of the second half; 0 in a leaf.
    right: usize,
}

/// A point of a surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spot {
    /// The index of the triangle.
    pub triangle: u32,
    /// The weight of each corner.
    pub weights: [f64; 3],
}

fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn twice_area([a, b, c]: &[[f64; 3]; 3]) -> f64 {
    let (u, v) = (minus(*b, *a), minus(*c, *a));
    (dot(u, u) * dot(v, v) - dot(u, v).powi(2)).max(0.0).sqrt()
}

/// The normal of a triangle, of length 1; zero if the triangle has no area.
fn normal([a, b, c]: &[[f64; 3]; 3]) -> [f64; 3] {
    let ([ux, uy, uz], [vx, vy, vz]) = (minus(*b, *a), minus(*c, *a));
    let across = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    let length = dot(across, across).sqrt();
    if length > 0.0 { across.map(|part| part / length) } else { [0.0; 3] }
}

fn mixed([a, b, c]: &[[f64; 3]; 3], weights: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|axis| a[axis] * weights[0] + b[axis] * weights[1] + c[axis] * weights[2])
}

impl Surface {
    pub fn new(positions: &[[f32; 3]], indices: &[[u32; 3]]) -> Self {
        let corner = |index: u32| positions[index as usize].map(f64::from);
        let mut all: Vec<(u32, [[f64; 3]; 3])> =
            (0..).zip(indices).map(|(number, triangle)| (number, triangle.map(corner))).collect();
        let mut boxes = Vec::new();
        split(&mut all, 0, &mut boxes);
        let (numbers, triangles) = all.into_iter().unzip();
        Self { triangles, numbers, boxes }
    }

    /// The squared distance of a point from the surface, and the nearest spot.
    pub fn nearest(&self, point: [f64; 3]) -> (f64, Spot) {
        let mut nearest = (f64::INFINITY, Spot { triangle: 0, weights: [0.0; 3] });
        self.visit(point, |at, distance, weights| {
            if distance < nearest.0 {
                nearest = (distance, Spot { triangle: self.numbers[at], weights });
            }
            nearest.0
        });
        nearest
    }

    /// Finds the nearest spot as `nearest` does. Surfaces may meet or nearly coincide, so that several triangles are no
    /// more than `further` beyond the nearest: the spot is on the one whose normal is closest to `direction`.
    pub fn nearest_facing(&self, point: [f64; 3], direction: [f64; 3], further: f64) -> (f64, Spot) {
        let (distance, spot) = self.nearest(point);
        let most = (distance.sqrt() + further).powi(2);
        let mut best = (f64::NEG_INFINITY, f64::INFINITY, spot);
        self.visit(point, |at, distance, weights| {
            let facing = dot(normal(&self.triangles[at]), direction);
            // What differs by less looks in the same direction.
            let order = (facing - best.0).abs() < 1e-3;
            if distance <= most && (facing > best.0 + 1e-3 || order && distance < best.1) {
                best = (facing, distance, Spot { triangle: self.numbers[at], weights });
            }
            most
        });
        (distance, best.2)
    }

    /// Visits the triangles that may be within a squared distance, which `visitor` returns for the next ones. It
    /// receives the index of a triangle, its squared distance, and the weights of the nearest point.
    fn visit(&self, point: [f64; 3], mut visitor: impl FnMut(usize, f64, [f64; 3]) -> f64) {
        let to_box = |node: usize| {
            let Node { low, high, .. } = &self.boxes[node];
            (0..3)
                .map(|axis| (low[axis] - point[axis]).max(point[axis] - high[axis]).max(0.0).powi(2))
                .sum::<f64>()
        };
        let mut most = f64::INFINITY;
        let mut left = vec![(0.0, 0)];
        while let Some((distance, node)) = left.pop() {
            if distance > most {
                continue;
            }
            let Node { start, end, right, .. } = self.boxes[node];
            if right == 0 {
                for at in start..end {
                    let (distance, weights) = to_triangle(point, &self.triangles[at]);
                    most = visitor(at, distance, weights);
                }
                continue;
            }
            let mut both = [(to_box(node + 1), node + 1), (to_box(right), right)];
            both.sort_by(|a, b| b.0.total_cmp(&a.0));
            left.extend(both);
        }
    }

    /// The direction in which a triangle faces.
    pub fn facing(positions: &[Vec3], triangle: [u32; 3]) -> [f64; 3] {
        normal(&triangle.map(|corner| positions[corner as usize].to_array().map(f64::from)))
    }

    /// Samples points all over the surface: `n_points`, plus the number of triangles. The sum of their weights is 1.
    pub fn samples(&self, n_points: f64) -> Vec<(f64, [f64; 3], Spot)> {
        let whole: f64 = self.triangles.iter().map(twice_area).sum();
        let mut samples = Vec::new();
        for (number, triangle) in self.numbers.iter().zip(&self.triangles) {
            let share = twice_area(triangle) / whole;
            let n_steps = (share * n_points).sqrt().ceil().clamp(1.0, 60.0) as u32;
            let mut add = |weights: [f64; 3]| {
                let weight = share / f64::from(n_steps * n_steps);
                samples.push((weight, mixed(triangle, weights), Spot { triangle: *number, weights }));
            };
            // The middles of the small triangles into which steps divide it.
            let part = |third: u32| f64::from(third) / f64::from(3 * n_steps);
            for i in 0..n_steps {
                for j in 0..n_steps - i {
                    let (s, t) = (part(3 * i + 1), part(3 * j + 1));
                    add([1.0 - s - t, s, t]);
                    if i + j + 1 < n_steps {
                        let (s, t) = (part(3 * i + 2), part(3 * j + 2));
                        add([1.0 - s - t, s, t]);
                    }
                }
            }
        }
        samples
    }

    /// The corners of all triangles.
    pub fn corners(&self) -> impl Iterator<Item = [f64; 3]> {
        self.triangles.iter().flatten().copied()
    }

    /// The Hausdorff distance, approximated by samples and corners.
    pub fn hausdorff(&self, other: &Self) -> f64 {
        let largest = |from: &Self, to: &Self| {
            let samples = from.samples(30_000.0).into_iter().map(|(_, point, _)| point);
            samples.chain(from.corners()).map(|point| to.nearest(point).0).fold(0.0, f64::max)
        };
        largest(self, other).max(largest(other, self)).sqrt()
    }
}

/// Adds the boxes of some triangles to a list, and returns the index of the first box. `start` is the index of the
/// first triangle among all.
fn split(triangles: &mut [(u32, [[f64; 3]; 3])], start: usize, boxes: &mut Vec<Node>) -> usize {
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for point in triangles.iter().flat_map(|(_, corners)| corners) {
        for axis in 0..3 {
            low[axis] = low[axis].min(point[axis]);
            high[axis] = high[axis].max(point[axis]);
        }
    }
    let own = boxes.len();
    boxes.push(Node { low, high, start, end: start + triangles.len(), right: 0 });
    if triangles.len() > 4 {
        let size = minus(high, low);
        let axis = (0..3).max_by(|a, b| size[*a].total_cmp(&size[*b])).unwrap_or(0);
        let middle = triangles.len() / 2;
        let key = |corners: &[[f64; 3]; 3]| corners[0][axis] + corners[1][axis] + corners[2][axis];
        triangles.select_nth_unstable_by(middle, |a, b| key(&a.1).total_cmp(&key(&b.1)));
        let (left, right) = triangles.split_at_mut(middle);
        split(left, start, boxes);
        boxes[own].right = split(right, start + middle, boxes);
    }
    own
}

/// The squared distance of a point from a triangle, and the weights of the nearest point.
fn to_triangle(point: [f64; 3], corners: &[[f64; 3]; 3]) -> (f64, [f64; 3]) {
    let [a, b, c] = corners;
    let at = |weights: [f64; 3]| {
        let apart = minus(point, mixed(corners, weights));
        (dot(apart, apart), weights)
    };
    let (u, v, there) = (minus(*b, *a), minus(*c, *a), minus(point, *a));
    let [uu, uv, vv, up, vp] = [dot(u, u), dot(u, v), dot(v, v), dot(there, u), dot(there, v)];
    let determinant = uu * vv - uv * uv;
    if determinant > 0.0 {
        let (s, t) = ((vv * up - uv * vp) / determinant, (uu * vp - uv * up) / determinant);
        if s >= 0.0 && t >= 0.0 && s + t <= 1.0 {
            return at([1.0 - s - t, s, t]);
        }
    }
    let to_edge = |from: usize, to: usize| {
        let (edge, there) = (minus(corners[to], corners[from]), minus(point, corners[from]));
        let length = dot(edge, edge);
        let t = if length > 0.0 { (dot(there, edge) / length).clamp(0.0, 1.0) } else { 0.0 };
        let mut weights = [0.0; 3];
        (weights[from], weights[to]) = (1.0 - t, t);
        at(weights)
    };
    let edges = [to_edge(0, 1), to_edge(1, 2), to_edge(2, 0)];
    edges.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((f64::INFINITY, [0.0; 3]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_the_nearest_points() {
        let positions = [
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, 0.0, 3.0],
            [1.0, 0.0, 3.0],
            [0.0, 1.0, 5.0],
        ];
        let low = Surface::new(&positions, &[[0, 1, 2]]);
        let high = Surface::new(&positions, &[[3, 4, 5]]);
        assert_eq!(low.nearest([0.25, 0.25, 2.0]), (4.0, Spot { triangle: 0, weights: [0.5, 0.25, 0.25] }));
        assert_eq!(low.nearest([-3.0, 0.0, 4.0]), (25.0, Spot { triangle: 0, weights: [1.0, 0.0, 0.0] }));
        assert_eq!(low.hausdorff(&low), 0.0);
        assert_eq!(low.hausdorff(&high), 5.0);
    }

    #[test]
    fn samples_count_one_in_all() {
        let positions = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [4.0, 4.0, 0.0]];
        let samples = Surface::new(&positions, &[[0, 1, 2], [1, 3, 2]]).samples(1000.0);
        let sum: f64 = samples.iter().map(|(weight, ..)| weight).sum();
        assert!((sum - 1.0).abs() < 1e-9 && samples.len() > 1000, "{sum} of {}", samples.len());
    }
}
