//! Small chunks: scripts, labels, actions, assets, and unknown chunks.

use super::{BoneIndex, ColourRef, Name, OrientationIndex, VertexIndex};
use geom::same;

/// PROC: a script that generates the surface. Format document, section 6.6.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Procedure {
    /// The script: the name of its asset or file, with an extension such as `.lua`.
    pub script: Name,
    /// The bytes after the last field.
    pub surplus: Vec<u8>,
}

/// LBLS: texts attached to points, in one language. Format document, section 6.11.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Labels {
    /// The name of the group; translations of a group share it.
    pub group: Name,
    /// The language, such as `en_US`.
    pub language: Name,
    /// The colour of all labels.
    pub colour: ColourRef,
    /// The labels.
    pub labels: Vec<Label>,
    /// The bytes after the last whole record.
    pub surplus: Vec<u8>,
}

/// A text attached to a point.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Label {
    /// The point.
    pub vertex: VertexIndex,
    /// The text.
    pub text: Name,
}

/// ACTN: an animation. Format document, section 6.12.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Action {
    /// The name.
    pub name: Name,
    /// The duration in milliseconds.
    pub duration: u32,
    /// The frames.
    pub frames: Vec<Frame>,
    /// The bytes after the last frame.
    pub surplus: Vec<u8>,
}

/// The changes at one time, relative to the frame before.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Frame {
    /// The time in milliseconds.
    pub time: u32,
    /// The bones that move.
    pub transforms: Vec<Transform>,
}

/// The pose of a bone from a frame on.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Transform {
    /// The bone.
    pub bone: BoneIndex,
    /// The position, as in [`Bone`](crate::Bone).
    pub position: VertexIndex,
    /// The orientation, as in [`Bone`](crate::Bone).
    pub orientation: OrientationIndex,
}

/// ASET: an embedded file. Format document, section 6.13.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Asset {
    /// The name: that of a texture has no extension, that of a script has one.
    pub name: Name,
    /// The content of the file: a PNG image or a script.
    pub data: Vec<u8>,
}

/// A chunk of an application, or one that could not be decoded.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Unknown {
    /// The four bytes with which the chunk starts.
    pub magic: [u8; 4],
    /// The content.
    pub data: Vec<u8>,
}

same! {
    Procedure { script, surplus }
    Labels { group, language, colour, labels, surplus }
    Label { vertex, text }
    Action { name, duration, frames, surplus }
    Frame { time, transforms }
    Transform { bone, position, orientation }
    Asset { name, data }
    Unknown { magic, data }
}
