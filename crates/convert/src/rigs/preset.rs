//! Which rig the joints of a scene are taken to be of.

use super::super::bake::move_vertices;
use super::Rig;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Json, Node, Problem, ProblemKind, Scene, Trs};
use std::borrow::Cow;
use std::str::FromStr;

/// The rig whose names are replaced by those of Second Life.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RigPreset {
    /// The one that most names are of. If too much of a mesh hangs on other joints, it is refused.
    #[default]
    Auto,
    /// This one. What hangs on other joints moves with the next one above that is known.
    Of(Rig),
    /// None: joints are left out, and a mesh is as it is shown at rest.
    Unrigged,
}

/// What to do about joints that are not known.
pub(in super::super) const HELP: &str = "--map-joint OLD=NEW says which joint of the avatar one is, and --rig-preset RIG \
    which rig they are of: other joints then move with the next one above that is known";

/// `auto`, `none`, or the name of a rig.
impl FromStr for RigPreset {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        match text {
            "auto" => Ok(Self::Auto),
            "none" => Ok(Self::Unrigged),
            // Other names for the same.
            "ready-player-me" => Ok(Self::Of(Rig::Mixamo)),
            "blender" => Ok(Self::Of(Rig::Rigify)),
            name => Rig::ALL.into_iter().find(|rig| rig.name() == name).map(Self::Of).ok_or_else(|| {
                let names: Vec<_> = Rig::ALL.iter().map(|rig| rig.name()).collect();
                let message = format!("{text:?} is not one of auto, none, {}", names.join(", "));
                Problem::new(ProblemKind::Unsupported, message)
            }),
        }
    }
}

/// What nodes are called as joints. A file that says which of its nodes are the bones of a person is taken at its word,
/// and its other nodes are none.
pub(in super::super) fn names(scene: &Scene) -> Vec<&str> {
    fn bone(node: &Node) -> Option<&str> {
        node.extras.get("rezkit")?.get("humanoid")?.as_text()
    }
    let bones: Vec<Option<&str>> = scene.nodes.iter().map(bone).collect();
    match bones.iter().any(Option::is_some) {
        true => bones.into_iter().map(Option::unwrap_or_default).collect(),
        false => scene.nodes.iter().map(|node| node.name.as_str()).collect(),
    }
}

/// The rig of a preset, with a report of what was recognised.
pub(in super::super) fn chosen<'n>(
    preset: RigPreset,
    names: impl IntoIterator<Item = &'n str> + Clone,
    losses: &mut Losses,
) -> Option<Rig> {
    let rig = match preset {
        RigPreset::Auto => Rig::of(names.clone())?,
        RigPreset::Of(rig) => rig,
        RigPreset::Unrigged => return None,
    };
    if rig == Rig::SecondLife {
        return Some(rig);
    }
    let n_known = rig.joints(names).into_iter().flatten().count();
    let what = format!("names were recognised as those of joints of the rig {rig}");
    losses.report(LossCode::Renamed, LossSeverity::Note, &what, n_known, "nodes");
    Some(rig)
}

/// How the joints of a scene were taken.
#[derive(Debug, Clone, Copy, Default)]
pub(in super::super) struct Rigging {
    /// The rig whose names they had.
    pub(in super::super) rig: Option<Rig>,
    /// Whether somebody said so, and not only their names.
    pub(in super::super) is_told: bool,
}

/// The scene with the joints of its skins named as those of Second Life's avatar. Joints that the avatar does not have
/// get the name of the one that they belong to, if the rig says which that is.
pub(in super::super) fn applied<'s>(
    scene: &'s Scene,
    preset: RigPreset,
    losses: &mut Losses,
) -> (Cow<'s, Scene>, Rigging) {
    if preset == RigPreset::Unrigged {
        return (unrigged(scene, losses), Rigging::default());
    }
    let mut nodes: Vec<usize> = scene.skins.iter().flat_map(|skin| &skin.joints).copied().collect();
    nodes.sort_unstable();
    nodes.dedup();
    let all = names(scene);
    let names = nodes.iter().filter_map(|node| all.get(*node)).copied();
    // An asset may have any joints, and has them again.
    let source = scene.extras.get("rezkit").and_then(|own| own.get("source")).and_then(Json::as_text);
    let mut is_told = preset != RigPreset::Auto || source == Some("slmesh");
    let Some(rig) = chosen(preset, names.clone(), losses) else {
        return (Cow::Borrowed(scene), Rigging { rig: None, is_told });
    };
    // Only VRM says which nodes are bones.
    is_told |= names.clone().any(str::is_empty);
    let joints = rig.joints(names);
    let mut scene = scene.clone();
    for (node, joint) in nodes.into_iter().zip(joints) {
        if let (Some(node), Some((joint, _))) = (scene.nodes.get_mut(node), joint) {
            joint.name.clone_into(&mut node.name);
        }
    }
    (Cow::Owned(scene), Rigging { rig: Some(rig), is_told })
}

/// The scene without joints: meshes are as they are shown at rest.
fn unrigged<'s>(scene: &'s Scene, losses: &mut Losses) -> Cow<'s, Scene> {
    let worlds = scene.worlds_at_rest();
    let mut still = scene.clone();
    let mut n_skinned = 0_usize;
    for (index, node) in still.nodes.iter_mut().enumerate() {
        let Some(mesh) = node.skin.take().and_then(|_| scene.meshes.get(node.mesh?)) else { continue };
        let mover = scene.mover(index, mesh, &worlds);
        let mut mesh = mesh.clone();
        move_vertices(&mut mesh.shape, |vertex| mover.of(vertex));
        (mesh.shape.joints, mesh.shape.weights) = Default::default();
        mesh.extra_influences.clear();
        node.mesh = Some(still.meshes.len());
        // Its vertices are where they are in the world by now.
        (node.parent, node.local) = (None, Trs::IDENTITY);
        still.meshes.push(mesh);
        n_skinned = n_skinned.saturating_add(1);
    }
    still.skins.clear();
    let what = "meshes are as they are at rest, without their joints";
    losses.report(LossCode::JointUnknown, LossSeverity::Lost, what, n_skinned, "skins");
    Cow::Owned(still)
}
