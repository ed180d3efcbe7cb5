//! Parts of a few fields: scripts, labels, actions, assets, and what is not known.

use super::{BoneIndex, ColourRef, Name, OrientationIndex, VertexIndex};
use crate::mould::same::same;

/// PROC: a script that makes the surface. Format document, section 6.6.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Procedure {
    /// The script, by the name of its asset or file, which ends in `.lua` or the like.
    pub script: Name,
    /// What is left of the chunk.
    pub rest: Vec<u8>,
}

/// LBLS: texts tied to points, in one language. Format document, section 6.11.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Labels {
    /// What the group is called; translations of a group have its name.
    pub group: Name,
    /// The language as `en_US`.
    pub language: Name,
    /// The colour of all of them.
    pub colour: ColourRef,
    /// The labels.
    pub labels: Vec<Label>,
    /// What is left of the chunk behind the last whole record.
    pub rest: Vec<u8>,
}

/// A text tied to a point.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Label {
    /// The point.
    pub vertex: VertexIndex,
    /// The text.
    pub text: Name,
}

/// ACTN: a movement. Format document, section 6.12.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Action {
    /// What it is called.
    pub name: Name,
    /// How long it takes in milliseconds.
    pub duration: u32,
    /// Its frames.
    pub frames: Vec<Frame>,
    /// What is left of the chunk behind the last frame.
    pub rest: Vec<u8>,
}

/// What changes at a moment, from the frame before it.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Frame {
    /// When, in milliseconds.
    pub time: u32,
    /// The bones that move.
    pub transforms: Vec<Transform>,
}

/// Where a bone is from a frame on.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Transform {
    /// The bone.
    pub bone: BoneIndex,
    /// Its position, as in the skeleton.
    pub position: VertexIndex,
    /// Its orientation, as in the skeleton.
    pub orientation: OrientationIndex,
}

/// ASET: a file inside the file. Format document, section 6.13.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Asset {
    /// What it is called: textures without extension, scripts with theirs.
    pub name: Name,
    /// The file: a PNG image or a script.
    pub data: Vec<u8>,
}

/// A chunk of an application, or one that is too broken to be read.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Unknown {
    /// What it is called.
    pub magic: [u8; 4],
    /// What it holds.
    pub data: Vec<u8>,
}

same! {
    Procedure { script, rest }
    Labels { group, language, colour, labels, rest }
    Label { vertex, text }
    Action { name, duration, frames, rest }
    Frame { time, transforms }
    Transform { bone, position, orientation }
    Asset { name, data }
    Unknown { magic, data }
}
