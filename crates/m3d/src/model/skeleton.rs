//! Bones, and the skins by which they move vertices.

use super::{BoneIndex, Name, OrientationIndex, VertexIndex};
use crate::mould::same::same;

/// BONE: the bind pose. Format document, section 6.4.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Skeleton {
    /// The bones; parents come before their children.
    pub bones: Vec<Bone>,
    /// The skins.
    pub skins: Vec<Skin>,
    /// What is left of the chunk behind the last skin.
    pub rest: Vec<u8>,
}

/// A bone.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bone {
    /// The bone that it hangs from; none at the top.
    pub parent: BoneIndex,
    /// What it is called.
    pub name: Name,
    /// Where it is: in its parent's space, or in the model's at the top.
    pub position: VertexIndex,
    /// How it is turned.
    pub orientation: OrientationIndex,
}

/// How much which bones move a vertex.
///
/// There are as many slots in use as the header has weights. A slot of weight 0 has no bone. A file whose
/// skins have one weight does not store it: it is 255.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Skin {
    /// The weights, which add up to 255 or so.
    pub weights: [u8; 8],
    /// The bone of each weight.
    pub bones: [BoneIndex; 8],
}

same! {
    Skeleton { bones, skins, rest }
    Bone { parent, name, position, orientation }
    Skin { weights, bones }
}

impl Skin {
    /// Of one bone alone.
    #[must_use]
    pub const fn of(bone: BoneIndex) -> Self {
        let mut skin = Self { weights: [0; 8], bones: [BoneIndex::NONE; 8] };
        (skin.weights[0], skin.bones[0]) = (255, bone);
        skin
    }

    /// The bones with a weight, and weights that add up to 1.
    ///
    /// ```
    /// use m3d::{BoneIndex, Skin};
    ///
    /// let mut skin = Skin::of(BoneIndex(3));
    /// (skin.weights[2], skin.bones[2]) = (85, BoneIndex(5));
    /// assert!(skin.influences().eq([(BoneIndex(3), 0.75), (BoneIndex(5), 0.25)]));
    /// ```
    pub fn influences(&self) -> impl Iterator<Item = (BoneIndex, f32)> {
        let sum = self.sum();
        let slots = self.bones.into_iter().zip(self.weights).filter(|(_, weight)| *weight != 0);
        slots.map(move |(bone, weight)| (bone, f32::from(weight) / f32::from(sum)))
    }

    /// What the weights add up to.
    #[must_use]
    pub fn sum(&self) -> u16 {
        self.weights.iter().fold(0, |sum, weight| sum.saturating_add(u16::from(*weight)))
    }
}

impl Skeleton {
    /// The bones from the top down, each after its parent and before its next sibling, with its depth.
    ///
    /// Bones in a cycle, and those below one, are left out: nothing at the top leads to them. A bone
    /// whose parent is not there counts as one at the top.
    #[must_use]
    pub fn walk(&self) -> Vec<(BoneIndex, usize)> {
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.bones.len()];
        let mut pending = Vec::new();
        // From the last, so that the first comes off the stack first.
        for (index, bone) in self.bones.iter().enumerate().rev() {
            match bone.parent.get().and_then(|parent| children.get_mut(parent)) {
                Some(siblings) => siblings.push(index),
                None => pending.push((index, 0_usize)),
            }
        }
        let mut walked = Vec::with_capacity(self.bones.len());
        while let Some((index, depth)) = pending.pop() {
            walked.push((BoneIndex(u32::try_from(index).unwrap_or(u32::MAX)), depth));
            let below = children.get_mut(index).map(std::mem::take).unwrap_or_default();
            pending.extend(below.into_iter().map(|child| (child, depth.saturating_add(1))));
        }
        walked
    }

    /// The bones that hang from this one; from none, the ones at the top, also those whose parent is not there.
    ///
    /// All bones are looked through: for all children of all see [`walk`](Self::walk).
    pub fn children(&self, parent: BoneIndex) -> impl Iterator<Item = BoneIndex> {
        let there = |bone: BoneIndex| bone.get().filter(|at| *at < self.bones.len());
        let all = self.bones.iter().zip(0..).filter(move |(bone, _)| there(bone.parent) == there(parent));
        all.map(|(_, index)| BoneIndex(index))
    }
}
