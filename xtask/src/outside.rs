//! Our files in the eyes of other programs: GLBs for the Khronos validator, three.js, glTF-Transform, trimesh and Blender,
//! animations for Hippolyzer, and SARIF by its schema.

use crate::python::of_blender;
use crate::tools::{cargo, chromium, done, environment, install_copy, need_node, run as run_command};
use crate::web;
use crate::workspace::{Workspace, corpus, files, read, write};
use anyhow::{Context, Result, ensure};
use cargo_metadata::MetadataCommand;
use geom::Quat;
use rezkit::exchange::{self, ExchangeOptions, SceneOptions, convert, converts, sl_avatar_glb};
use rezkit::scene::{Animation, Node, Pose, Role, Scene};
use rezkit::thumb::{ThumbOptions, draw};
use rezkit::{CheckOptions, File, Format, OpenOptions, Problem, Report, check, gltf, identify, sarif};
use serde_json::{Value, json};
use slmesh::anim;
use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What all programs look at.
struct Exhibits<'w> {
    workspace: &'w Workspace,
    /// Where they are.
    folder: PathBuf,
    /// The folder of our own scripts.
    own: PathBuf,
    cases: Vec<Case>,
}

impl Exhibits<'_> {
    /// The path of a script for node, whose packages are installed.
    fn script(&self, name: &str) -> Result<PathBuf> {
        let scripts = self.folder.join("node");
        install_copy(&self.own, &scripts, &["check.mjs", "sheet.mjs", "sheet.html"])?;
        Ok(scripts.join(name))
    }
}

/// Has a program look, and says how many checks failed.
type Look = fn(&Exhibits<'_>, &mut dyn Write) -> Result<usize>;

/// The programs. One that is not installed is skipped.
const PROGRAMS: [(&str, Look); 6] = [
    ("validator, three.js and glTF-Transform", node),
    ("pictures of wasm32", pictures),
    ("pictures of three.js", sheet),
    ("trimesh and the schema of SARIF", python),
    ("Blender", blender),
    ("Hippolyzer", hippolyzer),
];

/// Makes a GLB of each model and a SARIF log of all files, fixtures and corpus, and has the programs look at them.
pub(crate) fn run(workspace: &Workspace, out: &mut dyn Write) -> Result<()> {
    let folder = workspace.root.join("target/outside");
    let cases = cases(workspace, &folder)?;
    writeln!(out, "{} models as GLB", cases.len())?;
    let exhibits = Exhibits { workspace, folder, own: workspace.root.join("xtask/outside"), cases };
    let mut n_failures = 0;
    for (name, look) in PROGRAMS {
        match done(look(&exhibits, out))? {
            Ok(n) => n_failures += n,
            Err(skipped) => writeln!(out, "skipped: {name}: {skipped}")?,
        }
    }
    ensure!(n_failures == 0, "{n_failures} checks failed");
    Ok(())
}

fn node(exhibits: &Exhibits<'_>, out: &mut dyn Write) -> Result<usize> {
    let mut check = Command::new("node");
    check.arg(exhibits.script("check.mjs")?).arg(&exhibits.folder);
    let n_failures = shown(&mut check, "validator, three.js, glTF-Transform", out)?;
    Ok(n_failures + rewritten(exhibits, out)?)
}

fn python(Exhibits { workspace, folder, own, .. }: &Exhibits<'_>, out: &mut dyn Write) -> Result<usize> {
    let python = environment(workspace, "outside", "xtask/outside/requirements.txt", "")?;
    let n_failures = shown(Command::new(&python).arg(own.join("check.py")).arg(folder), "trimesh", out)?;
    write(&folder.join("log.sarif"), serde_json::to_vec(&log(workspace)?)?)?;
    let mut check = Command::new(python);
    check.arg(own.join("sarif.py")).arg(folder.join("log.sarif")).arg(sarif_schema(folder)?);
    Ok(n_failures + shown(&mut check, "schema of SARIF", out)?)
}

/// Skeletons and animations of Second Life, and one of a rig of Roblox, as Blender shows them: at rest, and at five times
/// of each animation. `target/outside` has pictures of the last of both.
fn blender(Exhibits { workspace, folder, own, .. }: &Exhibits<'_>, out: &mut dyn Write) -> Result<usize> {
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

/// Animations whose joints Blender puts where they should be, within so many metres. It walks along chords between keys, and
/// glTF along arcs, so that a chain of joints whose keys are at different times ends a little elsewhere.
const SHOWN_MOTIONS: [(&str, f64); 4] = [
    ("anim/valid/sound.anim", 1e-4),
    ("foreign/anim/a05_all_bones.anim", 5e-3),
    ("foreign/anim/a02_loop_wave.anim", 1e-4),
    ("rbxxml/assets/wave.rbxmx", 1e-4),
];

/// The times of the first and the last key, and of three between them; of few keys also the middles between them, where
/// chords and arcs meet.
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

/// Where the joints are, by their names; without a skin, all nodes whose names no other has.
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

/// Animations of Second Life that we wrote, as Hippolyzer reads them: every value, and the bytes that it writes again.
fn hippolyzer(Exhibits { workspace, folder, own, .. }: &Exhibits<'_>, out: &mut dyn Write) -> Result<usize> {
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

/// What there is in an animation.
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

/// What `rez check --format sarif` says of all fixtures and the corpus.
fn log(workspace: &Workspace) -> Result<Value> {
    let mut reports: Vec<(String, Result<Report, Problem>)> = Vec::new();
    for path in workspace.samples()? {
        let bytes = read(&path)?;
        let name = path.to_string_lossy();
        let file = File::open(&bytes, &OpenOptions::default().name(&name));
        reports.push((name.to_string(), file.and_then(|file| check(&file, &CheckOptions::default()))));
    }
    let read = reports.iter().filter_map(|(name, report)| Some((&**name, report.as_ref().ok()?)));
    let unread = reports.iter().filter_map(|(name, report)| Some((&**name, report.as_ref().err()?)));
    Ok(sarif(read, unread))
}

/// The schema that OASIS published, from a package that has it.
fn sarif_schema(folder: &Path) -> Result<PathBuf> {
    let folder = folder.join("sarif");
    let manifest = "[package]\nname = \"schema\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
                    [dependencies]\nserde-sarif = \"=0.8.0\"\n\n[workspace]\n";
    write(&folder.join("Cargo.toml"), manifest)?;
    write(&folder.join("src/lib.rs"), "")?;
    let metadata = MetadataCommand::new().current_dir(folder).exec()?;
    let package = metadata.packages.into_iter().find(|package| package.name == "serde-sarif");
    let manifest = package.context("serde-sarif")?.manifest_path;
    Ok(manifest.with_file_name("src").join("schema.json").into())
}

/// A model, and the file that it came from.
struct Case {
    source: Vec<u8>,
    facts: Value,
}

/// Writes the GLBs, and what is expected of each.
fn cases(workspace: &Workspace, folder: &Path) -> Result<Vec<Case>> {
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

/// The first and the middle key, and almost the last: at the very end three.js begins again.
fn times(animation: &Animation) -> impl Iterator<Item = f32> {
    let (start, end) = animation.span().unwrap_or_default();
    let keys = animation.tracks.first().map_or(&[][..], |track| &track.times);
    let middle = keys.get(keys.len() / 2).copied().filter(|time| *time < end);
    [Some(start), middle, Some(start + (end - start) * 0.999)].into_iter().flatten()
}

/// How many triangles each scene of the file has: what is shown, then the others by name.
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

/// Where the joints are, and what else is moved, as columns.
fn joints(scene: &Scene, pose: &Pose) -> Vec<Value> {
    let worlds = scene.world_matrices(pose);
    let tracks = scene.animations.iter().flat_map(|animation| &animation.tracks);
    let moved: HashSet<usize> = tracks.map(|track| track.node).collect();
    let is_joint = |(node, of): &(usize, &Node)| of.role == Role::Joint || moved.contains(node);
    let all = scene.nodes.iter().enumerate().filter(is_joint);
    all.map(|(node, _)| json!({ "node": node, "matrix": worlds[node].to_cols_array() })).collect()
}

/// Prints what a program says; how many checks failed.
pub(crate) fn shown(command: &mut Command, name: &str, out: &mut dyn Write) -> Result<usize> {
    let output = command.output().with_context(|| name.to_owned())?;
    ensure!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    let mut n_failures = 0;
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Ok(Value::Object(said)) = serde_json::from_str(line) else { continue };
        if let Some(counts) = said.get("counts") {
            writeln!(out, "{name}: {counts}")?;
        } else {
            n_failures += 1;
            let text = |key: &str| said[key].as_str().unwrap_or_default();
            writeln!(out, "{}: {}", text("name"), text("what"))?;
        }
    }
    Ok(n_failures)
}

/// Files that glTF-Transform has read and written still become models: most as they were, others made anew, since it
/// orders accessors and animations as it likes.
fn rewritten(Exhibits { folder, cases, .. }: &Exhibits<'_>, out: &mut dyn Write) -> Result<usize> {
    let (mut n_failures, mut n_same, mut n_back) = (0, 0, 0);
    for case in cases {
        let file = case.facts["file"].as_str().unwrap_or_default();
        let to = identify(&case.source).format;
        if !converts(Format::Glb, to) || matches!(to, Format::RbxBinary | Format::RbxXml) {
            // What becomes a model of Roblox is not what the scene was made of.
            continue;
        }
        n_back += 1;
        let back = |name: String| -> Result<_> {
            let glb = read(&folder.join(name))?;
            Ok(convert(&glb, &ExchangeOptions::to(to), &mut |_| None).map(|made| made.bytes).ok())
        };
        let (own, other) = (back(format!("{file}.glb"))?, back(format!("{file}.rewritten.glb"))?);
        n_same += usize::from(own == other);
        if own.is_some() && other.is_none() {
            n_failures += 1;
            writeln!(out, "{}: rewritten by glTF-Transform it does not come back", case.facts["name"])?;
        }
    }
    writeln!(out, "glTF-Transform: {n_same} of {n_back} come back as they were")?;
    Ok(n_failures)
}

/// The pictures of the tests, drawn by wasm32.
fn pictures(Exhibits { workspace, own, .. }: &Exhibits<'_>, out: &mut dyn Write) -> Result<usize> {
    need_node()?;
    web::need_target()?;
    let arguments =
        ["build", "--quiet", "--package", "rezkit", "--example", "pictures", "--target", web::TARGET];
    run_command(&mut cargo(&workspace.root, &arguments))?;
    let module = workspace.target.join(web::TARGET).join("debug/examples/pictures.wasm");
    shown(Command::new("node").arg(own.join("pictures.mjs")).arg(module), "wasm32", out)
}

/// Models whose pictures are put beside those of three.js.
#[rustfmt::skip]
const SHOWN: [&str; 7] = [
    "rbxmesh/valid/v200.mesh", "rbxmesh/valid/v500.mesh", "slmesh/valid/sound.llmesh",
    "slmesh/valid/uploaded.llmesh", "m3d/valid/everything.a3d", "m3d/valid/voxels.m3d",
    "../crates/rezkit/tests/all/support/garden.rbxmx",
];

/// More of them, of the corpus.
#[rustfmt::skip]
const SHOWN_OF_CORPUS: [&str; 5] = [
    "m3d/upstream/seagull.m3d", "m3d/upstream/monu1.m3d", "rbxmesh/v200_bloxy.mesh",
    "rbxmesh/v401_7665777615.mesh", "slmesh/real/rigged_body_part.llmesh",
];

/// Our pictures beside those of three.js in Chromium; `target/outside/sheet/sheet.png` shows them all.
fn sheet(exhibits: &Exhibits<'_>, out: &mut dyn Write) -> Result<usize> {
    let (chromium, script) = (chromium()?, exhibits.script("sheet.mjs")?);
    let Exhibits { workspace, folder, .. } = exhibits;
    let models = folder.join("sheet");
    let mut paths = SHOWN.map(|path| workspace.root.join("fixtures").join(path)).to_vec();
    if let Some(corpus) = corpus() {
        paths.extend(SHOWN_OF_CORPUS.map(|path| corpus.join(path)));
    }
    let mut names = Vec::new();
    for path in &paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let (scene, _) = exchange::read(&read(path)?, &SceneOptions::default(), &mut |_| None)?;
        let (glb, _) = gltf::write_glb(&scene, &gltf::WriteOptions::default().camera(true))?;
        let picture = draw(&scene, &ThumbOptions::default().size(200, 200))?;
        write(&models.join(format!("{name}.glb")), glb)?;
        write(&models.join(format!("{name}.png")), picture.to_png())?;
        names.push(name);
    }
    write(&models.join("names.json"), serde_json::to_vec(&names)?)?;
    let mut check = Command::new("node");
    check.arg(script).arg(&models).arg(chromium);
    shown(&mut check, "three.js in Chromium", out)
}
