//! Merging of nodes that show the same mesh into one node with instances.

use super::Out;
use super::pool::{ArrayKind, Pool};
use super::vertices::unit;
use crate::counted::counted;
use crate::json::Writer;
use crate::loss::LossCode;
use crate::node::{Node, Role, Trs};
use geom::Vec3;
use std::collections::{HashMap, HashSet};

pub(in super::super) const EXTENSION: &str = "EXT_mesh_gpu_instancing";

/// Groups of nodes that are merged, by the first node of each.
pub(super) type Groups = HashMap<usize, Vec<usize>>;

/// Finds nodes that differ only in their transform and name. `is_free` returns true if nothing else refers to a node.
pub(super) fn groups(
    out: &mut Out<'_>,
    parent: impl Fn(usize) -> Option<usize>,
    is_free: impl Fn(usize) -> bool,
) -> Groups {
    let mut groups = Groups::new();
    if !out.options.instancing {
        return groups;
    }
    let moved = moved(out);
    let mut firsts = HashMap::new();
    for (index, node) in out.scene.nodes.iter().enumerate() {
        if !is_plain(node) || moved.contains(&index) || !is_free(index) {
            continue;
        }
        let extras = if out.options.extras { node.extras.to_string() } else { String::new() };
        let key = (parent(index), node.mesh, node.material, node.hidden, extras);
        let first = *firsts.entry(key).or_insert(index);
        groups.entry(first).or_default().push(index);
    }
    groups.retain(|_, nodes| nodes.len() > 1);
    if !groups.is_empty() {
        out.requires(EXTENSION);
        let nameless = groups.values().filter(|nodes| name(out, nodes).is_none()).map(Vec::len);
        let n_lost = nameless.fold(0, usize::saturating_add);
        if n_lost > 0 {
            let message = format!(
                "became instances of one mesh, without names of their own: {}",
                counted(n_lost, "node")
            );
            out.report(LossCode::Renamed, "/nodes".to_owned(), message);
        }
    }
    groups
}

/// The nodes that skins or animations move.
pub(super) fn moved(out: &Out<'_>) -> HashSet<usize> {
    let joints = out.scene.skins.iter().flat_map(|skin| &skin.joints).copied();
    let tracks = out.scene.animations.iter().flat_map(|animation| &animation.tracks);
    joints.chain(tracks.map(|track| track.node)).collect()
}

/// True if a node has a mesh, and nothing else.
fn is_plain(node: &Node) -> bool {
    let has_more = node.skin.is_some() || node.light.is_some() || node.camera.is_some();
    let is_still = node.weights.iter().all(|weight| *weight == 0.0);
    node.mesh.is_some() && node.role == Role::Plain && !has_more && is_still
}

/// Writes the extension's attributes, the transforms of the instances.
pub(super) fn write(pool: &mut Pool<'_>, places: &[Trs]) -> String {
    let mut add = |map: &mut Writer, name: &str, shape: &'static str, numbers: Vec<f32>| {
        map.key(name).integer(pool.add(ArrayKind::Keys, shape, numbers.into(), places.len()));
    };
    let of = |part: fn(&Trs) -> Vec3| places.iter().flat_map(|place| part(place).to_array()).collect();
    let mut json = Writer::default();
    json.map(|map| {
        map.key("attributes").map(|map| {
            add(map, "TRANSLATION", "VEC3", of(|place| place.translation));
            let rotations = places.iter().flat_map(|place| unit(place.rotation.to_array()));
            add(map, "ROTATION", "VEC4", rotations.collect());
            if places.iter().any(|place| place.scale != Vec3::ONE) {
                add(map, "SCALE", "VEC3", of(|place| place.scale));
            }
        });
    });
    json.text
}

/// The name that all nodes of a group share.
pub(super) fn name<'s>(out: &Out<'s>, nodes: &[usize]) -> Option<&'s str> {
    let mut names = nodes.iter().filter_map(|node| out.scene.nodes.get(*node)).map(|node| &*node.name);
    let first = names.next()?;
    names.all(|name| name == first).then_some(first)
}
