//! Writing of voxels in the text form. Text format document, section 10.

use super::Text;
use super::line::Lines;
use super::points::influences;
use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::{VoxelBlock, VoxelIndex, VoxelType, VoxelTypes};

/// The maximum number of voxels in a text, which has a word for each voxel, so it can be much longer than the runs of
/// the binary form.
const MAX_CELLS: u64 = 1 << 24;

pub(super) fn types(out: &mut Lines, text: &Text<'_>, types: &VoxelTypes) {
    if types.types.is_empty() {
        return;
    }
    out.line(b"VoxTypes");
    types.types.iter().for_each(|one| voxel_type(out, text, one));
    out.end();
}

fn voxel_type(out: &mut Lines, text: &Text<'_>, one: &VoxelType) {
    out.format(format_args!("#{:08x}", text.colour(one.colour)));
    // Zeros at the end may be left out: text format document, section 10.
    match (one.rotation, one.shape) {
        (0, 0) => {}
        (0, shape) => out.attach(&format!("//{shape:03x}")),
        (rotation, 0) => out.attach(&format!("/{rotation:02x}")),
        (rotation, shape) => out.attach(&format!("/{rotation:02x}/{shape:03x}")),
    }
    let mut name = text.name(one.name).into_owned();
    let has_skin = one.skin.get().is_some_and(|skin| skin < text.skins.len());
    // A name before skins and items cannot be left out.
    if name.is_empty() && (has_skin || !one.items.is_empty()) {
        name = b"-".to_vec();
    }
    // A brace would begin the items.
    if let Some(first @ b'{') = name.first_mut() {
        *first = b'_';
    }
    out.bytes(&name);
    influences(out, text, one.skin);
    if !one.items.is_empty() {
        out.word("{");
        for item in &one.items {
            out.integer(item.count.into());
            let name = text.name(item.name);
            out.bytes(if name.is_empty() { b"-" } else { &name });
        }
        out.word("}");
    }
    out.end();
}

pub(super) fn block(
    out: &mut Lines,
    text: &Text<'_>,
    block: &VoxelBlock,
    n_cells: &mut u64,
) -> Result<(), Error> {
    *n_cells = n_cells.saturating_add(block.n_voxels());
    if *n_cells > MAX_CELLS {
        return Err(Error::model(ErrorKind::VoxelVolume { cells: *n_cells, limit: MAX_CELLS }));
    }
    out.pair("Voxel", &text.name(block.name));
    if (block.uncertainty, block.group) != (0, 0) {
        out.word("uncertain");
        out.integer(percent(block.uncertainty));
        if block.group != 0 {
            out.integer(block.group.into());
        }
        out.end();
    }
    if block.position != [0; 3] {
        let [x, y, z] = block.position;
        out.format(format_args!("pos {x} {y} {z}"));
        out.end();
    }
    let [width, height, depth] = block.size;
    out.format(format_args!("dim {width} {height} {depth}"));
    out.end();
    if width > 0 && depth > 0 {
        layers(out, block);
    }
    out.end();
    Ok(())
}

/// Converts the byte of the binary form to a percentage, to one that is read as the same byte if possible.
/// Text format document, section 10.
fn percent(uncertainty: u8) -> u32 {
    let byte = u32::from(uncertainty);
    let rounded_down = byte.saturating_mul(100) / 255;
    let is_exact = rounded_down.saturating_mul(255) / 100 == byte;
    if is_exact { rounded_down } else { rounded_down.saturating_add(1).min(100) }
}

/// Writes all layers from the bottom up, a line per row.
fn layers(out: &mut Lines, block: &VoxelBlock) {
    let [width, height, depth] = block.size;
    let mut voxels = block.spread();
    for _ in 0..height {
        out.line(b"layer");
        for _ in 0..depth {
            for voxel in voxels.by_ref().take(width as usize) {
                match voxel {
                    VoxelIndex::UNSET => out.word("."),
                    VoxelIndex::CLEAR => out.word("-"),
                    voxel => out.integer(voxel.0),
                }
            }
            out.end();
        }
    }
}
