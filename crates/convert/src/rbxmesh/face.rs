//! Facial poses as animations of one second each, from rest to the pose, and back.

use super::super::{AssetOptions, said};
use scene::affine::Affine;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Animation, Interpolation, Path, Problem, Scene, Track, Trs};

use ::rbxmesh::{Facs, Matrix, Mesh as Model, NameTable};
use geom::{Quat, Vec3};
use std::collections::{HashMap, HashSet};

/// The prefix of the animations' names.
pub(super) const PREFIX: &str = "FACS_";

/// True if an animation is a facial pose.
pub(super) fn is_pose(animation: &Animation) -> bool {
    animation.name.starts_with(PREFIX)
}

/// Adds one animation for each pose, with tracks for the bones that it moves.
pub(super) fn animations(model: &Model, facs: &Facs, scene: &mut Scene, is_kept: bool, losses: &mut Losses) {
    let first = scene.nodes.iter().position(|node| node.role == scene::Role::Joint).unwrap_or(0);
    let mut bones: HashMap<String, usize> = HashMap::new();
    for (index, bone) in model.bones.iter().enumerate() {
        bones.entry(said(model.bone_names.start(bone.name_offset))).or_insert(index);
    }
    let n_rows = facs.transforms.as_ref().map_or(0, |[x, ..]| x.n_rows as usize);
    let n_columns = facs.transforms.as_ref().map_or(0, |[x, ..]| x.n_columns as usize);
    let mut rows = Vec::new();
    let mut n_absent = 0_usize;
    for (row, name) in facs.bone_names.iter().take(n_rows).enumerate() {
        // Of entries for the same bone, the first applies.
        match bones.remove(&said(name)) {
            Some(bone) => rows.push((row, first.saturating_add(bone))),
            None => n_absent = n_absent.saturating_add(1),
        }
    }
    let severity = if is_kept { LossSeverity::Note } else { LossSeverity::Lost };
    let what = "bones of facial poses that the mesh does not have";
    losses.report(LossCode::FacsBoneAbsent, severity, what, n_absent, "facs.bone_names");
    let n_poses = facs.n_poses().min(n_columns);
    losses.report(
        LossCode::FacsRequantised,
        severity,
        "facial poses became animations",
        n_poses,
        "facs.transforms",
    );
    for (pose, controls) in facs.poses().take(n_columns).enumerate() {
        let names: Vec<_> = controls.into_iter().map(said).collect();
        let mut animation =
            Animation { name: format!("{PREFIX}{}", names.join("-")), ..Animation::default() };
        for (row, node) in &rows {
            let Some(offset) = facs.offset(*row, pose) else { continue };
            let Some(rest) = scene.nodes.get(*node).map(|node| node.local) else { continue };
            let is_finite = offset.position.is_finite() && offset.rotation.is_finite();
            if !is_finite || offset.position == Vec3::ZERO && offset.rotation == Vec3::ZERO {
                continue;
            }
            let turned =
                Trs { translation: offset.position, rotation: turn(offset.rotation), ..Trs::IDENTITY };
            let (moved, _) = Affine::from_trs(&rest).times(&Affine::from_trs(&turned)).decomposed();
            let mut track = |path, from: &[f32], to: &[f32]| {
                let values = from.iter().chain(to).copied().collect();
                let times = vec![0.0, 1.0];
                let interpolation = Interpolation::Linear;
                animation.tracks.push(Track { node: *node, path, interpolation, times, values });
            };
            if moved.translation != rest.translation {
                track(Path::Translation, &rest.translation.to_array(), &moved.translation.to_array());
            }
            if offset.rotation != Vec3::ZERO {
                track(Path::Rotation, &rest.rotation.to_array(), &moved.rotation.to_array());
            }
        }
        if !animation.tracks.is_empty() {
            scene.animations.push(animation);
        }
    }
}

/// The rotation by Euler angles in degrees: about Z first, then Y, then X.
#[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
fn turn(angles: Vec3) -> Quat {
    let half = angles.to_array().map(|angle| f64::from(angle).to_radians() / 2.0);
    let [(sx, cx), (sy, cy), (sz, cz)] = half.map(|angle| (libm::sin(angle), libm::cos(angle)));
    let numbers = [
        sx * cy * cz + cx * sy * sz,
        cx * sy * cz - sx * cy * sz,
        cx * cy * sz + sx * sy * cz,
        cx * cy * cz - sx * sy * sz,
    ];
    Quat::from_array(numbers.map(|number| number as f32))
}

/// The Euler angles of a rotation, in degrees; the inverse of [`turn`].
#[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
fn angles(rotation: &Affine) -> Vec3 {
    let [[a, b, c, _], [_, _, f, _], [_, _, i, _]] = rotation.0;
    let numbers = [libm::atan2(-f, i), libm::asin(c.clamp(-1.0, 1.0)), libm::atan2(-b, a)];
    Vec3::from_array(numbers.map(|angle| angle.to_degrees() as f32))
}

/// Estimated memory of an offset, in the lists, in the model and in the file, in bytes.
const BYTES_OF_OFFSET: usize = 60;

/// Converts animations to facial poses, whose offsets are those at the last keys. `None` if there are none.
///
/// # Errors
///
/// If the poses would exceed the limit on memory: each pose has an offset for every joint that any pose moves.
pub(super) fn of_animations(
    scene: &Scene,
    joints: &[usize],
    options: &AssetOptions,
    losses: &mut Losses,
) -> Result<Option<Facs>, Problem> {
    let poses: Vec<_> = scene.animations.iter().filter(|animation| is_pose(animation)).collect();
    let mut controls: Vec<&str> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for part in
        poses.iter().filter_map(|pose| pose.name.strip_prefix(PREFIX)).flat_map(|name| name.split('-'))
    {
        places.entry(part).or_insert_with(|| {
            controls.push(part);
            controls.len().saturating_sub(1)
        });
    }
    let place = |part: &str| u16::try_from(*places.get(part)?).ok();
    // Poses of single controls come first, in the order of the controls, then corrective poses of two and of three.
    let parts = |pose: &&Animation| -> Vec<u16> {
        pose.name
            .strip_prefix(PREFIX)
            .into_iter()
            .flat_map(|name| name.split('-'))
            .filter_map(place)
            .collect()
    };
    let of_count = |count: usize| {
        poses.iter().copied().map(|pose| (parts(&pose), pose)).filter(move |(parts, _)| parts.len() == count)
    };
    let mut columns: Vec<Option<&Animation>> = vec![None; controls.len()];
    for (parts, pose) in of_count(1) {
        if let Some(column) = parts.first().and_then(|at| columns.get_mut(usize::from(*at))) {
            *column = Some(pose);
        }
    }
    let (two, three): (Vec<_>, Vec<_>) = (of_count(2).collect(), of_count(3).collect());
    columns.extend(two.iter().chain(&three).map(|(_, pose)| Some(*pose)));
    if columns.is_empty() {
        return Ok(None);
    }
    let mut moved: Vec<usize> = poses.iter().flat_map(|pose| &pose.tracks).map(|track| track.node).collect();
    moved.sort_unstable();
    moved.dedup();
    let joints: HashSet<usize> = joints.iter().copied().collect();
    moved.retain(|node| joints.contains(node));
    options.take(moved.len().saturating_mul(columns.len()).saturating_mul(BYTES_OF_OFFSET))?;
    let mut numbers: [Vec<f32>; 6] = Default::default();
    let tracks: Vec<_> = columns.iter().map(|pose| pose.map(by_node)).collect();
    for node in &moved {
        for tracks in &tracks {
            let own = |tracks: &HashMap<_, Vec<_>>| {
                offset(scene, *node, tracks.get(node).map(Vec::as_slice).unwrap_or_default())
            };
            let (position, rotation) = tracks.as_ref().map(own).unwrap_or_default();
            let all = position.to_array().into_iter().chain(rotation.to_array());
            numbers.iter_mut().zip(all).for_each(|(list, number)| list.push(number));
        }
    }
    let count = |len: usize| u32::try_from(len).unwrap_or(u32::MAX);
    let (n_rows, n_columns) = (count(moved.len()), count(columns.len()));
    let matrices = numbers.map(|list| Matrix::quantise(n_rows, n_columns, &list));
    let [Some(a), Some(b), Some(c), Some(d), Some(e), Some(f)] = matrices else { return Ok(None) };
    let what = "facial poses were rounded to steps";
    losses.report(LossCode::FacsRequantised, LossSeverity::Changed, what, columns.len(), "animations");
    let name = |node: &usize| scene.nodes.get(*node).map_or("", |node| &*node.name).to_owned();
    Ok(Some(Facs {
        bone_names: NameTable::from_names(moved.iter().map(name)),
        control_names: NameTable::from_names(&controls),
        transforms: Some([a, b, c, d, e, f]),
        two_pose_correctives: two.iter().filter_map(|(parts, _)| parts.first_chunk().copied()).collect(),
        three_pose_correctives: three.iter().filter_map(|(parts, _)| parts.first_chunk().copied()).collect(),
    }))
}

/// The tracks of each node.
fn by_node(pose: &Animation) -> HashMap<usize, Vec<&Track>> {
    let mut by_node: HashMap<usize, Vec<&Track>> = HashMap::new();
    pose.tracks.iter().for_each(|track| by_node.entry(track.node).or_default().push(track));
    by_node
}

/// The translation and rotation of a node relative to its rest pose at the last keys of a facial pose.
fn offset(scene: &Scene, node: usize, tracks: &[&Track]) -> (Vec3, Vec3) {
    let Some(rest) = scene.nodes.get(node).map(|node| node.local) else { return Default::default() };
    let mut moved = rest;
    for track in tracks {
        let last = track.times.last().and_then(|time| track.sample(*time)).unwrap_or_default();
        match (track.path, &last[..]) {
            (Path::Translation, &[x, y, z]) => moved.translation = Vec3::new(x, y, z),
            (Path::Rotation, &[x, y, z, w]) => moved.rotation = Quat::new(x, y, z, w),
            _ => {}
        }
    }
    // A file has offsets from the rest pose, in studs and degrees (docs/formats/rbxmesh.md, 8).
    let Some(inverse) = Affine::from_trs(&rest).inverse() else { return Default::default() };
    let by = inverse.times(&Affine::from_trs(&moved));
    #[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
    let shift = by.0.map(|[.., shift]| shift as f32);
    (Vec3::from_array(shift), angles(&by))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_come_back_from_their_turn() {
        let x = |degrees: f32| turn(Vec3::new(degrees, 0.0, 0.0)).rotate(Vec3::Y);
        assert!((x(90.0) - Vec3::Z).length() < 1e-6);
        for expected in [[30.0, 40.0, 50.0], [-70.0, 10.0, 120.0], [5.0, -80.0, -15.0]] {
            let rotation = turn(Vec3::from_array(expected));
            let found = angles(&Affine::from_trs(&Trs { rotation, ..Trs::IDENTITY })).to_array();
            let is_near = found.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-3);
            assert!(is_near, "{found:?} for {expected:?}");
        }
    }
}
