//! Normals, texture coordinates, colours and weights that are expected at other points of the surface.
#![expect(clippy::indexing_slicing, reason = "lists are as long as there are vertices")]
#![expect(clippy::arithmetic_side_effects, reason = "counts of values in memory")]

use super::SimplifyOptions;
use super::places::Places;
use super::quadric::{Quadric, cross, dot, minus};
use geom::{TriMesh, Vec2, Vec4};

/// Factor of the distance between joints compared with a difference of weights.
const CENTRES: f32 = 5.0;

/// The attributes of vertices, and their gradients along the surface.
#[derive(Debug, Default)]
pub(super) struct Attributes<'m> {
    /// The number of attribute values of a vertex.
    n_numbers: usize,
    /// The attribute values of all vertices, in the unit of the points.
    numbers: Vec<f32>,
    /// For each vertex, the sum of the squares of its expected values, as a function of the point. The triangles around
    /// the vertex contribute to it.
    squares: Vec<Quadric>,
    /// For each value, the gradient and the value at the origin, weighted.
    slopes: Vec<[f64; 4]>,
    uvs: &'m [Vec2],
    joints: &'m [[u16; 4]],
    weights: &'m [Vec4],
    /// For each vertex, the sum of the squares of its weights; weights of the same joint are added first.
    lengths: Vec<f64>,
    weight: f64,
}

impl<'m> Attributes<'m> {
    pub(super) fn from_mesh(shape: &'m TriMesh, places: &Places, options: &SimplifyOptions) -> Self {
        let n_vertices = shape.positions.len();
        let mut columns: Vec<Vec<f32>> = Vec::new();
        let mut add = |factor: f32, n_values: usize, value: &dyn Fn(usize) -> f32| {
            if n_values == n_vertices && factor > 0.0 {
                let number = |vertex| {
                    let number = value(vertex) * factor;
                    // A NaN would spread into the sums of all vertices around, and none of them could be collapsed.
                    if number.is_finite() { number } else { 0.0 }
                };
                let column: Vec<f32> = (0..n_vertices).map(number).collect();
                // A value that is constant, such as white, is left out to save time.
                if column.windows(2).any(|pair| pair[0] != pair[1]) {
                    columns.push(column);
                }
            }
        };
        for axis in 0..3 {
            add(options.normals, shape.normals.len(), &|vertex| shape.normals[vertex].to_array()[axis]);
        }
        for axis in 0..2 {
            add(options.uvs, shape.uvs.len(), &|vertex| [shape.uvs[vertex].x, shape.uvs[vertex].y][axis]);
        }
        for axis in 0..4 {
            let colour = |vertex: usize| f32::from(shape.colours[vertex].to_array()[axis]) / 255.0;
            add(options.colours, shape.colours.len(), &colour);
        }
        let has_weights = shape.joints.len() == n_vertices && shape.weights.len() == n_vertices;
        let centres = if has_weights { centres(shape, places) } else { Vec::new() };
        for axis in 0..3 {
            add(options.weights * CENTRES, centres.len(), &|vertex| centres[vertex][axis]);
        }
        let n_numbers = columns.len();
        let numbers = (0..n_vertices).flat_map(|vertex| columns.iter().map(move |column| column[vertex]));
        let mut attributes = Self {
            n_numbers,
            numbers: numbers.collect(),
            squares: Vec::new(),
            slopes: Vec::new(),
            uvs: if shape.uvs.len() == n_vertices { &shape.uvs } else { &[] },
            joints: if has_weights { &shape.joints } else { &[] },
            weights: if has_weights { &shape.weights } else { &[] },
            lengths: Vec::new(),
            weight: f64::from(options.weights),
        };
        attributes.lengths =
            (0..).zip(attributes.joints).map(|(own, _)| attributes.product(own, own)).collect();
        if n_numbers > 0 || has_weights {
            attributes.squares = vec![Quadric::default(); n_vertices];
            attributes.slopes = vec![[0.0; 4]; n_vertices * n_numbers];
            let mut made = vec![[0.0; 4]; n_numbers];
            for triangle in &places.triangles {
                attributes.add_triangle(*triangle, places, &mut made);
            }
        }
        attributes
    }

    /// True if two vertices at one place have different texture coordinates.
    pub(super) fn is_torn(&self, a: u32, b: u32) -> bool {
        a != b && self.uvs.get(a as usize) != self.uvs.get(b as usize)
    }

    fn of_vertex(&self, vertex: u32) -> &[f32] {
        &self.numbers[vertex as usize * self.n_numbers..][..self.n_numbers]
    }

    /// Adds the expected values around the vertices of a triangle; `made` has room for one gradient per value.
    fn add_triangle(&mut self, triangle: [u32; 3], places: &Places, made: &mut [[f64; 4]]) {
        let [a, b, c] = places.corners(triangle);
        let (u, v) = (minus(b, a), minus(c, a));
        let across = cross(u, v);
        let area = dot(across, across).sqrt();
        let [uu, uv, vv] = [dot(u, u), dot(u, v), dot(v, v)];
        let determinant = uu * vv - uv * uv;
        // The gradient of a sliver is unreliable.
        let is_sliver = determinant <= 1e-6 * uu * vv;
        let mut whole = Quadric::default();
        let of_vertices = triangle.map(|vertex| &self.numbers[vertex as usize * self.n_numbers..]);
        for (number, made) in made.iter_mut().enumerate() {
            let [of_a, of_b, of_c] = of_vertices.map(|numbers| f64::from(numbers[number]));
            let (to_b, to_c) = (of_b - of_a, of_c - of_a);
            let (slope, start) = if is_sliver {
                ([0.0; 3], (of_a + of_b + of_c) / 3.0)
            } else {
                // The change along both edges, solved for a gradient in the plane of the triangle (Hoppe 1999,
                // docs/decisions/0014).
                let along_u = (vv * to_b - uv * to_c) / determinant;
                let along_v = (uu * to_c - uv * to_b) / determinant;
                let slope = [0, 1, 2].map(|axis| u[axis] * along_u + v[axis] * along_v);
                (slope, of_a - dot(slope, a))
            };
            whole.add(&Quadric::of_plane(slope, start, area));
            *made = [slope[0] * area, slope[1] * area, slope[2] * area, start * area];
        }
        for vertex in triangle {
            let sums = &mut self.slopes[vertex as usize * self.n_numbers..][..self.n_numbers];
            for (sum, made) in sums.iter_mut().zip(&*made) {
                sum.iter_mut().zip(made).for_each(|(sum, made)| *sum += made);
            }
        }
        // The weight counts once, not once for each value.
        whole.weight = area;
        triangle.iter().for_each(|vertex| self.squares[*vertex as usize].add(&whole));
    }

    /// The sum of the squared differences over the area around a vertex if it is merged into another at this point.
    ///
    /// The unit is that of a squared length: a value that is wrong by 1 over a whole square counts as much as a
    /// displacement by the side of the square.
    pub(super) fn error(&self, from: u32, to: u32, point: [f64; 3]) -> f64 {
        let Some(squares) = self.squares.get(from as usize) else { return 0.0 };
        let mut error = squares.error_at(point);
        let slopes = &self.slopes[from as usize * self.n_numbers..][..self.n_numbers];
        let numbers = self.of_vertex(to);
        let mut add = |number: f32, [x, y, z, start]: [f64; 4]| {
            let number = f64::from(number);
            let expected = x * point[0] + y * point[1] + z * point[2] + start;
            // `squares` holds the squares of the expected values in the sum of (number - expected)²; these are the
            // other terms.
            error += number * (number * squares.weight - 2.0 * expected);
        };
        // A fast path for normals and texture coordinates, which nearly all meshes have; the fixed size lets the
        // compiler unroll the same loop.
        if let (Ok(numbers), Ok(slopes)) =
            (<&[f32; 5]>::try_from(numbers), <&[[f64; 4]; 5]>::try_from(slopes))
        {
            numbers.iter().zip(slopes).for_each(|(number, slope)| add(*number, *slope));
        } else {
            numbers.iter().zip(slopes).for_each(|(number, slope)| add(*number, *slope));
        }
        error.max(0.0) + self.of_weights(from, to) * squares.weight
    }

    /// The squared differences of joint weights.
    fn of_weights(&self, a: u32, b: u32) -> f64 {
        if self.joints.is_empty() || self.weight == 0.0 {
            return 0.0;
        }
        // The formula is |a|² + |b|² - 2 a·b, since two vertices may list their joints in any order.
        let sum = (self.lengths[a as usize] + self.lengths[b as usize] - 2.0 * self.product(a, b)).max(0.0);
        if sum.is_finite() { sum * self.weight * self.weight } else { 0.0 }
    }

    /// The dot product of the joint weights of two vertices.
    fn product(&self, a: u32, b: u32) -> f64 {
        let [joints, others] = [a, b].map(|vertex| self.joints[vertex as usize]);
        let [weights, of_others] =
            [a, b].map(|vertex| self.weights[vertex as usize].to_array().map(f64::from));
        let mut sum = 0.0;
        for (joint, weight) in joints.into_iter().zip(weights).filter(|(_, weight)| *weight != 0.0) {
            for (other, of_other) in others.into_iter().zip(of_others) {
                sum += if joint == other { weight * of_other } else { 0.0 };
            }
        }
        sum
    }

    /// Merges a vertex into another.
    pub(super) fn join(&mut self, from: u32, to: u32) {
        if self.squares.is_empty() || from == to {
            return;
        }
        let squares = self.squares[from as usize];
        self.squares[to as usize].add(&squares);
        for number in 0..self.n_numbers {
            let slope = self.slopes[from as usize * self.n_numbers + number];
            let sum = &mut self.slopes[to as usize * self.n_numbers + number];
            sum.iter_mut().zip(slope).for_each(|(sum, slope)| *sum += slope);
        }
    }
}

/// For each vertex, the mean of the centres of its joints, by weight; the centre of a joint is the mean of the vertices
/// that it moves.
///
/// A vertex with the weights of another is displaced in poses in proportion to the distance of their joints.
fn centres(shape: &TriMesh, places: &Places) -> Vec<[f32; 3]> {
    let influences = |vertex: usize| {
        let weights = shape.weights[vertex].to_array().map(f64::from);
        shape.joints[vertex].into_iter().zip(weights).filter(|(_, weight)| *weight > 0.0)
    };
    let vertices = 0..shape.joints.len();
    // For each joint, the sums of the weighted points and of the weights.
    let n_joints = shape.joints.as_flattened().iter().max().map_or(0, |most| usize::from(*most) + 1);
    let mut sums = vec![[0.0; 4]; n_joints];
    for vertex in vertices.clone() {
        let [x, y, z] = places.points[places.of_vertex[vertex] as usize];
        for (joint, weight) in influences(vertex) {
            sums[usize::from(joint)]
                .iter_mut()
                .zip([x, y, z, 1.0])
                .for_each(|(sum, number)| *sum += number * weight);
        }
    }
    let centre = |vertex: usize| {
        let mut centre = [0.0; 3];
        for (joint, weight) in influences(vertex) {
            let [x, y, z, whole] = sums[usize::from(joint)];
            centre.iter_mut().zip([x, y, z]).for_each(|(number, sum)| *number += sum / whole * weight);
        }
        #[expect(clippy::cast_possible_truncation, reason = "meshes are of single precision")]
        let centre = centre.map(|number: f64| number as f32);
        centre
    };
    vertices.map(centre).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Vec3;

    #[test]
    fn centres_are_between_those_of_the_joints() {
        let shape = TriMesh {
            positions: [0.0, 1.0, 0.5].map(|x| Vec3::new(x, 0.0, 0.0)).to_vec(),
            joints: vec![[3, 7, 0, 0]; 3],
            weights: [0.0, 1.0, 0.5].map(|second| Vec4::new(1.0 - second, second, 0.0, 0.0)).to_vec(),
            ..TriMesh::default()
        };
        let along: Vec<f32> =
            centres(&shape, &Places::from_mesh(&shape, 0.0)).iter().map(|centre| centre[0]).collect();
        assert_eq!(along, [1.0 / 6.0, 5.0 / 6.0, 0.5]);
    }
}
