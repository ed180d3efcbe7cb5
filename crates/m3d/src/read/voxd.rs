//! Format document, section 6.9: VOXD.

use super::frame::to_end;
use super::reference::{expect, reference};
use crate::mould::input::{Input, Parsed};
use crate::mould::rows::{records, value};
use crate::mould::show::{Field, Look};
use crate::mould::words::field;
use crate::wire::{Context, Stored, field_of, index_from, show_stored};
use crate::{ErrorKind, VoxelBlock, VoxelIndex, VoxelRun, Width};
use std::borrow::Cow;

pub(super) fn voxd<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, VoxelBlock> {
    for (what, width) in [("size of voxel blocks", context.types.voxel_size), ("voxel", context.types.voxel)]
    {
        if width == Width::Absent {
            return Err(input.fatal(ErrorKind::AbsentType { what }));
        }
    }
    let mut block = VoxelBlock::default();
    let (input, name) = field("name", reference(context))(input)?;
    let mut input = input;
    for (axis, side) in block.position.iter_mut().enumerate() {
        (input, *side) = field(("position", axis), position(context.types.voxel_size))(input)?;
    }
    let sizes = input;
    for (axis, side) in block.size.iter_mut().enumerate() {
        (input, *side) = field(("size", axis), size(context.types.voxel_size))(input)?;
    }
    let (input, uncertainty) = field("uncertainty", value)(input)?;
    let (input, group) = field("group", value)(input)?;
    (block.name, block.uncertainty, block.group) = (name, uncertainty, group);
    let (cells, limit) = (block.n_voxels(), context.max_voxels);
    if cells > limit {
        let kind = ErrorKind::VoxelVolume { cells, limit };
        sizes.warn_with(|| sizes.error(kind).inside("size[0]"))?;
    }
    let (input, surplus) =
        to_end(input, "runs", run_again, context, |input| run(input, context, &mut block))?;
    block.surplus = surplus;
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
#[inline(always)]
fn run<'a>(input: Input<'a>, context: &Context, block: &mut VoxelBlock) -> Parsed<'a, ()> {
    let (input, control) = field("control", value::<_, u8>)(input)?;
    let width = VoxelIndex::width(&context.types);
    let run = VoxelRun { repeats: control & 0x80 != 0, len: (control & 0x7f).saturating_add(1) };
    let n_stored = if run.repeats { 1 } else { run.len.into() };
    let look = const { &Look::table(fields) };
    // Each run has at least one voxel, which counts for more memory than the run takes.
    let (rest, all) = records("voxels", n_stored, width.bytes(), look, context.packed)(input)?;
    block.runs.push(run);
    // One by one, since most runs have one voxel, for which a column takes longer.
    for (i, bytes) in all.chunks_exact(width.bytes()).enumerate() {
        let voxel = index_from(bytes);
        let at = i.saturating_mul(width.bytes());
        expect::<VoxelIndex>(input.with(all), at, voxel, context, ("voxels", i, ""))?;
        block.voxels.push(voxel);
    }
    Ok((rest, ()))
}

/// As [`again!`](super::frame::again).
fn run_again<'a>(input: Input<'a>, packed: u64) -> Parsed<'a, ()> {
    run(input, &Context::again(packed), &mut VoxelBlock::default())
}

fn fields(context: u64) -> Cow<'static, [Field]> {
    let mut fields = Vec::new();
    let width = Context::again(context).types.voxel;
    field_of(&mut fields, "", width.bytes(), show_stored::<VoxelIndex>);
    fields.into()
}
