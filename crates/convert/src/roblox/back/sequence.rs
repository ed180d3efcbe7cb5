//! Conversion from animations of scenes to sequences of keyframes.

use super::super::rig::moved_part;
use super::playback;
use crate::said;
use dom::{Document, Id, Value};
use files::documents::problem;
use geom::{Mat3, Pose, Quat, Vec3};
use scene::allowance::Allowance;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Animation, Interpolation, Marker, Path, Problem, Role, Scene, Track, Trs};
use std::collections::{BTreeMap, HashMap};

/// Samples per second of cubic curves.
const RATE: f32 = 30.0;

/// Upper bound on the nesting of poses.
const MOST_ABOVE: usize = 256;

/// Estimated memory of a pose, with its properties and while it is written: 760 bytes were measured, and more with a
/// name of 255 characters.
const BYTES_OF_POSE: usize = 2000;

/// Adds an animation to a model.
pub(super) fn put(
    document: &mut Document,
    animation: &Animation,
    joints: &Joints<'_>,
    memory: &Allowance,
    losses: &mut Losses,
) -> Result<(), Problem> {
    let moves = Moves::from_animation(animation, memory, losses)?;
    // An event needs a marker, and a keyframe if there is none at its time.
    let n_of_events = animation.playback.markers.len().saturating_mul(2).saturating_add(1);
    memory.take(moves.cost(joints).saturating_add(n_of_events).saturating_mul(BYTES_OF_POSE))?;
    sequence(document, animation, &moves, joints, losses)
}

/// The motion of one node.
#[derive(Default)]
struct Move<'s> {
    translation: Option<&'s Track>,
    rotation: Option<&'s Track>,
    times: Vec<f32>,
    is_step: bool,
}

/// The motion of all nodes that an animation moves.
struct Moves<'s>(BTreeMap<usize, Move<'s>>);

impl<'s> Moves<'s> {
    fn from_animation(
        animation: &'s Animation,
        memory: &Allowance,
        losses: &mut Losses,
    ) -> Result<Self, Problem> {
        let mut moves: BTreeMap<usize, Move<'s>> = BTreeMap::new();
        for track in &animation.tracks {
            let of_node = moves.entry(track.node).or_default();
            match track.path {
                Path::Translation => of_node.translation = Some(track),
                Path::Rotation => of_node.rotation = Some(track),
                // The other paths are scales and morph weights.
                _ => {
                    let what = "tracks of scales and morphs";
                    losses.report(LossCode::AnimScale, LossSeverity::Lost, what, 1, &animation.name);
                }
            }
        }
        let mut n_sampled = 0_usize;
        for of_node in moves.values_mut() {
            n_sampled = n_sampled.saturating_add(usize::from(of_node.find_times(memory)?));
        }
        moves.retain(|_, of_node| !of_node.times.is_empty());
        let what = "joints with curves or with mixed step and linear keys, which are sampled at 30 Hz";
        losses.report(LossCode::AnimResampled, LossSeverity::Changed, what, n_sampled, &animation.name);
        Ok(Self(moves))
    }

    /// The estimated number of poses.
    fn cost(&self, joints: &Joints<'_>) -> usize {
        let poses = |(node, of_node): (&usize, &Move<'_>)| {
            of_node.times.len().saturating_mul(joints.above(*node).count().saturating_add(1))
        };
        self.0.iter().map(poses).fold(0, usize::saturating_add)
    }
}

impl Move<'_> {
    /// Determines the times of poses; true if curves had to be sampled.
    fn find_times(&mut self, memory: &Allowance) -> Result<bool, Problem> {
        let tracks = || [self.translation, self.rotation].into_iter().flatten();
        let mut times: Vec<f32> = tracks().flat_map(|track| track.times.iter().copied()).collect();
        times.sort_by(f32::total_cmp);
        times.dedup();
        let is = |wanted| tracks().all(|track| track.interpolation == wanted);
        self.is_step = is(Interpolation::Step);
        let is_sampled = !self.is_step && !is(Interpolation::Linear);
        if is_sampled {
            times = sampled(&times, memory)?;
        }
        self.times = times;
        Ok(is_sampled)
    }

    /// The local transform of the node at a time.
    fn pose_at(&self, rest: Trs, time: f32) -> Trs {
        let values = |track: Option<&Track>| track.and_then(|track| track.sample(time));
        let translation = values(self.translation).and_then(|values| values.try_into().ok());
        let rotation = values(self.rotation).and_then(|values| values.try_into().ok());
        Trs {
            translation: translation.map_or(rest.translation, Vec3::from_array),
            rotation: rotation.map_or(rest.rotation, Quat::from_array),
            scale: Vec3::ONE,
        }
    }
}

/// The given times with samples between them, for curves that are not linear.
pub(super) fn sampled(times: &[f32], memory: &Allowance) -> Result<Vec<f32>, Problem> {
    /// Upper bound on samples between two keys, because a few bytes can hold a very late time.
    const MOST: f32 = 600.0;
    /// Memory of a sample, in bytes: a list that has just grown has up to twice the capacity that it needs.
    const BYTES: usize = 2 * size_of::<f32>();
    let mut all = Vec::new();
    for (number, time) in times.iter().enumerate() {
        all.push(*time);
        let Some(next) = times.get(number.saturating_add(1)) else { break };
        let steps = ((next - time) * RATE).ceil().clamp(1.0, MOST);
        let mut step = 1.0;
        while step < steps {
            memory.take(BYTES)?;
            all.push(time + (next - time) * step / steps);
            step += 1.0;
        }
    }
    all.dedup();
    Ok(all)
}

/// The nodes of a scene as parts of a rig.
pub(super) struct Joints<'s> {
    scene: &'s Scene,
    in_circles: Vec<bool>,
}

impl<'s> Joints<'s> {
    pub(super) fn new(scene: &'s Scene) -> Self {
        Self { scene, in_circles: scene.in_circles() }
    }

    /// The name of the part that a node moves, if its extras have it.
    fn said_part(&self, node: usize) -> Option<&'s str> {
        moved_part(self.scene.nodes.get(node)?)
    }

    /// The name of the part that a node moves: the one in its extras, or the name of the node.
    pub(super) fn part(&self, node: usize) -> &'s str {
        let named = || self.scene.nodes.get(node).map_or("", |node| &*node.name);
        self.said_part(node).unwrap_or_else(named)
    }

    /// The joints above a node and the parent of the topmost one, from the bottom up.
    pub(super) fn above(&self, node: usize) -> impl Iterator<Item = usize> {
        let parent = |node: &usize| {
            let node = self.scene.nodes.get(*node)?;
            node.parent.filter(|parent| self.in_circles.get(*parent) == Some(&false))
        };
        let is_joint = |node: usize| {
            let role = self.scene.nodes.get(node).map(|node| node.role);
            role == Some(Role::Joint) || self.said_part(node).is_some()
        };
        let mut is_open = true;
        std::iter::successors(parent(&node), parent)
            .take_while(move |above| {
                let was_open = is_open;
                is_open = is_joint(*above);
                was_open
            })
            .take(MOST_ABOVE)
    }

    pub(super) fn rest(&self, node: usize) -> Trs {
        self.scene.nodes.get(node).map(|node| node.local).unwrap_or_default()
    }
}

fn sequence(
    document: &mut Document,
    animation: &Animation,
    moves: &Moves<'_>,
    joints: &Joints<'_>,
    losses: &mut Losses,
) -> Result<(), Problem> {
    let sequence = document.add(None, "KeyframeSequence").map_err(problem)?;
    playback::put(document, sequence, animation, playback::OF_SEQUENCES, losses)?;
    let mut keys: BTreeMap<u32, Vec<(usize, &Move<'_>)>> = BTreeMap::new();
    for (node, of_node) in &moves.0 {
        for time in &of_node.times {
            // Times of animations are not negative, so their bits sort as they do.
            keys.entry(time.max(0.0).to_bits()).or_default().push((*node, of_node));
        }
    }
    let mut events: BTreeMap<u32, Vec<&Marker>> = BTreeMap::new();
    for event in &animation.playback.markers {
        #[expect(clippy::cast_possible_truncation, reason = "keyframes have single precision")]
        let time = (event.time as f32).max(0.0).to_bits();
        events.entry(time).or_default().push(event);
        keys.entry(time).or_default();
    }
    // A keyframe without poses holds the end of an animation that lasts longer than its keys.
    let end = animation.playback.duration.filter(|end| end.is_finite());
    if let Some(end) = end {
        keys.entry(end.max(0.0).to_bits()).or_default();
    }
    for (time, moved) in keys {
        let events = events.remove(&time).unwrap_or_default();
        let time = f32::from_bits(time);
        let keyframe = document.add(Some(sequence), "Keyframe").map_err(problem)?;
        document.set(keyframe, "Name", "Keyframe").map_err(problem)?;
        document.set(keyframe, "Time", time).map_err(problem)?;
        for event in events {
            let marker = document.add(Some(keyframe), "KeyframeMarker").map_err(problem)?;
            document.set(marker, "Name", &*said(&event.name)).map_err(problem)?;
            document.set(marker, "Value", &*event.value).map_err(problem)?;
        }
        let mut poses = HashMap::new();
        for (node, of_node) in moved {
            let parent = holders(document, keyframe, node, joints, &mut poses)?;
            let rest = joints.rest(node);
            // A pose is relative to the rest pose (docs/gltf.md).
            let turn = rest.pose().inverse().unwrap_or(Pose::IDENTITY) * of_node.pose_at(rest, time).pose();
            let id = match poses.get(&node) {
                Some(id) => *id,
                None => new_pose(document, parent, joints.part(node))?,
            };
            poses.insert(node, id);
            document.set(id, "CFrame", Value::CFrame(turn)).map_err(problem)?;
            document.set(id, "Weight", 1.0_f32).map_err(problem)?;
            // `Constant` with `Out` holds a pose until the next one; with `In`, the next one would show at once.
            document.set(id, "EasingStyle", Value::Enum(u32::from(of_node.is_step))).map_err(problem)?;
            document.set(id, "EasingDirection", Value::Enum(u32::from(of_node.is_step))).map_err(problem)?;
        }
    }
    Ok(())
}

/// Adds those missing poses that contain the pose of a node; returns the innermost.
fn holders(
    document: &mut Document,
    keyframe: Id,
    node: usize,
    joints: &Joints<'_>,
    poses: &mut HashMap<usize, Id>,
) -> Result<Id, Problem> {
    let above: Vec<usize> = joints.above(node).collect();
    let mut parent = keyframe;
    for holder in above.into_iter().rev() {
        parent = match poses.get(&holder) {
            Some(id) => *id,
            None => new_pose(document, parent, joints.part(holder))?,
        };
        poses.insert(holder, parent);
    }
    Ok(parent)
}

/// Adds a pose of weight 0, which only contains others.
fn new_pose(document: &mut Document, parent: Id, part: &str) -> Result<Id, Problem> {
    let id = document.add(Some(parent), "Pose").map_err(problem)?;
    document.set(id, "Name", &*said(part)).map_err(problem)?;
    document
        .set(id, "CFrame", Value::CFrame(Pose { rotation: Mat3::IDENTITY, position: Vec3::ZERO }))
        .map_err(problem)?;
    document.set(id, "Weight", 0.0_f32).map_err(problem)?;
    document.set(id, "EasingStyle", Value::Enum(0)).map_err(problem)?;
    document.set(id, "EasingDirection", Value::Enum(0)).map_err(problem)?;
    Ok(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_sampled_evenly() {
        let memory = Allowance::new(1 << 20);
        assert_eq!(sampled(&[], &memory).unwrap(), [0.0; 0]);
        let times = sampled(&[1.0, 1.125, 1.1328125], &memory).unwrap();
        assert_eq!(times, [1.0, 1.03125, 1.0625, 1.09375, 1.125, 1.1328125]);
        assert_eq!(sampled(&[0.0, 1e9], &memory).unwrap().len(), 601);
    }
}
