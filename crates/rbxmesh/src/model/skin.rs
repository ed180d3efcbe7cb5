//! Bones, and what they move. Format document, sections 4.3 to 4.6.

use crate::Same;
use crate::mould::same::same;
use geom::Pose;
use std::borrow::Cow;

/// A bone of the skeleton.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bone {
    /// Where its name starts in the table of names.
    pub name_offset: u32,
    /// The bone that it hangs on; [`BoneIndex::NONE`] for the root.
    pub parent: BoneIndex,
    /// The bone that moves its vertices once levels of detail have dropped it; in files seen it is the parent.
    pub lod_parent: BoneIndex,
    /// About how far the vertices that it moves reach; 0 if it moves none.
    pub culling_distance: f32,
    /// Where it is in the mesh at rest, not relative to its parent.
    pub pose: Pose,
}

/// Which bone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BoneIndex(pub u16);

impl BoneIndex {
    /// No bone.
    pub const NONE: Self = Self(0xffff);

    /// The index, unless it is [`NONE`](Self::NONE).
    #[must_use]
    pub fn get(self) -> Option<usize> {
        (self != Self::NONE).then_some(self.0.into())
    }
}

impl Default for BoneIndex {
    fn default() -> Self {
        Self::NONE
    }
}

/// Names, each with a NUL behind it.
///
/// ```
/// use rbxmesh::NameTable;
///
/// let names = NameTable::from_names(["Root", "Jaw"]);
/// assert_eq!(names.0, b"Root\0Jaw\0");
/// assert_eq!(names.get(5).as_deref(), Some("Jaw"));
/// assert_eq!(names, ["Root", "Jaw"].into_iter().collect());
/// assert_eq!(names.iter().collect::<Vec<_>>(), [b"Root".as_slice(), b"Jaw"]);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NameTable(pub Vec<u8>);

impl NameTable {
    /// The table of these names.
    pub fn from_names<N: AsRef<[u8]>>(names: impl IntoIterator<Item = N>) -> Self {
        Self(names.into_iter().flat_map(|name| [name.as_ref(), b"\0"].concat()).collect())
    }

    /// The names in their order, as bytes; those of the programs are UTF-8.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let whole = self.0.strip_suffix(b"\0").unwrap_or(&self.0);
        // No bytes are no name, and a lone NUL is one.
        let n_names = if self.0.is_empty() { 0 } else { usize::MAX };
        whole.split(|byte| *byte == 0).take(n_names)
    }

    /// The name that starts at this byte, up to a NUL or the end of the table.
    #[must_use]
    pub fn get(&self, offset: u32) -> Option<Cow<'_, str>> {
        name_at(&self.0, offset).map(String::from_utf8_lossy)
    }
}

/// As [`NameTable::from_names`].
impl<N: AsRef<[u8]>> FromIterator<N> for NameTable {
    fn from_iter<I: IntoIterator<Item = N>>(names: I) -> Self {
        Self::from_names(names)
    }
}

/// The name that starts at this byte of a table.
pub(crate) fn name_at(table: &[u8], offset: u32) -> Option<&[u8]> {
    let rest = table.get(offset as usize..).filter(|rest| !rest.is_empty())?;
    rest.split(|byte| *byte == 0).next()
}

/// The bones that move a vertex.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Envelope {
    /// Places in the palette of the subset that the vertex belongs to, not bones:
    /// [`Mesh::bone_influences`](crate::Mesh::bone_influences) has those.
    pub slots: [u8; 4],
    /// How much each moves the vertex, 255 in all. The slot of a weight of 0 means nothing.
    pub weights: [u8; 4],
}

/// A stretch of vertices and faces, and the few bones that move them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Subset {
    /// Its first face.
    pub faces_begin: u32,
    /// How many faces it has.
    pub faces_length: u32,
    /// Its first vertex.
    pub vertices_begin: u32,
    /// How many vertices it has.
    pub vertices_length: u32,
    /// How many entries of the palette are in use, 26 at most.
    pub n_bones: u32,
    /// The palette: the bones that the envelopes of its vertices choose from.
    pub bones: [BoneIndex; 26],
}

impl Subset {
    /// The entries of the palette that are in use.
    #[must_use]
    pub fn palette(&self) -> &[BoneIndex] {
        self.bones.get(..self.n_bones as usize).unwrap_or(&self.bones)
    }
}

same! {
    Bone { name_offset, parent, lod_parent, culling_distance, pose }
    Envelope { slots, weights }
    Subset { faces_begin, faces_length, vertices_begin, vertices_length, n_bones, bones }
}

impl Same for BoneIndex {
    fn difference(&self, other: &Self) -> Option<String> {
        self.0.difference(&other.0)
    }
}

impl Same for NameTable {
    fn difference(&self, other: &Self) -> Option<String> {
        self.0.difference(&other.0)
    }
}
