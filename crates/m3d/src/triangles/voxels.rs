//! Conversion of blocks of voxels.

mod greedy;
mod quads;
mod sides;

use super::{Names, Triangles, TrimeshOptions, VoxelMode, check_count};
use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::{BoneIndex, Model, Name, SkinIndex, VoxelIndex, VoxelType};
use crate::voxels::VoxelGrid;
use geom::{Rgba8, TriMesh};
use quads::{Appearance, Output};
use std::collections::HashMap;

/// Adds the voxels of all blocks. As in the reference library, blocks do not hide each other's sides, and the model
/// is scaled down to fit -1 to 1.
pub(super) fn add(
    model: &Model,
    names: &Names<'_>,
    options: &TrimeshOptions,
    triangles: &mut Triangles,
) -> Result<(), Error> {
    let types = model.voxel_types().map_or(&[][..], |types| &types.types);
    let scale = scale(model);
    let appearances = appearances(model, names, options, types);
    let mut left = options.max_voxels;
    let mut part = Triangles::default();
    let n_before = triangles.mesh.indices.len();
    for (number, block) in model.voxel_blocks().enumerate() {
        // Such a block may be missing, but all blocks are converted: format document, section 6.9.
        if block.uncertainty > 0 || block.group > 0 {
            triangles.report.n_optional_blocks = triangles.report.n_optional_blocks.saturating_add(1);
        }
        let grid = block.cropped(left).map_err(|error| of_all(error, options))?;
        let Some(mut grid) = grid else { continue };
        left = left.saturating_sub(u64::try_from(grid.cells.len()).unwrap_or(u64::MAX));
        count(&mut grid, types, triangles);
        let mut output = Output::new(scale, grid.position, &appearances);
        let limit = options.max_triangles.saturating_sub(n_before.saturating_add(part.mesh.indices.len()));
        match options.voxels {
            VoxelMode::Merged => greedy::add(&grid, &mut output, limit),
            VoxelMode::Single => sides::add(&grid, &mut output, limit),
            VoxelMode::Omitted => {}
        }
        let text = super::label(model, block.name);
        let name = if text.is_empty() { format!("voxels {number}") } else { text };
        output.finish(&name, names, &mut part);
        let n_groups = triangles.mesh.groups.len().saturating_add(part.mesh.groups.len());
        check_count(n_before.saturating_add(part.mesh.indices.len()), n_groups, options)?;
    }
    triangles.append(part);
    Ok(())
}

/// Replaces the limit in an error, which is the rest of the budget, by the limit for all blocks.
fn of_all(error: Error, options: &TrimeshOptions) -> Error {
    match error.kind() {
        ErrorKind::VoxelVolume { cells, .. } => {
            Error::model(ErrorKind::VoxelVolume { cells: *cells, limit: options.max_voxels })
        }
        _ => error,
    }
}

/// Empties the cells whose voxel type does not exist, and counts the shaped voxels that become cubes.
fn count(grid: &mut VoxelGrid, types: &[VoxelType], triangles: &mut Triangles) {
    let report = &mut triangles.report;
    for cell in &mut grid.cells {
        let Some(at) = cell.get() else { continue };
        match types.get(at) {
            None => {
                report.n_dangling_voxels = report.n_dangling_voxels.saturating_add(1);
                *cell = VoxelIndex::UNSET;
            }
            Some(voxel) if voxel.shape != 0 => {
                report.n_shaped_voxels = report.n_shaped_voxels.saturating_add(1);
            }
            Some(_) => {}
        }
    }
}

/// The appearance of the voxels of each type.
fn appearances(
    model: &Model,
    names: &Names<'_>,
    options: &TrimeshOptions,
    types: &[VoxelType],
) -> Vec<Appearance> {
    let colours = model.colours();
    let look = |voxel: &VoxelType| {
        let has_material = options.voxels == VoxelMode::Merged && names.has_material(voxel.name);
        Appearance {
            // Four zeros stand for no colour.
            colour: colours.get(voxel.colour).filter(|colour| *colour != Rgba8::default()),
            skin: voxel.skin,
            material: if has_material { voxel.name } else { Name::NONE },
        }
    };
    types.iter().map(look).collect()
}

/// The edge length of a voxel with which all blocks fit into -1 to 1; at most 1.
fn scale(model: &Model) -> f64 {
    let mut largest = 1.0_f64;
    for block in model.voxel_blocks() {
        for (start, len) in block.position.iter().zip(block.size) {
            let (low, high) = (f64::from(*start), f64::from(*start) + f64::from(len));
            largest = largest.max(-low).max(high);
        }
    }
    // Format document, section 6.9.
    1.0 / largest
}

impl Triangles {
    /// Appends another mesh, with its groups and skins.
    pub(super) fn append(&mut self, other: Self) {
        let n_vertices = self.mesh.positions.len();
        let n_all = n_vertices.saturating_add(other.mesh.positions.len());
        if !self.skins.is_empty() || !other.skins.is_empty() {
            self.skins.resize(n_vertices, SkinIndex::NONE);
            self.skins.extend(other.skins);
            self.skins.resize(n_all, SkinIndex::NONE);
        }
        if !self.bones.is_empty() || !other.bones.is_empty() {
            self.bones.resize(n_vertices, BoneIndex::NONE);
            self.bones.extend(other.bones);
            self.bones.resize(n_all, BoneIndex::NONE);
        }
        self.lines.extend(other.lines);
        if self.mesh == TriMesh::default() {
            self.mesh = other.mesh;
        } else {
            self.mesh.append(&other.mesh);
        }
        self.textures.extend(other.textures);
    }
}

/// The index of the group for each material.
type Groups = HashMap<Name, u32>;
