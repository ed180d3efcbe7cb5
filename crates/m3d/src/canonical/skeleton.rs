//! Sorting of bones so that parents come first, and removal of duplicate skins.

use crate::model::{BoneIndex, Model, Skeleton, Skin, SkinIndex};
use crate::visit::{Visitor, visit};
use std::collections::HashMap;

/// Sorts parents before their children. Bones in cycles, and their descendants, come last.
pub(super) fn sort_bones(model: &mut Model) {
    let mut moved = Vec::new();
    if let Some(skeleton) = model.skeleton_mut() {
        let order = order(skeleton);
        moved = vec![BoneIndex::NONE; skeleton.bones.len()];
        for (new, old) in (0..).map(BoneIndex).zip(&order) {
            if let Some(bone) = moved.get_mut(*old) {
                *bone = new;
            }
        }
        skeleton.bones = order.iter().filter_map(|old| skeleton.bones.get(*old).copied()).collect();
    }
    visit(model, &mut Bones(moved));
}

/// The new order of the bones, which is the old one if parents already come first.
fn order(skeleton: &Skeleton) -> Vec<usize> {
    let n_bones = skeleton.bones.len();
    let comes_first = |(child, parent): (usize, usize)| parent < child || parent >= n_bones;
    let mut pairs = skeleton.bones.iter().enumerate().filter_map(|(i, bone)| Some((i, bone.parent.get()?)));
    if pairs.all(comes_first) {
        return (0..n_bones).collect();
    }
    let mut order: Vec<usize> = skeleton.walk().iter().filter_map(|(bone, _)| bone.get()).collect();
    let mut is_placed = vec![false; n_bones];
    for bone in &order {
        if let Some(placed) = is_placed.get_mut(*bone) {
            *placed = true;
        }
    }
    order.extend(is_placed.iter().enumerate().filter(|(_, placed)| !**placed).map(|(bone, _)| bone));
    order
}

struct Bones(Vec<BoneIndex>);

impl Visitor for Bones {
    fn bone(&mut self, bone: &mut BoneIndex) {
        *bone = bone.get().and_then(|old| self.0.get(old)).copied().unwrap_or(BoneIndex::NONE);
    }
}

/// Merges equal skins. The weights of each are moved to its first slots, and add up to 255.
pub(super) fn merge_skins(model: &mut Model) {
    let mut moved = Vec::new();
    if let Some(skeleton) = model.skeleton_mut() {
        let mut found: HashMap<([u8; 8], [BoneIndex; 8]), SkinIndex> = HashMap::new();
        let mut skins = Vec::new();
        for skin in &skeleton.skins {
            let skin = with_sum_255(skin);
            let next = SkinIndex(u32::try_from(skins.len()).unwrap_or(u32::MAX));
            let index = *found.entry((skin.weights, skin.bones)).or_insert_with(|| {
                skins.push(skin);
                next
            });
            moved.push(index);
        }
        skeleton.skins = skins;
    }
    visit(model, &mut Skins(moved));
}

struct Skins(Vec<SkinIndex>);

impl Visitor for Skins {
    fn skin(&mut self, skin: &mut SkinIndex) {
        if *skin != SkinIndex::ORIENTATION {
            *skin = skin.get().and_then(|old| self.0.get(old)).copied().unwrap_or(SkinIndex::NONE);
        }
    }
}

/// Scales the weights of a skin to add up to 255; each stays at least 1, and the largest absorbs the rounding
/// error.
fn with_sum_255(skin: &Skin) -> Skin {
    let sum = u32::from(skin.sum());
    let mut whole = Skin { weights: [0; 8], bones: [BoneIndex::NONE; 8] };
    let slots = skin.bones.iter().zip(skin.weights).filter(|(_, weight)| *weight != 0);
    for ((bone, weight), slot) in whole.bones.iter_mut().zip(&mut whole.weights).zip(slots) {
        let share = u32::from(slot.1).saturating_mul(255).checked_div(sum).unwrap_or_default();
        (*bone, *weight) = (*slot.0, u8::try_from(share).unwrap_or(255).max(1));
    }
    let total = whole.sum();
    if let Some(largest) =
        whole.weights.iter_mut().rev().max_by_key(|weight| **weight).filter(|weight| **weight > 0)
    {
        let with_rest = u16::from(*largest).saturating_add(255).saturating_sub(total);
        *largest = u8::try_from(with_rest).unwrap_or(255);
    }
    whole
}
