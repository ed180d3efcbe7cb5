//! Voxels.

use super::{Findings, title};
use crate::rules::*;
use crate::{Chunk, Model, Name};
use std::collections::BTreeMap;

pub(super) fn check(model: &Model, findings: &mut Findings) {
    let has_blocks = model.voxel_blocks().next().is_some();
    if has_blocks != model.voxel_types().is_some() {
        findings.add(&M3D045, "VOXT", if has_blocks { "a block" } else { "types" }, "");
    }
    let colours = model.colours();
    for (i, voxel) in model.voxel_types().into_iter().flat_map(|voxels| &voxels.types).enumerate() {
        let colour = colours.get(voxel.colour).unwrap_or_default();
        if voxel.name == Name::NONE && colour == geom::Rgba8::default() {
            findings.add(&M3D046, format!("VOXT, type {i}"), "neither", "");
        }
        if let shape @ 18..32 = voxel.shape {
            findings.add(&M3D061, format!("VOXT, type {i}"), shape, "");
        }
        if voxel.name == Name::NONE && !voxel.items.is_empty() {
            findings.add(&M3D062, format!("VOXT, type {i}"), format!("{} items", voxel.items.len()), "");
        }
    }
    let mut groups: BTreeMap<u8, (usize, u32)> = BTreeMap::new();
    for (number, chunk) in model.chunks.iter().enumerate() {
        let Chunk::VoxelBlock(block) = chunk else { continue };
        let n_voxels = block.n_voxels();
        if n_voxels > i32::MAX.unsigned_abs().into() {
            findings.add(&M3D043, title(number, chunk), n_voxels, i32::MAX);
        }
        if block.n_stored() != n_voxels {
            findings.add(&M3D044, title(number, chunk), block.n_stored(), n_voxels);
        }
        if block.group != 0 {
            let (count, sum) = groups.entry(block.group).or_default();
            *count = count.saturating_add(1);
            *sum = sum.saturating_add(block.uncertainty.into());
        }
    }
    for (group, (count, sum)) in groups {
        if count < 2 || sum != 255 {
            findings.add(&M3D047, format!("VOXD, group {group}"), format!("{sum} in {count}"), 255);
        }
    }
}
