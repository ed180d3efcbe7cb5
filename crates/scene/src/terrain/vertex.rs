//! Vertices of surfaces.
#![expect(clippy::indexing_slicing, reason = "a cube has eight corners")]
#![expect(clippy::arithmetic_side_effects, reason = "places in a window have constant bounds")]

use super::window::{HALF, Window};
use super::{CHUNK_EDGE, Voxel};
use geom::Vec3;

/// A vertex of a surface.
#[derive(Clone, Copy)]
pub(super) struct Vertex {
    /// The start of the cube of the vertex, relative to the first voxel of the chunk: from -1 to 32.
    pub(super) cube: [i32; 3],
    /// The position of the vertex, in voxels from the centre of the first voxel.
    pub(super) place: Vec3,
    /// The normal of the vertex.
    pub(super) normal: Vec3,
    /// Set if two surfaces meet here, so that the vertex must not move.
    pub(super) is_fixed: bool,
}

/// For each axis, the step to the next voxel, and the edges of a cube along it, by the numbers of their ends.
pub(super) const AXES: [([i32; 3], [[usize; 2]; 4]); 3] = [
    ([1, 0, 0], [[0, 1], [2, 3], [4, 5], [6, 7]]),
    ([0, 1, 0], [[0, 4], [1, 5], [2, 6], [3, 7]]),
    ([0, 0, 1], [[0, 2], [1, 3], [4, 6], [5, 7]]),
];

/// Depth of the border of water below the ground, in voxels.
const SUNK: f32 = 0.25;

impl Vertex {
    /// True if the cube of the vertex starts in the chunk.
    pub(super) fn is_own(&self) -> bool {
        self.cube.iter().all(|axis| (0..CHUNK_EDGE).contains(axis))
    }

    /// A vertex of the ground: at the mean of the crossings, with a normal towards lower occupancy.
    pub(super) fn of_ground(window: &Window, cube: [i32; 3]) -> Self {
        let amounts = window.cube(cube).map(|voxel| voxel.solid);
        let (mut sum, mut n_crossings, mut slope) = (Vec3::ZERO, 0.0, [0_i32; 3]);
        for (axis, (direction, edges)) in AXES.into_iter().enumerate() {
            for [from, to] in edges {
                let (start, [from, to]) = (corner(from), [amounts[from], amounts[to]]);
                slope[axis] += i32::from(from) - i32::from(to);
                if (from >= HALF) != (to >= HALF) {
                    sum += start + vector(direction) * crossing(from, to);
                    n_crossings += 1.0;
                }
            }
        }
        let inner = if n_crossings > 0.0 { sum * (1.0 / n_crossings) } else { Vec3::splat(0.5) };
        let normal = vector(slope).normalised().unwrap_or(Vec3::Y);
        Self { cube, place: vector(cube) + inner, normal, is_fixed: false }
    }

    /// A vertex of water: along each axis at the mean of the crossings between water and air, or else in the middle, so
    /// that edges of water stay sharp. Without air, it is below the ground, so that the shore is the intersection of
    /// both surfaces, and not a border of voxels.
    pub(super) fn of_water(window: &Window, cube: [i32; 3]) -> Self {
        let [x, y, z] = cube;
        let voxels = window.cube(cube);
        let ends: [(bool, bool, u8); 8] = std::array::from_fn(|number| {
            let step = |bit: usize| i32::from(number & bit != 0);
            let place = [x + step(1), y + step(4), z + step(2)];
            let Voxel { solid, liquid, .. } = voxels[number];
            let (is_wet, amount) = match window.is_wet(place) {
                false => (false, liquid),
                // A soaked voxel counts as full, as its neighbours usually are.
                true if liquid < HALF => (true, 255),
                // The water of a voxel is on top of its ground.
                true => (true, liquid.saturating_add(solid)),
            };
            (is_wet, window.is_solid(place), amount)
        });
        let (mut inner, mut normal) = ([0.5; 3], [0.0; 3]);
        let mut meets_air = false;
        for (axis, (_, edges)) in AXES.into_iter().enumerate() {
            let (mut sum, mut n_crossings) = (0.0, 0.0);
            for [from, to] in edges {
                let ((from_wet, from_solid, from), (to_wet, to_solid, to)) = (ends[from], ends[to]);
                if from_wet != to_wet && !from_solid && !to_solid {
                    sum += crossing(from, to);
                    n_crossings += 1.0;
                    normal[axis] += if from_wet { 1.0 } else { -1.0 };
                }
            }
            if n_crossings > 0.0 {
                (inner[axis], meets_air) = (sum / n_crossings, true);
            }
        }
        if !meets_air {
            let mut end = Self::of_ground(window, cube);
            // The border must not be above water that fills its voxels.
            end.place.y = end.place.y.min(vector(cube).y + 0.5) - SUNK;
            end.normal = Vec3::Y;
            return end;
        }
        let normal = Vec3::from_array(normal).normalised().unwrap_or(Vec3::Y);
        Self { cube, place: vector(cube) + Vec3::from_array(inner), normal, is_fixed: false }
    }
}

/// The position of a crossing between two occupancies, of which one is at least half.
fn crossing(from: u8, to: u8) -> f32 {
    let (from, to) = (f32::from(from), f32::from(to));
    // One end is less than half and the other is not, so the divisor is not 0.
    ((127.5 - from) / (to - from)).clamp(0.0, 1.0)
}

/// A position as a vector; the conversion is exact, because coordinates are small.
fn vector(place: [i32; 3]) -> Vec3 {
    Vec3::from_array(place.map(|axis| axis as f32))
}

/// A corner of a cube.
fn corner(number: usize) -> Vec3 {
    let at = |bit: usize| f32::from(u8::from(number & bit != 0));
    Vec3::new(at(1), at(4), at(2))
}
