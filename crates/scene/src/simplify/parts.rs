//! Parts of a mesh that do not touch each other.
#![expect(clippy::indexing_slicing, reason = "places and triangles were numbered here")]
#![expect(clippy::arithmetic_side_effects, reason = "counts of triangles in memory")]

use super::places::Places;
use super::quadric::{dot, minus};

/// A part: the first of its places, how many triangles it has, and the box around it.
#[derive(Debug, Clone, Copy)]
struct Part {
    first: u32,
    n_triangles: usize,
    low: [f64; 3],
    high: [f64; 3],
}

impl Part {
    /// The square of half of its diagonal: nothing of it is further from its centre.
    fn radius(&self) -> f64 {
        let size = minus(self.high, self.low);
        dot(size, size) / 4.0
    }
}

/// Leaves out the smallest parts until there are few enough triangles or only one part is left; gives how many were left
/// out, and the largest square of half a diagonal. None is larger than this square.
pub(super) fn drop_smallest(places: &mut Places, n_wanted: usize, max_radius: f64) -> (usize, f64) {
    let mut roots: Vec<u32> = (0..u32::try_from(places.points.len()).unwrap_or(u32::MAX)).collect();
    for index in 0..places.triangles.len() {
        let [a, b, c] = places.triangles[index].map(|vertex| places.place(vertex));
        let a = root(&mut roots, a);
        for other in [b, c] {
            let (a, b) = (root(&mut roots, a), root(&mut roots, other));
            // The smaller number is the root, whatever the order.
            roots[a.max(b) as usize] = a.min(b);
        }
    }
    let mut parts = parts(places, &mut roots);
    parts.sort_by(|a, b| a.radius().total_cmp(&b.radius()).then(a.first.cmp(&b.first)));
    parts.pop();
    let mut n_left = places.triangles.len();
    let (mut is_dropped, mut n_dropped, mut largest) = (vec![false; roots.len()], 0, 0.0);
    for part in parts {
        if n_left <= n_wanted || part.radius() > max_radius {
            break;
        }
        is_dropped[part.first as usize] = true;
        n_left -= part.n_triangles;
        (n_dropped, largest) = (n_dropped + 1, part.radius());
    }
    let triangles = std::mem::take(&mut places.triangles);
    let groups = std::mem::take(&mut places.groups);
    for (triangle, group) in triangles.into_iter().zip(groups) {
        if !is_dropped[root(&mut roots, places.place(triangle[0])) as usize] {
            places.triangles.push(triangle);
            places.groups.push(group);
        }
    }
    (n_dropped, largest)
}

fn parts(places: &Places, roots: &mut [u32]) -> Vec<Part> {
    let mut number = vec![u32::MAX; roots.len()];
    let mut parts: Vec<Part> = Vec::new();
    for triangle in &places.triangles {
        let first = root(roots, places.place(triangle[0]));
        if number[first as usize] == u32::MAX {
            number[first as usize] = u32::try_from(parts.len()).unwrap_or(u32::MAX);
            let [low, high] = [f64::INFINITY, f64::NEG_INFINITY].map(|end| [end; 3]);
            parts.push(Part { first, n_triangles: 0, low, high });
        }
        let part = &mut parts[number[first as usize] as usize];
        part.n_triangles += 1;
        for point in places.corners(*triangle) {
            for ((low, high), number) in part.low.iter_mut().zip(&mut part.high).zip(point) {
                (*low, *high) = (low.min(number), high.max(number));
            }
        }
    }
    parts
}

/// The smallest place of a part. Halves the way for those that ask later.
fn root(roots: &mut [u32], mut place: u32) -> u32 {
    while roots[place as usize] != place {
        roots[place as usize] = roots[roots[place as usize] as usize];
        place = roots[place as usize];
    }
    place
}
