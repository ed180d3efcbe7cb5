//! Bones, and the vertices they move. Format document, sections 4.3 to 4.6.

use geom::{Pose, Same, same};
use std::borrow::Cow;
use std::fmt;

/// A bone of the skeleton.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bone {
    /// The offset of the bone's name in [`Mesh::bone_names`](crate::Mesh::bone_names).
    pub name_offset: u32,
    /// The parent; [`BoneIndex::NONE`] for the root.
    pub parent: BoneIndex,
    /// The bone that replaces this one in levels of detail that leave it out; in known files, the parent.
    pub lod_parent: BoneIndex,
    /// Roughly the distance to the farthest vertex that the bone moves; 0 if it moves none.
    pub culling_distance: f32,
    /// The rest pose in mesh space, not relative to the parent.
    pub pose: Pose,
}

/// The index of a bone.
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

/// Shows the number.
impl fmt::Display for BoneIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<u16> for BoneIndex {
    fn from(index: u16) -> Self {
        Self(index)
    }
}

impl Default for BoneIndex {
    fn default() -> Self {
        Self::NONE
    }
}

/// Names, each terminated by a NUL.
///
/// ```
/// use rbxmesh::NameTable;
///
/// let names = NameTable::from_names(["Root", "Jaw"]);
/// assert_eq!(names.0, b"Root\0Jaw\0");
/// assert_eq!(names.get(5).as_deref(), Some("Jaw"));
/// assert_eq!((names.bytes(6), names.bytes(9)), (Some(&b"aw"[..]), None));
/// assert_eq!(NameTable(vec![b'a'; 1000]).start(10).len(), 255);
/// assert_eq!(names, ["Root", "Jaw"].into_iter().collect());
/// assert_eq!(names.iter().collect::<Vec<_>>(), [b"Root".as_slice(), b"Jaw"]);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NameTable(pub Vec<u8>);

impl NameTable {
    /// Builds a table of these names, in order.
    pub fn from_names<N: AsRef<[u8]>>(names: impl IntoIterator<Item = N>) -> Self {
        Self(names.into_iter().flat_map(|name| [name.as_ref(), b"\0"].concat()).collect())
    }

    /// The names in order, as bytes. Programs write UTF-8.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let whole = self.0.strip_suffix(b"\0").unwrap_or(&self.0);
        // An empty table has no name; a single NUL is one empty name.
        let n_names = if self.0.is_empty() { 0 } else { usize::MAX };
        whole.split(|byte| *byte == 0).take(n_names)
    }

    /// The number of names.
    pub(crate) fn count(&self) -> usize {
        let ends_open = self.0.last().is_some_and(|last| *last != 0);
        self.0.iter().filter(|byte| **byte == 0).count().saturating_add(ends_open.into())
    }

    /// The name that starts at this byte, up to a NUL or the end of the table.
    #[must_use]
    pub fn get(&self, offset: u32) -> Option<Cow<'_, str>> {
        self.bytes(offset).map(String::from_utf8_lossy)
    }

    /// Returns a name like [`get`](Self::get), as bytes.
    #[must_use]
    pub fn bytes(&self, offset: u32) -> Option<&[u8]> {
        name_at(&self.0, offset)
    }

    /// The first bytes of the name that starts at this byte, at most 255. In an untrusted file, many names may share
    /// one long string, so finding the end of each would take long.
    #[must_use]
    pub fn start(&self, offset: u32) -> &[u8] {
        let rest = self.0.get(offset as usize..).unwrap_or_default();
        name_at(rest.get(..255).unwrap_or(rest), 0).unwrap_or_default()
    }
}

/// Builds the table like [`NameTable::from_names`].
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

/// The bones that move a vertex, with their weights.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Envelope {
    /// Indices into the palette of the vertex's subset, not of bones.
    /// [`Mesh::bone_influences`](crate::Mesh::bone_influences) resolves them.
    pub slots: [u8; 4],
    /// The weights of the bones, which add up to 255. Slots of weight 0 are ignored.
    pub weights: [u8; 4],
}

/// A range of vertices and faces, and the few bones that move them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Subset {
    /// The first face.
    pub faces_begin: u32,
    /// The number of faces.
    pub faces_length: u32,
    /// The first vertex.
    pub vertices_begin: u32,
    /// The number of vertices.
    pub vertices_length: u32,
    /// The number of palette entries in use, at most 26.
    pub n_bones: u32,
    /// The palette: the bones that move the vertices of the subset.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_counted_as_they_are_listed() {
        for (table, count) in [(&b""[..], 0), (b"\0", 1), (b"a", 1), (b"a\0", 1), (b"a\0b", 2), (b"a\0\0", 2)]
        {
            let table = NameTable(table.to_vec());
            assert_eq!((table.count(), table.iter().count()), (count, count), "{table:?}");
        }
    }
}
