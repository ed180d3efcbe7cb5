//! Format document, section 6.9: VOXD.

use super::reference::{is_there, nothing_there, reference, unchecked};
use crate::mould::divided::divided;
use crate::mould::input::{Input, Parsed};
use crate::mould::rows::value;
use crate::mould::words::{field, unknown};
use crate::wire::{Context, index_from};
use crate::{ErrorKind, VoxelBlock, VoxelIndex, VoxelRun, Width};
use nom::Err;

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
    let (input, surplus) = runs(input, context, &mut block)?;
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

/// Section 6.9.1: the runs, and the surplus, as [`to_end`](super::frame::to_end) reads records.
///
/// Voxel models are little else than runs, so these are decoded in a loop of their own: a third faster than a parser
/// per run. [`run`] takes the same bytes, for the layout.
fn runs<'a>(input: Input<'a>, context: &Context, block: &mut VoxelBlock) -> Parsed<'a, Vec<u8>> {
    let rest = match context.types.voxel {
        Width::One => whole_runs::<1>(input, block),
        Width::Two => whole_runs::<2>(input, block),
        _ => whole_runs::<4>(input, block),
    };
    let n_bytes = input.bytes().len().saturating_sub(rest.len());
    let (rest, _) = divided("runs", n_bytes, run, context.packed)(input)?;
    if block.voxels.iter().any(|voxel| !is_there(*voxel, context)) {
        warn_of_voxels(input, context, block)?;
    }
    if rest.bytes().is_empty() {
        return Ok((rest, Vec::new()));
    }
    let failure = failure(rest, context.types.voxel.bytes());
    let number = block.runs.len();
    rest.excuse(failure.map(|error| error.inside(format!("runs[{number}]"))))?;
    // The warning says what is wrong with them.
    unknown("surplus")(rest).map(|(rest, bytes)| (rest, bytes.to_vec()))
}

/// Decodes runs up to the first that is not whole or exceeds a limit; gives the bytes from there on.
fn whole_runs<'a, const WIDTH: usize>(input: Input<'a>, block: &mut VoxelBlock) -> &'a [u8] {
    let mut rest = input.bytes();
    while let [control, after @ ..] = rest {
        let run = run_of(*control);
        let Some((stored, after)) = after.split_at_checked(run.n_stored().saturating_mul(WIDTH)) else {
            break;
        };
        // A layout has a span for the run, too.
        if input.grant_elements(run.n_stored().saturating_add(1)).is_err() {
            break;
        }
        block.runs.push(run);
        // One by one: most runs have one voxel.
        for bytes in stored.as_chunks::<WIDTH>().0 {
            block.voxels.push(index_from(bytes));
        }
        rest = after;
    }
    rest
}

/// What is wrong with the first run that is not whole or exceeds a limit.
#[cold]
fn failure(rest: Input<'_>, width: usize) -> Err<crate::Error> {
    let (control, stored) =
        rest.bytes().split_first().map_or((0, rest.bytes()), |(first, rest)| (*first, rest));
    let n_stored = run_of(control).n_stored();
    match rest.grant_elements(n_stored.saturating_add(1)) {
        Err(failure) if stored.len() >= n_stored.saturating_mul(width) => failure,
        _ => {
            let (needed, left) = (n_stored.saturating_mul(width), stored.len());
            let failure = rest.with(stored).fatal(ErrorKind::UnexpectedEnd { needed, left });
            failure.map(|error| error.inside("voxels"))
        }
    }
}

/// Warns of each voxel without a type.
#[cold]
fn warn_of_voxels(input: Input<'_>, context: &Context, block: &VoxelBlock) -> Result<(), Err<crate::Error>> {
    let width = context.types.voxel.bytes();
    let (mut at, mut voxels) = (0_usize, block.voxels.iter());
    for (number, run) in block.runs.iter().enumerate() {
        at = at.saturating_add(1);
        for (i, voxel) in voxels.by_ref().take(run.n_stored()).enumerate() {
            if let Some(kind) = nothing_there(*voxel, context) {
                let place = input.split(at)?.0;
                place.warn_with(|| place.error(kind).inside(format!("runs[{number}].voxels[{i}]")))?;
            }
            at = at.saturating_add(width);
        }
    }
    Ok(())
}

/// A control byte, then one voxel that repeats or as many voxels as the byte says.
fn run(input: Input<'_>, packed: u64) -> Parsed<'_, ()> {
    let context = Context::again(packed);
    let (input, control) = field("control", value::<_, u8>)(input)?;
    let run = run_of(control);
    let mut input = input;
    for number in 0..run.n_stored() {
        (input, _) = field(("voxels", number), unchecked::<VoxelIndex>(context.types.voxel))(input)?;
    }
    Ok((input, ()))
}

fn run_of(control: u8) -> VoxelRun {
    VoxelRun { repeats: control & 0x80 != 0, len: (control & 0x7f).saturating_add(1) }
}
