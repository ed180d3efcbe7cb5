//! Structures of several blocks. Format document, section 6.9.

use super::VoxelGrid;
use crate::common::error::Error;
use crate::model::VoxelBlock;
use std::collections::HashMap;

/// A block that may be part of a structure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate<'a> {
    /// The block.
    pub block: &'a VoxelBlock,
    /// The probability that the block exists, between 0 and 1.
    pub probability: f64,
}

impl VoxelGrid {
    /// Assembles the structure of several blocks.
    ///
    /// `choose` decides which blocks exist, where the file leaves that open. For a block that may be missing,
    /// it is called with this single candidate, and returns `Some(0)` to take it, or `None`. For a group, it
    /// is called with all blocks of the group, and returns the index of the one to take. If it returns an
    /// index that does not exist, or `None` for a group, the most likely block is taken.
    ///
    /// Blocks are laid over each other in order: a voxel, even a clear one, replaces that of an earlier
    /// block, and an unset voxel keeps it. If an optional block is missing, the blocks above it move down by
    /// its height; if it is below the ground, the blocks below it move up. The box is just large enough for
    /// the chosen blocks.
    ///
    /// # Errors
    ///
    /// If the box has more voxels than `max_cells`.
    ///
    /// ```
    /// use m3d::VoxelGrid;
    ///
    /// # let bytes = std::fs::read("fixtures/m3d/valid/authored/auth_voxel.fixedsdk.m3d")?;
    /// let model = m3d::read(&bytes)?;
    /// let hut = VoxelGrid::assemble(model.voxel_blocks(), 1 << 24, |_| Some(0))?;
    /// assert_eq!((hut.size, hut.layers().count()), ([4, 3, 3], 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn assemble<'a>(
        blocks: impl IntoIterator<Item = &'a VoxelBlock>,
        max_cells: u64,
        mut choose: impl FnMut(&[Candidate<'a>]) -> Option<usize>,
    ) -> Result<Self, Error> {
        let blocks: Vec<&VoxelBlock> = blocks.into_iter().collect();
        let taken = taken(&blocks, &mut choose);
        let shifts = shifts(&blocks, &taken);
        let chosen = || {
            let all = blocks.iter().zip(&taken).zip(&shifts);
            all.filter(|((_, taken), _)| **taken).map(|((block, _), shift)| {
                let [x, y, z] = block.position.map(i64::from);
                (*block, [x, y.saturating_add(*shift), z])
            })
        };
        let mut bounds: Option<[[i64; 3]; 2]> = None;
        for (block, [x, y, z]) in chosen() {
            let [width, height, depth] = block.size.map(i64::from);
            let end = [x.saturating_add(width), y.saturating_add(height), z.saturating_add(depth)];
            bounds = Some(match bounds {
                None => [[x, y, z], end],
                Some([l, h]) => [
                    [l[0].min(x), l[1].min(y), l[2].min(z)],
                    [h[0].max(end[0]), h[1].max(end[1]), h[2].max(end[2])],
                ],
            });
        }
        let Some([low, high]) = bounds else { return Ok(Self::default()) };
        let size = |axis: usize| {
            let ends = low.get(axis).zip(high.get(axis));
            let side = ends.map_or(0, |(low, high)| high.saturating_sub(*low));
            u32::try_from(side).unwrap_or(u32::MAX)
        };
        let position =
            low.map(|side| i32::try_from(side).unwrap_or(if side < 0 { i32::MIN } else { i32::MAX }));
        let mut grid = Self::unset(position, [size(0), size(1), size(2)], max_cells)?;
        for (block, [x, y, z]) in chosen() {
            let from = |place: i64, low: i64| place.saturating_sub(low);
            grid.lay(block, [from(x, low[0]), from(y, low[1]), from(z, low[2])]);
        }
        Ok(grid)
    }
}

/// Determines for each block whether it exists.
fn taken<'a>(
    blocks: &[&'a VoxelBlock],
    choose: &mut impl FnMut(&[Candidate<'a>]) -> Option<usize>,
) -> Vec<bool> {
    let mut taken = vec![true; blocks.len()];
    let mut groups: HashMap<u8, Vec<usize>> = HashMap::new();
    for (at, block) in blocks.iter().enumerate() {
        if block.group != 0 {
            groups.entry(block.group).or_default().push(at);
        }
    }
    // A block of uncertainty 0 always exists, and one of 255 never. Format document, section 6.9.
    let probability = |block: &VoxelBlock| f64::from(u8::MAX.saturating_sub(block.uncertainty)) / 255.0;
    for (at, block) in blocks.iter().enumerate() {
        let is_taken = if block.group != 0 {
            // A group is decided for all its blocks at the first of them.
            let Some(members) = groups.remove(&block.group) else { continue };
            let mut candidates: Vec<_> = members
                .iter()
                .filter_map(|member| blocks.get(*member))
                .map(|block| Candidate { block, probability: probability(block) })
                .collect();
            // Uncertainties of a group add up to 255, so for more than two blocks the probabilities do not add up to
            // 1.
            let sum: f64 = candidates.iter().map(|candidate| candidate.probability).sum();
            if sum > 0.0 {
                candidates.iter_mut().for_each(|candidate| candidate.probability /= sum);
            }
            let likely = || {
                let mut best = (0, f64::MIN);
                for (number, candidate) in candidates.iter().enumerate() {
                    if candidate.probability > best.1 {
                        best = (number, candidate.probability);
                    }
                }
                best.0
            };
            let chosen = choose(&candidates).filter(|number| *number < members.len()).unwrap_or_else(likely);
            for (number, member) in members.into_iter().enumerate() {
                if let Some(taken) = taken.get_mut(member) {
                    *taken = number == chosen;
                }
            }
            continue;
        } else if block.uncertainty == 0 {
            true
        } else {
            choose(&[Candidate { block, probability: probability(block) }]).is_some()
        };
        if let Some(taken) = taken.get_mut(at) {
            *taken = is_taken;
        }
    }
    taken
}

/// The distance by which each block moves up or down because of missing optional blocks.
///
/// The ground is at y 0: format document, section 6.9.
fn shifts(blocks: &[&VoxelBlock], taken: &[bool]) -> Vec<i64> {
    // The heights of the missing blocks, sorted, with the sum of all heights up to each.
    let missing = blocks.iter().zip(taken).filter(|(block, taken)| !**taken && block.group == 0);
    let missing: Vec<(i64, i64)> =
        missing.map(|(block, _)| (i64::from(block.position[1]), i64::from(block.size[1]))).collect();
    let sums = |of: &dyn Fn(i64) -> bool, down: bool| {
        let mut list: Vec<_> = missing.iter().copied().filter(|(y, _)| of(*y)).collect();
        list.sort_unstable_by_key(|(y, _)| if down { y.saturating_neg() } else { *y });
        let mut sum = 0_i64;
        list.iter_mut().for_each(|(_, height)| {
            sum = sum.saturating_add(*height);
            *height = sum;
        });
        list
    };
    let (above, below) = (sums(&|y| y >= 0, false), sums(&|y| y < 0, true));
    let shift = |block: &&VoxelBlock| {
        let y = i64::from(block.position[1]);
        let upto = |list: &[(i64, i64)], n: usize| {
            n.checked_sub(1).and_then(|at| list.get(at)).map_or(0, |(_, sum)| *sum)
        };
        if y >= 0 {
            let n = above.partition_point(|(other, _)| *other < y);
            upto(&above, n).saturating_neg()
        } else {
            let n = below.partition_point(|(other, _)| *other > y);
            upto(&below, n)
        }
    };
    blocks.iter().map(shift).collect()
}
