//! Coarse terrain of larger cubes, for previews.
#![expect(clippy::indexing_slicing, reason = "places are in a chunk")]
#![expect(clippy::arithmetic_side_effects, reason = "places in a chunk have constant bounds")]
#![expect(clippy::cast_possible_truncation, reason = "so have amounts in a cube")]

use super::window::HALF;
use super::{CHUNK_EDGE, Chunk, Run, Voxel, is_near};
use crate::allowance::Allowance;
use crate::problem::Problem;
use crate::threads;
use std::collections::BTreeMap;

/// The edge of a chunk as `usize`.
const EDGE: usize = CHUNK_EDGE as usize;

/// The number of voxels of a chunk, and of cubes of a coarse one.
const N_CUBES: usize = EDGE * EDGE * EDGE;

/// The resolution of coarse terrain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coarseness {
    /// Cubes of 2 by 2 by 2 voxels.
    Half,
    /// Cubes of 4 by 4 by 4 voxels. Building their surface takes a twentieth of the time.
    Quarter,
}

impl Coarseness {
    /// The number of voxels along the edge of a cube.
    #[must_use]
    pub const fn edge(self) -> u8 {
        1 << self.log()
    }

    /// The binary logarithm of the edge.
    const fn log(self) -> u32 {
        match self {
            Self::Half => 1,
            Self::Quarter => 2,
        }
    }
}

/// A chunk of coarse cubes.
#[derive(Debug, Clone)]
pub struct Coarse {
    position: [i32; 3],
    /// Each voxel, and how often it is repeated.
    runs: Vec<(Voxel, u16)>,
}

/// The accumulated content of a cube.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Cube {
    /// The material of the highest voxel with ground, or else with water.
    material: u8,
    solid: u16,
    liquid: u16,
    /// A bit for each column of voxels whose highest filled voxel is ground; `water` has those with water.
    ground: u16,
    water: u16,
}

/// Merges the voxels of these chunks into larger cubes; smaller details are lost.
///
/// # Errors
///
/// If the cubes exceed the limit on memory.
pub fn coarse<C: Chunk + Sync>(
    chunks: &[C],
    coarseness: Coarseness,
    memory: &Allowance,
) -> Result<Vec<Coarse>, Problem> {
    let near = chunks.iter().filter(|chunk| is_near(chunk.position()));
    // Of several chunks at one position, the last is used.
    let last: BTreeMap<[i32; 3], &C> = near.map(|chunk| (chunk.position(), chunk)).collect();
    let mut coarse: BTreeMap<[i32; 3], Vec<&C>> = BTreeMap::new();
    for (position, chunk) in last {
        coarse.entry(position.map(|axis| axis >> coarseness.log())).or_default().push(chunk);
    }
    let mut list = Vec::with_capacity(coarse.len());
    let chunk = |(position, chunks): ([i32; 3], Vec<&C>)| {
        let runs = merged(&chunks, coarseness.log());
        Coarse { position, runs }
    };
    threads::pipe(coarse, chunk, |chunk| {
        memory.take(size_of_val(&*chunk.runs))?;
        list.push(chunk);
        Ok(())
    })?;
    Ok(list)
}

impl Chunk for Coarse {
    fn position(&self) -> [i32; 3] {
        self.position
    }

    fn runs(&self) -> impl Iterator<Item = Run> {
        self.runs.iter().map(|(voxel, len)| Run { voxel: *voxel, len: usize::from(*len) })
    }
}

/// The cubes that contain the voxels of chunks, by the logarithm of their edge. They have at most about as many runs as
/// the chunks.
fn merged<C: Chunk>(chunks: &[&C], log: u32) -> Vec<(Voxel, u16)> {
    // A fast path: most chunks in a sea, or under the ground, are full of one material.
    if chunks.len() == 1 << (3 * log)
        && let Some(voxel) = chunks.first().and_then(|chunk| only(*chunk))
        && chunks.iter().all(|chunk| only(*chunk) == Some(voxel))
    {
        return vec![(voxel, N_CUBES as u16)];
    }
    let mut cubes = vec![Cube::default(); N_CUBES];
    for chunk in chunks {
        fill(&mut cubes, *chunk, log);
    }
    let mut runs: Vec<(Voxel, u16)> = Vec::new();
    for same in cubes.chunk_by(|cube, next| cube == next) {
        let voxel = same.first().map_or(Voxel::default(), |cube| cube.voxel(log));
        match runs.last_mut() {
            Some((last, len)) if *last == voxel => *len += same.len() as u16,
            _ => runs.push((voxel, same.len() as u16)),
        }
    }
    runs
}

/// The voxel that fills a chunk.
fn only(chunk: &impl Chunk) -> Option<Voxel> {
    let mut voxels = chunk.runs().map(|run| run.voxel);
    let first = voxels.next()?;
    voxels.all(|voxel| voxel == first).then_some(first)
}

/// Adds the voxels of a chunk to the cubes that contain them.
fn fill<C: Chunk>(cubes: &mut [Cube], chunk: &C, log: u32) {
    let (edge, n_cubes) = (1 << log, EDGE >> log);
    let first = chunk.position().map(|axis| (axis & ((1 << log) - 1)) as usize * n_cubes);
    let mut add = |[x, y, z]: [usize; 3], voxel, n: usize, columns| {
        cubes[((y + first[1]) * EDGE + z + first[2]) * EDGE + x + first[0]].add(voxel, n as u16, columns);
    };
    if let Some(voxel) = only(chunk) {
        let all = u16::MAX >> (u16::BITS - (1 << (2 * log)));
        for place in 0..n_cubes * n_cubes * n_cubes {
            let [x, z, y] = [place, place / n_cubes, place / n_cubes / n_cubes].map(|place| place % n_cubes);
            add([x, y, z], voxel, 1 << (3 * log), all);
        }
        return;
    }
    let mut at = 0;
    for Run { voxel, len } in chunk.runs() {
        let end = at + len.min(N_CUBES - at);
        let is_empty = voxel.solid == 0 && voxel.liquid == 0;
        while at < end && !is_empty {
            let [x, z, y] = [at, at / EDGE, at / EDGE / EDGE].map(|place| place % EDGE);
            let [in_x, in_z] = [x, z].map(|place| place & (edge - 1));
            // A step covers the voxels of the row within one cube.
            let n = (edge - in_x).min(end - at);
            let columns = ((1 << n) - 1) << (in_x + (in_z << log));
            add([x >> log, y >> log, z >> log], voxel, n, columns);
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
    fn voxel(self, log: u32) -> Voxel {
        let n_columns = 1 << (2 * log);
        let [solid, liquid] = [self.solid, self.liquid].map(|sum| (sum >> (3 * log)) as u8);
        let [n_ground, n_water] = [self.ground, self.water].map(|columns| columns.count_ones());
        match n_ground * 2 >= n_columns {
            true => Voxel { material: self.material, solid: solid.max(HALF), liquid },
            false if (n_ground + n_water) * 2 >= n_columns => {
                Voxel { material: self.material, solid: solid.min(HALF - 1), liquid: liquid.max(HALF) }
            }
            false => Voxel { material: self.material, solid, liquid },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let memory = Allowance::new(100_000_000);
        let fine = surface(&chunks, 1, 4.0, 0.5, &memory).unwrap().shape.bounds().unwrap();
        let of = |material, solid, liquid| Voxel { material, solid, liquid };
        let (rock, sea, air) = (of(7, 255, 0), of(1, 0, 255), Voxel::default());
        // Of cubes of four voxels, two of rock, one of rock, grass and two layers of water, one of water, and air.
        let quarters = [rock, rock, of(2, 126, 127), sea, air, air, air, air, air];
        let halves = [rock, rock, rock, rock, of(2, 255, 0), sea, sea, sea, air];
        for (coarseness, first, last, expected) in
            [(Coarseness::Half, 16, 31, halves), (Coarseness::Quarter, 24, 31, quarters)]
        {
            let coarse = coarse(&chunks, coarseness, &memory).unwrap();
            assert!(super::coarse(&chunks, coarseness, &Allowance::new(50)).is_err());
            assert_eq!(coarse.iter().map(Chunk::position).collect::<Vec<_>>(), [[-1, 0, 0], [0, 0, 0]]);
            let cubes: Vec<_> = coarse[0].runs().flat_map(|run| vec![run.voxel; run.len]).collect();
            let column =
                |x: usize, z: usize| [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|y| cubes[(y * 32 + z) * 32 + x]);
            assert_eq!(column(first - 1, 0), [air; 9]);
            assert_eq!(column(first, 0), expected);
            assert_eq!(column(last, 7), expected);
            let edge = f32::from(coarseness.edge());
            let coarse =
                surface(&coarse, 1, 4.0 * edge, 0.5 * edge, &memory).unwrap().shape.bounds().unwrap();
            let apart = [fine.min - coarse.min, fine.max - coarse.max].map(geom::Vec3::to_array);
            assert!(
                apart.as_flattened().iter().all(|apart| apart.abs() <= 2.0 * edge),
                "{fine:?} {coarse:?}"
            );
        }
    }
}
