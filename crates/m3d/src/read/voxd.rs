//! Format document, section 6.9: VOXD.

use super::frame;
use super::reference::{column, reference};
use crate::mould::input::{Input, Parsed, field, part, sized_records, value};
use crate::wire::{Cells, Context, Stored, field_of, show_stored};
use crate::{ErrorKind, VoxelBlock, VoxelIndex, VoxelRun, Width};

pub(super) fn voxd<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, VoxelBlock> {
    for (what, width) in [("size of voxel blocks", context.types.voxel_size), ("voxel", context.types.voxel)]
    {
        if width == Width::Absent {
            return Err(input.fatal(ErrorKind::AbsentType { what }));
        }
    }
    let mut block = VoxelBlock::default();
    let (input, name) = field("name", reference(context))(input)?;
    let (mut input, ()) = (input, ());
    for (side, title) in block.position.iter_mut().zip(["x", "y", "z"]) {
        (input, *side) = field(title, position(context.types.voxel_size))(input)?;
    }
    let sizes = input;
    for (side, title) in block.size.iter_mut().zip(["width", "height", "depth"]) {
        (input, *side) = field(title, size(context.types.voxel_size))(input)?;
    }
    let (input, uncertainty) = field("uncertainty", value)(input)?;
    let (input, group) = field("group", value)(input)?;
    (block.name, block.uncertainty, block.group) = (name, uncertainty, group);
    let (cells, limit) = (block.n_voxels(), context.max_voxels);
    if cells > limit {
        sizes.warn(ErrorKind::VoxelVolume { cells, limit })?;
    }
    let read = |input: Input<'a>, number| {
        part(|| format!("run {number}"), |input| run(input, context, &mut block))(input)
    };
    let (input, rest) = frame::records(input, read, drop)?;
    block.rest = rest;
    Ok((input, block))
}

/// Positions are signed, and −1 and −2 have no special meaning.
fn position<'a>(width: Width) -> impl Fn(Input<'a>) -> Parsed<'a, i32> {
    move |input| match width {
        Width::One => value::<_, i8>(input).map(|(rest, number)| (rest, number.into())),
        Width::Two => value::<_, i16>(input).map(|(rest, number)| (rest, number.into())),
        _ => value(input),
    }
}

/// Sizes are unsigned.
fn size<'a>(width: Width) -> impl Fn(Input<'a>) -> Parsed<'a, u32> {
    move |input| match width {
        Width::One => value::<_, u8>(input).map(|(rest, number)| (rest, number.into())),
        Width::Two => value::<_, u16>(input).map(|(rest, number)| (rest, number.into())),
        _ => value(input),
    }
}

/// Section 6.9.1: a control byte, then one voxel that repeats or as many voxels as the byte says.
fn run<'a>(input: Input<'a>, context: &Context, block: &mut VoxelBlock) -> Parsed<'a, ()> {
    let (input, control) = field("run", value::<_, u8>)(input)?;
    let width = VoxelIndex::width(&context.types);
    let run = VoxelRun { repeats: control & 0x80 != 0, len: (control & 0x7f).saturating_add(1) };
    let n_stored = if run.repeats { 1 } else { run.len.into() };
    let fields = || {
        let mut fields = Vec::new();
        field_of(&mut fields, "voxel", width.bytes(), show_stored::<VoxelIndex>);
        fields
    };
    // Each run has at least one voxel, which counts for more memory than the run takes.
    let (rest, all) = sized_records("voxels", width.bytes(), n_stored, fields)(input)?;
    block.runs.push(run);
    column(input.with(all), Cells::one(width.bytes(), 0), &mut block.voxels, context)?;
    Ok((rest, ()))
}
