//! Expanded voxels.

use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::{VoxelBlock, VoxelIndex};

/// A box of voxels in which each cell is stored.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VoxelGrid {
    /// The corner with the smallest x, y and z.
    pub position: [i32; 3],
    /// The number of voxels along x, y and z.
    pub size: [u32; 3],
    /// The voxels, along x, then along z from far to near, then upwards.
    pub cells: Vec<VoxelIndex>,
}

impl VoxelGrid {
    /// The voxel at a position relative to the corner of the box; outside the box, it is unset.
    #[must_use]
    pub fn get(&self, place: [u32; 3]) -> VoxelIndex {
        let found = index(self.size, place).and_then(|at| self.cells.get(at));
        found.copied().unwrap_or(VoxelIndex::UNSET)
    }

    /// The layers from the bottom up. Each has as many rows as the box is deep.
    pub fn layers(&self) -> impl Iterator<Item = &[VoxelIndex]> {
        let [width, _, depth] = self.size;
        let area = usize::try_from(u64::from(width).saturating_mul(depth.into())).unwrap_or(usize::MAX);
        // `chunks` panics at 0.
        self.cells.chunks(area.max(1))
    }

    /// The voxels that are set or clear, with their positions in the space of the model, in which the edges
    /// of a voxel have length 1.
    pub fn filled(&self) -> impl Iterator<Item = ([i64; 3], VoxelIndex)> {
        let [width, _, depth] = self.size;
        let mut place = [0_u32; 3];
        let places = std::iter::from_fn(move || {
            let [x, y, z] = &mut place;
            let here = [*x, *y, *z];
            *x = x.saturating_add(1);
            if *x >= width {
                (*x, *z) = (0, z.saturating_add(1));
            }
            if *z >= depth {
                (*z, *y) = (0, y.saturating_add(1));
            }
            Some(here)
        });
        let [px, py, pz] = self.position.map(i64::from);
        let all = self.cells.iter().zip(places).filter(|(voxel, _)| **voxel != VoxelIndex::UNSET);
        all.map(move |(voxel, [x, y, z])| {
            let sum = |a: i64, b: u32| a.saturating_add(b.into());
            ([sum(px, x), sum(py, y), sum(pz, z)], *voxel)
        })
    }

    /// Creates a box of unset voxels.
    pub(super) fn unset(position: [i32; 3], size: [u32; 3], max_cells: u64) -> Result<Self, Error> {
        let cells = size.iter().fold(1, |all: u64, side| all.saturating_mul((*side).into()));
        let n_cells = usize::try_from(cells).ok().filter(|_| cells <= max_cells);
        let Some(n_cells) = n_cells else {
            return Err(Error::model(ErrorKind::VoxelVolume { cells, limit: max_cells }));
        };
        Ok(Self { position, size, cells: vec![VoxelIndex::UNSET; n_cells] })
    }

    /// Lays a block over the voxels, which are kept where the block is unset.
    ///
    /// `offset` is the position of the block in the box. Voxels outside the box are left out.
    pub(super) fn lay(&mut self, block: &VoxelBlock, offset: [i64; 3]) {
        let [width, _, depth] = block.size.map(u64::from);
        if width == 0 || depth == 0 {
            return;
        }
        for (start, run) in block.pieces() {
            if run == Run::Same(VoxelIndex::UNSET, run.len()) {
                continue;
            }
            // Runs are laid row by row, so that long runs are filled instead of set cell by cell.
            let mut done = 0_u64;
            while done < run.len() {
                let at = start.saturating_add(done);
                let row = at.checked_div(width).unwrap_or_default();
                let x = at.checked_rem(width).unwrap_or_default();
                let (y, z) =
                    (row.checked_div(depth).unwrap_or_default(), row.checked_rem(depth).unwrap_or_default());
                let n = run.len().saturating_sub(done).min(width.saturating_sub(x));
                self.lay_row(&run, done, n, [x, y, z], offset);
                done = done.saturating_add(n.max(1));
            }
        }
    }

    /// Lays the part of a run that lies in one row.
    fn lay_row(&mut self, run: &Run<'_>, skip: u64, n: u64, place: [u64; 3], offset: [i64; 3]) {
        let moved = |axis: usize| {
            let (side, offset) = (place.get(axis)?, offset.get(axis)?);
            i64::try_from(*side).ok()?.checked_add(*offset)
        };
        let (Some(x), Some(y), Some(z)) = (moved(0), moved(1), moved(2)) else { return };
        // The number of cells of the run before the box.
        let before = u64::try_from(x.saturating_neg()).unwrap_or_default().min(n);
        let (Ok(y), Ok(z)) = (u32::try_from(y), u32::try_from(z)) else { return };
        let Ok(x) = u32::try_from(x.max(0)) else { return };
        let left = self.size[0].saturating_sub(x);
        let n = usize::try_from(n.saturating_sub(before).min(left.into())).unwrap_or_default();
        let Some(first) = index(self.size, [x, y, z]) else { return };
        let Some(cells) = self.cells.get_mut(first..first.saturating_add(n)) else { return };
        match run {
            Run::Same(voxel, _) => cells.fill(*voxel),
            Run::Each(voxels) => {
                let skip = usize::try_from(skip.saturating_add(before)).unwrap_or(usize::MAX);
                for (cell, voxel) in cells.iter_mut().zip(voxels.iter().skip(skip)) {
                    if *voxel != VoxelIndex::UNSET {
                        *cell = *voxel;
                    }
                }
            }
        }
    }
}

/// The index of a cell: along x, then along z, then upwards. Format document, section 6.9.
fn index([width, height, depth]: [u32; 3], [x, y, z]: [u32; 3]) -> Option<usize> {
    if x >= width || y >= height || z >= depth {
        return None;
    }
    let row = u64::from(y).checked_mul(depth.into())?.checked_add(z.into())?;
    usize::try_from(row.checked_mul(width.into())?.checked_add(x.into())?).ok()
}

/// Consecutive voxels, as files store them: equal ones as a count, others one by one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Run<'a> {
    /// One voxel, repeated this many times.
    Same(VoxelIndex, u64),
    /// Different voxels.
    Each(&'a [VoxelIndex]),
}

impl Run<'_> {
    fn len(&self) -> u64 {
        match self {
            Self::Same(_, len) => *len,
            Self::Each(voxels) => u64::try_from(voxels.len()).unwrap_or(u64::MAX),
        }
    }

    /// The positions of the first and the last voxel that is set.
    fn set_ends(&self) -> Option<(u64, u64)> {
        match self {
            Self::Same(VoxelIndex::UNSET, _) => None,
            Self::Same(_, len) => Some((0, len.checked_sub(1)?)),
            Self::Each(voxels) => {
                let is_set = |voxel: &VoxelIndex| *voxel != VoxelIndex::UNSET;
                let (first, last) = (voxels.iter().position(is_set)?, voxels.iter().rposition(is_set)?);
                Some((u64::try_from(first).ok()?, u64::try_from(last).ok()?))
            }
        }
    }
}

impl VoxelBlock {
    /// Expands the voxels. Voxels after the end of the runs are unset.
    ///
    /// # Errors
    ///
    /// If the block has more voxels than `max_cells`: a file of a few bytes can claim billions.
    pub fn grid(&self, max_cells: u64) -> Result<VoxelGrid, Error> {
        let mut grid = VoxelGrid::unset(self.position, self.size, max_cells)?;
        grid.lay(self, [0; 3]);
        Ok(grid)
    }

    /// Expands the voxels like [`grid`](Self::grid), but without the unset voxels around the set ones, and to
    /// at most twice as many cells as there are stored voxels. Returns `None` if no voxel is set.
    pub(crate) fn cropped(&self, max_cells: u64) -> Result<Option<VoxelGrid>, Error> {
        let Some([low, high]) = self.set_bounds() else { return Ok(None) };
        let (mut position, mut size, mut offset) = ([0; 3], [0; 3], [0; 3]);
        for axis in 0..3 {
            let (Some(low), Some(high), Some(start)) =
                (low.get(axis), high.get(axis), self.position.get(axis))
            else {
                continue;
            };
            if let (Some(position), Some(size), Some(offset)) =
                (position.get_mut(axis), size.get_mut(axis), offset.get_mut(axis))
            {
                // Positions beyond the range of the file's integers are clamped to its edge.
                *position = start.saturating_add_unsigned(*low);
                *size = high.saturating_sub(*low).saturating_add(1);
                *offset = 0_i64.saturating_sub((*low).into());
            }
        }
        let mut grid = VoxelGrid::unset(position, size, max_cells)?;
        grid.lay(self, offset);
        Ok(Some(grid))
    }

    /// The first and the last position along each axis at which a voxel is set.
    fn set_bounds(&self) -> Option<[[u32; 3]; 2]> {
        let [width, _, depth] = self.size.map(u64::from);
        let mut found: Option<[[u64; 3]; 2]> = None;
        let mut add = |first: u64, last: u64| {
            let rows = [first, last].map(|at| at.checked_div(width).unwrap_or_default());
            let [xs, zs, ys] = {
                let xs = [first, last].map(|at| at.checked_rem(width).unwrap_or_default());
                let zs = rows.map(|row| row.checked_rem(depth).unwrap_or_default());
                let ys = rows.map(|row| row.checked_div(depth).unwrap_or_default());
                // A run across the end of a row has voxels in the first and the last cell of a row.
                let xs = if rows[0] == rows[1] { xs } else { [0, width.saturating_sub(1)] };
                let zs = if ys[0] == ys[1] { zs } else { [0, depth.saturating_sub(1)] };
                [xs, zs, ys]
            };
            let (low, high) = ([xs[0], ys[0], zs[0]], [xs[1], ys[1], zs[1]]);
            found = Some(match found {
                None => [low, high],
                Some([l, h]) => [
                    [l[0].min(low[0]), l[1].min(low[1]), l[2].min(low[2])],
                    [h[0].max(high[0]), h[1].max(high[1]), h[2].max(high[2])],
                ],
            });
        };
        for (start, run) in self.pieces() {
            if let Some((first, last)) = run.set_ends() {
                add(start.saturating_add(first), start.saturating_add(last));
            }
        }
        found.map(|ends| ends.map(|place| place.map(|side| u32::try_from(side).unwrap_or(u32::MAX))))
    }

    /// The runs with the index of their first voxel, up to the size of the block.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (u64, Run<'_>)> {
        let mut at = 0_u64;
        let mut voxels = &self.voxels[..];
        let n_voxels = self.n_voxels();
        self.runs.iter().map_while(move |run| {
            let n_stored = run.n_stored();
            let (own, rest) = voxels.split_at_checked(n_stored)?;
            voxels = rest;
            let start = at;
            at = at.saturating_add(run.len.into());
            let len = n_voxels.checked_sub(start).filter(|left| *left > 0)?.min(run.len.into());
            let run = match own {
                [voxel] => Run::Same(*voxel, len),
                _ => Run::Each(own.get(..usize::try_from(len).ok()?).unwrap_or_default()),
            };
            Some((start, run))
        })
    }
}
