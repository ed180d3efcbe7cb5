//! Animations of Second Life's avatar, and of scenes.

mod facts;
pub(super) mod retarget;
mod thin;
pub(super) mod times;

use super::own::{packed, unpacked};
use super::space::{from_gltf, to_gltf};
use super::{AssetOptions, SceneOptions, avatar};
use ::slmesh::anim::{Animation as Motion, Joint, Keys, Version};
use ::slmesh::{Rounding, skeleton};
use geom::{Quat, Vec3};
use retarget::Retarget;
use scene::left_out::report_lost;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::visible::cut;
use scene::{Animation, Interpolation, Json, Path, Problem, ProblemKind, Scene, Track};
use std::collections::HashSet;

/// Upper bound on keys added per animation: far more than any animation that viewers accept needs.
const MOST_ADDED: usize = 1 << 20;

/// The duration of the longest animation that viewers accept, in seconds.
const MOST_SECONDS: f32 = 60.0;

/// Converts an animation to a scene: the avatar's joints with the animation's tracks.
pub(super) fn to_scene(
    model: &Motion,
    options: &SceneOptions,
    losses: &mut Losses,
) -> Result<Scene, Problem> {
    let mut scene = Scene { name: options.name.clone(), ..Scene::default() };
    let moved = model.joints.iter().filter_map(|own| skeleton::known(&own.name)).map(|known| known.name);
    let moved: HashSet<&str> = moved.collect();
    let is_moved =
        |joint: &skeleton::Joint| joint.kind != skeleton::Kind::Screen && moved.contains(joint.name);
    let nodes = avatar::add(&mut scene, is_moved);
    let mut animation = Animation { name: options.name.clone(), ..Animation::default() };
    let mut is_done = HashSet::new();
    let (mut is_shown, mut n_unknown, mut n_again) = (Vec::new(), 0_usize, 0_usize);
    let (mut n_sorted, mut n_added) = (0_usize, 0_usize);
    for joint in &model.joints {
        let known = skeleton::known(&joint.name);
        let node =
            known.and_then(|known| nodes.get(known.name).copied().filter(|_| is_done.insert(known.name)));
        is_shown.push(node.is_some());
        let Some((known, node)) = known.zip(node) else {
            let count = if known.is_some() { &mut n_again } else { &mut n_unknown };
            *count = count.saturating_add(1);
            continue;
        };
        let turned = |turn: Quat| (to_gltf() * turn * from_gltf()).to_array().to_vec();
        // Positions of the pelvis are relative to its position at rest. Positions of all other joints replace theirs
        // (docs/formats/anim.md, 3.3).
        let rest = if known.name == "mPelvis" { known.position } else { Vec3::ZERO };
        let moved = |place: Vec3| to_gltf().rotate(place + rest).to_array().to_vec();
        let (turns, n) = sorted(joint.rotations.rotations(model.duration));
        n_sorted = n_sorted.saturating_add(n);
        let (turns, n) = times::on_arcs(turns, MOST_ADDED.saturating_sub(n_added));
        n_added = n_added.saturating_add(n);
        let (places, n) = sorted(joint.positions.positions(model.duration));
        n_sorted = n_sorted.saturating_add(n);
        let of_turns = turns.iter().flat_map(|(_, turn)| turned(*turn)).collect();
        let of_places = places.iter().flat_map(|(_, place)| moved(*place)).collect();
        let curves =
            [(Path::Rotation, times_of(&turns), of_turns), (Path::Translation, times_of(&places), of_places)];
        for (path, times, values) in curves {
            if !times.is_empty() {
                let interpolation = Interpolation::Linear;
                animation.tracks.push(Track { node, path, interpolation, times, values });
            }
        }
    }
    let severity = if options.extras { LossSeverity::Note } else { LossSeverity::Lost };
    report_kept(model, severity, losses);
    animation.playback = facts::of_motion(model);
    // The extras keep the animation as a file of the current version, which cannot hold keys of version 0.1.
    let severity = if model.version == Version::Old { LossSeverity::Lost } else { severity };
    let what = "joints that the avatar does not have";
    losses.report(LossCode::JointUnknown, severity, what, n_unknown, "joints");
    let what = "duplicate joints, which do not move";
    losses.report(LossCode::JointUnknown, severity, what, n_again, "joints");
    let what = "keys that are out of order or share a time with another key";
    losses.report(LossCode::AnimResampled, LossSeverity::Changed, what, n_sorted, "joints");
    let what = "keys were added, because rotations do not follow arcs";
    losses.report(LossCode::AnimResampled, LossSeverity::Changed, what, n_added, "joints");
    if options.extras {
        keep(model, &is_shown, &mut animation);
    }
    let mut own = Json::default();
    own.set("source", "slmesh");
    scene.extras.set("rezkit", own);
    scene.animations.push(animation);
    Ok(scene)
}

fn times_of<T>(keys: &[(f32, T)]) -> Vec<f32> {
    keys.iter().map(|(time, _)| *time).collect()
}

/// Reports the parts of an animation that only the extras keep.
fn report_kept(model: &Motion, severity: LossSeverity, losses: &mut Losses) {
    let n_priorities = model.joints.iter().filter(|joint| joint.priority != -1).count();
    for (what, count) in [
        ("joints have a priority of their own", n_priorities),
        ("the emote that starts with the animation", usize::from(!model.emote_name.is_empty())),
        ("constraints", model.constraints.len()),
    ] {
        losses.report(LossCode::FileFields, severity, what, count, "");
    }
}

/// Sorts keys by time and keeps the last of those at the same time. Returns the keys, and the number that were out of
/// order or left out.
fn sorted<T: Copy>(keys: Vec<(f32, T)>) -> (Vec<(f32, T)>, usize) {
    let n = keys.len();
    let n_odd = keys.windows(2).filter(|pair| matches!(pair, [a, b] if a.0 > b.0)).count();
    let mut keys: Vec<_> = keys.into_iter().filter(|(time, _)| time.is_finite()).collect();
    keys.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut kept: Vec<(f32, T)> = Vec::with_capacity(keys.len());
    for key in keys {
        match kept.last_mut() {
            // Viewers do the same (docs/formats/anim.md, 5).
            Some(last) if last.0 == key.0 => *last = key,
            _ => kept.push(key),
        }
    }
    let n_gone = n.saturating_sub(kept.len());
    (kept, n_odd.saturating_add(n_gone))
}

/// Stores in the extras all of the file except the keys that tracks show, so that the file can be restored.
fn keep(model: &Motion, is_shown: &[bool], animation: &mut Animation) {
    let mut rest = model.clone();
    for (joint, is_shown) in rest.joints.iter_mut().zip(is_shown) {
        if *is_shown || model.version == Version::Old {
            (joint.rotations, joint.positions) = Default::default();
        }
    }
    rest.version = Version::Current;
    if let Ok(file) = ::slmesh::anim::write(&rest) {
        let mut own = Json::default();
        own.set("anim", packed(&file));
        animation.extras.set("rezkit", own);
    }
}

/// The source file that the extras of an animation keep.
fn kept(animation: &Animation) -> Option<Motion> {
    let file = unpacked(animation.extras.get("rezkit")?.get("anim")?)?;
    ::slmesh::anim::read(&file).ok()
}

/// The animation selected by name or by number, or the first; returns its index, too.
fn chosen<'s>(
    scene: &'s Scene,
    wanted: Option<&str>,
    losses: &mut Losses,
) -> Result<(usize, &'s Animation), Problem> {
    if scene.animations.is_empty() {
        return Err(Problem::new(ProblemKind::Empty, "the file has no animation"));
    }
    let names = || scene.animations.iter().map(|animation| animation.name.as_str());
    let index = wanted
        .map_or(Some(0), |wanted| names().position(|name| name == wanted).or_else(|| wanted.parse().ok()));
    let listed = |names: &mut dyn Iterator<Item = &str>| names.collect::<Vec<_>>().join(", ");
    let Some((index, animation)) = index.and_then(|index| Some((index, scene.animations.get(index)?))) else {
        let (wanted, last) = (wanted.unwrap_or_default(), scene.animations.len().saturating_sub(1));
        let message = format!(
            "no animation has the name or number {wanted:?}; the numbers are 0 to {last}, the names {}",
            cut(&listed(&mut names()))
        );
        return Err(Problem::new(ProblemKind::Unsupported, message));
    };
    let mut others = names().enumerate().filter(|(other, _)| *other != index).map(|(_, name)| name);
    let what = format!(
        "animations are left out: the result holds only {:?}; choose another with `--animation`: {}",
        animation.name,
        listed(&mut others)
    );
    let n_more = scene.animations.len().saturating_sub(1);
    losses.report(LossCode::AnimResampled, LossSeverity::Lost, &what, n_more, "animations");
    Ok((index, animation))
}

/// Converts one animation of a scene to keys of the avatar's joints.
pub(super) fn from_scene(
    scene: &Scene,
    options: &AssetOptions,
    losses: &mut Losses,
) -> Result<Motion, Problem> {
    let (index, animation) = chosen(scene, options.animation.as_deref(), losses)?;
    let place = format!("animations[{index}]");
    let n_meshes = scene.meshes.len();
    losses.report(LossCode::TriDropped, LossSeverity::Lost, "meshes", n_meshes, "meshes");
    let of = |path: Path| animation.tracks.iter().filter(|track| track.path == path).count();
    let what = "morph curves, which Second Life does not support";
    losses.report(LossCode::ParamMorph, LossSeverity::Lost, what, of(Path::Weights), &place);
    let what = "scale curves, which the format does not support";
    losses.report(LossCode::AnimResampled, LossSeverity::Lost, what, of(Path::Scale), &place);
    report_lost(std::slice::from_ref(animation), facts::HOLDS, losses);
    let animation = &*facts::without_reference(animation, losses);
    let retarget = Retarget::new(scene, options.rig, losses)?;
    let end = animation.span().map_or(0.0, |(_, end)| end.max(0.0));
    if end > MOST_SECONDS {
        let what = "seconds beyond the first 60, which is all that viewers accept";
        losses.report(LossCode::AnimResampled, LossSeverity::Lost, what, 1, &place);
    }
    let own = kept(animation);
    // The source file may last longer than its last key.
    let duration = animation.playback.duration.filter(|it| it.is_finite()).map_or(end, |it| it.max(end));
    let duration = duration.min(MOST_SECONDS);
    let mut motion = own.unwrap_or_else(|| Motion { loop_out_point: duration, ..Motion::default() });
    motion.duration = duration;
    facts::put(&mut motion, animation, losses);
    let mut curves = retarget.curves(animation, duration, &place, losses)?;
    if options.thins_keys {
        let n_thinned = curves.iter_mut().map(thin::thin).fold(0, usize::saturating_add);
        let what = "keys were left out: interpolation between their neighbours stays within 0.1 degrees and \
            1 mm";
        losses.report(LossCode::AnimResampled, LossSeverity::Changed, what, n_thinned, &place);
    }
    let mut before = std::mem::take(&mut motion.joints);
    for curve in curves {
        let rotations = Keys::of_rotations(duration, curve.rotations, Rounding::Nearest);
        let positions = Keys::of_positions(duration, curve.positions, Rounding::Nearest);
        let is_own =
            |old: &Joint| skeleton::known(&old.name).is_some_and(|known| known.name == curve.joint.name);
        let old = before.iter().position(is_own).map(|place| before.remove(place));
        let new = old.unwrap_or_else(|| Joint::named(curve.joint.name));
        motion.joints.push(Joint { rotations, positions, ..new });
    }
    // Joints without keys may belong to the chain of a constraint; joints that the scene did not show keep their keys.
    motion.joints.append(&mut before);
    match motion.joints.is_empty() {
        true => Err(Problem::new(ProblemKind::Empty, "the animation moves no joint of the avatar")),
        false => Ok(motion),
    }
}
