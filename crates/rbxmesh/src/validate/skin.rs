//! Checks bones, envelopes and subsets.

use crate::common::rules::Findings;
use crate::model::{BoneIndex, Mesh, name_at};
use crate::rules::{RBM012, RBM029, RBM030, RBM031};
use crate::skin::vertices;
use std::collections::HashSet;

pub(super) fn skin(mesh: &Mesh, findings: &mut Findings) {
    for (index, envelope) in mesh.envelopes.iter().enumerate() {
        let sum: u32 = envelope.weights.iter().map(|weight| u32::from(*weight)).sum();
        if sum != 255 {
            findings.add(&RBM012, format_args!("envelopes[{index}].weights"), sum, 255);
        }
    }
    let n_roots = mesh.bones.iter().filter(|bone| bone.parent == BoneIndex::NONE).count();
    if n_roots != 1 && !mesh.bones.is_empty() {
        findings.add(&RBM029, "bones", format_args!("{n_roots} roots"), 1);
    }
    names(mesh, findings);
    subsets(mesh, findings);
}

/// Checks the names of bones, in the order of the table. Looking up each name by its offset would take quadratic time
/// in hostile files.
fn names(mesh: &Mesh, findings: &mut Findings) {
    let mut seen = HashSet::new();
    let mut at = 0_usize;
    for (index, bone) in mesh.bones.iter().enumerate() {
        let path = format_args!("bones[{index}].name_offset");
        if bone.name_offset as usize != at {
            findings.add(&RBM031, path, bone.name_offset, at);
            return;
        }
        let name = name_at(&mesh.bone_names.0, bone.name_offset).unwrap_or_default();
        if !seen.insert(name) {
            findings.add(&RBM031, path, format_args!("\"{}\" again", name.escape_ascii()), "");
        }
        at = at.saturating_add(name.len()).saturating_add(1);
    }
    if at != mesh.bone_names.0.len() {
        findings.add(&RBM031, "bone_names", mesh.bone_names.0.len(), at);
    }
}

fn subsets(mesh: &Mesh, findings: &mut Findings) {
    let (mut next_vertex, mut next_face) = (0, 0);
    for (index, subset) in mesh.subsets.iter().enumerate() {
        let own = vertices(subset);
        if own.start != next_vertex {
            let path = format_args!("subsets[{index}].vertices_begin");
            findings.add(&RBM030, path, own.start, next_vertex);
        }
        next_vertex = own.end;
        let begin = subset.faces_begin as usize;
        if begin < next_face {
            findings.add(&RBM030, format_args!("subsets[{index}].faces_begin"), begin, next_face);
            continue;
        }
        next_face = begin.saturating_add(subset.faces_length as usize);
        let faces = mesh.faces.get(begin..next_face.min(mesh.faces.len())).unwrap_or_default();
        let uses_others = |face: &[u32; 3]| !face.iter().all(|vertex| own.contains(&(*vertex as usize)));
        if let Some(face) = faces.iter().find(|face| uses_others(face)) {
            let path = format_args!("subsets[{index}].faces");
            findings.add(&RBM030, path, format_args!("a face of {face:?}"), format_args!("{own:?}"));
        }
    }
    let n_vertices = mesh.counts().map_or(next_vertex, |(n_vertices, _)| n_vertices);
    if next_vertex != n_vertices && !mesh.subsets.is_empty() {
        findings.add(&RBM030, "subsets", next_vertex, n_vertices);
    }
}
