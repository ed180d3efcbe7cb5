//! The triangles of a mesh between places: vertices with the same position share one place.

use crate::subset;
use geom::{Aabb, TriMesh, Vec3};

/// Upper bound on the vertices at one place that are compared with each other.
const MAX_COMPARED: usize = 64;

/// The value of a triangle that was removed.
pub(super) const GONE: [u32; 3] = [u32::MAX; 3];

/// A mesh between places.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// The position of each place, scaled so that the model is in a cube of edge 1. Places near each other mostly have
    /// near numbers, and so do their vertices: what a collapse touches is in few pages of memory.
    pub(super) points: Vec<[f64; 3]>,
    /// For each vertex, its index in the mesh. Vertices with equal values are merged.
    pub(super) originals: Vec<u32>,
    n_originals: usize,
    /// The place of each vertex.
    pub(super) of_vertex: Vec<u32>,
    /// The mesh of each vertex, if several are joined.
    pub(super) meshes: Vec<u32>,
    /// The vertices of each triangle.
    pub(super) triangles: Vec<[u32; 3]>,
    /// The group of each triangle; the number of groups if it has none.
    pub(super) groups: Vec<u32>,
    /// The length that is 1 in the scaled positions.
    pub(super) extent: f64,
    /// The number of triangles that were dropped.
    pub(super) n_left_out: usize,
}

impl Places {
    /// The places of a mesh that is part of a model with this extent. The mesh may be joined from several, of which
    /// these are the first vertices.
    pub(super) fn from_mesh(shape: &TriMesh, extent: f32, starts: &[usize]) -> Self {
        let mut places = Self::default();
        let bounds = shape.bounds().unwrap_or_default();
        places.n_originals = shape.positions.len();
        let mesh = |vertex: u32| narrowed(starts.partition_point(|start| *start <= vertex as usize));
        let numbers = places.find(shape, &bounds, &mesh);
        if starts.len() > 1 {
            places.meshes = places.originals.iter().map(|vertex| mesh(*vertex)).collect();
        }
        places.fit(&bounds, if extent.is_finite() { f64::from(extent) } else { 0.0 });
        for (triangle, group) in shape.indices.iter().zip(groups(shape)) {
            let [Some(a), Some(b), Some(c)] = triangle.map(|vertex| numbers.get(vertex as usize).copied())
            else {
                continue;
            };
            let finite =
                |vertex: u32| places.point(places.place(vertex)).iter().all(|number| number.is_finite());
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

    /// The values of all vertices; empty if the mesh does not have one for each.
    pub(super) fn of_vertices<T: Copy + Default>(&self, values: &[T]) -> Vec<T> {
        if values.len() == self.n_originals { subset::some(values, &self.originals) } else { Vec::new() }
    }

    /// The points of the corners of a triangle.
    pub(super) fn corners(&self, triangle: [u32; 3]) -> [[f64; 3]; 3] {
        triangle.map(|vertex| self.point(self.place(vertex)))
    }

    /// The points of the corners of a triangle, unless it is gone.
    pub(super) fn corners_left(&self, index: u32) -> Option<[[f64; 3]; 3]> {
        let triangle = self.triangles.get(index as usize).filter(|triangle| **triangle != GONE)?;
        Some(self.corners(*triangle))
    }

    /// Finds all places and their vertices; returns the number of each vertex of the mesh.
    fn find(&mut self, shape: &TriMesh, bounds: &Aabb, mesh: &dyn Fn(u32) -> u32) -> Vec<u32> {
        let cell = |position: &Vec3| cell(position, bounds);
        let mut order: Vec<u64> =
            (0..).zip(&shape.positions).map(|(vertex, position)| cell(position) << 32 | vertex).collect();
        order.sort_unstable();
        // Adding 0 turns -0 into 0.
        let bits = |vertex: u32| {
            let position = shape.positions.get(vertex as usize).copied().unwrap_or_default();
            position.to_array().map(|number| (number + 0.0).to_bits())
        };
        let vertex = |of_order: &u64| u32::try_from(of_order & u64::from(u32::MAX)).unwrap_or_default();
        let mut numbers = vec![0; shape.positions.len()];
        let mut before = None;
        let mut start = 0;
        for cell in order.chunk_by_mut(|a, b| a >> 32 == b >> 32) {
            if cell.len() > 1 {
                cell.sort_unstable_by_key(|of_order| (bits(vertex(of_order)), *of_order));
            }
            for vertex in cell.iter().map(vertex) {
                let bits = bits(vertex);
                if before.replace(bits) != Some(bits) {
                    start = self.originals.len();
                    self.points.push(bits.map(|bits| f64::from(f32::from_bits(bits))));
                }
                let known = self.originals.get(start..).unwrap_or_default();
                // Comparing all vertices of a place may take too long.
                let is_equal = |known: &u32| are_equal(shape, *known, vertex) && mesh(*known) == mesh(vertex);
                let equal = known.iter().take(MAX_COMPARED).position(is_equal);
                let number = start.saturating_add(equal.unwrap_or(known.len()));
                if equal.is_none() {
                    self.originals.push(vertex);
                    self.of_vertex.push(narrowed(self.points.len().saturating_sub(1)));
                }
                if let Some(place) = numbers.get_mut(vertex as usize) {
                    *place = narrowed(number);
                }
            }
        }
        numbers
    }

    /// Scales all points, and those of the model around them, into a cube of edge 1.
    fn fit(&mut self, bounds: &Aabb, extent: f64) {
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

/// The number of a position's cell along a curve that visits cells near each other mostly one after the other (Morton).
fn cell(position: &Vec3, bounds: &Aabb) -> u64 {
    const N_CELLS: f32 = 1023.0;
    let scale = N_CELLS / bounds.size().to_array().into_iter().fold(0.0, f32::max);
    let axes = position.to_array().into_iter().zip(bounds.min.to_array());
    axes.fold(0, |cell, (number, low)| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded")]
        let step = ((number - low) * scale).clamp(0.0, N_CELLS) as u64;
        // The bits are spread, with two others between each.
        let spread = [(16, 0x0300_00ff), (8, 0x0300_f00f), (4, 0x030c_30c3), (2, 0x0924_9249)];
        cell << 1 | spread.into_iter().fold(step, |step, (shift, mask)| (step | step << shift) & mask)
    })
}

fn narrowed(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
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
