//! The ground of Roblox places as a mesh.
//!
//! By naive surface nets: a vertex for each cube of eight neighbouring voxels that the surface crosses, at the mean of the
//! crossings of its edges, and four corners for each edge between two voxels that it crosses. Docs/decisions/0011 says
//! why not by a library.

mod nets;
mod window;

use crate::Problem;
use geom::{Group, TriMesh};
use nets::Nets;
use rbxbinary::terrain::{FARTHEST_CHUNK, Grid, Material};
use scene::allowance::Allowance;
use std::collections::BTreeMap;
use window::Chunks;

/// The surface of terrain: a group of triangles for each material, in the order of their numbers and with their names,
/// and one for water.
///
/// A voxel belongs to the ground if it is at least half full of a solid material. The surface of the ground is closed,
/// also where chunks meet and at the edge of the terrain. That of water is open: it ends where it meets the ground. A unit
/// is a stud, and the normals follow from how full the voxels are.
///
/// ```
/// use rbxbinary::terrain::{Grid, Material, Voxel};
/// use rezkit::scene::terrain;
///
/// let mut grid = Grid::default();
/// grid.set(0, 0, 0, Voxel::full(Material(2)))?;
/// let mesh = terrain::mesh(&grid, 1_000_000)?;
/// assert_eq!((mesh.indices.len(), &*mesh.groups[0].name), (12, "Grass"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the mesh would take more than `max_bytes`.
pub fn mesh(grid: &Grid, max_bytes: usize) -> Result<TriMesh, Problem> {
    Ok(surface(grid, &Allowance::new(max_bytes))?.shape)
}

/// What is shown of terrain.
pub(crate) struct Surface {
    pub(crate) shape: TriMesh,
    /// The material of each group.
    pub(crate) materials: Vec<Material>,
    /// How many chunks are left out, because they are farther away than the engine accepts.
    pub(crate) n_far: usize,
}

/// As [`mesh`].
pub(crate) fn surface(grid: &Grid, memory: &Allowance) -> Result<Surface, Problem> {
    let mut chunks = Chunks::of(grid);
    let mut nets = Nets::default();
    for place in places(&chunks) {
        if let Some(window) = chunks.window(place) {
            nets.add(&window, place);
            nets.pay(memory)?;
        }
    }
    let n_far = grid.chunks().iter().filter(|chunk| !is_near(chunk.position())).count();
    let (mut shape, lists) = nets.end();
    let mut materials = Vec::new();
    for (material, mut triangles) in lists {
        let start = shape.indices.len();
        shape.indices.append(&mut triangles);
        let name = material.title().into_owned();
        let triangles = start..shape.indices.len();
        shape.groups.push(Group { material: Some(name.clone()), name, triangles });
        materials.push(material);
    }
    Ok(Surface { shape, materials, n_far })
}

fn is_near(position: [i32; 3]) -> bool {
    position.iter().all(|axis| axis.unsigned_abs() <= FARTHEST_CHUNK.unsigned_abs())
}

/// Where surfaces may be: the chunks, and where one begins, since edges belong to the voxel before them.
///
/// Chunks that are close to each other follow each other, so that those around them are at hand.
fn places(chunks: &Chunks<'_>) -> impl Iterator<Item = [i32; 3]> + use<> {
    let mut places = BTreeMap::new();
    for [x, y, z] in chunks.positions() {
        for corner in 0..8_i32 {
            let [dx, dy, dz] = [corner & 1, corner >> 1 & 1, corner >> 2];
            let place = [x.wrapping_sub(dx), y.wrapping_sub(dy), z.wrapping_sub(dz)];
            places.insert(interleaved(place), place);
        }
    }
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
