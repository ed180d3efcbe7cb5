//! Reading of VOXD chunks. Format document, section 6.9.

use super::frame::to_end;
use super::reference::{exists, reference};
use crate::common::input::{Input, Parsed};
use crate::common::parsers::field;
use crate::common::wire::value;
use crate::error::ErrorKind;
use crate::model::{VoxelBlock, VoxelRun, Width};
use crate::wire::{Context, index_from};
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
    // This is only a warning, because runs are not expanded: format document, section 7.
    if cells > limit {
        let kind = ErrorKind::VoxelVolume { cells, limit };
        sizes.warn_with(|| sizes.error(kind).inside("size[0]"))?;
    }
    let (input, surplus) = match context.types.voxel {
        Width::One => runs::<1>(input, context, &mut block)?,
        _ => runs::<2>(input, context, &mut block)?,
    };
    block.surplus = surplus;
    Ok((input, block))
}

/// Reads a position, which is signed; −1 and −2 have no special meaning.
fn position<'a>(width: Width) -> impl Fn(Input<'a>) -> Parsed<'a, i32> {
    move |input| match width {
        Width::One => value.map(i8::into).parse(input),
        Width::Two => value.map(i16::into).parse(input),
        _ => value(input),
    }
}

/// Reads a size, which is unsigned.
fn size<'a>(width: Width) -> impl Fn(Input<'a>) -> Parsed<'a, u32> {
    move |input| match width {
        Width::One => value.map(u8::into).parse(input),
        Width::Two => value.map(u16::into).parse(input),
        _ => value(input),
    }
}

/// Reads the runs, and the surplus: format document, section 6.9.1.
fn runs<'a, const WIDTH: usize>(
    input: Input<'a>,
    context: &Context,
    block: &mut VoxelBlock,
) -> Parsed<'a, Vec<u8>> {
    if !input.is_traced() && runs_in_bulk::<WIDTH>(input, context, block) {
        input.charge_elements(block.runs.len().saturating_add(block.voxels.len()))?;
        return Ok((input.with(&[]), Vec::new()));
    }
    (block.runs, block.voxels) = (Vec::new(), Vec::new());
    to_end("runs", |input| read_run::<WIDTH>(input, context, block)).map(|(_, surplus)| surplus).parse(input)
}

/// Decodes the runs in bulk; returns false if there is something to report: an incomplete run, a voxel without a
/// type, or an exceeded limit.
///
/// Most bytes of voxel models are runs, and parsing each separately takes two and a half times as many
/// instructions.
fn runs_in_bulk<const WIDTH: usize>(input: Input<'_>, context: &Context, block: &mut VoxelBlock) -> bool {
    let mut rest = input.bytes();
    while let [control, after @ ..] = rest {
        let run = run_of(*control);
        let Some((stored, after)) = after.split_at_checked(run.n_stored().saturating_mul(WIDTH)) else {
            return false;
        };
        block.runs.push(run);
        // Voxels are pushed one by one, because most runs have one voxel.
        for bytes in stored.as_chunks::<WIDTH>().0 {
            block.voxels.push(index_from(bytes));
        }
        rest = after;
    }
    let n_elements = block.runs.len().saturating_add(block.voxels.len());
    n_elements <= input.remaining().elements.get() && block.voxels.iter().all(|voxel| exists(*voxel, context))
}

/// Reads a control byte, then one voxel that repeats, or as many voxels as the byte states.
fn read_run<'a, const WIDTH: usize>(
    input: Input<'a>,
    context: &Context,
    block: &mut VoxelBlock,
) -> Parsed<'a, ()> {
    let (mut input, run) = field("control", value::<_, u8>).map(run_of).parse(input)?;
    let n_stored = run.n_stored();
    let stored = input.split(n_stored.saturating_mul(WIDTH));
    stored.map_err(|error| input.name_failure(input.n_warnings(), "voxels", error))?;
    input.charge_elements(n_stored.saturating_add(1))?;
    block.runs.push(run);
    for number in 0..n_stored {
        let voxel;
        (input, voxel) = field(("voxels", number), reference(context))(input)?;
        block.voxels.push(voxel);
    }
    Ok((input, ()))
}

fn run_of(control: u8) -> VoxelRun {
    VoxelRun { repeats: control & 0x80 != 0, len: (control & 0x7f).saturating_add(1) }
}
