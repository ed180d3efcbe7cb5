//! The avatar of Second Life as nodes of a scene.

use super::space::{from_gltf, to_gltf};
use ::slmesh::skeleton::{Joint, Kind, joints};
use geom::{Quat, Vec3};
use scene::affine::Affine;
use scene::{Node, Problem, Role, Scene, Skin, Trs, gltf};
use std::collections::HashMap;

/// The name of the node that contains all joints.
const ROOT: &str = "Armature";

/// Adds the avatar at rest: all bones, and those other joints that `is_wanted` accepts. Returns the nodes by the names
/// of their joints.
pub(super) fn add(scene: &mut Scene, is_wanted: impl Fn(&Joint) -> bool) -> HashMap<&'static str, usize> {
    let root = scene.nodes.len();
    scene.nodes.push(Node { name: ROOT.into(), ..Node::default() });
    let mut nodes = HashMap::new();
    // Parents precede their children in the list of joints.
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

/// The rotation of a joint at rest, in the axes of Second Life.
pub(super) fn rotation(joint: &Joint) -> Quat {
    let [x, y, z] = joint.rotation.to_array();
    let turn = |axis, degrees: f32| Quat::from_axis_angle(axis, degrees.to_radians()).unwrap_or_default();
    // Rotations apply about X first, then Y, then Z.
    turn(Vec3::Z, z) * turn(Vec3::Y, y) * turn(Vec3::X, x)
}

/// The position of a joint at rest in world space, in the axes of a scene.
pub(super) fn place(joint: &Joint) -> Vec3 {
    let above = joint.ancestors().map(|joint| joint.position).fold(Vec3::ZERO, |sum, place| sum + place);
    to_gltf().rotate(above + joint.position)
}

/// Adds a skin of all nodes from `first` on, bound in the rest pose.
fn bind(scene: &mut Scene, first: usize) {
    let worlds = scene.worlds_at_rest();
    let joints: Vec<usize> = (first..scene.nodes.len()).collect();
    let inverse = |node: &usize| worlds.get(*node).and_then(Affine::inverse).unwrap_or(Affine::IDENTITY);
    let inverse_bind = joints.iter().map(|node| inverse(node).to_mat4()).collect();
    scene.skins.push(Skin { joints, inverse_bind, ..Skin::default() });
}

/// The avatar of Second Life without a mesh, as a template for rigging: bones and collision volumes.
#[must_use]
pub fn sl_avatar() -> Scene {
    let mut scene = Scene { name: "avatar".into(), ..Scene::default() };
    add(&mut scene, |joint| joint.kind == Kind::Volume);
    let mut own = scene::Json::default();
    own.set("source", "slmesh");
    scene.extras.set("rezkit", own);
    scene
}

/// The avatar of [`sl_avatar`] as a GLB file.
///
/// # Errors
///
/// If memory runs out.
pub fn sl_avatar_glb() -> Result<Vec<u8>, Problem> {
    gltf::write_glb(&sl_avatar(), &gltf::WriteOptions::default().camera(false)).map(|(glb, _)| glb)
}
