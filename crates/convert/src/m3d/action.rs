//! Conversion between actions of Model 3D and animations of scenes.

use super::super::anim::times;
use super::super::bake::Joints;
use super::super::rest::is_near;
use super::super::{AssetOptions, failed, said};
use scene::affine::Affine;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Animation, Interpolation, Path, Problem, Scene, Track};

use ::m3d::{Action, BoneIndex, BonePose, Model, Vertices};
use geom::Quat;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The keys of one bone.
struct Keys {
    times: Vec<f32>,
    poses: Vec<BonePose>,
}

/// Adds one animation for each action. A bone keeps its pose until the frame before the next one with a pose for it,
/// and then moves.
pub(super) fn animations(
    model: &Model,
    first_bone: usize,
    kept: LossSeverity,
    scene: &mut Scene,
    losses: &mut Losses,
) {
    let bind = model.bind_pose();
    let (mut n_left_out, mut n_empty) = (0_usize, 0_usize);
    let vertices = model.vertices();
    for action in model.actions() {
        let (tracks, n) = tracks(vertices, action, &bind.bones, first_bone);
        n_left_out = n_left_out.saturating_add(n);
        let name = said(model.strings.start(action.name));
        if tracks.is_empty() {
            n_empty = n_empty.saturating_add(1);
            continue;
        }
        scene.animations.push(Animation { name, tracks, ..Animation::default() });
    }
    let what = "frames that are not later than the previous frame";
    losses.report(LossCode::AnimResampled, kept, what, n_left_out, "ACTN");
    losses.report(LossCode::AnimResampled, kept, "actions that move nothing", n_empty, "ACTN");
}

fn tracks(
    vertices: Option<&Vertices>,
    action: &Action,
    bind: &[BonePose],
    first_bone: usize,
) -> (Vec<Track>, usize) {
    let number =
        |index: usize| vertices.and_then(|vertices| vertices.get(index)).map(|vertex| vertex.position);
    let mut bones: BTreeMap<usize, Keys> = BTreeMap::new();
    let (mut before, mut last, mut n_left_out) = (0.0_f32, None, 0_usize);
    for frame in &action.frames {
        let time = seconds(frame.time);
        if last.is_some_and(|last| frame.time <= last) {
            n_left_out = n_left_out.saturating_add(1);
            continue;
        }
        for transform in &frame.transforms {
            let Some(rest) = transform.bone.get().and_then(|bone| Some((bone, bind.get(bone)?))) else {
                continue;
            };
            let (bone, rest) = rest;
            let position = transform.position.get().and_then(number).map(|numbers| numbers.xyz());
            let turn = transform.orientation.get().and_then(number).map(|n| Quat::from_array(n.to_array()));
            let pose = BonePose {
                position: position.filter(|position| position.is_finite()).unwrap_or_default(),
                orientation: unit(turn.unwrap_or(Quat::IDENTITY)),
            };
            let keys = bones.entry(bone).or_insert_with(|| Keys { times: Vec::new(), poses: Vec::new() });
            // The bind pose is at time 0 (docs/formats/m3d.md, 6.12).
            if keys.times.is_empty() && time > 0.0 {
                keys.add(0.0, BonePose { orientation: unit(rest.orientation), ..*rest });
            }
            if let Some(held) = keys.poses.last().copied() {
                // A bone that a frame does not name keeps its pose until the frame before the next that does.
                keys.add(before, held);
            }
            keys.add(time, pose);
        }
        (before, last) = (time, Some(frame.time));
    }
    let end = seconds(action.duration);
    let mut tracks = Vec::new();
    for (bone, mut keys) in bones {
        if let Some(held) = keys.poses.last().copied() {
            keys.add(end, held);
        }
        let node = first_bone.saturating_add(bone);
        let mut track = |path, values: Vec<f32>| {
            let (times, interpolation) = (keys.times.clone(), Interpolation::Linear);
            tracks.push(Track { node, path, interpolation, times, values });
        };
        track(Path::Translation, keys.poses.iter().flat_map(|pose| pose.position.to_array()).collect());
        track(Path::Rotation, keys.poses.iter().flat_map(|pose| pose.orientation.to_array()).collect());
    }
    (tracks, n_left_out)
}

impl Keys {
    /// Appends a key. A key at the time of the last key replaces that key; a key at an earlier time is ignored.
    fn add(&mut self, time: f32, pose: BonePose) {
        match (self.times.last().copied(), self.poses.last_mut()) {
            (Some(last), Some(held)) if time == last => *held = pose,
            (Some(last), _) if time < last => {}
            _ => {
                self.times.push(time);
                self.poses.push(pose);
            }
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
fn seconds(milliseconds: u32) -> f32 {
    (f64::from(milliseconds) / 1000.0) as f32
}

/// The quaternion scaled to length 1; the identity if its length is 0 or not finite.
pub(super) fn unit(turn: Quat) -> Quat {
    let square: f32 = turn.to_array().iter().map(|number| number * number).sum();
    let length = square.sqrt();
    if !length.is_finite() || length == 0.0 {
        return Quat::IDENTITY;
    }
    Quat::from_array(turn.to_array().map(|number| number / length))
}

/// Estimated memory of a joint's pose in the model and in the file, in bytes.
const BYTES_OF_POSE: usize = 100;

/// Adds animations as actions, with a frame at each key of any track, and frames along its curves.
pub(super) fn put(
    model: &mut Model,
    scene: &Scene,
    joints: &Joints,
    worlds: &[Affine],
    options: &AssetOptions,
    losses: &mut Losses,
) -> Result<(), Problem> {
    let (mut n_added, mut n_others, mut n_poses) = (0_usize, 0_usize, 0_usize);
    let (mut n_short, mut n_empty, mut n_times) = (0_usize, 0_usize, 0_usize);
    let bones: HashMap<usize, usize> =
        joints.nodes.iter().enumerate().rev().map(|(bone, node)| (*node, bone)).collect();
    let above = above(scene, joints);
    for animation in &scene.animations {
        let mut times: BTreeSet<u32> = BTreeSet::new();
        // If several tracks have the same target, the last applies.
        let mut moved: BTreeMap<usize, BTreeMap<u8, &Track>> = BTreeMap::new();
        // True if what is between bones moves.
        let mut is_bent = false;
        for track in &animation.tracks {
            let (all, n) = times::of_track(track, f32::MAX)?;
            options.take(all.len().saturating_mul(size_of::<f32>()))?;
            // Tracks may share their keys, so that a small file has any number of them.
            n_times = n_times.saturating_add(all.len());
            if n_times > times::MOST_STEPS {
                return Err(times::too_many());
            }
            let bone = bones.get(&track.node);
            match bone.filter(|_| matches!(track.path, Path::Translation | Path::Rotation)) {
                Some(bone) => {
                    let tracks = moved.entry(*bone).or_default();
                    if !track.times.is_empty() {
                        tracks.insert(track.path as u8, track);
                    }
                }
                None if is_still(scene, track, &all) => continue,
                None => {
                    let is_above = track.path != Path::Weights && above.contains(&track.node);
                    let is_lost = track.path == Path::Scale || !is_above;
                    n_others = n_others.saturating_add(usize::from(is_lost));
                    is_bent |= is_above;
                    if !is_above {
                        continue;
                    }
                }
            }
            times.extend(all.into_iter().map(milliseconds));
            n_added = n_added.saturating_add(n);
        }
        if times.is_empty() {
            n_empty = n_empty.saturating_add(1);
            continue;
        }
        // What has not begun stands as in its first key; in an action without a frame at 0, it would move there.
        times.insert(0);
        if is_bent {
            (0..joints.nodes.len()).for_each(|bone| _ = moved.entry(bone).or_default());
            if times.len().saturating_mul(scene.nodes.len()) > times::MOST_STEPS {
                return Err(times::too_many());
            }
        }
        // Each key of any joint adds a pose of all moved joints, so few keys can need much memory.
        n_poses = n_poses.saturating_add(times.len().saturating_mul(moved.len()));
        options.take(n_poses.saturating_mul(BYTES_OF_POSE))?;
        // The reference library divides by the duration.
        let duration = times.last().copied().unwrap_or(0).max(1);
        n_short = n_short.saturating_add(usize::from(times.last() == Some(&0)));
        let action = model.add_action(&animation.name, duration).map_err(failed)?;
        let at_rest: Vec<Affine> = moved.keys().map(|bone| joints.above_of(scene, *bone, worlds)).collect();
        for time in times {
            let bent = is_bent.then(|| {
                let mut pose = scene.rest_of_nodes();
                animation.apply(seconds(time), &mut pose);
                scene.worlds(&pose)
            });
            let posed = moved.iter().zip(&at_rest).map(|((bone, tracks), at_rest)| {
                let node = joints.nodes.get(*bone).and_then(|node| scene.nodes.get(*node));
                let mut local = node.map(|node| node.local).unwrap_or_default();
                for track in tracks.values() {
                    track.path.set(&mut local, &track.sample(seconds(time)).unwrap_or_default());
                }
                let bent = bent.as_ref().map(|worlds| joints.above_of(scene, *bone, worlds));
                let above = bent.unwrap_or(*at_rest);
                if above != Affine::IDENTITY {
                    (local, _) = above.times(&Affine::from_trs(&local)).decomposed();
                }
                (BoneIndex(u32::try_from(*bone).unwrap_or(u32::MAX)), local.translation, local.rotation)
            });
            model.add_frame(action, time, &posed.collect::<Vec<_>>()).map_err(failed)?;
        }
    }
    let what = "keys were added, because the curves are not straight lines";
    losses.report(LossCode::AnimResampled, LossSeverity::Changed, what, n_added, "animations");
    let what = "actions of a single pose last 1 ms, since none may last 0";
    losses.report(LossCode::AnimResampled, LossSeverity::Changed, what, n_short, "animations");
    let what = "animations that move no joint";
    losses.report(LossCode::AnimScale, LossSeverity::Lost, what, n_empty, "animations");
    let what = "tracks of scales, of morphs, or of nodes that carry no joint";
    losses.report(LossCode::AnimScale, LossSeverity::Lost, what, n_others, "animations");
    Ok(())
}

/// The nodes above joints, which move them.
fn above(scene: &Scene, joints: &Joints) -> HashSet<usize> {
    let mut above = HashSet::new();
    let parent = |node: usize| scene.nodes.get(node).and_then(|node| node.parent);
    for node in &joints.nodes {
        let mut next = parent(*node);
        while let Some(node) = next.filter(|node| above.insert(*node)) {
            next = parent(node);
        }
    }
    above
}

/// True if a track leaves its node as it is at rest at all of these times.
fn is_still(scene: &Scene, track: &Track, times: &[f32]) -> bool {
    let rest = scene.nodes.get(track.node).map(|node| node.local).unwrap_or_default();
    let stands = Affine::from_trs(&rest);
    let tolerance = 1e-4 * (1.0 + stands.largest());
    track.path != Path::Weights
        && times.iter().filter_map(|time| track.sample(*time)).all(|value| {
            let mut local = rest;
            track.path.set(&mut local, &value);
            is_near(&Affine::from_trs(&local), &stands, tolerance)
        })
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
fn milliseconds(time: f32) -> u32 {
    (f64::from(time) * 1000.0).round() as u32
}
