//! The surface of terrain that is made of voxels.
//!
//! By naive surface nets: a vertex for each cube of eight neighbouring voxels that the surface crosses, at the mean of the
//! crossings of its edges, and four corners for each edge between two voxels that it crosses. Where the surface is flat,
//! one vertex stands for those of many cubes. Docs/decisions/0011 says how, and why not by a library.

mod coarse;
mod merge;
mod net;
mod nets;
mod vertex;
mod window;

pub use self::coarse::{COARSE_EDGE, Coarse, coarse};

use crate::allowance::Allowance;
use crate::problem::Problem;
use crate::threads;
use geom::TriMesh;
use nets::{Nets, Patch};
use std::collections::BTreeMap;
use std::ops::Range;
use window::{Chunks, Window};

/// What fills a cube.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Voxel {
    /// The number of what the ground is of here.
    pub material: u8,
    /// How much of it is ground, up to 255.
    pub solid: u8,
    /// How much of it is water, up to 255.
    pub liquid: u8,
}

/// Voxels of one kind that follow each other: X changes first, then Z, then Y.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// What they are.
    pub voxel: Voxel,
    /// How many there are.
    pub len: usize,
}

/// Voxels along an edge of a chunk.
pub const CHUNK_EDGE: i32 = 32;

/// The largest coordinate of the position of a chunk. Chunks that are farther away are left out.
pub const FARTHEST_CHUNK: i32 = 262_144;

/// 32 by 32 by 32 voxels, which are read when they are needed.
pub trait Chunk {
    /// Where it is, counted in chunks.
    fn position(&self) -> [i32; 3];

    /// Its voxels.
    fn runs(&self) -> impl Iterator<Item = Run>;
}

/// What is shown of terrain.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Surface {
    /// The mesh, without groups.
    pub shape: TriMesh,
    /// The number of each material, and its triangles.
    pub materials: Vec<(u8, Range<usize>)>,
    /// How many chunks are left out, because they are too far away.
    pub n_far: usize,
}

/// The surface of terrain: the triangles of each material after those of the materials with smaller numbers, and `water`
/// is the number of water.
///
/// A voxel belongs to the ground if at least half of it does. The surface of the ground is closed, also where chunks meet
/// and at the edge of the terrain. That of water is open: it ends below that of the ground. A voxel is a cube with an
/// edge of this length, and the normals follow from how full the voxels are. Of several chunks with one position, the
/// last is used.
///
/// Where the surface is flat, many voxels share a triangle, and no point of the surface moves by more than `error`.
/// Materials meet, and water ends, exactly where they do in the voxels. With an error of 0, each voxel has its own.
///
/// ```
/// use scene::allowance::Allowance;
/// use scene::terrain::{Chunk, Run, Voxel, surface};
///
/// /// One voxel of rock, and air.
/// struct Pebble;
///
/// impl Chunk for Pebble {
///     fn position(&self) -> [i32; 3] {
///         [0, 0, 0]
///     }
///
///     fn runs(&self) -> impl Iterator<Item = Run> {
///         let rock = Voxel { material: 7, solid: 255, liquid: 0 };
///         [Run { voxel: rock, len: 1 }, Run { voxel: Voxel::default(), len: 32 * 32 * 32 - 1 }].into_iter()
///     }
/// }
///
/// let ground = surface(&[Pebble], 1, 4.0, 0.5, &Allowance::new(1_000_000))?;
/// assert_eq!((ground.shape.positions.len(), ground.materials), (8, vec![(7, 0..12)]));
/// # Ok::<(), scene::Problem>(())
/// ```
///
/// # Errors
///
/// If the mesh would take more memory than there is.
pub fn surface<C: Chunk>(
    chunks: &[C],
    water: u8,
    edge: f32,
    error: f32,
    memory: &Allowance,
) -> Result<Surface, Problem> {
    let n_far = chunks.iter().filter(|chunk| !is_near(chunk.position())).count();
    let mut chunks = Chunks::of(chunks);
    let mut nets = Nets::new(edge);
    let windows = places(&chunks).filter_map(|place| Some((chunks.window(place)?, place)));
    let patch = |(window, place): (Window, [i32; 3])| Patch::of(&window, place, water, error / edge);
    threads::pipe(windows, patch, |patch| {
        nets.add(patch);
        nets.pay(memory)
    })?;
    let (mut shape, lists) = nets.end();
    let mut materials = Vec::new();
    for (material, mut triangles) in lists {
        let start = shape.indices.len();
        shape.indices.append(&mut triangles);
        materials.push((material, start..shape.indices.len()));
    }
    Ok(Surface { shape, materials, n_far })
}

fn is_near(position: [i32; 3]) -> bool {
    position.iter().all(|axis| axis.unsigned_abs() <= FARTHEST_CHUNK.unsigned_abs())
}

/// Where surfaces may be: the chunks, and where one begins, since edges belong to the voxel before them.
///
/// Chunks that are close to each other follow each other, so that those around them are at hand.
fn places<C: Chunk>(chunks: &Chunks<'_, C>) -> impl Iterator<Item = [i32; 3]> + use<C> {
    let mut places = BTreeMap::new();
    for [x, y, z] in chunks.positions() {
        for corner in 0..8_i32 {
            let [dx, dy, dz] = [corner & 1, corner >> 1 & 1, corner >> 2];
            let place = [x.wrapping_sub(dx), y.wrapping_sub(dy), z.wrapping_sub(dz)];
            places.insert(interleaved(place), place);
        }
    }
    // What is before a chunk along any axis comes before it, on which `Nets` relies.
    places.into_values()
}

/// The bits of all three coordinates, those of the same value beside each other.
fn interleaved(place: [i32; 3]) -> u64 {
    let mut key = 0;
    for bit in (0..20).rev() {
        for axis in place {
            // Above 0 and below 2^20, since chunks that are farther away are left out.
            let axis = axis.wrapping_add(FARTHEST_CHUNK).wrapping_add(1).unsigned_abs();
            key = key << 1 | u64::from(axis >> bit & 1);
        }
    }
    key
}
