//! Conversion from animations of scenes to curves.

use super::playback;
use super::sequence::{Joints, sampled};
use crate::said;
use dom::{Data, Document, Id};
use files::documents::problem;
use geom::{Mat3, Quat, Vec3};
use scene::allowance::Allowance;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Animation, Interpolation, Path, Problem, Track};
use std::collections::{BTreeMap, HashMap};

/// Estimated memory of a key, in its list and in the string that is written, in bytes.
const BYTES_OF_KEY: usize = 400;

/// Estimated memory of a folder or a curve, with its properties and while it is written, in bytes.
const BYTES_OF_INSTANCE: usize = 2000;

/// The property of a curve that holds its keys.
const KEYS: &str = "ValuesAndTimes";

/// The value that marks both slopes of a key as set.
const BOTH: i64 = 3;

/// Adds an animation to a model.
pub(super) fn put(
    document: &mut Document,
    animation: &Animation,
    joints: &Joints<'_>,
    memory: &Allowance,
    losses: &mut Losses,
) -> Result<(), Problem> {
    let clip = document.add(None, "CurveAnimation").map_err(problem)?;
    playback::put(document, clip, animation, playback::OF_CURVES, losses)?;
    markers(document, clip, animation, memory)?;
    let mut folders = HashMap::new();
    let mut n_sampled = 0_usize;
    for track in &animation.tracks {
        if !matches!(track.path, Path::Translation | Path::Rotation) {
            let what = "tracks of scales and morphs";
            losses.report(LossCode::AnimScale, LossSeverity::Lost, what, 1, &animation.name);
            continue;
        }
        if track.times.is_empty() {
            continue;
        }
        memory.take(track.times.len().saturating_mul(BYTES_OF_KEY))?;
        let folder = folder(document, clip, track.node, joints, &mut folders, memory)?;
        memory.take(4 * BYTES_OF_INSTANCE)?;
        if track.path == Path::Translation {
            position(document, folder, track, joints)?;
        } else {
            n_sampled = n_sampled.saturating_add(usize::from(track.interpolation == Interpolation::Cubic));
            rotation(document, folder, track, joints, memory)?;
        }
    }
    let what = "joints whose rotation is a spline, which is sampled at 30 Hz";
    losses.report(LossCode::AnimResampled, LossSeverity::Changed, what, n_sampled, &animation.name);
    Ok(())
}

/// Adds a curve for the events of each name.
fn markers(
    document: &mut Document,
    clip: Id,
    animation: &Animation,
    memory: &Allowance,
) -> Result<(), Problem> {
    let mut by_name: BTreeMap<&str, Vec<Data>> = BTreeMap::new();
    for event in &animation.playback.markers {
        // The strings of markers are terminated by a zero.
        let value = event.value.replace('\0', "");
        memory.take(value.len().saturating_mul(2).saturating_add(BYTES_OF_KEY))?;
        let marker = Data::List(vec![Data::Double(event.time), Data::from(&*value)]);
        by_name.entry(&event.name).or_default().push(marker);
    }
    for (name, markers) in by_name {
        memory.take(BYTES_OF_INSTANCE)?;
        let curve = document.add(Some(clip), "MarkerCurve").map_err(problem)?;
        document.set(curve, "Name", &*said(name)).map_err(problem)?;
        document.set_form(curve, KEYS, &markers).map_err(problem)?;
    }
    Ok(())
}

/// The folder of a part, within the folders of the parts above it.
fn folder(
    document: &mut Document,
    clip: Id,
    node: usize,
    joints: &Joints<'_>,
    folders: &mut HashMap<usize, Id>,
    memory: &Allowance,
) -> Result<Id, Problem> {
    let mut above: Vec<usize> = joints.above(node).collect();
    above.reverse();
    above.push(node);
    let mut parent = clip;
    for node in above {
        parent = match folders.get(&node) {
            Some(folder) => *folder,
            None => {
                memory.take(BYTES_OF_INSTANCE)?;
                let folder = document.add(Some(parent), "Folder").map_err(problem)?;
                document.set(folder, "Name", &*said(joints.part(node))).map_err(problem)?;
                folders.insert(node, folder);
                folder
            }
        };
    }
    Ok(parent)
}

const MODES: [&str; 3] = ["Constant", "Linear", "Cubic"];

fn mode(track: &Track) -> &'static str {
    match track.interpolation {
        Interpolation::Step => MODES[0],
        Interpolation::Linear => MODES[1],
        Interpolation::Cubic => MODES[2],
    }
}

/// Adds a position curve for each axis. The offset of a node from its rest pose is a linear function of its position,
/// so slopes convert in the same way.
fn position(document: &mut Document, folder: Id, track: &Track, joints: &Joints<'_>) -> Result<(), Problem> {
    let rest = joints.rest(track.node);
    let back = rest.rotation.to_mat3().transposed();
    let all: Vec<Vec3> = track.values.as_chunks().0.iter().map(|value| Vec3::from_array(*value)).collect();
    let keys: Vec<[Vec3; 3]> = match track.interpolation {
        Interpolation::Cubic => all.as_chunks().0.to_vec(),
        _ => all.iter().map(|value| [Vec3::ZERO, *value, Vec3::ZERO]).collect(),
    };
    let keys: Vec<[Vec3; 3]> = keys
        .into_iter()
        .map(|[into, value, out]| [back * into, back * (value - rest.translation), back * out])
        .collect();
    let group = document.add(Some(folder), "Vector3Curve").map_err(problem)?;
    document.set(group, "Name", "Position").map_err(problem)?;
    let slopes = if track.interpolation == Interpolation::Cubic { BOTH } else { 0 };
    for (axis, name) in ["X", "Y", "Z"].into_iter().enumerate() {
        let part = |vector: Vec3| Data::Float(vector.to_array().get(axis).copied().unwrap_or_default());
        let key = |(time, [into, value, out]): (&f32, &[Vec3; 3])| {
            let (time, mode) = (Data::Double((*time).into()), Data::from(mode(track)));
            Data::List(vec![time, part(*value), mode, Data::Int(slopes), part(*into), part(*out)])
        };
        let curve = document.add(Some(group), "FloatCurve").map_err(problem)?;
        document.set(curve, "Name", name).map_err(problem)?;
        let keys: Vec<Data> = track.times.iter().zip(&keys).map(key).collect();
        document.set_form(curve, KEYS, &keys).map_err(problem)?;
    }
    Ok(())
}

/// Adds a rotation curve. Rotation curves have no splines, so cubic curves are sampled.
fn rotation(
    document: &mut Document,
    folder: Id,
    track: &Track,
    joints: &Joints<'_>,
    memory: &Allowance,
) -> Result<(), Problem> {
    let back: Mat3 = joints.rest(track.node).rotation.to_mat3().transposed();
    let is_spline = track.interpolation == Interpolation::Cubic;
    let times = if is_spline { sampled(&track.times, memory)? } else { track.times.clone() };
    memory.take(times.len().saturating_mul(BYTES_OF_KEY))?;
    let mode = if track.interpolation == Interpolation::Step { MODES[0] } else { MODES[1] };
    let key = |time: &f32| {
        let turn = track.sample(*time).and_then(|values| values.try_into().ok()).map(Quat::from_array)?;
        let turn = Quat::from_mat3(back * turn.to_mat3()).unwrap_or(Quat::IDENTITY);
        let mut key = vec![Data::Double((*time).into())];
        key.extend(turn.to_array().map(Data::Float));
        key.extend([Data::from(mode), Data::Float(0.0), Data::Float(0.0)]);
        Some(Data::List(key))
    };
    let curve = document.add(Some(folder), "RotationCurve").map_err(problem)?;
    document.set(curve, "Name", "Rotation").map_err(problem)?;
    document.set_form(curve, KEYS, &times.iter().filter_map(key).collect::<Vec<_>>()).map_err(problem)
}
