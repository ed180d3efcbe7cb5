//! Reading of cameras, without the one that the writer of this crate adds: it is not part of the scene.

use super::super::context::Context;
use super::super::cursor::At;
use super::super::document::Document;
use super::super::write::CAMERA;
use crate::json::Json;
use crate::light::Camera;
use crate::loss::LossCode;
use crate::node::{Node, Role};
use crate::problem::{Problem, ProblemKind};
use crate::scene::Scene;
use std::collections::HashSet;

/// Reads the cameras. One that cannot be read is replaced by an invalid one, so that the others keep their indices.
pub(super) fn cameras(
    document: &Document<'_>,
    context: &mut Context,
    scene: &mut Scene,
) -> Result<(), Problem> {
    for at in document.root().list("cameras").iter() {
        context.charge::<Camera>(&at, 1)?;
        let camera = context.or_warn(camera(at))?;
        scene.cameras.push(camera.unwrap_or_default());
    }
    Ok(())
}

fn camera(at: At<'_>) -> Result<Camera, Problem> {
    let Some(lens) = at.get("perspective") else {
        let problem = at.fault(ProblemKind::Dropped, "a camera without perspective is left out");
        return Err(problem.code(LossCode::CameraLightDropped));
    };
    let maybe = |key| lens.get(key).map(|_| lens.number(key, 0.0)).transpose();
    Ok(Camera {
        name: at.name(),
        angle: lens.number("yfov", 0.0)?,
        aspect: maybe("aspectRatio")?,
        near: lens.number("znear", 0.0)?,
        far: maybe("zfar")?,
    })
}

/// True if the extras of a node mark it as holding the camera that the writer of this crate added.
fn is_marked(node: &Node) -> bool {
    let role = node.extras.get("rezkit").and_then(|own| own.get("role")).and_then(Json::as_text);
    role == Some(CAMERA)
}

/// Removes the cameras that the writer of this crate added, and those that could not be read.
fn take_cameras(scene: &mut Scene) {
    let added = scene.nodes.iter().filter(|node| is_marked(node)).filter_map(|node| node.camera);
    let added: HashSet<usize> = added.collect();
    let (mut places, mut n_kept) = (Vec::new(), 0_usize);
    for (index, camera) in scene.cameras.iter().enumerate() {
        // The default camera has a near distance of 0 here, which glTF excludes.
        let is_kept = camera.near > 0.0 && !added.contains(&index);
        places.push(is_kept.then_some(n_kept));
        n_kept = n_kept.saturating_add(usize::from(is_kept));
    }
    let mut kept = places.iter();
    scene.cameras.retain(|_| kept.next().is_some_and(Option::is_some));
    for node in &mut scene.nodes {
        node.camera = node.camera.and_then(|camera| places.get(camera).copied().flatten());
    }
}

/// Removes the cameras that the writer of this crate added, and their nodes unless something refers to these.
pub(super) fn take(scene: &mut Scene) {
    let is_ours = |node: &Node| is_marked(node) && node.mesh.is_none();
    let mut is_removed: Vec<bool> = scene.nodes.iter().map(is_ours).collect();
    take_cameras(scene);
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
