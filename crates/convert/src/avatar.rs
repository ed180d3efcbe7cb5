//! The avatar of Second Life as nodes.

use super::space::{from_gltf, to_gltf};
use ::slmesh::skeleton::{Joint, Kind, joints};
use geom::{Quat, Vec3};
use scene::affine::Affine;
use scene::{Node, Problem, Role, Scene, Skin, Trs, gltf};
use std::collections::HashMap;

/// The name of what all joints are below.
const ROOT: &str = "Armature";

/// Adds the avatar at rest: all bones, and other joints that are wanted. Gives the nodes by the names of their joints.
pub(super) fn add(scene: &mut Scene, is_wanted: impl Fn(&Joint) -> bool) -> HashMap<&'static str, usize> {
    let root = scene.nodes.len();
    scene.nodes.push(Node { name: ROOT.into(), ..Node::default() });
    let mut nodes = HashMap::new();
    // Parents come before their children.
    for joint in joints().iter().filter(|joint| joint.is_bone() || is_wanted(joint)) {
        let parent = nodes.get(joint.parent).copied().unwrap_or(root);
        let local = Trs {
            translation: to_gltf().rotate(joint.position),
            rotation: to_gltf() * rotation(joint) * from_gltf(),
            scale: Vec3::ONE,
        };
        let role = if joint.kind == Kind::Attachment { Role::Attachment } else { Role::Joint };
        nodes.insert(joint.name, scene.nodes.len());
        scene.nodes.push(Node {
            name: joint.name.into(),
            parent: Some(parent),
            local,
            role,
            ..Node::default()
        });
    }
    bind(scene, root.saturating_add(1));
    nodes
}

/// How a joint is turned at rest, in the axes of Second Life.
pub(super) fn rotation(joint: &Joint) -> Quat {
    let [x, y, z] = joint.rotation.to_array();
    let turn = |axis, degrees: f32| Quat::from_axis_angle(axis, degrees.to_radians()).unwrap_or_default();
    // About X first, then Y, then Z.
    turn(Vec3::Z, z) * turn(Vec3::Y, y) * turn(Vec3::X, x)
}

/// A skin of all nodes from this one on, as they are at rest.
fn bind(scene: &mut Scene, first: usize) {
    let worlds = scene.worlds_at_rest();
    let joints: Vec<usize> = (first..scene.nodes.len()).collect();
    let inverse = |node: &usize| worlds.get(*node).and_then(Affine::inverse).unwrap_or(Affine::IDENTITY);
    let inverse_bind = joints.iter().map(|node| inverse(node).to_mat4()).collect();
    scene.skins.push(Skin { joints, inverse_bind, ..Skin::default() });
}

/// The avatar of Second Life alone, to rig on: bones, and collision volumes too.
#[must_use]
pub fn sl_avatar() -> Scene {
    let mut scene = Scene { name: "avatar".into(), ..Scene::default() };
    add(&mut scene, |joint| joint.kind == Kind::Volume);
    let mut own = scene::Json::default();
    own.set("source", "slmesh");
    scene.extras.set("rezkit", own);
    scene
}

/// As [`sl_avatar`], as a file.
///
/// # Errors
///
/// Never, unless there is no memory for it.
pub fn sl_avatar_glb() -> Result<Vec<u8>, Problem> {
    gltf::write_glb(&sl_avatar(), &gltf::WriteOptions::default().camera(false)).map(|(glb, _)| glb)
}
