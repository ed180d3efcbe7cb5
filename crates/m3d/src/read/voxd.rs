//! Format document, section 6.9: VOXD.

use super::frame::to_end;
use super::reference::{is_there, reference};
use crate::common::input::{Input, Parsed};
use crate::common::rows::value;
use crate::common::words::field;
use crate::wire::{Context, index_from};
use crate::{ErrorKind, VoxelBlock, VoxelIndex, VoxelRun, Width};
use nom::Parser;

pub(super) fn voxd<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, VoxelBlock> {
    for (what, width) in [("size of voxel blocks", context.types.voxel_size), ("voxel", context.types.voxel)]
    {
        if width == Width::Absent {
            return Err(input.fatal(ErrorKind::AbsentType { what }));
        }
    }
    let width = context.types.voxel_size;
    let position = |axis| field(("position", axis), position(width));
    let size = |axis| field(("size", axis), size(width));
    let (sizes, (name, position)) =
        (field("name", reference(context)), (position(0), position(1), position(2))).parse(input)?;
    let (input, (size, uncertainty, group)) =
        ((size(0), size(1), size(2)), field("uncertainty", value), field("group", value)).parse(sizes)?;
    let (position, size) = (position.into(), size.into());
    let mut block = VoxelBlock { name, position, size, uncertainty, group, ..VoxelBlock::default() };
    let (cells, limit) = (block.n_voxels(), context.max_voxels);
    if cells > limit {
        let kind = ErrorKind::VoxelVolume { cells, limit };
        sizes.warn_with(|| sizes.error(kind).inside("size[0]"))?;
    }
    let (input, (_, surplus)) = match context.types.voxel {
        Width::One => to_end("runs", |input| run::<1>(input, context, &mut block))(input)?,
        _ => to_end("runs", |input| run::<2>(input, context, &mut block))(input)?,
    };
    block.surplus = surplus;
    Ok((input, block))
}

/// Positions are signed, and −1 and −2 have no special meaning.
fn position<'a>(width: Width) -> impl Fn(Input<'a>) -> Parsed<'a, i32> {
    move |input| match width {
        Width::One => value.map(i8::into).parse(input),
        Width::Two => value.map(i16::into).parse(input),
        _ => value(input),
    }
}

/// Sizes are unsigned.
fn size<'a>(width: Width) -> impl Fn(Input<'a>) -> Parsed<'a, u32> {
    move |input| match width {
        Width::One => value.map(u8::into).parse(input),
        Width::Two => value.map(u16::into).parse(input),
        _ => value(input),
    }
}

/// Section 6.9.1: a control byte, then one voxel that repeats or as many voxels as the byte says.
///
/// Voxel models are little else than runs, so voxels have names only if somebody is told them, or one has no type.
#[inline]
fn run<'a, const WIDTH: usize>(
    input: Input<'a>,
    context: &Context,
    block: &mut VoxelBlock,
) -> Parsed<'a, ()> {
    let (start, control) = field("control", value::<_, u8>)(input)?;
    let run = VoxelRun { repeats: control & 0x80 != 0, len: (control & 0x7f).saturating_add(1) };
    let n_stored = run.n_stored();
    let stored = start.split(n_stored.saturating_mul(WIDTH));
    let (rest, stored) = stored.map_err(|error| start.name_failure(start.n_warnings(), "voxels", error))?;
    input.grant_elements(n_stored.saturating_add(1))?;
    block.runs.push(run);
    let n_before = block.voxels.len();
    let mut has_types = true;
    // One by one: most runs have one voxel.
    for bytes in stored.bytes().as_chunks::<WIDTH>().0 {
        let voxel = index_from(bytes);
        has_types &= is_there::<VoxelIndex>(voxel, context);
        block.voxels.push(voxel);
    }
    if input.is_traced() || !has_types {
        block.voxels.truncate(n_before);
        return named_voxels(start, n_stored, context, &mut block.voxels);
    }
    Ok((rest, ()))
}

/// The voxels of a run one by one, with names, and warnings of those without a type.
#[cold]
fn named_voxels<'a>(
    mut input: Input<'a>,
    n_stored: usize,
    context: &Context,
    voxels: &mut Vec<VoxelIndex>,
) -> Parsed<'a, ()> {
    for number in 0..n_stored {
        let voxel;
        (input, voxel) = field(("voxels", number), reference(context))(input)?;
        voxels.push(voxel);
    }
    Ok((input, ()))
}
