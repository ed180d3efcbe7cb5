//! Takes away the camera that writing adds: it says nothing about a scene.

use super::super::cursor::At;
use super::super::write::CAMERA;
use crate::Json;
use crate::scene::{Node, Role, Scene};

/// Whether the extras of a node say that it is such a camera.
pub(super) fn is_ours(at: At<'_>) -> bool {
    let role = at.path(["extras", "rezkit", "role"]).and_then(|role| role.value.as_text());
    role == Some(CAMERA) && at.get("camera").is_some()
}

/// Removes nodes of such cameras that nothing hangs on.
pub(super) fn take(scene: &mut Scene) {
    let is_marked = |node: &Node| {
        let role = node.extras.get("rezkit").and_then(|own| own.get("role")).and_then(Json::as_text);
        role == Some(CAMERA) && node.mesh.is_none()
    };
    let mut is_removed: Vec<bool> = scene.nodes.iter().map(is_marked).collect();
    if !is_removed.contains(&true) {
        return;
    }
    let joints = scene.skins.iter().flat_map(|skin| &skin.joints).copied();
    let moved = scene.animations.iter().flat_map(|animation| &animation.tracks).map(|track| track.node);
    for index in scene.nodes.iter().filter_map(|node| node.parent).chain(joints).chain(moved) {
        if let Some(is_removed) = is_removed.get_mut(index) {
            *is_removed = false;
        }
    }
    let mut n_kept: usize = 0;
    let places: Vec<usize> = is_removed
        .iter()
        .map(|is_removed| {
            let place = n_kept;
            n_kept = n_kept.saturating_add(usize::from(!is_removed));
            place
        })
        .collect();
    let mut removed = is_removed.into_iter();
    scene.nodes.retain(|_| removed.next() != Some(true));
    let to_place = |index: &mut usize| *index = places.get(*index).copied().unwrap_or(*index);
    for node in &mut scene.nodes {
        node.parent.iter_mut().for_each(to_place);
        if let Role::Lod { of, .. } = &mut node.role {
            to_place(of);
        }
    }
    scene.skins.iter_mut().flat_map(|skin| &mut skin.joints).for_each(to_place);
    let tracks = scene.animations.iter_mut().flat_map(|animation| &mut animation.tracks);
    tracks.for_each(|track| to_place(&mut track.node));
}
