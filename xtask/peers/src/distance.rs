//! How far two surfaces are apart.

/// A surface in which the nearest point is found quickly.
pub struct Surface {
    triangles: Vec<[[f64; 3]; 3]>,
    /// Boxes, each with its two halves after it, or a range of triangles.
    boxes: Vec<Node>,
}

struct Node {
    low: [f64; 3],
    high: [f64; 3],
    start: usize,
    end: usize,
    /// 0 at a leaf.
    right: usize,
}

fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn along(from: [f64; 3], direction: [f64; 3], t: f64) -> [f64; 3] {
    [0, 1, 2].map(|axis| from[axis] + direction[axis] * t)
}

impl Surface {
    pub fn new(positions: &[[f32; 3]], indices: &[[u32; 3]]) -> Self {
        let corner = |index: u32| positions[index as usize].map(f64::from);
        let mut surface = Self {
            triangles: indices.iter().map(|triangle| triangle.map(corner)).collect(),
            boxes: Vec::new(),
        };
        surface.split(0, surface.triangles.len());
        surface
    }

    fn split(&mut self, start: usize, end: usize) -> usize {
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for point in self.triangles[start..end].iter().flatten() {
            for axis in 0..3 {
                low[axis] = low[axis].min(point[axis]);
                high[axis] = high[axis].max(point[axis]);
            }
        }
        let own = self.boxes.len();
        self.boxes.push(Node { low, high, start, end, right: 0 });
        if end - start > 4 {
            let size = minus(high, low);
            let axis = (0..3).max_by(|a, b| size[*a].total_cmp(&size[*b])).unwrap_or(0);
            let middle = (start + end) / 2;
            let key = |triangle: &[[f64; 3]; 3]| triangle[0][axis] + triangle[1][axis] + triangle[2][axis];
            self.triangles[start..end]
                .select_nth_unstable_by(middle - start, |a, b| key(a).total_cmp(&key(b)));
            self.split(start, middle);
            self.boxes[own].right = self.split(middle, end);
        }
        own
    }

    /// The squared distance of a point.
    pub fn distance(&self, point: [f64; 3]) -> f64 {
        let to_box = |node: usize| {
            let Node { low, high, .. } = &self.boxes[node];
            (0..3)
                .map(|axis| (low[axis] - point[axis]).max(point[axis] - high[axis]).max(0.0).powi(2))
                .sum::<f64>()
        };
        let (mut nearest, mut left) = (f64::INFINITY, vec![(0.0, 0)]);
        while let Some((distance, node)) = left.pop() {
            if distance >= nearest {
                continue;
            }
            let Node { start, end, right, .. } = self.boxes[node];
            if right == 0 {
                for triangle in &self.triangles[start..end] {
                    nearest = nearest.min(to_triangle(point, triangle));
                }
                continue;
            }
            let mut both = [(to_box(node + 1), node + 1), (to_box(right), right)];
            both.sort_by(|a, b| b.0.total_cmp(&a.0));
            left.extend(both);
        }
        nearest
    }

    /// The largest distance of points of this surface from another: all corners, and points inside of triangles.
    fn largest(&self, other: &Self) -> f64 {
        let area = |[a, b, c]: &[[f64; 3]; 3]| {
            let (u, v) = (minus(*b, *a), minus(*c, *a));
            (dot(u, u) * dot(v, v) - dot(u, v).powi(2)).max(0.0).sqrt()
        };
        let whole: f64 = self.triangles.iter().map(area).sum();
        let mut largest: f64 = 0.0;
        for triangle in &self.triangles {
            let [a, b, c] = *triangle;
            // About thirty thousand points in all, at least one in each triangle.
            let n_steps = (area(triangle) / whole * 60_000.0).sqrt().ceil().clamp(1.0, 60.0) as u32;
            for i in 0..=n_steps {
                for j in 0..=n_steps - i {
                    let [s, t] = [i, j].map(|step| f64::from(step) / f64::from(n_steps));
                    let point = along(along(a, minus(b, a), s), minus(c, a), t);
                    largest = largest.max(other.distance(point));
                }
            }
        }
        largest.sqrt()
    }

    /// The Hausdorff distance, by samples.
    pub fn hausdorff(&self, other: &Self) -> f64 {
        self.largest(other).max(other.largest(self))
    }
}

/// The squared distance of a point from a triangle.
fn to_triangle(point: [f64; 3], [a, b, c]: &[[f64; 3]; 3]) -> f64 {
    let to_edge = |from: [f64; 3], to: [f64; 3]| {
        let (edge, there) = (minus(to, from), minus(point, from));
        let length = dot(edge, edge);
        let t = if length > 0.0 { (dot(there, edge) / length).clamp(0.0, 1.0) } else { 0.0 };
        let apart = minus(point, along(from, edge, t));
        dot(apart, apart)
    };
    let (u, v, there) = (minus(*b, *a), minus(*c, *a), minus(point, *a));
    let [uu, uv, vv, up, vp] = [dot(u, u), dot(u, v), dot(v, v), dot(there, u), dot(there, v)];
    let determinant = uu * vv - uv * uv;
    if determinant > 0.0 {
        let (s, t) = ((vv * up - uv * vp) / determinant, (uu * vp - uv * up) / determinant);
        if s >= 0.0 && t >= 0.0 && s + t <= 1.0 {
            let apart = minus(point, along(along(*a, u, s), v, t));
            return dot(apart, apart);
        }
    }
    to_edge(*a, *b).min(to_edge(*b, *c)).min(to_edge(*c, *a))
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
        assert_eq!(low.distance([0.2, 0.2, 2.0]), 4.0);
        assert_eq!(low.distance([-3.0, 0.0, 4.0]), 25.0);
        assert_eq!(low.hausdorff(&low), 0.0);
        assert_eq!(low.hausdorff(&high), 5.0);
    }
}
