//! The models that other programs load, as GLBs, with the expected facts about each.

use crate::workspace::{Workspace, corpus, files, read, write};
use anyhow::Result;
use geom::Quat;
use rezkit::exchange::{ExchangeOptions, convert, converts};
use rezkit::scene::{Animation, Node, Pose, Role, Scene};
use rezkit::{Format, gltf, identify};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

/// A model, and the file that it came from.
pub(super) struct Case {
    pub(super) source: Vec<u8>,
    pub(super) facts: Value,
}

/// Writes the GLBs, and the expected facts about each.
pub(super) fn cases(workspace: &Workspace, folder: &Path) -> Result<Vec<Case>> {
    let mut paths: Vec<PathBuf> = Vec::new();
    for format in ["rbxmesh", "slmesh", "m3d", "rbxbinary", "rbxxml"] {
        paths.extend(files(&workspace.root.join("fixtures").join(format).join("valid"))?);
        // Both formats of Roblox models are in one folder.
        let folder = if format == "rbxbinary" { "roblox" } else { format };
        if let Some(corpus) = corpus() {
            paths.extend(files(&corpus.join(folder))?);
        }
    }
    // A place with its assets, and an animation of a rig.
    let assets = workspace.root.join("fixtures/rbxxml/assets");
    paths.extend(files(&assets)?);
    let mut asset = |address: &str| {
        let number = address.strip_prefix("rbxassetid://")?;
        let is_it =
            |path: &PathBuf| path.file_stem().is_some_and(|it| it.to_string_lossy().ends_with(number));
        read(&files(&assets).ok()?.into_iter().find(is_it)?).ok()
    };
    let mut cases: Vec<Case> = Vec::new();
    for path in paths {
        let source = read(&path)?;
        let is_model = converts(identify(&source).format, Format::Glb);
        // What cannot be read is the business of other tests.
        let glb = convert(&source, &ExchangeOptions::to(Format::Glb), &mut asset);
        let Some(glb) = glb.ok().filter(|_| is_model) else { continue };
        let scene = gltf::read(&glb.bytes)?;
        let file = format!("{:03}", cases.len());
        write(&folder.join(format!("{file}.glb")), glb.bytes)?;
        for (name, is_packed) in [("small", false), ("packed", true)] {
            let mut options = ExchangeOptions::to(Format::Glb);
            options.gltf = options.gltf.instancing(true).quantize(true).compress(is_packed);
            let made = convert(&source, &options, &mut asset)?;
            write(&folder.join(format!("{file}.{name}.glb")), made.bytes)?;
        }
        cases.push(Case { source, facts: facts(&path.to_string_lossy(), &file, &scene) });
    }
    let all: Vec<&Value> = cases.iter().map(|case| &case.facts).collect();
    write(&folder.join("cases.json"), serde_json::to_vec(&all)?)?;
    Ok(cases)
}

fn facts(name: &str, file: &str, scene: &Scene) -> Value {
    let rest = scene.rest();
    // As trimesh sees it, which moves no mesh by its joints.
    let mut stiff = scene.clone();
    stiff.nodes.iter_mut().for_each(|node| node.skin = None);
    let bounds = stiff.bounds().map(|bounds| [bounds.min.to_array(), bounds.max.to_array()]);
    let size = scene.bounds().map_or(1.0, |bounds| bounds.size().length());
    let mesh = scene.nodes.iter().position(|node| node.mesh.is_some() && !node.hidden);
    let is_triangles = |node: usize| {
        let mesh = scene.nodes[node].mesh.and_then(|mesh| scene.meshes.get(mesh));
        mesh.is_some_and(|mesh| {
            mesh.lines.is_empty() && mesh.points.is_empty() && mesh.shape.groups.len() < 2
        })
    };
    // First, middle and last; a mesh of several parts is several meshes in three.js.
    let vertices = |pose: &Pose| -> Vec<Value> {
        let skinned = mesh.filter(|mesh| is_triangles(*mesh)).map(|mesh| scene.skinned(mesh, pose));
        let skinned = skinned.unwrap_or_default();
        let places = [0, skinned.len() / 2, skinned.len().saturating_sub(1)];
        let all = places.iter();
        all.filter_map(|vertex| {
            Some(json!({ "vertex": vertex, "position": skinned.get(*vertex)?.to_array() }))
        })
        .collect()
    };
    let animations: Vec<Value> = (0..scene.animations.len())
        .flat_map(|animation| times(&scene.animations[animation]).map(move |time| (animation, time)))
        .map(|(animation, time)| {
            let pose = scene.pose_at(animation, time);
            let (joints, vertices) = (joints(scene, &pose), vertices(&pose));
            json!({ "animation": animation, "time": time, "joints": joints, "vertices": vertices })
        })
        .collect();
    let skin = mesh.and_then(|mesh| scene.skins.get(scene.nodes[mesh].skin?));
    let joint = skin.and_then(|skin| skin.joints.get(skin.joints.len() / 2));
    let bent: Vec<Value> = joint
        .iter()
        .map(|joint| {
            let (mut pose, rotation) = (scene.rest(), Quat::new(0.2, 0.4, 0.1, 0.888_819_4));
            pose.locals[**joint].rotation = rotation;
            json!({ "node": joint, "rotation": rotation.to_array(), "vertices": vertices(&pose) })
        })
        .collect();
    let vertices = vertices(&rest);
    json!({
        "name": name, "file": file, "size": size, "bounds": bounds, "triangles": triangles(scene),
        "mesh": mesh, "vertices": vertices, "bent": bent, "rest": joints(scene, &rest), "animations": animations,
    })
}

/// The times to compare: the first key, the middle one, and almost the end, because three.js restarts at the very end.
fn times(animation: &Animation) -> impl Iterator<Item = f32> {
    let (start, end) = animation.span().unwrap_or_default();
    let keys = animation.tracks.first().map_or(&[][..], |track| &track.times);
    let middle = keys.get(keys.len() / 2).copied().filter(|time| *time < end);
    [Some(start), middle, Some(start + (end - start) * 0.999)].into_iter().flatten()
}

/// The number of triangles of each scene of the file: the default scene, then the others by name.
fn triangles(scene: &Scene) -> Vec<usize> {
    let mut counts = BTreeMap::from([(String::new(), 0)]);
    for node in &scene.nodes {
        let name = match node.role {
            // The first.
            _ if !node.hidden => String::new(),
            Role::Lod { level, .. } => format!("lod{level}"),
            Role::Physics | Role::Hull | Role::Bounding => "physics".to_owned(),
            _ => "hidden".to_owned(),
        };
        let mesh = node.mesh.and_then(|mesh| scene.meshes.get(mesh));
        *counts.entry(name).or_default() += mesh.map_or(0, |mesh| mesh.shape.indices.len());
    }
    counts.into_values().collect()
}

/// The transforms of joints and other animated nodes, as columns.
fn joints(scene: &Scene, pose: &Pose) -> Vec<Value> {
    let worlds = scene.world_matrices(pose);
    let tracks = scene.animations.iter().flat_map(|animation| &animation.tracks);
    let moved: HashSet<usize> = tracks.map(|track| track.node).collect();
    let is_joint = |(node, of): &(usize, &Node)| of.role == Role::Joint || moved.contains(node);
    let all = scene.nodes.iter().enumerate().filter(is_joint);
    all.map(|(node, _)| json!({ "node": node, "matrix": worlds[node].to_cols_array() })).collect()
}
