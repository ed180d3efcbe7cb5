//! Writing of skins, and of the influences of vertices.

use super::Out;
use super::pool::ArrayKind;
use crate::json::Writer;
use crate::loss::LossCode;
use crate::mesh::Mesh;
use crate::scene::Scene;
use geom::Mat4;
use std::collections::HashMap;

/// Writes the list of skins; `number` returns the written index of a node.
pub(super) fn skins(out: &mut Out<'_>, number: impl Fn(usize) -> usize) -> String {
    let scene = out.scene;
    let mut json = Writer::default();
    for (index, skin) in scene.skins.iter().enumerate() {
        let mut joints: Vec<usize> = skin.joints.clone();
        if joints.iter().any(|joint| *joint >= scene.nodes.len()) {
            out.report(
                LossCode::JointUnknown,
                format!("/skins/{index}"),
                "missing joints were replaced by node 0",
            );
            joints.iter_mut().filter(|joint| **joint >= scene.nodes.len()).for_each(|joint| *joint = 0);
        }
        let mut binds = skin.inverse_bind.clone();
        binds.resize(joints.len(), Mat4::IDENTITY);
        let columns: Vec<f32> = binds.iter().flat_map(|matrix| matrix.to_cols_array()).collect();
        // A skin without joints is not allowed in glTF, but nothing refers to it.
        let binds = (!binds.is_empty() && !skin.inverse_bind.is_empty())
            .then(|| out.pool.add(ArrayKind::Matrices, "MAT4", columns.into(), binds.len()));
        json.map(|map| {
            if !skin.name.is_empty() {
                map.key("name").text(&skin.name);
            }
            if let Some(binds) = binds {
                map.key("inverseBindMatrices").integer(binds);
            }
            map.key("joints").list(|list| joints.iter().for_each(|joint| list.integer(number(*joint))));
            if out.options.extras && !skin.extras.is_empty() {
                map.key("extras").json(&skin.extras);
            }
        });
    }
    json.text
}

/// For each skinned mesh, the number of joints in its smallest skin: vertices can refer to these.
pub(super) fn n_joints(scene: &Scene) -> HashMap<usize, usize> {
    let mut all = HashMap::new();
    for node in &scene.nodes {
        if let (Some(mesh), Some(skin)) = (node.mesh, node.skin.and_then(|skin| scene.skins.get(skin))) {
            let n_joints = skin.joints.len();
            all.entry(mesh).and_modify(|least: &mut usize| *least = n_joints.min(*least)).or_insert(n_joints);
        }
    }
    all
}

/// The influences of all vertices, as glTF requires them.
pub(super) struct Influences {
    /// One or two sets of four influences for each vertex; each set has a list for all vertices.
    pub(super) joints: Vec<Vec<[u16; 4]>>,
    pub(super) weights: Vec<Vec<[f32; 4]>>,
    /// The number of vertices whose weights did not sum to 1, or whose joints do not exist.
    pub(super) n_changed: usize,
}

impl Influences {
    pub(super) fn from_mesh(mesh: &Mesh, n_joints: usize) -> Self {
        let n_sets = if mesh.extra_influences.is_empty() { 1 } else { 2 };
        let n_vertices = mesh.shape.vertex_count();
        let mut out = Self {
            joints: vec![Vec::with_capacity(n_vertices); n_sets],
            weights: vec![Vec::with_capacity(n_vertices); n_sets],
            n_changed: 0,
        };
        for vertex in 0..n_vertices {
            let (slots, is_changed) = slots(mesh, vertex, n_joints, n_sets);
            out.n_changed = out.n_changed.saturating_add(usize::from(is_changed));
            let sets = slots.as_chunks::<4>().0.iter();
            for ((set, joints), weights) in sets.zip(&mut out.joints).zip(&mut out.weights) {
                joints.push(set.map(|(joint, _)| joint));
                weights.push(set.map(|(_, weight)| weight));
            }
        }
        out
    }

    /// The weights as fractions of `most`, if all are exact and sum to 1 in each vertex.
    pub(super) fn as_fractions(&self, most: u16) -> Option<Vec<Vec<[u16; 4]>>> {
        let scale = f32::from(most);
        let fraction = |weight: f32| {
            #[expect(clippy::cast_possible_truncation, reason = "between 0 and 65535")]
            #[expect(clippy::cast_sign_loss, reason = "between 0 and 65535")]
            let whole = (weight * scale + 0.5).clamp(0.0, scale) as u16;
            // Reading must restore the same value.
            (f32::from(whole) / scale == weight).then_some(whole)
        };
        let whole = |set: &[f32; 4]| {
            let [a, b, c, d] = set.map(fraction);
            Some([a?, b?, c?, d?])
        };
        let sets = self.weights.iter().map(|set| set.iter().map(whole).collect::<Option<Vec<_>>>());
        let sets = sets.collect::<Option<Vec<_>>>()?;
        let n_vertices = sets.first().map_or(0, Vec::len);
        let sum = |vertex: usize| {
            let sets = sets.iter().filter_map(|set| set.get(vertex));
            sets.flatten().map(|whole| u32::from(*whole)).sum::<u32>()
        };
        let adds_up = (0..n_vertices).all(|vertex| sum(vertex) == u32::from(most));
        adds_up.then_some(sets)
    }
}

/// The influences of one vertex: each joint once, only joints that exist, weights with a sum of 1.
fn slots(mesh: &Mesh, vertex: usize, n_joints: usize, n_sets: usize) -> ([(u16, f32); 8], bool) {
    let mut slots = [(0_u16, 0.0_f32); 8];
    let mut is_changed = false;
    for ((joint, weight), index) in mesh.influences(vertex).zip(0..) {
        let is_good = weight > 0.0 && weight.is_finite() && usize::from(joint) < n_joints;
        if !is_good {
            is_changed |= weight != 0.0;
            continue;
        }
        let twin = slots.iter().position(|(other, weight)| *other == joint && *weight > 0.0);
        is_changed |= twin.is_some();
        if let Some((place, sum)) = slots.get_mut(twin.unwrap_or(index)) {
            (*place, *sum) = (joint, *sum + weight);
        }
    }
    if n_sets > 1 {
        // Many tools read only the first four influences.
        slots.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    }
    let sum: f64 = slots.iter().map(|(_, weight)| f64::from(*weight)).sum();
    if sum == 0.0 {
        if let Some(first) = slots.first_mut() {
            // A vertex without weights is bound to its first joint.
            let joint = mesh.influences(vertex).next().map_or(0, |(joint, _)| joint);
            *first = (if usize::from(joint) < n_joints { joint } else { 0 }, 1.0);
        }
        return (slots, true);
    }
    if (sum - 1.0).abs() > 5e-7 {
        is_changed = true;
        #[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
        slots.iter_mut().for_each(|(_, weight)| *weight = (f64::from(*weight) / sum) as f32);
    }
    (slots, is_changed)
}
