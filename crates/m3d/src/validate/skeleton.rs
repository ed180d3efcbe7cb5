//! Checks of bones and skins.

use super::{Findings, first};
use crate::model::{BoneIndex, Model};
use crate::rules::*;

pub(super) fn check(model: &Model, findings: &mut Findings) {
    let Some(skeleton) = model.skeleton() else { return };
    let mut is_reached = vec![false; skeleton.bones.len()];
    for (bone, _) in skeleton.walk() {
        if let Some(reached) = bone.get().and_then(|at| is_reached.get_mut(at)) {
            *reached = true;
        }
    }
    let chunk = first(model, *b"BONE");
    for (i, bone) in skeleton.bones.iter().enumerate() {
        let path = format_args!("{chunk}, bones[{i}].parent");
        let parent = bone.parent.get();
        if !is_reached.get(i).copied().unwrap_or_default() {
            findings.add(&M3D018, path, format_args!("a cycle through bone {}", bone.parent.0), "");
        } else if parent.is_some_and(|parent| parent >= i && parent < skeleton.bones.len()) {
            findings.add(&M3D019, path, format_args!("parent {}", bone.parent.0), i);
        }
    }
    for (i, skin) in skeleton.skins.iter().enumerate() {
        let path = format_args!("{chunk}, skins[{i}].weights");
        let bones = skin.bones.iter().zip(skin.weights);
        if skin.sum() == 0 || bones.clone().all(|(bone, weight)| weight == 0 || *bone == BoneIndex::NONE) {
            findings.add(&M3D021, path, "none", "");
        } else if skin.sum() != 255 {
            findings.add(&M3D020, path, skin.sum(), 255);
        }
    }
}
