//! Terrain: its surface, and the colours of its materials.

use super::instance::Instance;
use super::{Build, finish};
use crate::options::{SceneOptions, TerrainDetail};
use crate::terrain::surface;
use files::roblox::terrain::{GRID, OLD_GRIDS};
use geom::Vec3;
use rbxbinary::MaterialColors;
use rbxbinary::terrain::{self, Clusters, Grid};
use scene::allowance::{Allowance, usual_memory};
use scene::colour::linear;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Alpha, Grain, Material, Mesh, Problem, counted};
use std::collections::HashMap;

/// The state of converting terrain.
pub(super) struct Grounds {
    memory: Allowance,
    /// Largest deviation of the surface from that of the voxels, in studs.
    error: f32,
    detail: TerrainDetail,
    /// The mesh of each blob, by its address in memory and its length, because many instances may share a blob.
    meshes: HashMap<(usize, usize), Option<usize>>,
    /// Set if there is terrain from before 2015.
    pub(super) has_old: bool,
}

/// The losses reported for terrain from before 2015.
const OLD_TERRAIN: &str = "terrain from before 2015 is left out: its format is unknown, or it is damaged";
const OLD_SHAPES: &str = "terrain from before 2015 is shown with rounded edges and the materials of today";

/// The colour and the transparency of water, if the terrain has none.
const WATER: [u8; 3] = [12, 84, 92];
const CLEAR: f32 = 0.3;

/// The divisor of the memory limit that gives the share for meshes. Each step on the way to a file needs as much again.
const SHARE: usize = 4;

impl Grounds {
    pub(super) fn new(options: &SceneOptions) -> Self {
        let memory = options.max_memory.unwrap_or(usual_memory(0));
        let memory = Allowance::share_of(memory, SHARE);
        let (error, detail) = (options.terrain_error, options.terrain_detail);
        Self { memory, error, detail, meshes: HashMap::new(), has_old: false }
    }
}

impl Build<'_, '_> {
    /// The mesh of terrain; `None` if nothing is visible.
    pub(super) fn ground(
        &mut self,
        instance: &Instance<'_>,
        losses: &mut Losses,
    ) -> Result<Option<usize>, Problem> {
        if let Some(bytes) = instance.bytes(GRID) {
            let read = |losses: &mut Losses| {
                let (grid, error) = Grid::read(bytes);
                if let Some(error) = error {
                    let what = "terrain chunks from the first damaged one on are left out";
                    let place = format!("{}: {error}", instance.name());
                    losses.report(LossCode::ShapeUndrawn, LossSeverity::Lost, what, 1, &place);
                }
                Some(grid)
            };
            let mesh = self.mesh_of_terrain(bytes, read, instance, losses)?;
            // If terrain exists in both formats, the engine has converted the old one.
            if mesh.is_some() {
                return Ok(mesh);
            }
        }
        let mut old = OLD_GRIDS.iter().filter_map(|name| Some((*name, instance.bytes(name)?)));
        let Some((name, bytes)) = old.find(|(_, bytes)| !bytes.is_empty()) else { return Ok(None) };
        let mut is_known = true;
        let read = |losses: &mut Losses| {
            let grid = old_grid(name, bytes);
            is_known = grid.is_some();
            let n = usize::from(grid.as_ref().is_some_and(|grid| !grid.chunks().is_empty()));
            let (code, severity) = (LossCode::VoxelMeshed, LossSeverity::Lost);
            losses.report(code, severity, OLD_SHAPES, n, &instance.name());
            grid
        };
        let mesh = self.mesh_of_terrain(bytes, read, instance, losses)?;
        if is_known {
            return Ok(mesh);
        }
        let place = format!("{}, {}", instance.name(), counted(bytes.len(), "byte"));
        losses.report(LossCode::ShapeUndrawn, LossSeverity::Lost, OLD_TERRAIN, 1, &place);
        self.grounds.has_old = true;
        Ok(None)
    }

    /// The mesh of the terrain in these bytes, which are read once.
    fn mesh_of_terrain<'t>(
        &mut self,
        bytes: &'t [u8],
        read: impl FnOnce(&mut Losses) -> Option<Grid<'t>>,
        instance: &Instance<'_>,
        losses: &mut Losses,
    ) -> Result<Option<usize>, Problem> {
        // Several instances may share a blob, which does not move while the file is read.
        let key = (bytes.as_ptr() as usize, bytes.len());
        if let Some(known) = self.grounds.meshes.get(&key) {
            return Ok(*known);
        }
        let Some(grid) = read(losses) else { return Ok(None) };
        let mut surface = surface(&grid, self.grounds.error, self.grounds.detail, &self.grounds.memory)?;
        if surface.is_coarse {
            let mut own = self.scene.extras.get("rezkit").cloned().unwrap_or_default();
            own.set("coarse", true);
            self.scene.extras.set("rezkit", own);
        }
        let what = "terrain chunks that are too far away for the engine are left out";
        losses.report(LossCode::ShapeUndrawn, LossSeverity::Lost, what, surface.n_far, &instance.name());
        let mut mesh = None;
        if !surface.shape.indices.is_empty() {
            let what = "voxels of terrain became triangles in the colours of their materials";
            losses.report(LossCode::VoxelMeshed, LossSeverity::Lost, what, 1, &instance.name());
            let colours = instance.bytes("MaterialColors").and_then(MaterialColors::read).unwrap_or_default();
            for (group, number) in surface.shape.groups.iter_mut().zip(&surface.materials) {
                let mut material = look(*number, &colours, instance);
                material.name = self.material_names.take(&material.name);
                group.material = Some(material.name.clone());
                self.scene.materials.push(material);
            }
            mesh = Some(self.scene.meshes.len());
            let name = "Terrain".to_owned();
            self.scene.meshes.push(Mesh { name, shape: surface.shape, ..Mesh::default() });
        }
        self.grounds.meshes.insert(key, mesh);
        Ok(mesh)
    }
}

/// Reads terrain from before 2015. XML files store each of its bytes as a character.
fn old_grid(name: &str, bytes: &[u8]) -> Option<Grid<'static>> {
    let form = match name {
        "ClusterGridV3" => Clusters::V3,
        "ClusterGridV2" => Clusters::V2,
        _ => return None,
    };
    let of_text = || {
        let characters = std::str::from_utf8(bytes).ok()?.chars();
        let bytes: Option<Vec<u8>> = characters.map(|character| u8::try_from(character).ok()).collect();
        Grid::read_clusters(&bytes?, form)
    };
    Grid::read_clusters(bytes, form).or_else(of_text)
}

/// The appearance of a terrain material.
fn look(material: terrain::Material, colours: &MaterialColors, instance: &Instance<'_>) -> Material {
    let is_water = material == terrain::Material::WATER;
    let colour = if is_water {
        instance.colour("WaterColor").unwrap_or(WATER)
    } else {
        colours.colors.get(usize::from(material.0)).copied().unwrap_or([163, 162, 165])
    };
    let clear =
        if is_water { instance.number("WaterTransparency").unwrap_or(CLEAR).clamp(0.0, 1.0) } else { 0.0 };
    // Roblox draws even the clearest water with reflections, which make it visible.
    let opacity = if is_water { (1.0 - clear).max(0.25) } else { 1.0 };
    let grain = finish::named(&material.title()).map_or(Grain::None, |(_, finish)| finish.grain);
    Material {
        name: material.title().into_owned(),
        base: Vec3::from_array(colour.map(linear)).extend(opacity),
        roughness: if is_water { 0.1 } else { 1.0 },
        alpha: if is_water { Alpha::Blend } else { Alpha::Opaque },
        // The surface of water is open, and may be seen from below.
        double_sided: is_water,
        grain: if is_water { Grain::Waves } else { grain },
        ..Material::default()
    }
}
