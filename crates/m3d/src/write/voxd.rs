//! Writing of VOXD chunks. Format document, section 6.9.

use super::reference::{even, reference, too_wide};
use crate::common::error::Error;
use crate::common::output::Output;
use crate::error::ErrorKind;
use crate::model::{Types, VoxelBlock, VoxelIndex, VoxelRun, Width};

pub(super) fn voxd(out: &mut Output, block: &VoxelBlock, types: &Types) -> Result<(), Error> {
    for (what, width) in [("size of voxel blocks", types.voxel_size), ("voxel", types.voxel)] {
        if width == Width::Absent {
            return Err(Error::model(ErrorKind::AbsentType { what }));
        }
    }
    reference(out, block.name, types)?;
    block.position.iter().try_for_each(|side| position(out, *side, types.voxel_size))?;
    block.size.iter().try_for_each(|side| size(out, *side, types.voxel_size))?;
    out.value(&block.uncertainty);
    out.value(&block.group);
    let mut voxels = &block.voxels[..];
    for (number, one) in block.runs.iter().enumerate() {
        write_run(out, *one, &mut voxels, types).map_err(|error| error.inside(format!("runs[{number}]")))?;
    }
    even("voxels after the last run", voxels.len(), 0)?;
    out.bytes(&block.surplus);
    Ok(())
}

/// Writes a position, which is signed; −1 and −2 have no special meaning.
fn position(out: &mut Output, side: i32, width: Width) -> Result<(), Error> {
    match (width, i8::try_from(side), i16::try_from(side)) {
        (Width::One, Ok(side), _) => out.value(&side),
        (Width::Two, _, Ok(side)) => out.value(&side),
        (Width::Four, ..) => out.value(&side),
        _ => return Err(too_wide("position", side.to_string(), width)),
    }
    Ok(())
}

/// Writes a size, which is unsigned.
fn size(out: &mut Output, side: u32, width: Width) -> Result<(), Error> {
    match (width, u8::try_from(side), u16::try_from(side)) {
        (Width::One, Ok(side), _) => out.value(&side),
        (Width::Two, _, Ok(side)) => out.value(&side),
        (Width::Four, ..) => out.value(&side),
        _ => return Err(too_wide("size", side.to_string(), width)),
    }
    Ok(())
}

/// Writes a control byte, then one voxel that repeats, or as many voxels as the byte states: format document,
/// section 6.9.1.
fn write_run(
    out: &mut Output,
    run: VoxelRun,
    voxels: &mut &[VoxelIndex],
    types: &Types,
) -> Result<(), Error> {
    let Some(control) = run.len.checked_sub(1).filter(|len| *len < 0x80) else {
        let value = run.len.to_string();
        return Err(Error::model(ErrorKind::DoesNotFit { what: "length", value, width: "1 to 128" }));
    };
    out.value(&(control | u8::from(run.repeats) << 7));
    let n = run.n_stored();
    let Some((stored, rest)) = voxels.split_at_checked(n) else {
        return even("voxels", voxels.len(), n);
    };
    *voxels = rest;
    for (i, voxel) in stored.iter().enumerate() {
        reference(out, *voxel, types).map_err(|error| error.inside(format!("voxels[{i}]")))?;
    }
    Ok(())
}
