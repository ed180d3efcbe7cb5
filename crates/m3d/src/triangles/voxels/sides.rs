//! Conversion of each visible side of each voxel, as in the reference library.

use super::quads::{Output, SIDES};
use crate::model::VoxelIndex;
use crate::voxels::VoxelGrid;

pub(super) fn add(grid: &VoxelGrid, output: &mut Output<'_>, limit: usize) {
    let [width, height, depth] = grid.size;
    for y in 0..height {
        for z in 0..depth {
            for x in 0..width {
                let Some(voxel) = solid(grid.get([x, y, z])) else { continue };
                if output.n_triangles() > limit {
                    return;
                }
                for (number, side) in SIDES.iter().enumerate() {
                    if is_visible(grid, [x, y, z], side.axis, side.is_positive) {
                        output.push(number, voxel, [x, y, z], [1; 3]);
                    }
                }
            }
        }
    }
}

/// The type of a voxel; `None` if it is unset or clear.
pub(super) fn solid(voxel: VoxelIndex) -> Option<u32> {
    voxel.get().map(|_| voxel.0)
}

/// Returns true if the neighbour in this direction is empty or outside the block.
pub(super) fn is_visible(grid: &VoxelGrid, mut place: [u32; 3], axis: usize, is_positive: bool) -> bool {
    let Some(side) = place.get_mut(axis) else { return false };
    let moved = if is_positive { side.checked_add(1) } else { side.checked_sub(1) };
    match moved {
        // Cells outside the grid are unset.
        Some(moved) => {
            *side = moved;
            solid(grid.get(place)).is_none()
        }
        None => true,
    }
}
