//! The surface of terrain built from voxels.
//!
//! The algorithm is naive surface nets: a vertex for each cube of eight neighbouring voxels that the surface crosses,
//! at the mean of the crossings of its edges, and a quad for each edge between two voxels that it crosses. In flat
//! regions, one vertex replaces those of many cubes. `docs/decisions/0011` explains the algorithm, and why no library
//! is used.

mod coarse;
mod layers;
mod merge;
mod net;
mod nets;
mod vertex;
mod window;

pub use self::coarse::{Coarse, Coarseness, coarse};

use crate::allowance::Allowance;
use crate::problem::Problem;
use crate::threads;
use geom::TriMesh;
use nets::{Nets, Patch, Tools};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use window::{Chunks, Framed, Window, few_runs};

/// The content of a voxel.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Voxel {
    /// The id of the ground's material.
    pub material: u8,
    /// The occupancy by ground, up to 255.
    pub solid: u8,
    /// The occupancy by water, up to 255.
    pub liquid: u8,
}

/// Consecutive equal voxels: X varies fastest, then Z, then Y.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Run {
    /// The value of the voxels.
    pub voxel: Voxel,
    /// The number of voxels.
    pub len: usize,
}

/// The number of voxels along an edge of a chunk.
pub const CHUNK_EDGE: i32 = 32;

/// The largest coordinate of a chunk's position. Chunks that are farther away are left out.
pub const FARTHEST_CHUNK: i32 = 262_144;

/// A cube of 32 by 32 by 32 voxels, which are read on demand.
pub trait Chunk {
    /// The position, counted in chunks.
    fn position(&self) -> [i32; 3];

    /// The voxels as runs.
    fn runs(&self) -> impl Iterator<Item = Run>;
}

/// The number of chunks with more than a few runs of voxels, whose surfaces take nearly all of the time.
pub fn n_detailed<C: Chunk>(chunks: &[C]) -> usize {
    chunks.iter().filter(|chunk| few_runs(*chunk).is_none()).count()
}

/// The surface of terrain.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Surface {
    /// The mesh, without groups.
    pub shape: TriMesh,
    /// The id of each material, and the range of its triangles.
    pub materials: Vec<(u8, Range<usize>)>,
    /// The number of chunks left out because they are too far away.
    pub n_far: usize,
}

/// Builds the surface of terrain. Triangles are sorted by the id of their material; `water` is the id of water.
///
/// A voxel belongs to the ground if at least half of it is solid. The surface of the ground is closed, also between
/// chunks and at the edge of the terrain. The surface of water is open: it ends below the surface of the ground. `edge`
/// is the length of a voxel's edge, and normals are computed from the occupancy of the voxels. Of several chunks with
/// one position, the last is used.
///
/// Flat regions are simplified so that many voxels share a triangle, and no point of the surface moves by more than
/// `error`. Materials meet, and water ends, exactly where they do in the voxels. With an error of 0, each voxel has its
/// own triangles.
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
/// If the mesh exceeds the limit on memory.
pub fn surface<C: Chunk>(
    chunks: &[C],
    water: u8,
    edge: f32,
    error: f32,
    memory: &Allowance,
) -> Result<Surface, Problem> {
    let n_far = chunks.iter().filter(|chunk| !is_near(chunk.position())).count();
    let mut chunks = Chunks::new(chunks);
    let mut nets = Nets::new(edge);
    let framed = places(&chunks).filter_map(|place| Some((chunks.framed(place)?, place)));
    let spare = Mutex::new(Vec::new());
    let patch = |(Framed { window, arrangement }, place): (_, [i32; 3])| {
        let build = |window: Window| {
            let spare = || spare.lock().unwrap_or_else(PoisonError::into_inner);
            let mut tools = spare().pop().unwrap_or_else(|| Tools::new(error / edge));
            let patch = Patch::build(&window, water, &mut tools);
            spare().push(tools);
            patch
        };
        (window.map(build), arrangement, place)
    };
    // The patches that are used again, by the number of their arrangement.
    let mut patches: Vec<Patch> = Vec::new();
    threads::pipe(framed, patch, |(patch, arrangement, place)| {
        let known = arrangement.and_then(|number| patches.get(number));
        if let Some(patch) = patch.as_ref().or(known) {
            nets.add(patch, place);
        }
        patches.extend(patch.filter(|_| arrangement.is_some()));
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

/// The positions of chunks that may have a surface: the given chunks and their lower neighbours, since edges belong to
/// the voxel before them.
///
/// Neighbouring chunks are close to each other in the order, so that those around a chunk are in the cache.
fn places<C: Chunk>(chunks: &Chunks<'_, C>) -> impl Iterator<Item = [i32; 3]> + use<C> {
    let mut places = BTreeMap::new();
    for [x, y, z] in chunks.positions() {
        for corner in 0..8_i32 {
            let [dx, dy, dz] = [corner & 1, corner >> 1 & 1, corner >> 2];
            let place = [x.wrapping_sub(dx), y.wrapping_sub(dy), z.wrapping_sub(dz)];
            places.insert(interleaved(place), place);
        }
    }
    // All lower neighbours of a chunk precede it, on which `Nets` relies.
    places.into_values()
}

/// The Morton code of a position: the interleaved bits of its coordinates.
fn interleaved(place: [i32; 3]) -> u64 {
    let mut key = 0;
    for bit in (0..20).rev() {
        for axis in place {
            // The value is from 0 to 2^20, since chunks that are farther away are left out.
            let axis = axis.wrapping_add(FARTHEST_CHUNK).wrapping_add(1).unsigned_abs();
            key = key << 1 | u64::from(axis >> bit & 1);
        }
    }
    key
}
