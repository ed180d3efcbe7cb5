//! Normals, texture coordinates, colours and weights that are expected at other points of the surface.
#![expect(clippy::indexing_slicing, reason = "lists are as long as there are vertices")]
#![expect(clippy::arithmetic_side_effects, reason = "counts of values in memory")]

use super::SimplifyOptions;
use super::places::Places;
use super::quadric::{cross, dot, minus, narrowed};
use geom::{TriMesh, Vec2, Vec4};

/// Factor of the distance between joints compared with a difference of weights.
const CENTRES: f32 = 5.0;

/// The largest value of an attribute. Its square times that of the shape of a triangle is a number of single precision.
const MOST: f32 = 1e6;

/// The smallest area of a triangle that has gradients, for the same reason.
const LEAST_AREA: f64 = 1e-30;

/// The attributes of vertices, and their gradients along the surface.
#[derive(Debug, Default)]
pub(super) struct Attributes {
    /// The number of attribute values of a vertex.
    n_numbers: usize,
    /// The attribute values of all vertices, in the unit of the points.
    numbers: Vec<f32>,
    /// For each vertex, the sum of the squares of its expected changes, as a function of the way from the vertex. The
    /// triangles around the vertex contribute to it.
    squares: Vec<Squares>,
    /// For each value, the gradient and the expected change at the vertex itself, weighted.
    // Single precision is enough, since all these numbers are small where the differences are.
    slopes: Vec<[f32; 4]>,
    /// The mesh of each vertex, if several are joined.
    meshes: Vec<u32>,
    uvs: Vec<Vec2>,
    joints: Vec<[u16; 4]>,
    weights: Vec<Vec4>,
    /// For each vertex, the sum of the squares of its weights; weights of the same joint are added first.
    lengths: Vec<f64>,
    weight: f64,
}

/// The weighted sum of squares of linear functions of a way from a vertex: `p·A·p + 2 b·p + c`.
#[derive(Debug, Clone, Copy, Default)]
struct Squares {
    /// The upper half of the matrix A: xx, xy, xz, yy, yz, zz.
    a: [f32; 6],
    b: [f32; 3],
    c: f32,
    /// The sum of the weights.
    weight: f32,
}

impl Attributes {
    pub(super) fn from_mesh(shape: &TriMesh, places: &Places, options: &SimplifyOptions) -> Self {
        let n_vertices = places.originals.len();
        let mut columns: Vec<Vec<f32>> = Vec::new();
        let mut add = |factor: f32, n_values: usize, value: &dyn Fn(usize) -> f32| {
            if n_values == n_vertices && factor > 0.0 {
                let number = |vertex| {
                    let number = value(vertex) * factor;
                    // A NaN would spread into the sums of all vertices around, and none of them could be collapsed.
                    if number.is_finite() { number.clamp(-MOST, MOST) } else { 0.0 }
                };
                let column: Vec<f32> = (0..n_vertices).map(number).collect();
                // A value that is constant, such as white, is left out to save time.
                if column.windows(2).any(|pair| pair[0] != pair[1]) {
                    columns.push(column);
                }
            }
        };
        let normals = places.of_vertices(&shape.normals);
        for axis in 0..3 {
            add(options.normals, normals.len(), &|vertex| normals[vertex].to_array()[axis]);
        }
        let uvs = places.of_vertices(&shape.uvs);
        for axis in 0..2 {
            add(options.uvs, uvs.len(), &|vertex| [uvs[vertex].x, uvs[vertex].y][axis]);
        }
        let colours = places.of_vertices(&shape.colours);
        for axis in 0..4 {
            let colour = |vertex: usize| f32::from(colours[vertex].to_array()[axis]) / 255.0;
            add(options.colours, colours.len(), &colour);
        }
        let (joints, weights) = (places.of_vertices(&shape.joints), places.of_vertices(&shape.weights));
        let has_weights = !joints.is_empty() && !weights.is_empty();
        let centres = if has_weights { centres(&joints, &weights, places) } else { Vec::new() };
        for axis in 0..3 {
            add(options.weights * CENTRES, centres.len(), &|vertex| centres[vertex][axis]);
        }
        let n_numbers = columns.len();
        let mut numbers = vec![0.0; n_vertices * n_numbers];
        for (vertex, numbers) in numbers.chunks_exact_mut(n_numbers.max(1)).enumerate() {
            numbers.iter_mut().zip(&columns).for_each(|(number, column)| *number = column[vertex]);
        }
        let mut attributes = Self {
            n_numbers,
            numbers,
            squares: Vec::new(),
            slopes: Vec::new(),
            meshes: places.meshes.clone(),
            uvs,
            joints: if has_weights { joints } else { Vec::new() },
            weights,
            lengths: Vec::new(),
            weight: f64::from(options.weights),
        };
        attributes.lengths =
            (0..).zip(&attributes.joints).map(|(own, _)| attributes.product(own, own)).collect();
        if n_numbers > 0 || has_weights {
            attributes.squares = vec![Squares::default(); n_vertices];
            attributes.slopes = vec![[0.0; 4]; n_vertices * n_numbers];
            places.triangles.iter().for_each(|triangle| attributes.add_triangle(*triangle, places));
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

    /// Adds the expected changes around the vertices of a triangle.
    fn add_triangle(&mut self, triangle: [u32; 3], places: &Places) {
        let [a, b, c] = places.corners(triangle);
        let (u, v) = (minus(b, a), minus(c, a));
        let across = cross(u, v);
        let area = dot(across, across).sqrt();
        let [uu, uv, vv] = [dot(u, u), dot(u, v), dot(v, v)];
        let determinant = uu * vv - uv * uv;
        let weight = narrowed(area);
        let mut a = [0.0; 6];
        // The gradient of a sliver is unreliable.
        if determinant <= 1e-6 * uu * vv || area < LEAST_AREA {
            for number in 0..self.n_numbers {
                let of_vertices =
                    triangle.map(|vertex| self.numbers[vertex as usize * self.n_numbers + number]);
                let mean = of_vertices.iter().sum::<f32>() / 3.0;
                for (vertex, own) in triangle.into_iter().zip(of_vertices) {
                    self.slopes[vertex as usize * self.n_numbers + number][3] += weight * (mean - own);
                    self.squares[vertex as usize].c += weight * (mean - own) * (mean - own);
                }
            }
        } else {
            // The change along both edges, solved for a gradient in the plane of the triangle (Hoppe 1999,
            // docs/decisions/0014): the gradients of 1 at `b` and at `c`, and 0 at both other corners.
            let of_b = [0, 1, 2].map(|axis| narrowed((vv * u[axis] - uv * v[axis]) / determinant));
            let of_c = [0, 1, 2].map(|axis| narrowed((uu * v[axis] - uv * u[axis]) / determinant));
            let starts = triangle.map(|vertex| vertex as usize * self.n_numbers);
            for number in 0..self.n_numbers {
                let [own, to_b, to_c] = starts.map(|start| self.numbers[start + number]);
                let (to_b, to_c) = (to_b - own, to_c - own);
                let [x, y, z] = [0, 1, 2].map(|axis| of_b[axis] * to_b + of_c[axis] * to_c);
                let [wx, wy, wz] = [x * weight, y * weight, z * weight];
                let squares = [wx * x, wx * y, wx * z, wy * y, wy * z, wz * z];
                a.iter_mut().zip(squares).for_each(|(sum, square)| *sum += square);
                for start in starts {
                    let sums = &mut self.slopes[start + number];
                    sums.iter_mut().zip([wx, wy, wz, 0.0]).for_each(|(sum, slope)| *sum += slope);
                }
            }
        }
        for vertex in triangle {
            let squares = &mut self.squares[vertex as usize];
            squares.a.iter_mut().zip(a).for_each(|(sum, square)| *sum += square);
            // The weight counts once, not once for each value.
            squares.weight += weight;
        }
    }

    /// The sum of the squared differences over the area around a vertex if it is merged into another, at the end of
    /// this way.
    ///
    /// The unit is that of a squared length: a value that is wrong by 1 over a whole square counts as much as a
    /// displacement by the side of the square. It is infinite for vertices of different meshes.
    pub(super) fn error(&self, from: u32, to: u32, way: [f64; 3]) -> f64 {
        if self.meshes.get(from as usize) != self.meshes.get(to as usize) {
            return f64::INFINITY;
        }
        let Some(squares) = self.squares.get(from as usize) else { return 0.0 };
        let error = f64::from(self.moved(from, to, way.map(narrowed)).c.max(0.0));
        error + self.of_weights(from, to) * f64::from(squares.weight)
    }

    /// The squares of a vertex as a function of the way from another vertex.
    fn moved(&self, from: u32, to: u32, way: [f32; 3]) -> Squares {
        let Squares { a, b, c, weight } = self.squares[from as usize];
        let slopes = &self.slopes[from as usize * self.n_numbers..][..self.n_numbers];
        let (mut sums, mut length) = ([0.0; 4], 0.0);
        for ((own, other), slope) in self.of_vertex(from).iter().zip(self.of_vertex(to)).zip(slopes) {
            let change = other - own;
            sums.iter_mut().zip(slope).for_each(|(sum, slope)| *sum += change * slope);
            length += change * change;
        }
        let ([xx, xy, xz, yy, yz, zz], [x, y, z], [sx, sy, sz, start]) = (a, way, sums);
        let along = [xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z];
        let b = [b[0] - sx, b[1] - sy, b[2] - sz];
        // The sum of (change - expected)² with the expected change at the end of the way.
        let of_axis = |axis: usize| (along[axis] + 2.0 * b[axis]) * way[axis];
        let c = of_axis(0) + of_axis(1) + of_axis(2) + (c - 2.0 * start + weight * length);
        Squares { a, b: [0, 1, 2].map(|axis| along[axis] + b[axis]), c, weight }
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

    /// Merges a vertex into another, at the end of this way.
    pub(super) fn join(&mut self, from: u32, to: u32, way: [f64; 3]) {
        if self.squares.is_empty() || from == to {
            return;
        }
        let way = way.map(narrowed);
        let moved = self.moved(from, to, way);
        let squares = &mut self.squares[to as usize];
        squares.a.iter_mut().zip(moved.a).for_each(|(sum, moved)| *sum += moved);
        squares.b.iter_mut().zip(moved.b).for_each(|(sum, moved)| *sum += moved);
        squares.c += moved.c;
        squares.weight += moved.weight;
        for number in 0..self.n_numbers {
            let [own, other] = [from, to].map(|vertex| vertex as usize * self.n_numbers + number);
            let change = self.numbers[other] - self.numbers[own];
            let [x, y, z, start] = self.slopes[own];
            let start = start + x * way[0] + y * way[1] + z * way[2] - moved.weight * change;
            let sums = &mut self.slopes[other];
            sums.iter_mut().zip([x, y, z, start]).for_each(|(sum, slope)| *sum += slope);
        }
    }
}

/// For each vertex, the mean of the centres of its joints, by weight; the centre of a joint is the mean of the vertices
/// that it moves.
///
/// A vertex with the weights of another is displaced in poses in proportion to the distance of their joints.
fn centres(joints: &[[u16; 4]], weights: &[Vec4], places: &Places) -> Vec<[f32; 3]> {
    let influences = |vertex: usize| {
        let weights = weights[vertex].to_array().map(f64::from);
        joints[vertex].into_iter().zip(weights).filter(|(_, weight)| *weight > 0.0)
    };
    let vertices = 0..joints.len();
    // For each joint, the sums of the weighted points and of the weights.
    let n_joints = joints.as_flattened().iter().max().map_or(0, |most| usize::from(*most) + 1);
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
        centre.map(narrowed)
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
        let places = Places::from_mesh(&shape, 0.0, &[]);
        let (joints, weights) = (places.of_vertices(&shape.joints), places.of_vertices(&shape.weights));
        let along: Vec<f32> = centres(&joints, &weights, &places).iter().map(|centre| centre[0]).collect();
        // Places are in the order of their positions.
        assert_eq!((places.originals, along), (vec![0, 2, 1], vec![1.0 / 6.0, 0.5, 5.0 / 6.0]));
    }
}
