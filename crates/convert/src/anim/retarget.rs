//! Retargeting of animations from the joints of a rig to those of the avatar.
//!
//! Rotations are transferred in world space, as the difference from the rest pose, because rigs differ in the local
//! axes of their joints. If the arms of a rig hang down at rest, the arms of the avatar receive the difference as well.

use super::super::avatar;
use super::super::rigs::{self, Meaning, Rig, RigPreset};
use super::super::stance::{Stance, between};
use super::times::{self, MOST_STEPS, too_many};
use ::slmesh::skeleton::Joint;
use geom::{Quat, Vec3};
use scene::affine::Affine;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::visible::cut;
use scene::{Animation, Path, Pose, Problem, ProblemKind, Role, Scene, Trs};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Longest chain searched between a joint and a lower node that maps to the same joint of the avatar.
const MOST_BETWEEN: usize = 256;

/// The angle in degrees up to which hips lean; a figure that leans further in the first frame lies or flies.
const MOST_LEAN_DEGREES: f32 = 60.0;

/// The angle in degrees up to which the line from the hips to the head of a standing figure leans at rest.
const MOST_BENT_DEGREES: f32 = 35.0;

/// The keys of one joint of the avatar.
pub(super) struct Curve {
    pub(super) joint: &'static Joint,
    pub(super) rotations: Vec<(f32, Quat)>,
    pub(super) positions: Vec<(f32, Vec3)>,
}

/// A set of times as their bits. The bits of floats that are not negative sort as the floats do.
type Moments = BTreeSet<u32>;

/// The times at which a joint of the avatar needs keys.
struct Needs {
    turns: Moments,
    moves: Moments,
}

/// A joint of the avatar and the nodes of the rig that move it.
struct Bone {
    joint: &'static Joint,
    /// The uppermost node that maps to this joint.
    node: usize,
    /// The lowest node that maps to this joint.
    last: usize,
    /// The nearest ancestor joint that has a node, as an index into the bones.
    above: Option<usize>,
    /// The rotation of the joint in world space while the rig is at rest.
    rest: Quat,
}

/// The pose of the avatar at a time.
pub(crate) struct Sample {
    pub(crate) time: f32,
    /// The rotation of each joint in world space, relative to the rest pose of the avatar and in its axes.
    pub(crate) turns: Vec<Quat>,
    /// The displacement of the middle of the hips from rest, in metres and in the axes of the avatar.
    pub(crate) hips: Vec3,
    /// The vectors from the left and right hip joint to the ankle, in metres and in the axes of the avatar, if the rig
    /// has these joints.
    pub(crate) legs: [Option<Vec3>; 2],
}

/// A mapping from a rig to the avatar.
pub(crate) struct Retarget<'s> {
    scene: &'s Scene,
    bones: Vec<Bone>,
    /// World transforms of the nodes at rest.
    worlds: Vec<Affine>,
    /// Rotation from the axes of the scene to those of the avatar.
    axes: Quat,
    /// The ratio between the sizes of the avatar and the rig.
    size: f32,
    /// The distance by which the pelvis is lower at rest than on straight legs, in the unit of the scene.
    sunk: f32,
    is_own: bool,
    /// Set if no preset was requested and no known rig was recognised by its names.
    is_guessed: bool,
}

impl<'s> Retarget<'s> {
    /// Maps the joints of a scene to the avatar by the names of a preset.
    pub(crate) fn new(
        scene: &'s Scene,
        preset: Option<RigPreset>,
        losses: &mut Losses,
    ) -> Result<Self, Problem> {
        let names = rigs::names(scene);
        let names = names.iter().copied();
        let preset = preset.unwrap_or_default();
        let chosen = rigs::chosen(preset, names.clone(), losses);
        // Too few names to recognise a rig may still include some of the avatar's.
        let rig = chosen.unwrap_or(Rig::SecondLife);
        let joints = rig.joints_and_words(names);
        let worlds = scene.worlds_at_rest();
        let mut retarget = Self {
            scene,
            bones: Vec::new(),
            worlds,
            axes: super::super::space::from_gltf(),
            size: 1.0,
            sunk: 0.0,
            is_own: rig == Rig::SecondLife,
            is_guessed: chosen.is_none(),
        };
        let mut places = HashMap::new();
        // A skinned mesh may have the name of a joint, and stands at the origin.
        let is_mesh = |node: usize| {
            let node = scene.nodes.get(node).filter(|_| !scene.skins.is_empty());
            node.is_some_and(|node| node.mesh.is_some() && node.role != Role::Joint)
        };
        for (node, joint) in joints.iter().enumerate() {
            if let Some((joint, Meaning::Same)) = *joint
                && !places.contains_key(joint.name)
                && !is_mesh(node)
            {
                places.insert(joint.name, retarget.bones.len());
                let rest = avatar::rotation(joint);
                retarget.bones.push(Bone { joint, node, last: node, above: None, rest });
            }
        }
        if retarget.bones.is_empty() {
            let message = "no node has the name of a joint of the avatar or of a known rig";
            return Err(Problem::new(ProblemKind::Empty, message).help(rigs::HELP));
        }
        for (node, joint) in joints.iter().enumerate() {
            let Some((joint, Meaning::Fold)) = *joint else { continue };
            let Some(place) = places.get(joint.name).copied() else { continue };
            let Some(bone) = retarget.bones.get_mut(place) else { continue };
            // This node is a descendant of the last one that maps to the same joint.
            if upwards(scene, node).take(MOST_BETWEEN).skip(1).any(|above| above == bone.last) {
                bone.last = node;
            }
        }
        for place in 0..retarget.bones.len() {
            let above = retarget
                .bones
                .get(place)
                .and_then(|bone| bone.joint.ancestors().find_map(|joint| places.get(joint.name).copied()));
            if let Some(bone) = retarget.bones.get_mut(place) {
                bone.above = above;
            }
        }
        retarget.measure();
        Ok(retarget)
    }

    /// A node and its ancestors, up to but excluding `end`.
    fn way(&self, node: usize, end: Option<usize>) -> Vec<usize> {
        upwards(self.scene, node).take_while(|node| Some(*node) != end).collect()
    }

    fn place_at_rest(&self, node: usize) -> Vec3 {
        place(&self.worlds, node)
    }

    /// Determines the axes and the size of the rig, and the direction in which its arms point at rest.
    fn measure(&mut self) {
        let rest = self.places_at_rest();
        let place = |name: &str| rest.get(name).copied();
        let stance = Stance::determine(place, self.scene.front());
        self.axes = stance.axes;
        let height = place("mPelvis").map_or(0.0, |place| place.y);
        if self.is_own {
            return;
        }
        if let Some(pelvis) = ::slmesh::skeleton::joint("mPelvis").filter(|_| height > 0.0) {
            // Rigs have any units and sizes; the height of the hips gives the ratio.
            self.size = pelvis.position.z / height;
        }
        let stance = stance.with_arms(place);
        for bone in &mut self.bones {
            bone.rest = stance.hanging(bone.joint) * bone.rest;
        }
    }

    /// Samples an animation as keys of the avatar's joints. Keys stay at the times of the rig's keys as long as linear
    /// interpolation between them gives the same motion.
    pub(super) fn curves(
        &self,
        animation: &Animation,
        duration: f32,
        path: &str,
        losses: &mut Losses,
    ) -> Result<Vec<Curve>, Problem> {
        // For each node, the times of its rotations and of its translations.
        let (mut turned, mut moved): (HashMap<usize, Moments>, HashMap<usize, Moments>) = Default::default();
        let mut n_added = 0_usize;
        for track in &animation.tracks {
            let all = match track.path {
                Path::Rotation => &mut turned,
                Path::Translation => &mut moved,
                _ => continue,
            };
            let (times, n) = times::of_track(track, duration)?;
            n_added = n_added.saturating_add(n);
            let times =
                times.into_iter().map(|time| time.clamp(0.0, duration)).filter(|time| time.is_finite());
            // Adding 0 turns -0 into 0; the bits of -0 would sort last.
            all.entry(track.node).or_default().extend(times.map(|time| (time + 0.0).to_bits()));
        }
        let what = "keys were added, because the curves are not straight lines";
        losses.report(LossCode::AnimResampled, LossSeverity::Changed, what, n_added, path);
        self.report_unknown(&turned, path, losses)?;
        let needs: Vec<Needs> = self.bones.iter().map(|bone| self.needs(bone, &turned, &moved)).collect();
        self.report_moves(&moved, &needs, path, losses);
        let all: Moments =
            needs.iter().flat_map(|needs| needs.turns.iter().chain(&needs.moves)).copied().collect();
        // Each time needs the transforms of all nodes and a sample of all tracks.
        let n_at_once = self.scene.nodes.len().saturating_add(animation.tracks.len());
        if all.len().saturating_mul(n_at_once) > MOST_STEPS {
            return Err(too_many());
        }
        let new = |bone: &Bone| Curve { joint: bone.joint, rotations: Vec::new(), positions: Vec::new() };
        let mut curves: Vec<Curve> = self.bones.iter().map(new).collect();
        // Morph weights move no joints, so the pose at rest has none.
        let rest = self.scene.rest_of_nodes();
        for bits in all {
            let time = f32::from_bits(bits);
            let mut pose = rest.clone();
            animation.apply(time, &mut pose);
            let worlds = self.scene.worlds(&pose);
            let turns: Vec<Quat> = self.bones.iter().map(|bone| self.turn(bone, &worlds)).collect();
            for (place, bone) in self.bones.iter().enumerate() {
                let (Some(curve), Some(needs)) = (curves.get_mut(place), needs.get(place)) else { continue };
                if needs.turns.contains(&bits) {
                    let above = bone.above.and_then(|above| turns.get(above)).copied();
                    let turn = turns.get(place).copied().unwrap_or(Quat::IDENTITY);
                    curve.rotations.push((time, above.unwrap_or(Quat::IDENTITY).conjugate() * turn));
                }
                if needs.moves.contains(&bits) {
                    curve.positions.push((time, self.place(bone, &worlds, &pose)));
                }
            }
        }
        curves.retain(|curve| !curve.rotations.is_empty() || !curve.positions.is_empty());
        Ok(curves)
    }

    /// Takes the directions of all limbs at rest into account, for targets with limbs of another stance.
    pub(crate) fn with_limbs(mut self) -> Self {
        match self.first_frame() {
            Some(worlds) => self.worlds = worlds,
            None => self.right(),
        }
        let rest = self.places_at_rest();
        let place = |name: &str| rest.get(name).copied();
        let stance = Stance::of_pose(place, self.scene.front());
        self.axes = stance.axes;
        for bone in &mut self.bones {
            bone.rest = stance.hanging(bone.joint) * avatar::rotation(bone.joint);
        }
        let straight = leg(|name| ::slmesh::skeleton::joint(name).map(avatar::place));
        let legs = leg(place).zip(straight).filter(|(own, _)| own.length > 0.0);
        if let Some((own, avatar)) = legs {
            self.size = avatar.length / own.length;
            self.sunk = (own.length - own.height).max(0.0);
        }
        self
    }

    /// The first frame of the first animation, if the rig lies or is folded at rest but is upright there. Programs that write
    /// the rotations of joints to each frame, and none to the rest pose, leave such a rest pose.
    fn first_frame(&self) -> Option<Vec<Affine>> {
        let animation = self.scene.animations.first()?;
        let (start, _) = animation.span()?;
        let mut pose = self.scene.rest_of_nodes();
        animation.apply(start, &mut pose);
        let first = self.scene.worlds(&pose);
        (!self.is_upright(&self.worlds)? && self.is_upright(&first)?).then_some(first)
    }

    /// True if the head is above the hips.
    fn is_upright(&self, worlds: &[Affine]) -> Option<bool> {
        let top = ["mHead", "mNeck"].into_iter().find_map(|name| self.node(name))?;
        let body = (place(worlds, top) - place(worlds, self.node("mPelvis")?)).normalised()?;
        Some(body.y > MOST_BENT_DEGREES.to_radians().cos())
    }

    /// Turns the rest pose upright if it is the first frame of motion capture, so that a lean of the hips counts as a
    /// rotation. The axes of the hips show their lean, since no joint below them is rotated at rest.
    fn right(&mut self) {
        let is_frame = |animation: &Animation| animation.playback.frames.is_some_and(|it| it.has_reference);
        let top = || ["mHead", "mNeck", "mChest", "mTorso"].into_iter().find_map(|name| self.node(name));
        let Some((hips, top)) =
            self.node("mPelvis").zip(top()).filter(|_| self.scene.animations.iter().any(is_frame))
        else {
            return;
        };
        let (place, turn) = (self.place_at_rest(hips), self.turn_at_rest(hips));
        let spine = turn.conjugate().rotate(self.place_at_rest(top) - place);
        let up = turn.rotate(nearest_axis(spine));
        let Some(tilt) = between(up, Vec3::Y, 0.0).filter(|_| up.y > MOST_LEAN_DEGREES.to_radians().cos())
        else {
            return;
        };
        let trs = |translation, rotation| Affine::from_trs(&Trs { translation, rotation, ..Trs::IDENTITY });
        let righted = trs(place - tilt.rotate(place), tilt);
        self.worlds.iter_mut().for_each(|world| *world = righted.times(world));
    }

    fn turn_at_rest(&self, node: usize) -> Quat {
        self.worlds.get(node).map_or(Quat::IDENTITY, |world| world.decomposed().0.rotation)
    }

    fn places_at_rest(&self) -> HashMap<&'static str, Vec3> {
        self.bones.iter().map(|bone| (bone.joint.name, self.place_at_rest(bone.node))).collect()
    }

    /// True if the rig has this joint of the avatar.
    pub(crate) fn has(&self, joint: &str) -> bool {
        self.bones.iter().any(|bone| bone.joint.name == joint)
    }

    /// The rotations of joints of the avatar at the times of an animation's keys.
    pub(crate) fn samples(&self, animation: &Animation, joints: &[&str]) -> Result<Vec<Sample>, Problem> {
        let bones = self.bones_of(joints);
        let mut moments = Moments::new();
        for track in &animation.tracks {
            let (times, _) = times::of_track(track, f32::MAX)?;
            let times = times.into_iter().filter(|time| time.is_finite());
            moments.extend(times.map(|time| (time.max(0.0) + 0.0).to_bits()));
        }
        let n_at_once = self.scene.nodes.len().saturating_add(animation.tracks.len());
        if moments.len().saturating_mul(n_at_once) > MOST_STEPS {
            return Err(too_many());
        }
        let rest = self.scene.rest_of_nodes();
        let sample = |bits| {
            let time = f32::from_bits(bits);
            let mut pose = rest.clone();
            animation.apply(time, &mut pose);
            let worlds = self.scene.worlds(&pose);
            let turn = |bone: &&Bone| self.turn(bone, &worlds) * avatar::rotation(bone.joint).conjugate();
            let turns = bones.iter().map(turn).collect();
            Sample { time, turns, hips: self.hips(&worlds), legs: self.legs(&worlds) }
        };
        Ok(moments.into_iter().map(sample).collect())
    }

    fn node(&self, joint: &str) -> Option<usize> {
        self.bones.iter().find(|bone| bone.joint.name == joint).map(|bone| bone.node)
    }

    /// The displacement of the middle of the hip joints, or of the pelvis in a rig without them. Rigs put the pelvis at
    /// different heights above the hips, so that it moves differently when the body leans.
    fn hips(&self, worlds: &[Affine]) -> Vec3 {
        let both = self.node("mHipLeft").zip(self.node("mHipRight"));
        let pelvis = self.node("mPelvis").map(|node| (node, node));
        let Some((left, right)) = both.or(pelvis) else { return Vec3::ZERO };
        let middle = |worlds: &[Affine]| (place(worlds, left) + place(worlds, right)) * 0.5;
        self.axes.rotate(middle(worlds) - middle(&self.worlds) - Vec3::Y * self.sunk) * self.size
    }

    fn legs(&self, worlds: &[Affine]) -> [Option<Vec3>; 2] {
        ["Left", "Right"].map(|side| {
            let [hip, ankle] = ["mHip", "mAnkle"].map(|name| self.node(&format!("{name}{side}")));
            Some(self.axes.rotate(place(worlds, ankle?) - place(worlds, hip?)) * self.size)
        })
    }

    fn bones_of(&self, joints: &[&str]) -> Vec<&Bone> {
        let bone = |joint: &&str| self.bones.iter().find(|bone| bone.joint.name == *joint);
        joints.iter().filter_map(bone).collect()
    }

    /// Reports joints that animations turn, but that none of these joints of the avatar follows.
    pub(crate) fn report_unused(&self, joints: &[&str], losses: &mut Losses) {
        let bones = self.bones_of(joints);
        let used: HashSet<usize> = bones.iter().flat_map(|bone| self.way(bone.last, None)).collect();
        let tracks = self.scene.animations.iter().flat_map(|animation| &animation.tracks);
        let turned = tracks.filter(|track| track.path == Path::Rotation);
        let unused: BTreeSet<usize> =
            turned.map(|track| track.node).filter(|node| !used.contains(node)).collect();
        let names = unused.iter().filter_map(|node| Some(self.scene.nodes.get(*node)?.name.as_str()));
        let what = format!("joints that no part follows: {}", names.collect::<Vec<_>>().join(", "));
        losses.report(LossCode::JointUnknown, LossSeverity::Lost, &what, unused.len(), "");
    }

    /// The times at which a joint needs keys: those of the nodes that rotate or translate it.
    fn needs(&self, bone: &Bone, turned: &HashMap<usize, Moments>, moved: &HashMap<usize, Moments>) -> Needs {
        let of = |all: &HashMap<usize, Moments>, nodes: Vec<usize>| -> Moments {
            nodes.iter().filter_map(|node| all.get(node)).flatten().copied().collect()
        };
        let above = bone.above.and_then(|above| self.bones.get(above));
        let mut turns = of(turned, self.way(bone.last, above.map(|above| above.last)));
        // A joint whose orientation at rest differs from the avatar's needs a key even if it does not move.
        let is_off = above.map_or(Quat::IDENTITY, |above| above.rest).conjugate()
            * bone.rest
            * avatar::rotation(bone.joint).conjugate();
        if turns.is_empty() && is_off.w.abs() < 1.0 - 1e-6 {
            turns.insert(0);
        }
        let mut moves = Moments::new();
        if bone.joint.name == "mPelvis" {
            moves = of(moved, self.way(bone.node, None));
            if !moves.is_empty() {
                // Rotations of its ancestors move the pelvis, too.
                moves.extend(of(turned, self.way(bone.node, None).into_iter().skip(1).collect()));
            }
        } else if self.is_own && self.hangs_directly(bone) {
            moves = of(moved, vec![bone.node]);
        }
        Needs { turns, moves }
    }

    /// True if the node's parent is the node of the joint above, and is aligned with the axes of the avatar.
    fn hangs_directly(&self, bone: &Bone) -> bool {
        let above = bone.above.and_then(|above| self.bones.get(above)).map(|above| above.node);
        let is_straight = |node: usize| {
            let turn = self.worlds.get(node).map_or(Quat::IDENTITY, |world| world.decomposed().0.rotation);
            turn.w.abs() > 1.0 - 1e-5
        };
        above.is_some_and(|above| {
            self.scene.nodes.get(bone.node).and_then(|node| node.parent) == Some(above) && is_straight(above)
        })
    }

    /// Reports animated joints that the avatar does not have. If they are the majority, the animation is not for an
    /// avatar, which is an error.
    fn report_unknown(
        &self,
        turned: &HashMap<usize, Moments>,
        path: &str,
        losses: &mut Losses,
    ) -> Result<(), Problem> {
        let last = |place: usize| self.bones.get(place).map(|bone| bone.last);
        let ways = self.bones.iter().flat_map(|bone| self.way(bone.last, bone.above.and_then(last)));
        let known: HashSet<usize> = ways.collect();
        let mut unknown: Vec<usize> = turned.keys().copied().filter(|node| !known.contains(node)).collect();
        unknown.sort_unstable();
        let names = unknown.iter().filter_map(|node| Some(self.scene.nodes.get(*node)?.name.as_str()));
        let names = names.collect::<Vec<_>>().join(", ");
        if self.is_guessed && unknown.len() > turned.len() / 2 {
            let message = format!(
                "{} of the {} rotating joints belong to no known rig: {}",
                unknown.len(),
                turned.len(),
                cut(&names)
            );
            return Err(Problem::new(ProblemKind::Unsupported, message).help(rigs::HELP));
        }
        let what = format!("joints that the avatar does not have: {names}");
        losses.report(LossCode::JointUnknown, LossSeverity::Lost, &what, unknown.len(), path);
        Ok(())
    }

    fn report_moves(
        &self,
        moved: &HashMap<usize, Moments>,
        needs: &[Needs],
        path: &str,
        losses: &mut Losses,
    ) {
        let moving = self.bones.iter().zip(needs).filter(|(_, needs)| !needs.moves.is_empty());
        let kept = |bone: &Bone| match bone.joint.name {
            "mPelvis" => self.way(bone.node, None),
            _ => vec![bone.node],
        };
        let kept: HashSet<usize> = moving.flat_map(|(bone, _)| kept(bone)).collect();
        let n = moved.keys().filter(|node| !kept.contains(node)).count();
        let what = "joints that are translated, not only rotated: their translation is left out";
        losses.report(LossCode::AnimResampled, LossSeverity::Lost, what, n, path);
    }

    /// The rotation of a joint of the avatar in world space.
    fn turn(&self, bone: &Bone, worlds: &[Affine]) -> Quat {
        let turn = |worlds: &[Affine]| {
            worlds.get(bone.last).map_or(Quat::IDENTITY, |world| world.decomposed().0.rotation)
        };
        // In world space, the local axes that a rig gives its joints cancel out.
        let away = turn(worlds) * turn(&self.worlds).conjugate();
        self.axes * away * self.axes.conjugate() * bone.rest
    }

    /// The position of a joint: the pelvis relative to its position at rest, other joints relative to the joint above.
    fn place(&self, bone: &Bone, worlds: &[Affine], pose: &Pose) -> Vec3 {
        let place = match bone.joint.name {
            "mPelvis" => place(worlds, bone.node) - self.place_at_rest(bone.node) - Vec3::Y * self.sunk,
            _ => pose.locals.get(bone.node).map_or(Vec3::ZERO, |local| local.translation),
        };
        self.axes.rotate(place) * self.size
    }
}

/// A leg at rest.
pub(crate) struct Leg {
    /// The length of the thigh and the shin.
    pub(crate) length: f32,
    /// The height of the hip joint above the ankle.
    height: f32,
}

/// The leg on which a figure stands at rest, from the positions of the avatar's joints.
pub(crate) fn leg(place: impl Fn(&str) -> Option<Vec3>) -> Option<Leg> {
    let of_side = |side| {
        let [hip, knee, ankle] = ["mHip", "mKnee", "mAnkle"].map(|name| place(&format!("{name}{side}")));
        let (hip, knee, ankle) = (hip?, knee?, ankle?);
        Some(Leg { length: (knee - hip).length() + (ankle - knee).length(), height: hip.y - ankle.y })
    };
    ["Left", "Right"].into_iter().filter_map(of_side).max_by(|a, b| a.height.total_cmp(&b.height))
}

fn place(worlds: &[Affine], node: usize) -> Vec3 {
    worlds.get(node).map_or(Vec3::ZERO, |world| world.decomposed().0.translation)
}

/// The axis that is nearest to a direction.
fn nearest_axis(direction: Vec3) -> Vec3 {
    let axes = [Vec3::Y, Vec3::X, Vec3::Z].into_iter().flat_map(|axis| [axis, -axis]);
    axes.max_by(|a, b| a.dot(direction).total_cmp(&b.dot(direction))).unwrap_or(Vec3::Y)
}

/// A node and its ancestors.
fn upwards(scene: &Scene, node: usize) -> impl Iterator<Item = usize> {
    let parent = |node: &usize| scene.nodes.get(*node)?.parent;
    // Bounds the walk if parents form a cycle.
    std::iter::successors(Some(node), parent).take(scene.nodes.len())
}
