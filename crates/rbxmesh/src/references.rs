//! Checks that references by index have existing targets.
//!
//! The reader gives warnings of the faults found here, and `validate` reports them.

use crate::common::rules::Rule;
use crate::error::ErrorKind;
use crate::model::{BoneIndex, Envelope, FacsBlock, Mesh, Subset};
use crate::outline::Table;
use crate::rules;
use crate::skin::palettes;
use std::fmt;

/// A broken reference.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fault {
    pub(crate) rule: &'static Rule,
    pub(crate) table: Table,
    pub(crate) index: usize,
    /// The field of the entry; empty if the entry or the whole list is wrong.
    pub(crate) field: &'static str,
    pub(crate) wrong: Wrong,
}

/// The kind of fault.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Wrong {
    Beyond {
        what: &'static str,
        found: u64,
        bound: u64,
    },
    Cycle,
    /// A fault of a whole list rather than of one entry.
    Mismatch {
        found: usize,
        expected: usize,
    },
}

impl Fault {
    pub(crate) fn kind(&self) -> ErrorKind {
        let Self { table, index, wrong, .. } = self;
        match *wrong {
            Wrong::Beyond { what, found, bound } => ErrorKind::OutOfRange { what, found, bound },
            Wrong::Cycle => ErrorKind::Cycle { what: "bone", name: index.to_string() },
            Wrong::Mismatch { found, expected } => {
                ErrorKind::Mismatch { what: table.name(), found, expected }
            }
        }
    }
}

/// Prints the path of the fault, as in findings and traces.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, index, field, wrong, .. } = self;
        match (wrong, *field) {
            (Wrong::Mismatch { .. }, _) => f.write_str(table.name()),
            (_, "") => write!(f, "{}[{index}]", table.name()),
            (_, field) => write!(f, "{}[{index}].{field}", table.name()),
        }
    }
}

/// Calls `report` for every fault, until it returns an error.
pub(crate) fn faults<E>(mesh: &Mesh, mut report: impl FnMut(Fault) -> Result<(), E>) -> Result<(), E> {
    faces(mesh, &mut report)?;
    lod_offsets(mesh, &mut report)?;
    bones(mesh, &mut report)?;
    subsets(mesh, &mut report)?;
    envelopes(mesh, &mut report)?;
    correctives(mesh, &mut report)
}

/// A reference: the record that contains it, and the kind of its target.
struct Reference {
    rule: &'static Rule,
    table: Table,
    index: usize,
    field: &'static str,
    what: &'static str,
}

impl Reference {
    fn check<E>(
        self,
        found: impl Into<u64>,
        bound: usize,
        report: &mut impl FnMut(Fault) -> Result<(), E>,
    ) -> Result<(), E> {
        let (found, bound) = (found.into(), bound as u64);
        if found < bound {
            return Ok(());
        }
        let Self { rule, table, index, field, what } = self;
        report(Fault { rule, table, index, field, wrong: Wrong::Beyond { what, found, bound } })
    }
}

fn faces<E>(mesh: &Mesh, report: &mut impl FnMut(Fault) -> Result<(), E>) -> Result<(), E> {
    if are_below(mesh.faces.as_flattened().iter().copied(), mesh.vertices.len()) {
        return Ok(());
    }
    for (index, face) in mesh.faces.iter().enumerate() {
        for vertex in face {
            let entry =
                Reference { rule: &rules::RBM001, table: Table::Faces, index, field: "", what: "vertex" };
            entry.check(*vertex, mesh.vertices.len(), report)?;
        }
    }
    Ok(())
}

/// Returns true if every index is below `n_vertices`. The loop has no branch per index, so it costs next to nothing.
pub(crate) fn are_below(mut indices: impl Iterator<Item = u32>, n_vertices: usize) -> bool {
    match n_vertices.checked_sub(1).and_then(|last| i32::try_from(last).ok()) {
        // The highest bit is that of an index from 2^31 on, or of one that is beyond the last.
        Some(last) => {
            let up_to_high = i32::MAX.wrapping_sub(last).cast_unsigned();
            indices.fold(0, |bits, index| bits | index | index.wrapping_add(up_to_high)) >> 31 == 0
        }
        None => indices.all(|index| (index as usize) < n_vertices),
    }
}

fn lod_offsets<E>(mesh: &Mesh, report: &mut impl FnMut(Fault) -> Result<(), E>) -> Result<(), E> {
    let bound = mesh.counts().map_or(usize::MAX, |(_, n_faces)| n_faces.saturating_add(1));
    for (index, offset) in mesh.lod_offsets.iter().enumerate() {
        Reference { rule: &rules::RBM002, table: Table::LodOffsets, index, field: "", what: "face" }
            .check(*offset, bound, report)?;
    }
    Ok(())
}

fn bones<E>(mesh: &Mesh, report: &mut impl FnMut(Fault) -> Result<(), E>) -> Result<(), E> {
    let entry = |rule, index, field, what| Reference { rule, table: Table::Bones, index, field, what };
    for (index, bone) in mesh.bones.iter().enumerate() {
        let parents = [(bone.parent, "parent", "parent"), (bone.lod_parent, "lod_parent", "LOD parent")];
        for (parent, field, what) in parents {
            if parent != BoneIndex::NONE {
                entry(&rules::RBM003, index, field, what).check(parent.0, mesh.bones.len(), report)?;
            }
        }
        // Without a table there are no names, and nothing to point to.
        if !mesh.bone_names.0.is_empty() {
            let name = entry(&rules::RBM005, index, "name_offset", "name offset");
            name.check(bone.name_offset, mesh.bone_names.0.len(), report)?;
        }
    }
    for index in bones_on_cycles(mesh) {
        let (rule, table) = (&rules::RBM004, Table::Bones);
        report(Fault { rule, table, index, field: "parent", wrong: Wrong::Cycle })?;
    }
    Ok(())
}

/// The indices of the bones that are their own ancestors.
pub(crate) fn bones_on_cycles(mesh: &Mesh) -> Vec<usize> {
    let parent = |bone: usize| mesh.bones.get(bone).and_then(|bone| bone.parent.get());
    // Parents come first in files, and then there is no cycle.
    if (0..mesh.bones.len()).all(|bone| parent(bone).is_none_or(|parent| parent < bone)) {
        return Vec::new();
    }
    // Each walk ends where an earlier one has been, so that all of them are as long as the list.
    const NEVER: usize = usize::MAX;
    let mut walked_from = vec![NEVER; mesh.bones.len()];
    let mut found = Vec::new();
    for start in 0..mesh.bones.len() {
        let mut at = Some(start);
        while let Some(bone) = at {
            match walked_from.get_mut(bone) {
                Some(walk) if *walk == NEVER => *walk = start,
                // A bone met earlier on the same walk: the rest of the walk is a cycle.
                Some(walk) if *walk == start => {
                    let mut on_cycle = bone;
                    loop {
                        found.push(on_cycle);
                        match parent(on_cycle) {
                            Some(next) if next != bone => on_cycle = next,
                            _ => break,
                        }
                    }
                    break;
                }
                _ => break,
            }
            at = parent(bone);
        }
    }
    found.sort_unstable();
    found
}

fn subsets<E>(mesh: &Mesh, report: &mut impl FnMut(Fault) -> Result<(), E>) -> Result<(), E> {
    let (n_vertices, n_faces) = mesh.counts().unwrap_or((usize::MAX, usize::MAX));
    for (index, subset) in mesh.subsets.iter().enumerate() {
        let entry = |rule, field, what| Reference { rule, table: Table::Subsets, index, field, what };
        let Subset { faces_begin, faces_length, vertices_begin, vertices_length, n_bones, .. } = *subset;
        let end = |begin, length| u64::from(begin).saturating_add(u64::from(length));
        let bounds = [
            ("faces_length", "end of the faces", end(faces_begin, faces_length), n_faces),
            ("vertices_length", "end of the vertices", end(vertices_begin, vertices_length), n_vertices),
        ];
        for (field, what, end, count) in bounds {
            entry(&rules::RBM006, field, what).check(end, count.saturating_add(1), report)?;
        }
        entry(&rules::RBM007, "n_bones", "number of bones").check(
            n_bones,
            subset.bones.len().saturating_add(1),
            report,
        )?;
        // If the number of bones exceeds the palette, entries without a bone are taken for unused.
        let is_filler =
            |bone: &&BoneIndex| n_bones as usize > subset.bones.len() && **bone == BoneIndex::NONE;
        for bone in subset.palette().iter().filter(|bone| !is_filler(bone)) {
            entry(&rules::RBM008, "bones", "bone").check(bone.0, mesh.bones.len(), report)?;
        }
    }
    Ok(())
}

fn envelopes<E>(mesh: &Mesh, report: &mut impl FnMut(Fault) -> Result<(), E>) -> Result<(), E> {
    let found = mesh.envelopes.len();
    let expected = mesh.counts().map_or(found, |(n_vertices, _)| n_vertices);
    if found != expected && (found != 0 || !(mesh.subsets.is_empty() || mesh.bones.is_empty())) {
        let (rule, table, wrong) = (&rules::RBM009, Table::Envelopes, Wrong::Mismatch { found, expected });
        report(Fault { rule, table, index: 0, field: "", wrong })?;
    }
    for (vertices, palette) in palettes(mesh) {
        let envelopes = mesh.envelopes.get(vertices.clone()).unwrap_or_default();
        if !uses_slot_beyond(envelopes, palette.len()) {
            continue;
        }
        for (index, Envelope { slots, weights }) in vertices.zip(envelopes) {
            for (slot, _) in slots.iter().zip(weights).filter(|(_, weight)| **weight > 0) {
                let entry = Reference {
                    rule: &rules::RBM010,
                    table: Table::Envelopes,
                    index,
                    field: "slots",
                    what: "slot",
                };
                entry.check(*slot, palette.len(), report)?;
            }
        }
    }
    Ok(())
}

/// Returns true if an envelope has a weight for a slot at or above `n_slots`, which is at most 26.
///
/// The four slots of an envelope are checked at once, as the bytes of a word, without a branch: checking them one by
/// one took longer than reading the file.
fn uses_slot_beyond(envelopes: &[Envelope], n_slots: usize) -> bool {
    const LOW: u32 = 0x7f7f_7f7f;
    const HIGH: u32 = 0x8080_8080;
    let Some(up_to_high) = u32::try_from(n_slots).ok().and_then(|n_slots| 0x80_u32.checked_sub(n_slots))
    else {
        return true;
    };
    let up_to_high = up_to_high.wrapping_mul(0x0101_0101);
    let found = envelopes.iter().fold(0, |found, Envelope { slots, weights }| {
        let (slots, weights) = (u32::from_le_bytes(*slots), u32::from_le_bytes(*weights));
        // The high bit of a byte is set if there is weight, or if the slot is beyond.
        let has_weight = (weights & LOW).wrapping_add(LOW) | weights;
        let is_beyond = (slots & LOW).wrapping_add(up_to_high) | slots;
        found | (has_weight & is_beyond)
    });
    found & HIGH != 0
}

fn correctives<E>(mesh: &Mesh, report: &mut impl FnMut(Fault) -> Result<(), E>) -> Result<(), E> {
    let FacsBlock::Decoded(facs) = &mesh.facs else { return Ok(()) };
    let n_controls = facs.control_names.count();
    let exist = |controls: &[u16]| are_below(controls.iter().copied().map(u32::from), n_controls);
    if exist(facs.two_pose_correctives.as_flattened()) && exist(facs.three_pose_correctives.as_flattened()) {
        return Ok(());
    }
    let two = facs.two_pose_correctives.iter().map(|pose| pose.as_slice()).enumerate();
    let three = facs.three_pose_correctives.iter().map(|pose| pose.as_slice()).enumerate();
    let all = two
        .map(|entry| (Table::TwoPoseCorrectives, entry))
        .chain(three.map(|entry| (Table::ThreePoseCorrectives, entry)));
    for (table, (index, controls)) in all {
        for control in controls {
            Reference { rule: &rules::RBM011, table, index, field: "", what: "control" }
                .check(*control, n_controls, report)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_compared_without_overflow() {
        const HALF: u32 = 1 << 31;
        let cases = [(0, 0, false), (0, 1, true), (1, 1, false), (u32::MAX, 1, false), (HALF, 7, false)];
        let large =
            [(HALF - 1, HALF, true), (HALF, HALF, false), (HALF, HALF + 1, true), (u32::MAX, HALF, false)];
        for (index, bound, expected) in cases.into_iter().chain(large) {
            assert_eq!(are_below(std::iter::once(index), bound as usize), expected, "{index} of {bound}");
        }
    }
}
