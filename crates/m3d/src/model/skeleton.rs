//! Bones, and the skins that attach vertices to them.

use super::{BoneIndex, Name, OrientationIndex, VertexIndex};
use geom::same;

/// BONE: the bind pose. Format document, section 6.4.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Skeleton {
    /// The bones; parents come before their children.
    pub bones: Vec<Bone>,
    /// The skins.
    pub skins: Vec<Skin>,
    /// The bytes after the last skin.
    pub surplus: Vec<u8>,
}

/// A bone.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bone {
    /// The parent; none for a root bone.
    pub parent: BoneIndex,
    /// The name.
    pub name: Name,
    /// The position, in the space of the parent or, for a root bone, of the model.
    pub position: VertexIndex,
    /// The orientation.
    pub orientation: OrientationIndex,
}

/// The weights with which bones move a vertex.
///
/// The header sets the number of slots. A slot of weight 0 has no bone. If the header sets the number to one,
/// the file does not store the weight, which is 255.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Skin {
    /// The weights, which should add up to 255.
    pub weights: [u8; 8],
    /// The bone of each weight.
    pub bones: [BoneIndex; 8],
}

same! {
    Skeleton { bones, skins, surplus }
    Bone { parent, name, position, orientation }
    Skin { weights, bones }
}

impl Skin {
    /// A skin with one bone.
    #[must_use]
    pub const fn single(bone: BoneIndex) -> Self {
        let mut skin = Self { weights: [0; 8], bones: [BoneIndex::NONE; 8] };
        (skin.weights[0], skin.bones[0]) = (255, bone);
        skin
    }

    /// The bones whose weight is not 0, with weights scaled to add up to 1.
    ///
    /// ```
    /// use m3d::{BoneIndex, Skin};
    ///
    /// let mut skin = Skin::single(BoneIndex(3));
    /// (skin.weights[2], skin.bones[2]) = (85, BoneIndex(5));
    /// assert!(skin.influences().eq([(BoneIndex(3), 0.75), (BoneIndex(5), 0.25)]));
    /// ```
    pub fn influences(&self) -> impl Iterator<Item = (BoneIndex, f32)> {
        let sum = self.sum();
        let slots = self.bones.into_iter().zip(self.weights).filter(|(_, weight)| *weight != 0);
        slots.map(move |(bone, weight)| (bone, f32::from(weight) / f32::from(sum)))
    }

    /// The sum of the weights.
    #[must_use]
    pub fn sum(&self) -> u16 {
        self.weights.iter().fold(0, |sum, weight| sum.saturating_add(u16::from(*weight)))
    }
}

impl Skeleton {
    /// The bones in depth-first order, each after its parent and before its next sibling, with its depth.
    ///
    /// Bones in a cycle, and their descendants, are left out, since no root bone is above them. A bone with a
    /// dangling parent counts as a root bone.
    #[must_use]
    pub fn walk(&self) -> Vec<(BoneIndex, usize)> {
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.bones.len()];
        let mut pending = Vec::new();
        // Bones are pushed in reverse order, so that the first is popped first.
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

    /// The children of a bone; for `BoneIndex::NONE` the root bones, including those with a dangling parent.
    ///
    /// This searches all bones: to visit all children of all bones, use [`walk`](Self::walk).
    pub fn children(&self, parent: BoneIndex) -> impl Iterator<Item = BoneIndex> {
        let there = |bone: BoneIndex| bone.get().filter(|at| *at < self.bones.len());
        let all = self.bones.iter().zip(0..).filter(move |(bone, _)| there(bone.parent) == there(parent));
        all.map(|(_, index)| BoneIndex(index))
    }
}
