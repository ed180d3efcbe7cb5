//! The triangles of a mesh between places: vertices with the same position share one place.

use geom::{TriMesh, Vec3};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Upper bound on the vertices at one place that are compared with each other.
const MAX_COMPARED: usize = 64;

/// A mesh between places.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// The position of each place, scaled so that the model is in a cube of edge 1.
    pub(super) points: Vec<[f64; 3]>,
    /// The place of each vertex.
    pub(super) of_vertex: Vec<u32>,
    /// The vertices of each triangle. Vertices with equal values are merged.
    pub(super) triangles: Vec<[u32; 3]>,
    /// The group of each triangle; the number of groups if it has none.
    pub(super) groups: Vec<u32>,
    /// The length that is 1 in the scaled positions.
    pub(super) extent: f64,
    /// The number of triangles that were dropped.
    pub(super) n_left_out: usize,
}

impl Places {
    /// The places of a mesh that is part of a model with this extent.
    pub(super) fn from_mesh(shape: &TriMesh, extent: f32) -> Self {
        let mut places = Self::default();
        let first_equal = places.find(shape);
        places.fit(shape, if extent.is_finite() { f64::from(extent) } else { 0.0 });
        let groups = groups(shape);
        for (triangle, group) in shape.indices.iter().zip(groups) {
            let equal = triangle.map(|vertex| first_equal.get(vertex as usize).copied());
            let [Some(a), Some(b), Some(c)] = equal else { continue };
            let finite = |vertex: u32| {
                shape.positions.get(vertex as usize).is_some_and(|position| position.is_finite())
            };
            if [a, b, c].into_iter().all(finite) && places.is_triangle([a, b, c]) {
                places.triangles.push([a, b, c]);
                places.groups.push(group);
            }
        }
        places.n_left_out = shape.indices.len().saturating_sub(places.triangles.len());
        places
    }

    /// True if the corners are at three places.
    pub(super) fn is_triangle(&self, triangle: [u32; 3]) -> bool {
        let [a, b, c] = triangle.map(|vertex| self.place(vertex));
        a != b && b != c && c != a
    }

    /// The place of a vertex.
    pub(super) fn place(&self, vertex: u32) -> u32 {
        self.of_vertex.get(vertex as usize).copied().unwrap_or_default()
    }

    /// The point of a place.
    pub(super) fn point(&self, place: u32) -> [f64; 3] {
        self.points.get(place as usize).copied().unwrap_or_default()
    }

    /// The points of the corners of a triangle.
    pub(super) fn corners(&self, triangle: [u32; 3]) -> [[f64; 3]; 3] {
        triangle.map(|vertex| self.point(self.place(vertex)))
    }

    /// Finds the place of each vertex, and the first vertex with equal values.
    fn find(&mut self, shape: &TriMesh) -> Vec<u32> {
        // The map is only used for look-ups, so its random order has no effect.
        let mut known: HashMap<[u32; 3], u32> = HashMap::with_capacity(shape.positions.len());
        let (mut last, mut before): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        let mut first_equal = Vec::with_capacity(shape.positions.len());
        for (vertex, position) in (0_u32..).zip(&shape.positions) {
            // Adding 0 turns -0 into 0.
            let bits = position.to_array().map(|number| (number + 0.0).to_bits());
            let next = u32::try_from(self.points.len()).unwrap_or(u32::MAX);
            let place = match known.entry(bits) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(free) => {
                    self.points.push(position.to_array().map(f64::from));
                    last.push(u32::MAX);
                    *free.insert(next)
                }
            };
            self.of_vertex.push(place);
            // Vertices that differ at one place form a chain, from the last one back. Its length is bounded, because
            // comparing all vertices of a place may take too long.
            let chain = last.get(place as usize).copied();
            let mut chain = std::iter::successors(chain, |vertex| before.get(*vertex as usize).copied());
            let equal = chain
                .by_ref()
                .take(MAX_COMPARED)
                .take_while(|other| *other != u32::MAX)
                .find(|other| are_equal(shape, *other, vertex));
            first_equal.push(equal.unwrap_or(vertex));
            let own_last = last.get_mut(place as usize);
            // A vertex equal to another is not added to the chain.
            before.push(match (equal, own_last) {
                (None, Some(last)) => std::mem::replace(last, vertex),
                _ => u32::MAX,
            });
        }
        first_equal
    }

    /// Scales all points, and those of the model around them, into a cube of edge 1.
    fn fit(&mut self, shape: &TriMesh, extent: f64) {
        let Some(bounds) = shape.bounds() else { return };
        let low = bounds.min.to_array().map(f64::from);
        let high = bounds.max.to_array().map(f64::from);
        self.extent = low.iter().zip(high).map(|(low, high)| high - low).fold(extent, f64::max);
        // Errors are fractions of the size then.
        let scale = if self.extent > 0.0 { 1.0 / self.extent } else { 1.0 };
        for point in &mut self.points {
            point.iter_mut().zip(low).for_each(|(number, low)| *number = (*number - low) * scale);
        }
    }
}

/// The group of each triangle.
fn groups(shape: &TriMesh) -> Vec<u32> {
    let n_groups = u32::try_from(shape.groups.len()).unwrap_or(u32::MAX);
    let mut groups = vec![n_groups; shape.indices.len()];
    // Groups are sorted by their start, and each triangle is assigned once, to the first of its groups, so that many
    // large groups take no more time than one.
    let mut starts: Vec<(usize, usize, u32)> = (0_u32..)
        .zip(&shape.groups)
        .map(|(number, group)| (group.triangles.start, group.triangles.end, number))
        .collect();
    starts.sort_unstable();
    let mut at = 0;
    for (start, end, number) in starts {
        let start = start.max(at);
        let end = end.min(groups.len());
        groups.get_mut(start..end).unwrap_or_default().fill(number);
        at = at.max(end);
    }
    groups
}

/// True if two vertices have equal values, except tangents.
fn are_equal(shape: &TriMesh, a: u32, b: u32) -> bool {
    fn same<T: Copy>(values: &[T], a: u32, b: u32, is_same: impl Fn(T, T) -> bool) -> bool {
        match (values.get(a as usize), values.get(b as usize)) {
            (Some(a), Some(b)) => is_same(*a, *b),
            (None, None) => true,
            _ => false,
        }
    }
    let vectors = |a: Vec3, b: Vec3| a == b;
    same(&shape.normals, a, b, vectors)
        && same(&shape.uvs, a, b, |a, b| a == b)
        && same(&shape.colours, a, b, |a, b| a == b)
        && same(&shape.joints, a, b, |a, b| a == b)
        && same(&shape.weights, a, b, |a, b| a == b)
}
