//! Checks of voxels.

use super::{Findings, first, title};
use crate::common::kinds::counted;
use crate::model::{Chunk, Model, Name};
use crate::rules::*;
use std::collections::BTreeMap;

pub(super) fn check(model: &Model, findings: &mut Findings) {
    let has_blocks = model.voxel_blocks().next().is_some();
    if has_blocks != model.voxel_types().is_some() {
        let (kind, found) = if has_blocks { (*b"VOXD", "a block") } else { (*b"VOXT", "types") };
        findings.add(&M3D045, first(model, kind), found, "");
    }
    let (colours, chunk) = (model.colours(), first(model, *b"VOXT"));
    for (i, voxel) in model.voxel_types().into_iter().flat_map(|voxels| &voxels.types).enumerate() {
        let colour = colours.get(voxel.colour).unwrap_or_default();
        if voxel.name == Name::NONE && colour == geom::Rgba8::default() {
            findings.add(&M3D046, format_args!("{chunk}, types[{i}].colour"), "neither", "");
        }
        // These shapes are reserved: format document, section 6.8.
        if let shape @ 18..32 = voxel.shape {
            findings.add(&M3D061, format_args!("{chunk}, types[{i}].shape"), shape, "");
        }
        if voxel.name == Name::NONE && !voxel.items.is_empty() {
            findings.add(
                &M3D062,
                format_args!("{chunk}, types[{i}].name"),
                counted(voxel.items.len(), "item"),
                "",
            );
        }
    }
    let mut groups: BTreeMap<u8, (usize, u32, usize)> = BTreeMap::new();
    for (number, chunk) in model.chunks.iter().enumerate() {
        let Chunk::VoxelBlock(block) = chunk else { continue };
        let n_voxels = block.n_voxels();
        if n_voxels > i32::MAX.unsigned_abs().into() {
            findings.add(&M3D043, format_args!("{}, size[0]", title(number, chunk)), n_voxels, i32::MAX);
        }
        if block.n_stored() != n_voxels {
            findings.add(&M3D044, format_args!("{}, runs", title(number, chunk)), block.n_stored(), n_voxels);
        }
        if block.group != 0 {
            let (count, sum, _) = groups.entry(block.group).or_insert((0, 0, number));
            *count = count.saturating_add(1);
            *sum = sum.saturating_add(block.uncertainty.into());
        }
    }
    for (count, sum, block) in groups.into_values() {
        // Exactly one block of a group exists, so its probabilities add up to 1: format document, section 6.9.
        if count < 2 || sum != 255 {
            let path = format_args!("chunks[{block}] VOXD, uncertainty");
            findings.add(&M3D047, path, format_args!("{sum} in {count}"), 255);
        }
    }
}
