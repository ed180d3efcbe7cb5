//! Facial poses in the form that Roblox Studio imports: one animation with one pose per frame, and the names of the
//! frames on the mesh.

use super::face::{PREFIX, is_pose};
use scene::{Animation, Interpolation, Json, Path, Role, Scene, Track};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

/// Frames per second of files that do not have a key for each frame.
const RATE: f32 = 24.0;

/// The codes of controls in files, without their side, and their names.
const NAMES: &[(&str, &str)] = &[
    ("COR", "Corrugator"),
    ("CR", "ChinRaiser"),
    ("CRUL", "ChinRaiserUpperLip"),
    ("ELD", "EyesLookDown"),
    ("ELL", "EyesLookLeft"),
    ("ELR", "EyesLookRight"),
    ("ELU", "EyesLookUp"),
    ("FN", "Funneler"),
    ("FP", "FlatPucker"),
    ("JD", "JawDrop"),
    ("JL", "JawLeft"),
    ("JR", "JawRight"),
    ("LLS", "LowerLipSuck"),
    ("LP", "LipPresser"),
    ("LPT", "LipsTogether"),
    ("ML", "MouthLeft"),
    ("MR", "MouthRight"),
    ("PK", "Pucker"),
    ("TD", "TongueDown"),
    ("TO", "TongueOut"),
    ("TU", "TongueUp"),
    ("ULS", "UpperLipSuck"),
    ("BL", "BrowLowerer"),
    ("CHP", "CheekPuff"),
    ("CHR", "CheekRaiser"),
    ("DM", "Dimpler"),
    ("EC", "EyeClosed"),
    ("EULR", "EyeUpperLidRaiser"),
    ("IBR", "InnerBrowRaiser"),
    ("LCD", "LipCornerDown"),
    ("LCP", "LipCornerPuller"),
    ("LLD", "LowerLipDepressor"),
    ("LS", "LipStretcher"),
    ("NW", "NoseWrinkler"),
    ("OBR", "OuterBrowRaiser"),
    ("ULR", "UpperLipRaiser"),
];

/// The name of a code: `LeftEyeClosed` for `l_EC`; an unknown code stays as it is.
pub(super) fn long(code: &str) -> String {
    let name = |code: &str| NAMES.iter().find(|(known, _)| *known == code).map(|(_, name)| *name);
    let sided = [("c_", ""), ("l_", "Left"), ("r_", "Right")]
        .iter()
        .find_map(|(side, word)| code.strip_prefix(side).and_then(name).map(|name| format!("{word}{name}")));
    sided.unwrap_or_else(|| code.to_owned())
}

/// The code of a name: `l_EC` for `LeftEyeClosed`; an unknown name stays as it is.
fn short(name: &str) -> String {
    let code = |name: &str| NAMES.iter().find(|(_, known)| *known == name).map(|(code, _)| *code);
    let whole = code(name).map(|code| format!("c_{code}"));
    let sided = [("l_", "Left"), ("r_", "Right")]
        .iter()
        .find_map(|(side, word)| name.strip_prefix(word).and_then(code).map(|code| format!("{side}{code}")));
    whole.or(sided).unwrap_or_else(|| name.to_owned())
}

/// The controls in a frame's name, which `_` separates. Unknown codes contain a `_` themselves.
fn controls(name: &str) -> Vec<String> {
    let mut controls: Vec<String> = Vec::new();
    for part in name.split('_') {
        match controls.last_mut().filter(|last| ["c", "l", "r"].contains(&last.as_str())) {
            Some(side) => *side = format!("{side}_{part}"),
            None => controls.push(part.to_owned()),
        }
    }
    controls
}

/// Merges all facial poses into one animation, and stores the names of its frames on the meshes.
pub(super) fn fold(scene: &mut Scene) {
    let (poses, others): (Vec<_>, Vec<_>) =
        std::mem::take(&mut scene.animations).into_iter().partition(is_pose);
    scene.animations = others;
    if poses.is_empty() {
        return;
    }
    // For each node and path, the value at rest and then the values of all poses.
    let mut moved: BTreeMap<(usize, u8), (Path, Vec<f32>)> = BTreeMap::new();
    for track in poses.iter().flat_map(|pose| &pose.tracks) {
        let rest = || (track.path, track.sample(0.0).unwrap_or_default());
        moved.entry((track.node, track.path as u8)).or_insert_with(rest);
    }
    let n_frames = u16::try_from(poses.len()).unwrap_or(u16::MAX);
    // The first frame is the face at rest.
    let times: Vec<f32> = (0..=n_frames).map(|frame| f32::from(frame) / RATE).collect();
    let mut folded = Animation { name: "FACS".into(), ..Animation::default() };
    let key = |track: &Track| (track.node, track.path as u8);
    let tracks: Vec<HashMap<_, &Track>> = poses
        .iter()
        .take(n_frames.into())
        .map(|pose| pose.tracks.iter().rev().map(|track| (key(track), track)).collect())
        .collect();
    for (moved, (path, rest)) in &moved {
        let mut values = rest.clone();
        for tracks in &tracks {
            let track = tracks.get(moved);
            let posed = track.and_then(|track| track.sample(*track.times.last()?));
            values.extend(posed.as_ref().unwrap_or(rest));
        }
        let (times, interpolation) = (times.clone(), Interpolation::Linear);
        folded.tracks.push(Track { node: moved.0, path: *path, interpolation, times, values });
    }
    let root = folded.tracks.first().and_then(|track| scene.nodes.get(track.node)?.parent);
    let root = root.and_then(|root| scene.nodes.get(root)).map(|root| root.name.clone());
    let mut names = vec!["Neutral".to_owned()];
    names.extend(poses.iter().map(|pose| {
        let codes = pose.name.strip_prefix(PREFIX).unwrap_or_default().split('-');
        codes.map(long).collect::<Vec<_>>().join("_")
    }));
    let heads = scene.nodes.iter_mut().filter(|node| node.mesh.is_some() && node.role == Role::Plain);
    for node in heads {
        let frames = names.iter().enumerate();
        node.extras.extend(frames.map(|(frame, name)| (format!("Frame{frame}"), name.as_str().into())));
        if let Some(root) = &root {
            node.extras.set("RootFaceJoint", root.as_str());
        }
    }
    scene.animations.push(folded);
}

/// Splits a merged animation into one for each facial pose, if the scene has one.
pub(super) fn unfolded(scene: &Scene) -> Cow<'_, Scene> {
    let named = |node: &&scene::Node| node.extras.get("Frame0").is_some();
    let Some(head) = scene.nodes.iter().find(named) else { return Cow::Borrowed(scene) };
    let extras: HashMap<&str, &Json> =
        head.extras.entries().iter().map(|(key, value)| (key.as_str(), value)).collect();
    let frames = (1..=u16::MAX).map_while(|frame| extras.get(&*format!("Frame{frame}"))?.as_text());
    let frames: Vec<&str> = frames.collect();
    let index = scene.animations.iter().position(|animation| animation.name == "FACS").unwrap_or(0);
    let Some(folded) = scene.animations.get(index).filter(|it| !is_pose(it)) else {
        return Cow::Borrowed(scene);
    };
    let times = times(folded, frames.len());
    let mut scene = scene.clone();
    for node in &mut scene.nodes {
        let is_frame =
            |key: &str| key.strip_prefix("Frame").is_some_and(|frame| frame.parse::<u16>().is_ok());
        node.extras.retain(|key| !is_frame(key) && key != "RootFaceJoint");
    }
    let folded = scene.animations.remove(index);
    for (name, time) in frames.iter().zip(times) {
        let codes: Vec<_> = controls(name).iter().map(|name| short(name)).collect();
        let mut pose = Animation { name: format!("{PREFIX}{}", codes.join("-")), ..Animation::default() };
        for track in &folded.tracks {
            let Some((rest, posed)) = track.sample(0.0).zip(track.sample(time)) else { continue };
            if rest != posed {
                let (times, values) = (vec![0.0, 1.0], [rest, posed].concat());
                pose.tracks.push(Track {
                    times,
                    values,
                    interpolation: Interpolation::Linear,
                    ..track.clone()
                });
            }
        }
        scene.animations.push(pose);
    }
    Cow::Owned(scene)
}

/// The time of each frame: the times of the keys if there is one for each frame, otherwise times at a fixed rate.
fn times(animation: &Animation, n_frames: usize) -> Vec<f32> {
    let mut keys: Vec<f32> = animation.tracks.iter().flat_map(|track| &track.times).copied().collect();
    keys.sort_by(f32::total_cmp);
    keys.dedup();
    if keys.len() == n_frames.saturating_add(1) {
        return keys.split_off(1);
    }
    (1..=u16::try_from(n_frames).unwrap_or(u16::MAX)).map(|frame| f32::from(frame) / RATE).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_names_stand_for_each_other() {
        assert_eq!(
            (long("l_EC"), long("c_JD"), long("x_YZ")),
            ("LeftEyeClosed".into(), "JawDrop".into(), "x_YZ".into())
        );
        for (code, _) in NAMES {
            for side in ["c_", "l_", "r_"] {
                let code = format!("{side}{code}");
                assert_eq!(short(&long(&code)), code);
            }
        }
        assert_eq!(controls("Funneler_c_ABC_JawDrop"), ["Funneler", "c_ABC", "JawDrop"]);
    }
}
