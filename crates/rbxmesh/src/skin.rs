//! The bones that move a vertex. Format document, section 4.6.

use crate::model::{BoneIndex, Mesh, Subset};
use std::collections::BTreeSet;
use std::ops::Range;

/// A bone that moves a vertex, with its weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Influence {
    /// The bone. It exists.
    pub bone: BoneIndex,
    /// The weight, out of 255.
    pub weight: u8,
}

/// Divides the vertices into ranges that each belong to one subset, and returns them in order with the subset's
/// palette.
///
/// A vertex in several subsets belongs to the first; known files have no such vertices.
// A sweep over the ends: each subset of a hostile file may claim all vertices, so a list per vertex would be quadratic.
pub(crate) fn palettes(mesh: &Mesh) -> Vec<(Range<usize>, &[BoneIndex])> {
    let mut ends = Vec::with_capacity(mesh.subsets.len().saturating_mul(2));
    for (index, subset) in mesh.subsets.iter().enumerate() {
        let range = vertices(subset);
        if range.start < range.end.min(mesh.envelopes.len()) {
            ends.push((range.start, true, index));
            ends.push((range.end.min(mesh.envelopes.len()), false, index));
        }
    }
    ends.sort_unstable();
    let mut open = BTreeSet::new();
    let mut found = Vec::new();
    let mut start = 0;
    for (at, opens, index) in ends {
        let first = open.first().and_then(|first: &usize| mesh.subsets.get(*first));
        if let Some(subset) = first.filter(|_| start < at) {
            found.push((start..at, subset.palette()));
        }
        if opens {
            open.insert(index)
        } else {
            open.remove(&index)
        };
        start = at;
    }
    found
}

/// The range of vertices of a subset, even if some do not exist.
pub(crate) fn vertices(subset: &Subset) -> Range<usize> {
    let start = subset.vertices_begin as usize;
    start..start.saturating_add(subset.vertices_length as usize)
}

impl Mesh {
    /// The bones that move a vertex, at most four, with the stored weights.
    ///
    /// References to missing bones are skipped. In a mesh without subsets, slots are indices of bones.
    ///
    /// Each call searches the subsets; for all vertices, [`influences`](Self::influences) is faster.
    pub fn bone_influences(&self, vertex: usize) -> impl Iterator<Item = Influence> {
        let subset = self.subsets.iter().find(|subset| vertices(subset).contains(&vertex));
        self.of_palette(vertex, subset.map(Subset::palette))
    }

    /// The bones that move each vertex, for all vertices with an envelope.
    pub fn influences(&self) -> impl Iterator<Item = [Option<Influence>; 4]> {
        let mut palettes = palettes(self).into_iter().peekable();
        (0..self.envelopes.len()).map(move |vertex| {
            while palettes.next_if(|(vertices, _)| vertices.end <= vertex).is_some() {}
            let palette = palettes.peek().filter(|(vertices, _)| vertices.contains(&vertex));
            let mut influences = self.of_palette(vertex, palette.map(|(_, palette)| *palette));
            [(); 4].map(|()| influences.next())
        })
    }

    fn of_palette<'a>(
        &'a self,
        vertex: usize,
        palette: Option<&'a [BoneIndex]>,
    ) -> impl Iterator<Item = Influence> + 'a {
        let envelope = self.envelopes.get(vertex).copied().unwrap_or_default();
        let pairs = envelope.slots.into_iter().zip(envelope.weights).filter(|(_, weight)| *weight > 0);
        pairs.filter_map(move |(slot, weight)| {
            let bone = match palette {
                Some(palette) => *palette.get(usize::from(slot))?,
                // A guess. Format document, section 4.6.
                None if self.subsets.is_empty() => BoneIndex(slot.into()),
                None => return None,
            };
            bone.get().filter(|bone| *bone < self.bones.len())?;
            Some(Influence { bone, weight })
        })
    }
}
