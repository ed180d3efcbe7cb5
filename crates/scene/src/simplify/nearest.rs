//! The distance of a point from the nearest surface.
#![expect(clippy::indexing_slicing, reason = "nodes and triangles were numbered here")]
#![expect(clippy::arithmetic_side_effects, reason = "counts of triangles in memory")]

use super::quadric::{cross, dot, minus};
use std::ops::Range;

/// Upper bound on the triangles of a leaf.
const MAX_LEAF: usize = 4;

/// Upper bound on the nodes that are visited for a point, of which many may be equally near.
const MAX_VISITED: usize = 300;

/// The corners of a triangle. Distances matter from a thousandth of the model up, so single precision is enough.
pub(super) type Corners = [[f32; 3]; 3];

/// The triangles of all parts, in a tree of boxes.
#[derive(Debug, Default)]
pub(super) struct Surface {
    /// In the order of the leaves, each with the number of its part.
    triangles: Vec<(Corners, u32)>,
    /// A node is followed by its first half.
    nodes: Vec<Node>,
    /// Nodes that are still to be visited, with the squared distances of their boxes.
    open: Vec<(f64, usize)>,
}

#[derive(Debug)]
struct Node {
    low: [f32; 3],
    high: [f32; 3],
    /// The largest number of a part inside.
    last_part: u32,
    triangles: Range<usize>,
    /// The second half; 0 for a leaf.
    second: usize,
}

impl Surface {
    /// The surface of triangles, each with the number of its part.
    pub(super) fn from_triangles(triangles: Vec<(Corners, u32)>) -> Self {
        let mut surface = Self { triangles, ..Self::default() };
        // The parent is that of a second half.
        let mut open = vec![(0..surface.triangles.len(), None::<usize>)];
        while let Some((range, parent)) = open.pop() {
            let index = surface.nodes.len();
            if let Some(parent) = parent {
                surface.nodes[parent].second = index;
            }
            let all = &mut surface.triangles[range.clone()];
            let [mut low, mut high] = [f32::INFINITY, f32::NEG_INFINITY].map(|end| [end; 3]);
            let mut last_part = 0;
            for (corners, part) in all.iter() {
                last_part = last_part.max(*part);
                for point in corners {
                    low = [0, 1, 2].map(|axis| point[axis].min(low[axis]));
                    high = [0, 1, 2].map(|axis| point[axis].max(high[axis]));
                }
            }
            if all.len() > MAX_LEAF {
                let half = range.start + halve(all, low, high);
                open.extend([(half..range.end, Some(index)), (range.start..half, None)]);
            }
            surface.nodes.push(Node { low, high, last_part, triangles: range, second: 0 });
        }
        surface
    }

    /// The squared distance of a point from the nearest part with a larger number that is not gone, but not more than
    /// `most`. It may be too large if very many triangles are equally near. Visited nodes are subtracted from `n_steps`.
    pub(super) fn distance(
        &mut self,
        point: [f64; 3],
        most: f64,
        part: u32,
        is_gone: &[bool],
        n_steps: &mut usize,
    ) -> f64 {
        let Self { triangles, nodes, open } = self;
        let mut least = most;
        open.clear();
        open.push((0.0, 0));
        let mut n_left = MAX_VISITED;
        while let Some((away, node)) = open.pop() {
            let Some(Node { last_part, triangles: range, second, .. }) = nodes.get(node) else { continue };
            if *last_part <= part || away >= least {
                continue;
            }
            n_left = n_left.saturating_sub(1);
            if n_left == 0 {
                break;
            }
            if *second > 0 {
                let [first, other] = [node + 1, *second].map(|half| (nodes[half].distance(point), half));
                open.extend(if first.0 <= other.0 { [other, first] } else { [first, other] });
                continue;
            }
            for (corners, of_triangle) in &triangles[range.clone()] {
                if *of_triangle > part && !is_gone[*of_triangle as usize] {
                    least = least.min(from_triangle(point, corners.map(|corner| corner.map(f64::from))));
                }
            }
        }
        *n_steps = n_steps.saturating_sub(MAX_VISITED - n_left);
        least
    }
}

/// Orders triangles so that those in the first half of the box come first; returns their number. If all are in one half,
/// they are divided as they are.
fn halve(triangles: &mut [(Corners, u32)], low: [f32; 3], high: [f32; 3]) -> usize {
    let mut longest = 0;
    for axis in [1, 2] {
        if high[axis] - low[axis] > high[longest] - low[longest] {
            longest = axis;
        }
    }
    let middle = (low[longest] + high[longest]) * 1.5;
    let mut n_first = 0;
    for at in 0..triangles.len() {
        let [a, b, c] = triangles[at].0.map(|point| point[longest]);
        if a + b + c < middle {
            triangles.swap(at, n_first);
            n_first += 1;
        }
    }
    if n_first == 0 || n_first == triangles.len() { triangles.len() / 2 } else { n_first }
}

impl Node {
    /// The squared distance of a point from the box.
    fn distance(&self, point: [f64; 3]) -> f64 {
        let mut sum = 0.0;
        for (number, (low, high)) in point.into_iter().zip(self.low.into_iter().zip(self.high)) {
            let away = (f64::from(low) - number).max(number - f64::from(high)).max(0.0);
            sum += away * away;
        }
        sum
    }
}

/// The squared distance of a point from a triangle.
fn from_triangle(point: [f64; 3], [a, b, c]: [[f64; 3]; 3]) -> f64 {
    let normal = cross(minus(b, a), minus(c, a));
    let edges = [(a, b), (b, c), (c, a)];
    let is_above =
        edges.iter().all(|(start, end)| dot(cross(minus(*end, *start), minus(point, *start)), normal) >= 0.0);
    let square = dot(normal, normal);
    if is_above && square > 0.0 {
        let height = dot(minus(point, a), normal);
        return height * height / square;
    }
    let from_edge = |(start, end): ([f64; 3], [f64; 3])| {
        let (along, way) = (minus(end, start), minus(point, start));
        let length = dot(along, along);
        let share = if length > 0.0 { (dot(along, way) / length).clamp(0.0, 1.0) } else { 0.0 };
        let rest = [0, 1, 2].map(|axis| way[axis] - along[axis] * share);
        dot(rest, rest)
    };
    edges.into_iter().map(from_edge).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_above_beside_and_beyond_a_triangle() {
        let triangle = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
        let distances = [
            ([1.0, 1.0, 3.0], 9.0),
            ([1.0, -2.0, 0.0], 4.0),
            ([3.0, 3.0, 0.0], 2.0),
            ([-3.0, -4.0, 0.0], 25.0),
        ];
        for (point, expected) in distances {
            assert!((from_triangle(point, triangle) - expected).abs() < 1e-12, "{point:?}");
        }
        // A triangle without an area is a line.
        assert_eq!(from_triangle([2.0, 3.0, 0.0], [[0.0; 3], [4.0, 0.0, 0.0], [2.0, 0.0, 0.0]]), 9.0);
    }

    #[test]
    fn only_larger_parts_that_are_left_are_near() {
        // Squares stand behind each other, each a part of two triangles.
        let square = |part: u32| {
            let at = part as f32;
            let [a, b, c, d] = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]].map(|[x, y]| [x, y, at]);
            [([a, b, c], part), ([c, b, d], part)]
        };
        let mut surface = Surface::from_triangles((0..100).flat_map(square).collect());
        let mut gone = vec![false; 100];
        let mut n_steps = 1000;
        let mut from = |part: u32, gone: &[bool]| {
            surface.distance([0.5, 0.5, f64::from(part) + 0.25], 16.0, part, gone, &mut n_steps)
        };
        assert_eq!((from(3, &gone), from(98, &gone), from(99, &gone)), (0.5625, 0.5625, 16.0));
        gone[4..7].fill(true);
        assert_eq!(from(3, &gone), 3.75 * 3.75);
        assert!(n_steps < 1000);
        assert_eq!(Surface::default().distance([0.0; 3], 5.0, 0, &[], &mut n_steps), 5.0);
    }
}
