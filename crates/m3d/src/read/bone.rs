//! Reading of BONE chunks. Format document, section 6.4.

use super::frame::{repeated, surplus};
use super::reference::{count, reference};
use crate::common::input::{Input, Parsed};
use crate::common::parsers::{field, fixed};
use crate::error::ErrorKind;
use crate::model::{Bone, BoneIndex, Skeleton, Skin, WeightCount, Width};
use crate::wire::Context;
use nom::Parser;

pub(super) fn bone<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Skeleton> {
    let types = &context.types;
    if types.bone == Width::Absent {
        return Err(input.fatal(ErrorKind::AbsentType { what: "bone" }));
    }
    let (input, (n_bones, n_skins)) =
        (field("bone_count", count(types.bone)), field("skin_count", count(types.skin))).parse(input)?;
    let bones = repeated("bones", n_bones, |input| one_bone(input, context));
    let skins = repeated("skins", n_skins, |input| skin(input, context));
    (bones, skins, surplus).map(|(bones, skins, surplus)| Skeleton { bones, skins, surplus }).parse(input)
}

fn one_bone<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Bone> {
    input.charge_elements(5)?;
    (
        field("parent", reference(context)),
        field("name", reference(context)),
        field("position", reference(context)),
        field("orientation", reference(context)),
    )
        .map(|(parent, name, position, orientation)| Bone { parent, name, position, orientation })
        .parse(input)
}

/// Reads a skin: its weights, and a bone for each weight that is not 0. A single weight is not stored.
fn skin<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Skin> {
    // A skin may be a single byte in the file, but takes the memory of eight elements.
    input.charge_elements(8)?;
    let (mut input, weights) = match context.types.weights {
        WeightCount::One => (input, Skin::single(BoneIndex::NONE).weights),
        WeightCount::Two => field("weights", fixed::<2>).map(padded).parse(input)?,
        WeightCount::Four => field("weights", fixed::<4>).map(padded).parse(input)?,
        WeightCount::Eight => field("weights", fixed::<8>)(input)?,
    };
    let mut bones = [BoneIndex::NONE; 8];
    for (slot, bone) in bones.iter_mut().enumerate() {
        if weights.get(slot).is_some_and(|weight| *weight != 0) {
            (input, *bone) = field(("bones", slot), reference(context))(input)?;
        }
    }
    Ok((input, Skin { weights, bones }))
}

fn padded<const N: usize>(some: [u8; N]) -> [u8; 8] {
    let mut all = [0; 8];
    all.iter_mut().zip(some).for_each(|(slot, weight)| *slot = weight);
    all
}
