//! Terrain from before 2015: the string properties `ClusterGridV2` and `ClusterGridV3` of `Terrain`. Format document,
//! section 6.4.

use super::chunk::{self, Chunk, Run};
use super::{Grid, Material, Voxel};
use std::collections::BTreeMap;
use std::ops::Range;

/// The number of cells in a chunk: 32 along x and z, and 16 upwards, so two chunks make one of [`Grid`].
const CELLS: usize = 32 * 16 * 32;

/// The positions of the chunks of `ClusterGridV2` along x, y and z.
const CHUNKS: [Range<i32>; 3] = [-8..8, 0..4, -8..8];

/// The bits of a block: the share of its cell that it fills, of 255, by its shape. Others are empty.
const FILLS: [u8; 5] = [255, 128, 43, 213, 128];
/// Set in an empty cell with water.
const IS_WATER: u8 = 7;

/// The materials of terrain today that resemble those of a cell, by their numbers less 1: from Grass to BluePlastic.
const MATERIALS: [u8; 16] = [2, 6, 5, 8, 16, 22, 20, 21, 7, 7, 17, 22, 17, 22, 5, 9];

/// The form of terrain from before 2015.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Clusters {
    /// `ClusterGridV2`: 1,024 chunks around the origin.
    V2,
    /// `ClusterGridV3`: any number of chunks with their positions.
    V3,
}

impl Grid<'static> {
    /// Reads terrain from before 2015. Slanted cells become voxels that are partly full, and materials the most similar
    /// ones of today. Returns `None` if the bytes are not such terrain.
    ///
    /// ```
    /// use rbxbinary::terrain::{Clusters, Grid};
    ///
    /// // A chunk at (-1, 0, 2): a layer of 1,024 cells of grass, and nothing above.
    /// let grid = Grid::read_clusters(
    ///     b"\xff\xff\0\0\x02\0\x00\xff\x04\x00\x28\xff\x3c\x00\x01\xff\x40\x00",
    ///     Clusters::V3,
    /// );
    /// let grid = grid.expect("terrain");
    /// assert_eq!(grid.voxel(-1, 0, 64).material.name(), Some("Grass"));
    /// assert_eq!(grid.cells().count(), 1024);
    /// ```
    #[must_use]
    pub fn read_clusters(bytes: &[u8], form: Clusters) -> Option<Self> {
        let mut halves: BTreeMap<[i32; 3], [Vec<u8>; 2]> = BTreeMap::new();
        let mut rest = bytes;
        let mut add = |[x, y, z]: [i32; 3], rest: &mut &[u8]| {
            let runs = runs_of_chunk(rest)?;
            if !runs.is_empty() {
                let [lower, upper] = halves.entry([x, y.div_euclid(2), z]).or_default();
                *(if y.rem_euclid(2) == 0 { lower } else { upper }) = runs;
            }
            Some(())
        };
        match form {
            Clusters::V2 => positions().try_for_each(|position| add(position, &mut rest))?,
            Clusters::V3 => {
                while let Some((position, runs)) = rest.split_first_chunk::<6>() {
                    rest = runs;
                    let [a, b, c, d, e, f] = *position;
                    let position = [[a, b], [c, d], [e, f]];
                    add(position.map(|axis| i16::from_le_bytes(axis).into()), &mut rest)?;
                }
            }
        }
        let whole = |(position, halves): ([i32; 3], [Vec<u8>; 2])| {
            let full = halves.map(|runs| if runs.is_empty() { air() } else { runs });
            Chunk::packed(position, full.concat().into())
        };
        let chunks = halves.into_iter().map(whole).collect();
        rest.is_empty().then_some(Self { chunks, ..Self::default() })
    }
}

/// The positions of the chunks of `ClusterGridV2` in their order: z grows first, then y, then x.
fn positions() -> impl Iterator<Item = [i32; 3]> {
    let [x, y, z] = CHUNKS;
    let rows = x.flat_map(move |x| y.clone().map(move |y| (x, y)));
    rows.flat_map(move |(x, y)| z.clone().map(move |z| [x, y, z]))
}

/// The packed runs of voxels of half a chunk; empty if all of them are air.
fn runs_of_chunk(bytes: &mut &[u8]) -> Option<Vec<u8>> {
    let (blocks, materials) = (runs(bytes)?, runs(bytes)?);
    let (mut out, mut has_content) = (Vec::new(), false);
    let (mut materials, mut material, mut n_left) = (materials.into_iter(), 0, 0_usize);
    for (block, mut n_blocks) in blocks {
        while n_blocks > 0 {
            if n_left == 0 {
                (material, n_left) = materials.next()?;
            }
            // The longest run of `SmoothGrid`.
            let len = n_blocks.min(n_left).min(256);
            let voxel = voxel(block, material);
            has_content |= !voxel.is_air();
            chunk::push(&mut out, Run { voxel, len });
            n_blocks = n_blocks.saturating_sub(len);
            n_left = n_left.saturating_sub(len);
        }
    }
    if !has_content {
        out.clear();
    }
    Some(out)
}

/// Reads runs of a byte each that fill a chunk. A length is a byte, or 255 and two bytes.
fn runs(bytes: &mut &[u8]) -> Option<Vec<(u8, usize)>> {
    let (mut all, mut n_cells) = (Vec::new(), 0_usize);
    while n_cells < CELLS {
        let ([cell, len], mut rest) = bytes.split_first_chunk::<2>()?;
        let mut len = usize::from(*len);
        if len == 255 {
            let long;
            (long, rest) = rest.split_first_chunk::<2>()?;
            len = u16::from_be_bytes(*long).into();
        }
        if len == 0 {
            return None;
        }
        *bytes = rest;
        n_cells = n_cells.saturating_add(len);
        all.push((*cell, len));
    }
    (n_cells == CELLS).then_some(all)
}

/// The voxel for a cell.
fn voxel(block: u8, material: u8) -> Voxel {
    let shape = block >> 3 & 7;
    let Some(occupancy) = FILLS.get(usize::from(shape)) else {
        let has_water = block & IS_WATER != 0;
        return if has_water { Voxel::full(Material::WATER) } else { Voxel::AIR };
    };
    let number = material.checked_sub(1).and_then(|number| MATERIALS.get(usize::from(number)));
    number.map_or(Voxel::AIR, |number| Voxel { occupancy: *occupancy, ..Voxel::full(Material(*number)) })
}

/// The packed runs of half a chunk of air.
fn air() -> Vec<u8> {
    let mut out = Vec::new();
    for _ in 0..CELLS / 256 {
        chunk::push(&mut out, Run { voxel: Voxel::AIR, len: 256 });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: [u8; 8] = [0x28, 255, 0x40, 0, 17, 255, 0x40, 0];

    #[test]
    fn chunks_without_positions_surround_the_origin() {
        // Number 8 · 64 + 1 · 16 + 8 is at (0, 1, 0): a wedge of sand and water on its ground.
        let mut bytes = NOTHING.repeat(1024);
        let cells = [0x48, 1, 0x29, 1, 0x28, 255, 0x3f, 0xfe, 2, 1, 17, 255, 0x3f, 0xff];
        bytes.splice(8 * (8 * 64 + 16 + 8)..8 * (8 * 64 + 16 + 9), cells);
        let grid = Grid::read_clusters(&bytes, Clusters::V2).unwrap();
        let sand = Voxel { material: Material(6), occupancy: 128, water: 0 };
        let cells: Vec<_> = grid.cells().collect();
        assert_eq!(cells, [([0, 16, 0], sand), ([1, 16, 0], Voxel::full(Material::WATER))]);
        assert_eq!(Grid::read(&grid.write()), (grid, None));
        bytes.push(0);
        assert_eq!(Grid::read_clusters(&bytes, Clusters::V2), None);
    }

    #[test]
    fn damaged_chunks_are_refused() {
        let chunk = [&[0, 0, 3, 0, 0, 0][..], &NOTHING].concat();
        for n_bytes in 1..chunk.len() {
            assert_eq!(Grid::read_clusters(&chunk[..n_bytes], Clusters::V3), None, "{n_bytes}");
        }
        assert_eq!(Grid::read_clusters(&chunk, Clusters::V3), Some(Grid::default()));
        let empty = [&[0; 6][..], &[0x28, 0], &NOTHING].concat();
        assert_eq!(Grid::read_clusters(&empty, Clusters::V3), None);
        let long = [&[0; 6][..], &[0, 255, 0x40, 1, 1, 255, 0x40, 1]].concat();
        assert_eq!(Grid::read_clusters(&long, Clusters::V3), None);
    }
}
