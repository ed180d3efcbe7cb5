//! The terrain of Roblox places as a mesh.

use geom::{Group, TriMesh};
use rbxbinary::terrain::{self, Grid, Material, STUDS};
use scene::Problem;
use scene::allowance::Allowance;
use scene::terrain::{Chunk, Run, Voxel};
use std::ops::Range;

/// The surface of terrain: a group of triangles for each material, in the order of their numbers and with their names,
/// and one group for water.
///
/// A voxel belongs to the ground if it is at least half full of a solid material. The surface of the ground is closed,
/// also between chunks and at the edge of the terrain. The surface of water is open: it ends below the surface of the
/// ground. A unit is a stud, and normals are computed from the occupancy of the voxels.
///
/// Flat regions are simplified so that many voxels share a triangle, and no point of the surface moves by more than
/// `error`. Materials meet, and water ends, exactly where they do in the voxels. With an error of 0, each voxel has its
/// own triangles.
///
/// ```
/// use rbxbinary::terrain::{Grid, Material, Voxel};
/// use convert::terrain;
///
/// let mut grid = Grid::default();
/// grid.set(0, 0, 0, Voxel::full(Material(2)))?;
/// let mesh = terrain::mesh(&grid, 0.5, 1_000_000)?;
/// assert_eq!((mesh.indices.len(), &*mesh.groups[0].name), (12, "Grass"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the mesh would exceed `max_bytes`.
pub fn mesh(grid: &Grid<'_>, error: f32, max_bytes: usize) -> Result<TriMesh, Problem> {
    Ok(surface(grid, error, false, &Allowance::new(max_bytes))?.shape)
}

/// The visible part of terrain.
pub(super) struct Surface {
    pub(super) shape: TriMesh,
    /// The material of each group.
    pub(super) materials: Vec<Material>,
    /// The number of chunks left out because they are farther away than the engine accepts.
    pub(super) n_far: usize,
}

/// Builds the surface as [`mesh`] does, or from larger cubes.
pub(super) fn surface(
    grid: &Grid<'_>,
    error: f32,
    is_coarse: bool,
    memory: &Allowance,
) -> Result<Surface, Problem> {
    use scene::terrain::{COARSE_EDGE, coarse, surface};
    let chunks: Vec<Neutral<'_>> = grid.chunks().iter().map(Neutral).collect();
    let times = if is_coarse { COARSE_EDGE as f32 } else { 1.0 };
    let (water, edge, error) = (Material::WATER.0, STUDS * times, error * times);
    let surface = match is_coarse {
        true => surface(&coarse(&chunks), water, edge, error, memory),
        false => surface(&chunks, water, edge, error, memory),
    }?;
    let mut shape = surface.shape;
    let group = |(number, triangles): &(u8, Range<usize>)| {
        let name = Material(*number).title().into_owned();
        Group { material: Some(name.clone()), name, triangles: triangles.clone() }
    };
    shape.groups = surface.materials.iter().map(group).collect();
    let materials = surface.materials.into_iter().map(|(number, _)| Material(number)).collect();
    Ok(Surface { shape, materials, n_far: surface.n_far })
}

/// A chunk in the form that the surface builder reads.
struct Neutral<'g>(&'g terrain::Chunk<'g>);

impl Chunk for Neutral<'_> {
    fn position(&self) -> [i32; 3] {
        self.0.position()
    }

    fn runs(&self) -> impl Iterator<Item = Run> {
        self.0.runs().map(|terrain::Run { voxel, len, .. }| {
            let (solid, liquid) = (voxel.solid(), voxel.liquid());
            Run { voxel: Voxel { material: voxel.material.0, solid, liquid }, len }
        })
    }
}
