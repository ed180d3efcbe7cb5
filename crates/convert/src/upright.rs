//! Motion capture whose figures stand along Z.

use crate::rigs::{self, Meaning, Rig};
use geom::{Quat, Vec3};
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Node, Path, Scene, Track, Trs};
use std::f32::consts::FRAC_1_SQRT_2;

/// The rotation from Z up to Y up.
const RISE: Quat = Quat::new(-FRAC_1_SQRT_2, 0.0, 0.0, FRAC_1_SQRT_2);

/// Turns motion capture to Y up if the figure stands along Z.
///
/// BVH does not state which axis is up. Most programs write Y; Blender and some studios write Z.
pub(super) fn stand(scene: &mut Scene, losses: &mut Losses) {
    if !is_along_z(scene) {
        return;
    }
    let above = scene.nodes.len();
    scene.nodes.iter_mut().for_each(|node| node.parent = node.parent.or(Some(above)));
    let local = Trs { rotation: RISE, ..Trs::IDENTITY };
    scene.nodes.push(Node { name: "Z up".into(), local, ..Node::default() });
    let worlds = scene.worlds_at_rest();
    for skin in &mut scene.skins {
        for (bind, joint) in skin.inverse_bind.iter_mut().zip(&skin.joints) {
            let back = worlds.get(*joint).and_then(|world| world.inverse());
            *bind = back.map_or(*bind, |back| back.to_mat4());
        }
    }
    let what = "the figure stands along Z, and was turned to stand along Y";
    losses.report(LossCode::AnimResampled, LossSeverity::Note, what, 1, "MOTION");
}

/// True if the hips of a known rig are above its knees along Z: either while no joint is turned, or in the first frame, with
/// the hips about as high along Z in all frames as the legs are long. A figure that lies is not so high.
fn is_along_z(scene: &Scene) -> bool {
    let names = rigs::names(scene);
    let Some(rig) = Rig::recognise(names.iter().copied()) else { return false };
    let joints = rig.joints(names.iter().copied());
    let node = |name: &str| {
        let known = joints.iter().map(|joint| joint.filter(|(_, meaning)| *meaning == Meaning::Same));
        known.map(|joint| joint.map(|(joint, _)| joint.name)).position(|own| own == Some(name))
    };
    let unturned = |name: &str| {
        let above = |node: &usize| scene.nodes.get(*node)?.parent;
        let way = std::iter::successors(Some(node(name)?), above).take(scene.nodes.len());
        let places = way.filter_map(|node| Some(scene.nodes.get(node)?.local.translation));
        Some(places.fold(Vec3::ZERO, |sum, place| sum + place))
    };
    let worlds = scene.worlds_at_rest();
    let in_first_frame = |name: &str| Some(worlds.get(node(name)?)?.decomposed().0.translation);
    let is_z = |up: Vec3| up.z > up.x.abs().max(up.y.abs());
    is_z(thighs(unturned)) || is_z(thighs(in_first_frame)) && is_as_high_as_legs(scene, in_first_frame)
}

/// The sum of the vectors from the knees to the hips.
fn thighs(place: impl Fn(&str) -> Option<Vec3>) -> Vec3 {
    let thigh = |side| Some(place(&format!("mHip{side}"))? - place(&format!("mKnee{side}"))?);
    let thighs = ["Left", "Right"].into_iter().filter_map(thigh);
    thighs.fold(Vec3::ZERO, |sum, thigh| sum + thigh)
}

/// True if the root is at a height along Z between a fifth and one and a half times the length of a leg in all frames.
fn is_as_high_as_legs(scene: &Scene, place: impl Fn(&str) -> Option<Vec3>) -> bool {
    let leg = |side| Some((place(&format!("mHip{side}"))? - place(&format!("mAnkle{side}"))?).length());
    let Some(leg) = ["Left", "Right"].into_iter().find_map(leg) else { return false };
    let is_root = |track: &&Track| {
        track.path == Path::Translation
            && scene.nodes.get(track.node).is_some_and(|node| node.parent.is_none())
    };
    let tracks = scene.animations.iter().flat_map(|animation| &animation.tracks).filter(is_root);
    let mut heights = tracks.flat_map(|track| track.values.iter().skip(2).step_by(3)).peekable();
    heights.peek().is_some() && heights.all(|height| (leg * 0.2..leg * 1.5).contains(height))
}
