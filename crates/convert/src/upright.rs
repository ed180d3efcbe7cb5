//! Motion capture whose figures stand along Z.

use crate::rigs::{self, Meaning, Rig};
use geom::{Quat, Vec3};
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Node, Scene, Trs};
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

/// True if the hips of a known rig are above its knees along Z while no joint is turned.
fn is_along_z(scene: &Scene) -> bool {
    let names = rigs::names(scene);
    let Some(rig) = Rig::of(names.iter().copied()) else { return false };
    let joints = rig.joints(names.iter().copied());
    let place = |name: &str| {
        let known = joints.iter().map(|joint| joint.filter(|(_, meaning)| *meaning == Meaning::Same));
        let node = known.map(|joint| joint.map(|(joint, _)| joint.name)).position(|own| own == Some(name));
        let above = |node: &usize| scene.nodes.get(*node)?.parent;
        let way = std::iter::successors(node, above).take(scene.nodes.len());
        let places = way.filter_map(|node| Some(scene.nodes.get(node)?.local.translation));
        node.map(|_| places.fold(Vec3::ZERO, |sum, place| sum + place))
    };
    let thigh = |side| Some(place(&format!("mHip{side}"))? - place(&format!("mKnee{side}"))?);
    let thighs = ["Left", "Right"].into_iter().filter_map(thigh);
    let up = thighs.fold(Vec3::ZERO, |sum, thigh| sum + thigh);
    up.z > up.x.abs().max(up.y.abs())
}
