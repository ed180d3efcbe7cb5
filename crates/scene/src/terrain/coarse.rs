//! Coarse terrain of larger cubes, for previews.
#![expect(clippy::indexing_slicing, reason = "places are in a chunk")]
#![expect(clippy::arithmetic_side_effects, reason = "places in a chunk have constant bounds")]
#![expect(clippy::cast_possible_truncation, reason = "so have amounts in a cube")]

use super::window::HALF;
use super::{CHUNK_EDGE, Chunk, Run, Voxel, is_near};
use std::collections::BTreeMap;

/// The number of voxels along the edge of a coarse cube.
pub const COARSE_EDGE: i32 = 4;

/// The edges of chunks and cubes as `usize`.
const EDGE: usize = CHUNK_EDGE as usize;
const STEP: usize = COARSE_EDGE as usize;

/// A chunk of coarse cubes, which are computed on demand, because a few bytes may stand for many.
#[derive(Debug, Clone)]
pub struct Coarse<'c, C> {
    position: [i32; 3],
    chunks: Vec<&'c C>,
}

/// The accumulated content of a cube.
#[derive(Debug, Clone, Copy, Default)]
struct Cube {
    /// The material of the highest voxel with ground, or else with water.
    material: u8,
    solid: u16,
    liquid: u16,
    /// A bit for each column of voxels whose highest filled voxel is ground; `water` has those with water.
    ground: u16,
    water: u16,
}

/// The number of voxels and of columns in a cube.
const N_VOXELS: u16 = (COARSE_EDGE * COARSE_EDGE * COARSE_EDGE) as u16;
const N_COLUMNS: u32 = (COARSE_EDGE * COARSE_EDGE) as u32;

/// Merges the voxels of these chunks into cubes with edges of [`COARSE_EDGE`] voxels. Building their surface takes a
/// twentieth of the time; smaller details are lost.
pub fn coarse<C: Chunk>(chunks: &[C]) -> Vec<Coarse<'_, C>> {
    let near = chunks.iter().filter(|chunk| is_near(chunk.position()));
    // Of several chunks at one position, the last is used.
    let last: BTreeMap<[i32; 3], &C> = near.map(|chunk| (chunk.position(), chunk)).collect();
    let mut coarse: BTreeMap<[i32; 3], Vec<&C>> = BTreeMap::new();
    for (position, chunk) in last {
        coarse.entry(position.map(|axis| axis.div_euclid(COARSE_EDGE))).or_default().push(chunk);
    }
    coarse.into_iter().map(|(position, chunks)| Coarse { position, chunks }).collect()
}

impl<C: Chunk> Chunk for Coarse<'_, C> {
    fn position(&self) -> [i32; 3] {
        self.position
    }

    fn runs(&self) -> impl Iterator<Item = Run> {
        let mut cubes = vec![Cube::default(); EDGE * EDGE * EDGE];
        for chunk in &self.chunks {
            fill(&mut cubes, *chunk);
        }
        cubes.into_iter().map(|cube| Run { voxel: cube.voxel(), len: 1 })
    }
}

/// Adds the voxels of a chunk to the cubes that contain them.
fn fill<C: Chunk>(cubes: &mut [Cube], chunk: &C) {
    let n_cubes = CHUNK_EDGE / COARSE_EDGE;
    let first = chunk.position().map(|axis| (axis.rem_euclid(COARSE_EDGE) * n_cubes) as usize);
    let mut at = 0;
    for Run { voxel, len } in chunk.runs() {
        let end = at + len.min(cubes.len() - at);
        let is_empty = voxel.solid == 0 && voxel.liquid == 0;
        while at < end && !is_empty {
            let [x, z, y] = [at, at / EDGE, at / EDGE / EDGE].map(|place| place % EDGE);
            // A step covers the voxels of the row within one cube.
            let n = (STEP - x % STEP).min(end - at);
            let columns = ((1 << n) - 1) << (x % STEP + z % STEP * STEP);
            let [x, z, y] = [x / STEP + first[0], z / STEP + first[2], y / STEP + first[1]];
            cubes[(y * EDGE + z) * EDGE + x].add(voxel, n as u16, columns);
            at += n;
        }
        at = end;
    }
}

impl Cube {
    fn add(&mut self, voxel: Voxel, n: u16, columns: u16) {
        if voxel.solid > 0 || self.solid == 0 {
            self.material = voxel.material;
        }
        // The sums fit into 16 bits: 64 voxels of at most 255.
        self.solid += u16::from(voxel.solid) * n;
        self.liquid += u16::from(voxel.liquid) * n;
        // Higher voxels come later, so the last one decides about the top of a column.
        if voxel.solid >= HALF {
            (self.ground, self.water) = (self.ground | columns, self.water & !columns);
        } else if voxel.liquid >= HALF {
            (self.ground, self.water) = (self.ground & !columns, self.water | columns);
        }
    }

    /// The voxel that represents the cube. Layers of ground and water are often thinner than a cube, so the tops of
    /// half its columns decide.
    fn voxel(self) -> Voxel {
        let [solid, liquid] = [self.solid, self.liquid].map(|sum| (sum / N_VOXELS) as u8);
        let [n_ground, n_water] = [self.ground, self.water].map(|columns| columns.count_ones());
        match n_ground * 2 >= N_COLUMNS {
            true => Voxel { material: self.material, solid: solid.max(HALF), liquid },
            false if (n_ground + n_water) * 2 >= N_COLUMNS => {
                Voxel { material: self.material, solid: solid.min(HALF - 1), liquid: liquid.max(HALF) }
            }
            false => Voxel { material: self.material, solid, liquid },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::allowance::Allowance;
    use crate::terrain::surface;

    /// A chunk of ground up to one height, covered by water up to another.
    struct Sea([i32; 3]);

    impl Chunk for Sea {
        fn position(&self) -> [i32; 3] {
            self.0
        }

        fn runs(&self) -> impl Iterator<Item = Run> {
            let of = |material, solid, liquid| Voxel { material, solid, liquid };
            let layers = [(of(7, 255, 0), 9), (of(2, 255, 0), 1), (of(1, 0, 255), 6), (Voxel::default(), 16)];
            layers.into_iter().map(|(voxel, n)| Run { voxel, len: n * 1024 })
        }
    }

    #[test]
    fn cubes_are_as_full_as_their_voxels() {
        // A file may contain a chunk several times.
        let chunks = [[-1, 0, 0]; 9].into_iter().chain([[0, 0, 0]]).map(Sea).collect::<Vec<_>>();
        let coarse = coarse(&chunks);
        assert_eq!(coarse.iter().map(Chunk::position).collect::<Vec<_>>(), [[-1, 0, 0], [0, 0, 0]]);
        let cubes: Vec<_> = coarse[0].runs().map(|run| run.voxel).collect();
        let column = |x: usize, z: usize| [0, 1, 2, 3, 4].map(|y| cubes[(y * 32 + z) * 32 + x]);
        assert_eq!(column(23, 0), [Voxel::default(); 5]);
        // Eight voxels of rock, then one, one of grass and two of water, four of water, and air.
        let of = |material, solid, liquid| Voxel { material, solid, liquid };
        let expected = [of(7, 255, 0), of(7, 255, 0), of(2, 126, 127), of(1, 0, 255), Voxel::default()];
        assert_eq!(column(24, 0), expected);
        assert_eq!(column(31, 7), expected);
        let memory = Allowance::new(100_000_000);
        let [fine, coarse] =
            [surface(&chunks, 1, 4.0, 0.5, &memory), surface(&coarse, 1, 16.0, 2.0, &memory)]
                .map(|surface| surface.unwrap().shape.bounds().unwrap());
        let apart = |a: geom::Vec3, b: geom::Vec3| {
            (a - b).to_array().into_iter().fold(0.0_f32, |most, it| most.max(it.abs()))
        };
        assert!(
            apart(fine.min, coarse.min) <= 8.0 && apart(fine.max, coarse.max) <= 8.0,
            "{fine:?} {coarse:?}"
        );
    }
}
