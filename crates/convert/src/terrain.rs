//! The terrain of Roblox places as a mesh.

use crate::options::TerrainDetail;
use geom::{Group, TriMesh};
use rbxbinary::terrain::{self, Grid, Material, STUDS};
use scene::Problem;
use scene::allowance::Allowance;
use scene::terrain::{Chunk, Coarse, Run, Voxel};
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
    Ok(surface(grid, error, TerrainDetail::Full, &Allowance::new(max_bytes))?.shape)
}

/// The visible part of terrain.
pub(super) struct Surface {
    pub(super) shape: TriMesh,
    /// The material of each group.
    pub(super) materials: Vec<Material>,
    /// The number of chunks left out because they are farther away than the engine accepts.
    pub(super) n_far: usize,
    /// Set if voxels were merged.
    pub(super) is_coarse: bool,
}

/// Builds the surface as [`mesh`] does, or from larger cubes.
pub(super) fn surface(
    grid: &Grid<'_>,
    error: f32,
    detail: TerrainDetail,
    memory: &Allowance,
) -> Result<Surface, Problem> {
    use scene::terrain::{coarse, surface};
    let mut chunks: Vec<Cubes<'_>> = grid.chunks().iter().map(Cubes::Voxels).collect();
    let coarseness = detail.coarseness(&chunks);
    if let Some(coarseness) = coarseness {
        chunks = coarse(&chunks, coarseness, memory)?.into_iter().map(Cubes::Merged).collect();
    }
    let times = coarseness.map_or(1.0, |coarseness| coarseness.edge().into());
    let (water, edge, error) = (Material::WATER.0, STUDS * times, error * times);
    let surface = surface(&chunks, water, edge, error, memory)?;
    let mut shape = surface.shape;
    let group = |(number, triangles): &(u8, Range<usize>)| {
        let name = Material(*number).title().into_owned();
        Group { material: Some(name.clone()), name, triangles: triangles.clone() }
    };
    shape.groups = surface.materials.iter().map(group).collect();
    let materials = surface.materials.into_iter().map(|(number, _)| Material(number)).collect();
    Ok(Surface { shape, materials, n_far: surface.n_far, is_coarse: coarseness.is_some() })
}

/// A chunk in the form that the surface builder reads.
enum Cubes<'g> {
    Voxels(&'g terrain::Chunk<'g>),
    Merged(Coarse),
}

impl Chunk for Cubes<'_> {
    fn position(&self) -> [i32; 3] {
        match self {
            Self::Voxels(chunk) => chunk.position(),
            Self::Merged(chunk) => chunk.position(),
        }
    }

    fn runs(&self) -> impl Iterator<Item = Run> {
        let (mut voxels, mut merged) = match self {
            Self::Voxels(chunk) => (Some(chunk.runs()), None),
            Self::Merged(chunk) => (None, Some(chunk.runs())),
        };
        let neutral = |terrain::Run { voxel, len, .. }| {
            let (solid, liquid) = (voxel.solid(), voxel.liquid());
            Run { voxel: Voxel { material: voxel.material.0, solid, liquid }, len }
        };
        std::iter::from_fn(move || match &mut voxels {
            Some(runs) => runs.next().map(neutral),
            None => merged.as_mut()?.next(),
        })
    }
}
