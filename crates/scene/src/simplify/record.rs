//! The history of a simplification, from which each of its states can be restored.
#![expect(clippy::indexing_slicing, reason = "vertices and triangles were numbered here")]

use super::places::Places;

/// The ratio of costs below which steps are merged into one.
const SAME_COST: f32 = 1.01;

/// The number of triangles that is reached by all collapses up to a cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Step {
    pub(crate) cost: f32,
    pub(crate) n_triangles: usize,
}

/// All changes to a mesh. Each reduces the number of triangles, so that this number identifies the state after it.
#[derive(Debug, Default)]
pub(super) struct Record {
    /// The triangles at the start, with their groups, and the number of triangles after their removal; 0 if they stay.
    triangles: Vec<([u32; 3], u32, u32)>,
    /// For each vertex, the one into which it was merged, and the number of triangles after that; 0 if it stays.
    merged: Vec<(u32, u32)>,
    /// The number of triangles after each change, and the largest error so far.
    states: Vec<(u32, f32)>,
    /// The number of triangles after the removal of each part.
    pub(super) dropped: Vec<usize>,
    /// In ascending order of cost.
    pub(super) steps: Vec<Step>,
}

impl Record {
    pub(super) fn new(places: &Places) -> Self {
        let triangles = places.triangles.iter().zip(&places.groups);
        Self {
            triangles: triangles.map(|(triangle, group)| (*triangle, *group, 0)).collect(),
            merged: vec![(0, 0); places.of_vertex.len()],
            states: vec![(narrowed(places.triangles.len()), 0.0)],
            dropped: Vec::new(),
            steps: vec![Step { cost: 0.0, n_triangles: places.triangles.len() }],
        }
    }

    /// Adds a change that reached this number of triangles.
    pub(super) fn note(&mut self, cost: f32, n_triangles: usize, error: f32) {
        match self.steps.last_mut() {
            // What becomes possible only after a dearer step costs as much as that.
            Some(last) if cost <= last.cost * SAME_COST => last.n_triangles = n_triangles,
            _ => self.steps.push(Step { cost, n_triangles }),
        }
        self.states.push((narrowed(n_triangles), error));
    }

    /// Adds the removal of a triangle.
    pub(super) fn remove(&mut self, triangle: usize, n_triangles: usize) {
        self.triangles[triangle].2 = narrowed(n_triangles);
    }

    /// Adds the merging of a vertex into another.
    pub(super) fn merge(&mut self, from: u32, to: u32, n_triangles: usize) {
        self.merged[from as usize] = (to, narrowed(n_triangles));
    }

    /// The first state with at most this many triangles, or else the last one: its number of triangles, and the largest
    /// error until then.
    pub(super) fn state(&self, n_wanted: usize) -> (usize, f32) {
        let at = self.states.partition_point(|(n_triangles, _)| *n_triangles as usize > n_wanted);
        let state = self.states.get(at).or(self.states.last());
        state.map_or((0, 0.0), |(n_triangles, error)| (*n_triangles as usize, *error))
    }

    /// The triangles of a state, with their groups.
    pub(super) fn left(&self, n_triangles: usize) -> impl Iterator<Item = ([u32; 3], u32)> {
        let is_past = move |change: u32| change as usize >= n_triangles;
        let vertex = move |mut vertex: u32| {
            while let (to, change) = self.merged[vertex as usize]
                && change > 0
                && is_past(change)
            {
                vertex = to;
            }
            vertex
        };
        let left = self.triangles.iter().filter(move |(.., change)| !is_past(*change));
        left.map(move |(triangle, group, _)| (triangle.map(vertex), *group))
    }

    /// The number of parts that were removed before a state.
    pub(super) fn n_dropped(&self, n_triangles: usize) -> usize {
        self.dropped.iter().filter(|change| **change >= n_triangles).count()
    }
}

/// A number of triangles; more do not fit into the indices of corners.
fn narrowed(n_triangles: usize) -> u32 {
    u32::try_from(n_triangles).unwrap_or(u32::MAX)
}
