//! Format document, section 6.4: BONE.

use super::frame::{again, surplus};
use super::reference::{count, reference};
use crate::mould::each::each_with;
use crate::mould::input::{Input, Parsed};
use crate::mould::words::{field, fixed};
use crate::wire::Context;
use crate::{Bone, BoneIndex, ErrorKind, Skeleton, Skin, WeightCount, Width};

pub(super) fn bone<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Skeleton> {
    let types = &context.types;
    if types.bone == Width::Absent {
        return Err(input.fatal(ErrorKind::AbsentType { what: "bone" }));
    }
    let (input, n_bones) = field("bone_count", count(types.bone))(input)?;
    let (input, n_skins) = field("skin_count", count(types.skin))(input)?;
    // Each bone takes at least one byte, so a false count ends with the input.
    let (mut bones, mut skins) = (Vec::new(), Vec::new());
    let read = |input| {
        let (rest, one) = one_bone(input, context)?;
        bones.push(one);
        Ok((rest, ()))
    };
    let (n_bones, packed) = (Some(n_bones as usize), context.packed);
    let (input, ()) = each_with("bones", n_bones, again!(one_bone), packed, read)(input)?;
    let read = |input| {
        let (rest, one) = skin(input, context)?;
        skins.push(one);
        Ok((rest, ()))
    };
    let (input, ()) = each_with("skins", Some(n_skins as usize), again!(skin), packed, read)(input)?;
    let (input, surplus) = surplus(input)?;
    Ok((input, Skeleton { bones, skins, surplus }))
}

fn one_bone<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Bone> {
    input.grant_elements(5)?;
    let (input, parent) = field("parent", reference(context))(input)?;
    let (input, name) = field("name", reference(context))(input)?;
    let (input, position) = field("position", reference(context))(input)?;
    let (input, orientation) = field("orientation", reference(context))(input)?;
    Ok((input, Bone { parent, name, position, orientation }))
}

/// A bone follows for each weight that is not 0. A single weight is not stored.
fn skin<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Skin> {
    // A skin may be a single byte in the file, but takes the memory of eight elements.
    input.grant_elements(8)?;
    let (mut input, weights) = match context.types.weights {
        WeightCount::One => (input, Skin::of(BoneIndex::NONE).weights),
        WeightCount::Two => padded(field("weights", fixed::<2>)(input)?),
        WeightCount::Four => padded(field("weights", fixed::<4>)(input)?),
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

fn padded<const N: usize>((input, some): (Input<'_>, [u8; N])) -> (Input<'_>, [u8; 8]) {
    let mut all = [0; 8];
    all.iter_mut().zip(some).for_each(|(slot, weight)| *slot = weight);
    (input, all)
}
