//! Writing of BONE chunks. Format document, section 6.4.

use super::reference::{count, reference};
use crate::common::error::Error;
use crate::common::output::Output;
use crate::error::ErrorKind;
use crate::model::{Bone, BoneIndex, Skeleton, Skin, Types, WeightCount, Width};

pub(super) fn bone(out: &mut Output, skeleton: &Skeleton, types: &Types) -> Result<(), Error> {
    if types.bone == Width::Absent {
        return Err(Error::model(ErrorKind::AbsentType { what: "bone" }));
    }
    count(out, skeleton.bones.len(), "bones", types.bone)?;
    count(out, skeleton.skins.len(), "skins", types.skin)?;
    for (number, bone) in skeleton.bones.iter().enumerate() {
        one_bone(out, bone, types).map_err(|error| error.inside(format!("bones[{number}]")))?;
    }
    for (number, one) in skeleton.skins.iter().enumerate() {
        skin(out, one, types).map_err(|error| error.inside(format!("skins[{number}]")))?;
    }
    out.bytes(&skeleton.surplus);
    Ok(())
}

fn one_bone(out: &mut Output, bone: &Bone, types: &Types) -> Result<(), Error> {
    reference(out, bone.parent, types)?;
    reference(out, bone.name, types)?;
    reference(out, bone.position, types)?;
    reference(out, bone.orientation, types)
}

/// Writes a skin: its weights, and a bone for each weight that is not 0. A single weight is not stored.
fn skin(out: &mut Output, skin: &Skin, types: &Types) -> Result<(), Error> {
    let (stored, beyond) = skin.weights.split_at_checked(types.weights.get()).unwrap_or_default();
    let used = beyond.iter().filter(|weight| **weight != 0).count();
    // A single weight is not stored, and is read as 255.
    if used > 0 || (types.weights == WeightCount::One && skin.weights[0] != 255) {
        let (value, width) = (format!("{:?}", skin.weights), "the header's number of weights");
        return Err(Error::model(ErrorKind::DoesNotFit { what: "weights", value, width }));
    }
    if types.weights != WeightCount::One {
        out.bytes(stored);
    }
    for (bone, weight) in skin.bones.iter().zip(skin.weights) {
        match (weight, *bone) {
            (0, BoneIndex::NONE) => {}
            (0, bone) => {
                let (value, width) = (bone.0.to_string(), "a weight of 0");
                return Err(Error::model(ErrorKind::DoesNotFit { what: "bone", value, width }));
            }
            (_, bone) => reference(out, bone, types)?,
        }
    }
    Ok(())
}
