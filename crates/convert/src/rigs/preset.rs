//! Selection of the rig to which the joints of a scene belong.

use super::super::bake::move_vertices;
use super::Rig;
use ::slmesh::skeleton;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Json, Node, Problem, ProblemKind, Scene, Trs};
use std::borrow::Cow;
use std::str::FromStr;

/// The rig whose joint names are replaced by the joint names of Second Life.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RigPreset {
    /// The rig to which most names belong. A mesh is refused if too much of its weight is on joints that the rig does
    /// not have.
    #[default]
    Auto,
    /// A given rig. Weights on unknown joints move to their nearest known ancestor.
    Of(Rig),
    /// No rig: joints are left out, and meshes keep the shape that they have at rest.
    Unrigged,
}

/// Advice for errors about unknown joints.
pub(in super::super) const HELP: &str = "map joints with --map-joint OLD=NEW, or name their rig with \
    --rig-preset RIG; other joints then follow their nearest known ancestor";

/// Parses `auto`, `none`, or the name of a rig.
impl FromStr for RigPreset {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        match text {
            "auto" => Ok(Self::Auto),
            "none" => Ok(Self::Unrigged),
            // Aliases of rigs.
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

/// The joint names of the nodes. If the file assigns humanoid bones to nodes, as VRM does, only these nodes have names.
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

/// The rig that a preset selects; reports what was recognised.
pub(in super::super) fn chosen<'n>(
    preset: RigPreset,
    names: impl IntoIterator<Item = &'n str> + Clone,
    losses: &mut Losses,
) -> Option<Rig> {
    let rig = match preset {
        RigPreset::Auto => Rig::recognise(names.clone())?,
        RigPreset::Of(rig) => rig,
        RigPreset::Unrigged => return None,
    };
    if rig == Rig::SecondLife {
        return Some(rig);
    }
    let n_known = rig.joints_and_words(names).into_iter().flatten().count();
    let what = format!("joint names were recognised as those of the rig {rig}");
    losses.report(LossCode::Renamed, LossSeverity::Note, &what, n_known, "nodes");
    Some(rig)
}

/// The interpretation of the joints of a scene.
#[derive(Debug, Clone, Copy, Default)]
pub(in super::super) struct Rigging {
    /// The rig to which the original names of the joints belong.
    pub(in super::super) rig: Option<Rig>,
    /// Set if the rig was given by the caller or by the file, and not only guessed from names.
    pub(in super::super) is_told: bool,
}

impl Rigging {
    /// True if the joints had the names of the avatar's, or too few to recognise another rig.
    pub(in super::super) fn is_own(self) -> bool {
        matches!(self.rig, None | Some(Rig::SecondLife))
    }
}

/// Renames the joints of the scene's skins to those of Second Life's avatar. Joints that the avatar does not have get
/// the name of the joint to which they belong, if the rig defines one.
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
    // A scene that was built from an asset may have any joints, and is restored with them.
    let source = scene.extras.get("rezkit").and_then(|own| own.get("source")).and_then(Json::as_text);
    let mut is_told = preset != RigPreset::Auto || source == Some("slmesh");
    let Some(rig) = chosen(preset, names.clone(), losses) else {
        return (Cow::Borrowed(scene), Rigging { rig: None, is_told });
    };
    // Empty names occur only if the file assigns bones to nodes.
    is_told |= names.clone().any(str::is_empty);
    let joints = rig.joints_and_words(names);
    let mut scene = scene.clone();
    for (node, joint) in nodes.into_iter().zip(joints) {
        let Some(node) = scene.nodes.get_mut(node) else { continue };
        match joint {
            Some((joint, _)) => joint.name.clone_into(&mut node.name),
            // A joint of another rig is no attachment point of the avatar, whatever its name.
            None => {
                let known = skeleton::known(&node.name);
                if known.is_some_and(|joint| joint.kind == skeleton::Kind::Attachment) {
                    node.name.push('_');
                }
            }
        }
    }
    (Cow::Owned(scene), Rigging { rig: Some(rig), is_told })
}

/// The scene without joints: meshes keep the shape that they have at rest.
fn unrigged<'s>(scene: &'s Scene, losses: &mut Losses) -> Cow<'s, Scene> {
    let worlds = scene.worlds_at_rest();
    let mut still = scene.clone();
    let mut n_skinned = 0_usize;
    for (index, node) in still.nodes.iter_mut().enumerate() {
        let Some(mesh) = node.skin.take().and_then(|_| scene.meshes.get(node.mesh?)) else { continue };
        let mover = scene.mover(index, mesh, &worlds);
        let mut mesh = mesh.clone();
        move_vertices(&mut mesh.shape, |vertex| mover.transform(vertex));
        (mesh.shape.joints, mesh.shape.weights) = Default::default();
        mesh.extra_influences.clear();
        node.mesh = Some(still.meshes.len());
        // The vertices are in world space now.
        (node.parent, node.local) = (None, Trs::IDENTITY);
        still.meshes.push(mesh);
        n_skinned = n_skinned.saturating_add(1);
    }
    still.skins.clear();
    let what = "meshes keep their rest pose and lose their joints";
    losses.report(LossCode::JointUnknown, LossSeverity::Lost, what, n_skinned, "skins");
    Cow::Owned(still)
}
