//! The outlines of a model, seen from all sides.

use geom::Aabb;

/// The width and height of a picture in pixels.
const SIDE: usize = 256;

/// The number of directions, which are spread over half a sphere: the outline from the other side is the same.
const N_VIEWS: usize = 12;

/// The pixels that a model covers in each view.
#[derive(Debug)]
pub struct Silhouettes(Vec<Vec<bool>>);

impl Silhouettes {
    /// Draws triangles without perspective. The bounding sphere of `bounds` fills each picture.
    pub fn new(bounds: &Aabb, positions: &[[f32; 3]], indices: &[[u32; 3]]) -> Self {
        let (low, high) = (bounds.min.to_array().map(f64::from), bounds.max.to_array().map(f64::from));
        let centre: [f64; 3] = std::array::from_fn(|axis| (low[axis] + high[axis]) / 2.0);
        let diagonal = low.iter().zip(high).map(|(low, high)| (high - low).powi(2)).sum::<f64>().sqrt();
        let scale = SIDE as f64 / diagonal.max(f64::MIN_POSITIVE);
        let drawn = (0..N_VIEWS).map(|view| {
            let axes = axes(view);
            let place = |position: &[f32; 3]| {
                axes.map(|axis| {
                    let along = (0..3).map(|i| (f64::from(position[i]) - centre[i]) * axis[i]).sum::<f64>();
                    along * scale + SIDE as f64 / 2.0
                })
            };
            let points: Vec<[f64; 2]> = positions.iter().map(place).collect();
            let mut pixels = vec![false; SIDE * SIDE];
            for triangle in indices {
                fill(&mut pixels, triangle.map(|corner| points[corner as usize]));
            }
            pixels
        });
        Self(drawn.collect())
    }

    /// The share of the covered pixels that only one of two models covers, as a mean over all views: 1 less their
    /// intersection over union.
    pub fn difference(&self, other: &Self) -> f64 {
        let of_view = |(own, other): (&Vec<bool>, &Vec<bool>)| {
            let pairs = || own.iter().zip(other);
            let n_union = pairs().filter(|(a, b)| **a || **b).count();
            let n_both = pairs().filter(|(a, b)| **a && **b).count();
            (n_union - n_both) as f64 / n_union.max(1) as f64
        };
        self.0.iter().zip(&other.0).map(of_view).sum::<f64>() / self.0.len() as f64
    }
}

/// The horizontal and the vertical axis of a view; directions are those of a spiral of equal areas.
fn axes(view: usize) -> [[f64; 3]; 2] {
    let height = (view as f64 + 0.5) / N_VIEWS as f64;
    let turn = view as f64 * std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
    let (sine, cosine) = turn.sin_cos();
    let flat = (1.0 - height * height).sqrt();
    [[-sine, cosine, 0.0], [-cosine * height, -sine * height, flat]]
}

/// Covers the pixels whose centres are in a triangle.
fn fill(pixels: &mut [bool], corners: [[f64; 2]; 3]) {
    let ends = |axis: usize| {
        let numbers = corners.map(|corner| corner[axis]);
        let least = numbers.into_iter().fold(f64::INFINITY, f64::min);
        let most = numbers.into_iter().fold(f64::NEG_INFINITY, f64::max);
        (least.max(0.0) as usize, (most.ceil().max(0.0) as usize).min(SIDE))
    };
    let ((left, right), (top, bottom)) = (ends(0), ends(1));
    for row in top..bottom {
        for column in left..right {
            let [x, y] = [column, row].map(|pixel| pixel as f64 + 0.5);
            let sides = [0, 1, 2].map(|from| {
                let ([ax, ay], [bx, by]) = (corners[from], corners[(from + 1) % 3]);
                (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            });
            if sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0) {
                pixels[row * SIDE + column] = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Vec3;

    #[test]
    fn half_of_a_square_is_half_as_much_from_everywhere() {
        let bounds = Aabb { min: Vec3::ZERO, max: Vec3::new(1.0, 1.0, 0.0) };
        let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
        let drawn = |indices: &[[u32; 3]]| Silhouettes::new(&bounds, &corners, indices);
        let (square, half) = (drawn(&[[0, 1, 2], [0, 2, 3]]), drawn(&[[0, 1, 2]]));
        assert_eq!(square.difference(&square), 0.0);
        let difference = square.difference(&half);
        assert!((difference - 0.5).abs() < 0.01, "{difference}");
    }
}
