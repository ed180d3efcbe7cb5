//! Animations that other programs play: Blender with skeletons, and Hippolyzer.

use super::{Exhibits, shown};
use crate::python::of_blender;
use crate::tools::environment;
use crate::workspace::{files, read, write};
use anyhow::Result;
use rezkit::exchange::{ExchangeOptions, convert, sl_avatar_glb};
use rezkit::scene::{Animation, Pose, Scene};
use rezkit::{Format, gltf};
use serde_json::{Value, json};
use slmesh::anim;
use std::collections::BTreeMap;
use std::io::Write;
use std::process::Command;

/// Compares skeletons and animations of Second Life, and an animation of a Roblox rig, with Blender: at rest, and at
/// five times of each animation. Pictures of two animations are in `target/outside`.
pub(super) fn blender(
    Exhibits { workspace, folder, own, .. }: &Exhibits<'_>,
    out: &mut dyn Write,
) -> Result<usize> {
    let python = of_blender(workspace)?;
    let mut files = vec![("sl-avatar", 1e-4, sl_avatar_glb()?)];
    for (name, near) in SHOWN_MOTIONS {
        let source = read(&workspace.root.join("fixtures").join(name))?;
        let glb = convert(&source, &ExchangeOptions::to(Format::Glb), &mut |_| None)?;
        files.push((name, near, glb.bytes));
    }
    let mut cases = Vec::new();
    for (number, (name, near, glb)) in files.into_iter().enumerate() {
        let scene = gltf::read(&glb)?;
        let file = format!("skeleton_{number}");
        write(&folder.join(format!("{file}.glb")), glb)?;
        let times = scene.animations.first().map(five_times).unwrap_or_default().into_iter();
        let pose = |time| json!({ "time": time, "joints": places(&scene, &scene.pose_at(0, time)) });
        let poses: Vec<Value> = times.map(pose).collect();
        let rest = places(&scene, &scene.rest());
        let picture = match name {
            "rbxxml/assets/wave.rbxmx" => "rig.png",
            "foreign/anim/a02_loop_wave.anim" => "skeleton.png",
            _ => "",
        };
        cases.push(json!({
            "name": name, "file": file, "near": near, "rest": rest, "poses": poses, "picture": picture,
        }));
    }
    write(&folder.join("skeletons.json"), serde_json::to_vec(&cases)?)?;
    let mut check = Command::new(python);
    check.arg(own.join("blender.py")).arg(folder);
    shown(&mut check, "Blender", out)
}

/// The animations, with the maximum error of joint positions in Blender, in metres. Blender interpolates rotations
/// along chords, and glTF along arcs, so that the end of a chain of joints with keys at different times differs
/// slightly.
const SHOWN_MOTIONS: [(&str, f64); 4] = [
    ("anim/valid/sound.anim", 1e-4),
    ("foreign/anim/a05_all_bones.anim", 5e-3),
    ("foreign/anim/a02_loop_wave.anim", 1e-4),
    ("rbxxml/assets/wave.rbxmx", 1e-4),
];

/// The times of the first and the last key, and of three between them; for few keys also the midpoints between keys,
/// where chords and arcs coincide.
fn five_times(animation: &Animation) -> Vec<f32> {
    let mut keys: Vec<f32> = animation.tracks.iter().flat_map(|track| track.times.iter().copied()).collect();
    keys.sort_by(f32::total_cmp);
    keys.dedup();
    if keys.len() < 5 {
        let middles: Vec<f32> = keys.windows(2).map(|keys| keys[0].midpoint(keys[1])).collect();
        keys.extend(middles);
        keys.sort_by(f32::total_cmp);
    }
    let last = keys.len().saturating_sub(1);
    (0..5).filter_map(|part| keys.get(last * part / 4).copied()).collect()
}

/// The positions of joints by name; without a skin, those of all nodes with unique names.
fn places(scene: &Scene, pose: &Pose) -> BTreeMap<String, [f32; 3]> {
    let worlds = scene.world_matrices(pose);
    let n_named = |name: &str| scene.nodes.iter().filter(|node| node.name == name).count();
    let alone = || (0..scene.nodes.len()).filter(|node| n_named(&scene.nodes[*node].name) == 1).collect();
    let nodes: Vec<usize> = scene.skins.first().map_or_else(alone, |skin| skin.joints.clone());
    nodes
        .into_iter()
        .map(|node| (scene.nodes[node].name.clone(), worlds[node].translation().to_array()))
        .collect()
}

/// Checks with Hippolyzer the animations of Second Life that we write: every value that it reads, and the bytes that it
/// writes.
pub(super) fn hippolyzer(
    Exhibits { workspace, folder, own, .. }: &Exhibits<'_>,
    out: &mut dyn Write,
) -> Result<usize> {
    // It needs its own versions of other packages.
    let python = environment(workspace, "hippolyzer", "xtask/outside/hippolyzer.txt", "")?;
    let mut motions = Vec::new();
    for path in files(&workspace.root.join("fixtures/anim/valid"))? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let source = read(&path)?;
        let anew = |to, bytes: &[u8]| convert(bytes, &ExchangeOptions::to(to), &mut |_| None);
        motions.push((name.clone(), anim::write(&anim::read(&source)?)?));
        // By way of glTF, its keys are made of values.
        if let Ok(back) = anew(Format::Glb, &source).and_then(|glb| anew(Format::SlAnim, &glb.bytes)) {
            motions.push((format!("{name} by way of glTF"), back.bytes));
        }
    }
    let mut cases = Vec::new();
    for (number, (name, bytes)) in motions.into_iter().enumerate() {
        let file = format!("animation_{number}");
        cases.push(motion(&name, &file, &anim::read(&bytes)?));
        write(&folder.join(format!("{file}.anim")), bytes)?;
    }
    write(&folder.join("animations.json"), serde_json::to_vec(&cases)?)?;
    shown(Command::new(python).arg(own.join("anim.py")).arg(folder), "Hippolyzer", out)
}

/// The content of an animation as JSON, for comparison.
fn motion(name: &str, file: &str, motion: &anim::Animation) -> Value {
    let joints = motion.joints.iter().map(|joint| {
        let row = |time: f32, values: &[f32]| [&[time], values].concat();
        let rotations = joint.rotations.rotations(motion.duration).into_iter();
        let positions = joint.positions.positions(motion.duration).into_iter();
        json!({
            "name": joint.name.to_string(), "priority": joint.priority,
            "rotations": rotations.map(|(time, turn)| row(time, &[turn.x, turn.y, turn.z])).collect::<Vec<_>>(),
            "positions": positions.map(|(time, place)| row(time, &place.to_array())).collect::<Vec<_>>(),
        })
    });
    let constraint = |one: &anim::Constraint| {
        let [x, y, z] = one.source_offset.to_array();
        json!([one.chain_length, one.constraint_type, x, y, z])
    };
    json!({
        "name": name, "file": file, "is_current": motion.version == anim::Version::Current,
        "base_priority": motion.base_priority, "duration": motion.duration,
        "emote_name": motion.emote_name.to_string(), "loop_in_point": motion.loop_in_point,
        "loop_out_point": motion.loop_out_point, "loop": motion.loops,
        "ease_in_duration": motion.ease_in_duration, "ease_out_duration": motion.ease_out_duration,
        "hand_pose": motion.hand_pose, "joints": joints.collect::<Vec<_>>(),
        "constraints": motion.constraints.iter().map(constraint).collect::<Vec<_>>(),
        // The viewer computes in 32 bits, and takes what is within a step of 0 for 0.
        "off_rotation": 1.001 / 65_535.0, "off_position": 5.0 * 1.001 / 65_535.0,
    })
}
