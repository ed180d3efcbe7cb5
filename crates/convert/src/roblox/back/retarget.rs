//! Retargeting of animations from the joints of other rigs to the parts of Roblox characters.
//!
//! The avatar of Second Life is the common reference: [`Retarget`] returns the world rotation of each of its joints
//! relative to its rest pose. A part of the character receives the rotation of the corresponding joint, less the
//! difference between the two rest poses.

use super::super::rig::moved_part;
use super::super::{rig_scene, standard};
use super::legs::Leg;
use crate::anim::retarget::{Retarget, Sample, leg};
use crate::avatar;
use crate::options::AssetOptions;
use crate::options::TargetRig;
use crate::rigs::{self, Rig, RigPreset};
use crate::stance::Stance;
use ::slmesh::skeleton;
use files::Asset;
use geom::{Quat, Vec3};
use scene::affine::Affine;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::visible::cut;
use scene::{Animation, Path, Problem, ProblemKind, Role, Scene, Track};
use std::collections::HashMap;

/// The parts of both standard rigs, each with joints of the avatar. The first of them that the source has turns the
/// part.
const PARTS: [(&str, &[&str]); 20] = [
    ("LowerTorso", &["mPelvis"]),
    ("UpperTorso", &["mChest", "mTorso"]),
    ("Head", &["mHead", "mNeck"]),
    ("LeftUpperArm", &["mShoulderLeft"]),
    ("LeftLowerArm", &["mElbowLeft"]),
    ("LeftHand", &["mWristLeft"]),
    ("RightUpperArm", &["mShoulderRight"]),
    ("RightLowerArm", &["mElbowRight"]),
    ("RightHand", &["mWristRight"]),
    ("LeftUpperLeg", &["mHipLeft"]),
    ("LeftLowerLeg", &["mKneeLeft"]),
    ("LeftFoot", &["mAnkleLeft"]),
    ("RightUpperLeg", &["mHipRight"]),
    ("RightLowerLeg", &["mKneeRight"]),
    ("RightFoot", &["mAnkleRight"]),
    // A torso of one part follows the hips, so that the feet stay where they are.
    ("Torso", &["mPelvis"]),
    ("Left Arm", &["mShoulderLeft"]),
    ("Right Arm", &["mShoulderRight"]),
    ("Left Leg", &["mHipLeft"]),
    ("Right Leg", &["mHipRight"]),
];

/// The scene of a character with the animations of another scene; `None` if the animations are for a rig of their own.
pub(super) fn retargeted(
    scene: &Scene,
    options: &AssetOptions,
    losses: &mut Losses,
) -> Result<Option<Scene>, Problem> {
    let is_of_roblox = scene.nodes.iter().any(|node| moved_part(node).is_some());
    let names = rigs::names(scene);
    let known = match options.rig {
        Some(RigPreset::Of(rig)) => Some(rig),
        Some(RigPreset::Unrigged) => return Ok(None),
        _ => Rig::recognise(names.iter().copied()),
    };
    let is_character = is_of_roblox || matches!(known, Some(Rig::R15 | Rig::R6));
    let target = match (&options.target_rig, known) {
        (Some(TargetRig::Own), _) => return Ok(None),
        (Some(target), _) => target,
        (None, Some(_)) if !is_character => &TargetRig::R15,
        (None, _) => {
            report_names(scene, is_character, losses);
            return Ok(None);
        }
    };
    let rig = match target {
        TargetRig::Model(bytes) => Asset::read_within(bytes, options.max_memory)?,
        target => standard::rig(*target != TargetRig::R6)?,
    };
    let mut character = rig_scene(&rig)?;
    let mapped = Mapped::new(scene, &character, options, losses)?;
    mapped.source.report_unused(&mapped.joints(), losses);
    let animations = scene.animations.iter().map(|animation| mapped.animation(animation));
    character.animations = animations.collect::<Result<_, _>>()?;
    Ok(Some(character))
}

/// Reports that a skeleton keeps the names of its joints, which no character of Roblox has.
fn report_names(scene: &Scene, is_character: bool, losses: &mut Losses) {
    let joints = scene.nodes.iter().filter(|node| node.role == Role::Joint && !is_character);
    let names: Vec<&str> = joints.map(|node| node.name.as_str()).collect();
    let what = format!(
        "joints keep their names, which Roblox characters do not have; to animate a character, use --rig=r15: {}",
        names.join(", ")
    );
    losses.report(LossCode::JointUnknown, LossSeverity::Changed, &what, names.len(), "");
}

/// A joint of the character and the joint of the avatar that turns it.
struct JointPair {
    node: usize,
    joint: &'static str,
    /// The rotation from the rest pose of the avatar to that of the character, in the axes of the avatar.
    hanging: Quat,
}

/// A mapping from a scene to a character.
struct Mapped<'s> {
    source: Retarget<'s>,
    character: &'s Scene,
    parts: Vec<JointPair>,
    /// World transforms of the character at rest.
    worlds: Vec<Affine>,
    /// Rotation from the axes of the character to those of the avatar.
    axes: Quat,
    /// The ratio between the sizes of the character and the avatar.
    size: f32,
    /// The middle of the hips relative to the joint that moves the body, at rest.
    saddle: Vec3,
    legs: [Option<Leg>; 2],
}

impl<'s> Mapped<'s> {
    fn new(
        scene: &'s Scene,
        character: &'s Scene,
        options: &AssetOptions,
        losses: &mut Losses,
    ) -> Result<Self, Problem> {
        let worlds = character.worlds_at_rest();
        let place = |node: usize| worlds.get(node).map(|world| world.decomposed().0.translation);
        let moved = character.nodes.iter().enumerate();
        let moved = moved.filter_map(|(index, node)| Some((index, moved_part(node)?)));
        let moved =
            moved.filter_map(|(node, part)| Some((node, PARTS.iter().find(|(name, _)| *name == part)?)));
        let moved: Vec<_> = moved.map(|(node, (part, joints))| (node, *part, *joints)).collect();
        let source = Retarget::new(scene, options.rig, losses).map_err(|problem| match problem.kind {
            ProblemKind::Empty if !moved.is_empty() => {
                let missing = moved
                    .iter()
                    .map(|(_, part, joints)| (*part, joints.first().copied().unwrap_or_default()));
                too_few(0, &missing.collect::<Vec<_>>())
            }
            _ => problem,
        })?;
        let source = source.with_limbs();
        // The parts of the character, by the joints of the avatar that they could follow.
        let mut nodes: HashMap<&'static str, usize> = HashMap::new();
        let (mut parts, mut missing) = (Vec::new(), Vec::new());
        for (node, part, joints) in moved {
            nodes.extend(joints.iter().map(|joint| (*joint, node)));
            match joints.iter().find(|joint| source.has(joint)) {
                Some(joint) => parts.push(JointPair { node, joint, hanging: Quat::IDENTITY }),
                None => missing.push((part, joints.first().copied().unwrap_or_default())),
            }
        }
        if nodes.is_empty() {
            let message = "the model has no joint that moves a part of an R15 or R6 character";
            return Err(Problem::new(ProblemKind::Unsupported, message));
        }
        if parts.len() < missing.len() {
            return Err(too_few(parts.len(), &missing));
        }
        let names: Vec<&str> = missing.iter().map(|(part, _)| *part).collect();
        let what = format!("parts that no joint of the animation moves: {}", names.join(", "));
        losses.report(LossCode::JointUnknown, LossSeverity::Lost, &what, names.len(), "");
        let at = |joint: &str| nodes.get(joint).and_then(|node| place(*node));
        // The joint of a shoulder is at the side of its part, whose middle is on the line of the arm.
        let middle = |joint: &str| {
            let node = nodes.get(joint).filter(|_| joint.starts_with("mShoulder"))?;
            let part = character.nodes.get(*node).and_then(moved_part)?;
            let is_part = |it: &scene::Node| it.parent == Some(*node) && it.name == part;
            place(character.nodes.iter().position(is_part)?)
        };
        let start = |joint: &str| middle(joint).or_else(|| at(joint));
        // A limb of one part hangs straight down.
        let hanging = |joint: &str| {
            let above = skeleton::joint(joint)?.parent;
            let is_limb = ["mElbow", "mWrist", "mKnee", "mAnkle"].iter().any(|name| joint.starts_with(name));
            start(joint).or_else(|| Some(start(above).filter(|_| is_limb)? - Vec3::Y))
        };
        let stance = Stance::of_pose(hanging, character.front());
        for part in &mut parts {
            part.hanging = skeleton::joint(part.joint).map_or(Quat::IDENTITY, |joint| stance.hanging(joint));
        }
        let height = || Some(at("mPelvis")?.y / skeleton::joint("mPelvis")?.position.z);
        let legs = leg(at).zip(leg(|name| skeleton::joint(name).map(avatar::place)));
        let size = legs.map(|(own, avatar)| own.length / avatar.length).or_else(height);
        let size = size.filter(|size| *size > 0.0).unwrap_or(1.0);
        let middle = at("mHipLeft").zip(at("mHipRight")).map(|(left, right)| (left + right) * 0.5);
        let saddle = middle.zip(at("mPelvis")).map_or(Vec3::ZERO, |(middle, pelvis)| middle - pelvis);
        let part = |joint: &str| parts.iter().position(|part: &JointPair| part.joint == joint);
        let legs = ["Left", "Right"].map(|side| Leg::new(side, part, at));
        Ok(Self { source, character, parts, axes: stance.axes, size, saddle, legs, worlds })
    }

    /// The joints of the avatar that the parts follow.
    fn joints(&self) -> Vec<&'static str> {
        self.parts.iter().map(|part| part.joint).collect()
    }

    /// Samples an animation at the times of its keys.
    fn animation(&self, animation: &Animation) -> Result<Animation, Problem> {
        let samples = self.source.samples(animation, &self.joints())?;
        let times: Vec<f32> = samples.iter().map(|sample| sample.time).collect();
        let mut keys: Vec<[Vec<f32>; 2]> = vec![Default::default(); self.parts.len()];
        let rest = self.character.rest_of_nodes();
        for sample in &samples {
            let mut pose = rest.clone();
            let turns = self.turns(sample);
            let offsets = self.offsets(sample, &turns);
            // Parts are in the order of the nodes, in which a joint follows the joint above it.
            let moves = turns.into_iter().zip(offsets);
            for ((part, (turn, offset)), [rotations, translations]) in
                self.parts.iter().zip(moves).zip(&mut keys)
            {
                let above = self.above(part.node, &pose);
                let at_rest =
                    self.worlds.get(part.node).map_or(Quat::IDENTITY, |world| world.decomposed().0.rotation);
                let Some(local) = pose.locals.get_mut(part.node) else { continue };
                local.rotation = (above.conjugate() * turn * at_rest).normalised().unwrap_or_default();
                local.translation += above.conjugate().rotate(offset);
                rotations.extend(local.rotation.to_array());
                translations.extend(local.translation.to_array());
            }
        }
        let mut tracks = Vec::new();
        for (part, [rotations, translations]) in self.parts.iter().zip(keys) {
            tracks.push(track(part.node, Path::Rotation, &times, rotations));
            let translation = track(part.node, Path::Translation, &times, translations);
            let at_rest = rest.locals.get(part.node).map(|local| local.translation.to_array());
            if part.joint == "mPelvis" || at_rest.is_none_or(|at_rest| translation.values != at_rest) {
                tracks.push(translation);
            }
        }
        let (name, playback, extras) =
            (animation.name.clone(), animation.playback.clone(), animation.extras.clone());
        Ok(Animation { name, tracks, playback, extras })
    }

    /// The rotations of the parts from rest, in world space.
    fn turns(&self, sample: &Sample) -> Vec<Quat> {
        let own = |(part, turn): (&JointPair, &Quat)| {
            self.axes.conjugate() * *turn * part.hanging.conjugate() * self.axes
        };
        self.parts.iter().zip(&sample.turns).map(own).collect()
    }

    /// The translations of the joints of the parts from rest, in world space.
    fn offsets(&self, sample: &Sample, turns: &[Quat]) -> Vec<Vec3> {
        let place = |from: Vec3| self.axes.conjugate().rotate(from) * self.size;
        let shares: Vec<(&Leg, Vec3)> = self
            .legs
            .iter()
            .zip(sample.legs)
            .filter_map(|(leg, ankle)| leg.as_ref().zip(ankle))
            .map(|(leg, ankle)| (leg, leg.share(turns, place(ankle))))
            .collect();
        let offset = |(index, (part, turn)): (usize, (&JointPair, &Quat))| match part.joint {
            // The middle of the hips moves as in the source while the body turns about the joint above it.
            "mPelvis" => place(sample.hips) + self.saddle - turn.rotate(self.saddle),
            _ => shares.iter().find(|(leg, _)| leg.has(index)).map_or(Vec3::ZERO, |(_, share)| *share),
        };
        self.parts.iter().zip(turns).enumerate().map(offset).collect()
    }

    /// The rotation in world space of the node above.
    fn above(&self, node: usize, pose: &scene::Pose) -> Quat {
        let parent = self.character.nodes.get(node).and_then(|node| node.parent);
        let up = |node: &usize| self.character.nodes.get(*node)?.parent;
        let nodes = std::iter::successors(parent, up).take(self.character.nodes.len());
        nodes.fold(Quat::IDENTITY, |above, node| {
            pose.locals.get(node).map_or(Quat::IDENTITY, |local| local.rotation) * above
        })
    }
}

/// A track with these values, or with one key if all are equal.
fn track(node: usize, path: Path, times: &[f32], mut values: Vec<f32>) -> Track {
    let mut times = times.to_vec();
    let width = values.len().checked_div(times.len()).unwrap_or(0).max(1);
    let mut rows = values.chunks(width);
    let first = rows.next();
    if rows.all(|row| Some(row) == first) {
        times.truncate(1);
        values.truncate(width);
    }
    Track { node, path, times, values, ..Track::default() }
}

/// The error for a clip that moves fewer than half of the parts, with options for the user to complete.
fn too_few(n_mapped: usize, missing: &[(&str, &str)]) -> Problem {
    let n_parts = n_mapped.saturating_add(missing.len());
    let names: Vec<&str> = missing.iter().map(|(part, _)| *part).collect();
    let message = format!(
        "joints were found for only {n_mapped} of {n_parts} body parts; missing: {}",
        cut(&names.join(", "))
    );
    let map: Vec<String> = missing.iter().map(|(_, joint)| format!("--map-joint NAME={joint}")).collect();
    let help = format!("name the joint for each, or use --rig=none to keep its names: {}", map.join(" "));
    Problem::new(ProblemKind::Unsupported, message).help(help)
}
