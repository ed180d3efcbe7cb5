//! Joints and weights of vertices.

use super::{Triangles, TrimeshOptions};
use crate::model::{Model, Skin, SkinIndex};
use geom::Vec4;

/// The joints and weights of a skin, with flags for the report.
#[derive(Clone, Copy)]
struct Influences {
    joints: [u16; 4],
    weights: Vec4,
    is_reduced: bool,
    is_dangling: bool,
}

/// Sets the joints and weights of vertices from their skins and bones.
pub(super) fn attach(model: &Model, options: &TrimeshOptions, triangles: &mut Triangles) {
    if triangles.skins.is_empty() && triangles.bones.is_empty() {
        return;
    }
    let n_vertices = triangles.mesh.positions.len();
    if triangles.skins.is_empty() {
        triangles.skins.resize(n_vertices, SkinIndex::NONE);
    }
    let skeleton = model.skeleton();
    let n_bones = skeleton.map_or(0, |skeleton| skeleton.bones.len());
    let skins = skeleton.map_or(&[][..], |skeleton| &skeleton.skins);
    let all: Vec<Influences> = skins.iter().map(|skin| strongest(skin, options.n_weights, n_bones)).collect();
    let mesh = &mut triangles.mesh;
    mesh.joints.reserve_exact(triangles.skins.len());
    mesh.weights.reserve_exact(triangles.skins.len());
    for skin in &triangles.skins {
        let of_none = Influences {
            joints: [0; 4],
            weights: Vec4::ZERO,
            is_reduced: false,
            is_dangling: *skin != SkinIndex::NONE,
        };
        let found = skin.get().and_then(|at| all.get(at)).copied().unwrap_or(of_none);
        let report = &mut triangles.report;
        report.n_reduced_skins = report.n_reduced_skins.saturating_add(found.is_reduced.into());
        report.n_dangling_skins = report.n_dangling_skins.saturating_add(found.is_dangling.into());
        mesh.joints.push(found.joints);
        mesh.weights.push(found.weights);
    }
    for (at, bone) in triangles.bones.iter().enumerate() {
        let joint = bone.get().filter(|bone| *bone < n_bones).and_then(|bone| u16::try_from(bone).ok());
        if let (Some(joint), Some(joints), Some(weights)) =
            (joint, mesh.joints.get_mut(at), mesh.weights.get_mut(at))
        {
            (*joints, *weights) = ([joint, 0, 0, 0], Vec4::new(1.0, 0.0, 0.0, 0.0));
        }
    }
}

/// The largest weights of a skin, scaled to add up to 1; among equal weights, those of the first bones.
fn strongest(skin: &Skin, n_weights: usize, n_bones: usize) -> Influences {
    let mut slots: Vec<(u16, f32)> = Vec::with_capacity(8);
    let mut is_dangling = false;
    for (bone, weight) in skin.influences() {
        let joint = bone.get().filter(|bone| *bone < n_bones).and_then(|bone| u16::try_from(bone).ok());
        let same = slots.iter_mut().find(|(known, _)| Some(*known) == joint);
        match (joint, same) {
            (None, _) => is_dangling = true,
            (_, Some((_, known))) => *known += weight,
            (Some(joint), None) => slots.push((joint, weight)),
        }
    }
    // The sort is stable, so that the order of the file decides between equal weights.
    slots.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let is_reduced = slots.len() > n_weights;
    slots.truncate(n_weights);
    let sum: f32 = slots.iter().map(|(_, weight)| weight).sum();
    let (mut joints, mut weights) = ([0; 4], [0.0; 4]);
    for ((joint, weight), slot) in joints.iter_mut().zip(&mut weights).zip(&slots) {
        (*joint, *weight) = (slot.0, slot.1 / sum);
    }
    Influences { joints, weights: Vec4::from_array(weights), is_reduced, is_dangling }
}
