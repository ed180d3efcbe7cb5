//! Conversion of voxels to rectangles that are as large as possible.

use super::quads::{Output, SIDES};
use super::sides::solid;
use crate::voxels::VoxelGrid;

/// An empty cell of a mask.
const EMPTY: u32 = u32::MAX;

/// Adds the visible sides of a block, direction by direction and slice by slice. The visible sides of a slice form a
/// mask, from which rectangles of equal types are taken, first as wide as possible and then as high.
pub(super) fn add(grid: &VoxelGrid, output: &mut Output<'_>, limit: usize) {
    let mut mask = Vec::new();
    let [width, _, depth] = grid.size.map(|side| side as usize);
    let stride = |axis: usize| match axis {
        0 => 1,
        1 => width.saturating_mul(depth),
        _ => width,
    };
    for (number, side) in SIDES.iter().enumerate() {
        // X is the first axis of a side where possible, because neighbours along X are next to each other in memory.
        let (u, v) = match side.axis {
            0 => (2, 1),
            1 => (0, 2),
            _ => (0, 1),
        };
        let len = |axis: usize| grid.size.get(axis).copied().unwrap_or_default();
        let (n_u, n_v) = (len(u) as usize, len(v) as usize);
        let at = |slice: u32, i: usize, j: usize| {
            let mut place = [0; 3];
            for (axis, value) in [(side.axis, slice), (u, short(i)), (v, short(j))] {
                if let Some(of) = place.get_mut(axis) {
                    *of = value;
                }
            }
            place
        };
        for slice in 0..len(side.axis) {
            mask.clear();
            // Cells are found by index instead of by position, because this runs six times for each voxel.
            let is_last = slice.saturating_add(1) == len(side.axis);
            let is_edge = if side.is_positive { is_last } else { slice == 0 };
            for j in 0..n_v {
                let mut here = (slice as usize)
                    .saturating_mul(stride(side.axis))
                    .saturating_add(j.saturating_mul(stride(v)));
                mask.extend((0..n_u).map(|_| {
                    let voxel = grid.cells.get(here).copied().and_then(solid);
                    let next = if side.is_positive {
                        here.checked_add(stride(side.axis))
                    } else {
                        here.checked_sub(stride(side.axis))
                    };
                    let hides = |next: usize| grid.cells.get(next).copied().and_then(solid).is_some();
                    let is_hidden = !is_edge && next.is_some_and(hides);
                    here = here.saturating_add(stride(u));
                    voxel.filter(|_| !is_hidden).unwrap_or(EMPTY)
                }));
            }
            for j in 0..n_v {
                let mut i = 0;
                while i < n_u {
                    let Some((voxel, width, height)) = largest(&mask, n_u, i, j) else {
                        i = i.saturating_add(1);
                        continue;
                    };
                    take(&mut mask, n_u, [i, j], [width, height]);
                    let mut lens = [1; 3];
                    for (axis, value) in [(u, width), (v, height)] {
                        if let Some(of) = lens.get_mut(axis) {
                            *of = short(value);
                        }
                    }
                    output.push(number, voxel, at(slice, i, j), lens);
                    i = i.saturating_add(width);
                }
                if output.n_triangles() > limit {
                    return;
                }
            }
        }
    }
}

fn short(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// The rest of a row of the mask, from `i` on.
fn row(mask: &[u32], n_u: usize, i: usize, j: usize) -> &[u32] {
    let start = j.saturating_mul(n_u);
    mask.get(start.saturating_add(i)..start.saturating_add(n_u)).unwrap_or_default()
}

/// The largest rectangle whose first corner is the cell (i, j): its type, width and height; `None` if the
/// cell is empty.
fn largest(mask: &[u32], n_u: usize, i: usize, j: usize) -> Option<(u32, usize, usize)> {
    let first = row(mask, n_u, i, j);
    let voxel = *first.first().filter(|voxel| **voxel != EMPTY)?;
    let is_it = |cell: &&u32| **cell == voxel;
    let width = first.iter().take_while(is_it).count();
    let rows = (j..).map(|j| row(mask, n_u, i, j));
    let height =
        rows.take_while(|row| row.get(..width).is_some_and(|cells| cells.iter().all(|cell| *cell == voxel)));
    Some((voxel, width, height.count()))
}

/// Empties the cells of a rectangle.
fn take(mask: &mut [u32], n_u: usize, [i, j]: [usize; 2], [width, height]: [usize; 2]) {
    for row in 0..height {
        let start = j.saturating_add(row).saturating_mul(n_u).saturating_add(i);
        if let Some(cells) = mask.get_mut(start..start.saturating_add(width)) {
            cells.fill(EMPTY);
        }
    }
}
