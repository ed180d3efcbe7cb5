//! Checks of our files by other programs: GLBs for the Khronos validator, three.js, glTF-Transform, trimesh and
//! Blender, animations for Hippolyzer, SARIF by its schema, and `rez mcp` for the official client.

mod models;
mod motions;

use crate::tools::{chromium, done, environment, install_copy, need_node, run as run_command};
use crate::web;
use crate::workspace::{Workspace, corpus, read, write};
use anyhow::{Context, Result, ensure};
use cargo_metadata::MetadataCommand;
use models::{Case, cases};
use motions::{blender, hippolyzer};
use rezkit::exchange::{self, ExchangeOptions, SceneOptions, convert, converts};
use rezkit::thumb::{ThumbOptions, draw};
use rezkit::{CheckOptions, File, Format, OpenOptions, Problem, Report, check, gltf, identify, sarif};
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files and results that other programs examine.
struct Exhibits<'w> {
    workspace: &'w Workspace,
    /// The folder of the generated files.
    folder: PathBuf,
    /// The folder of our own scripts.
    own: PathBuf,
    cases: Vec<Case>,
}

impl Exhibits<'_> {
    /// The path of a script for node; installs the packages that it needs.
    fn script(&self, name: &str) -> Result<PathBuf> {
        let scripts = self.folder.join("node");
        install_copy(&self.own, &scripts, &["check.mjs", "sheet.mjs", "sheet.html"])?;
        Ok(scripts.join(name))
    }
}

/// Runs the checks of a program, and returns the number that failed.
type Look = fn(&Exhibits<'_>, &mut dyn Write) -> Result<usize>;

/// The programs. One that is not installed is skipped.
const PROGRAMS: [(&str, Look); 7] = [
    ("validator, three.js and glTF-Transform", node),
    ("pictures of wasm32", pictures),
    ("pictures of three.js", sheet),
    ("the client of the Model Context Protocol", protocol),
    ("trimesh and the schema of SARIF", python),
    ("Blender", blender),
    ("Hippolyzer", hippolyzer),
];

/// Makes a GLB of each model and a SARIF log of all files, fixtures and corpus, and checks them with the programs.
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

fn protocol(Exhibits { workspace, own, .. }: &Exhibits<'_>, out: &mut dyn Write) -> Result<usize> {
    let python = environment(workspace, "outside", "xtask/outside/requirements.txt", "")?;
    run_command(&mut workspace.cargo("build --quiet --workspace --all-features --tests --lib --bins"))?;
    let rez = workspace.target.join("debug").join(format!("rez{}", std::env::consts::EXE_SUFFIX));
    let mut talk = Command::new(python);
    talk.arg(own.join("mcp_client.py")).arg(rez).arg(workspace.root.join("fixtures"));
    shown(&mut talk, "client of the Model Context Protocol", out)
}

fn python(Exhibits { workspace, folder, own, .. }: &Exhibits<'_>, out: &mut dyn Write) -> Result<usize> {
    let python = environment(workspace, "outside", "xtask/outside/requirements.txt", "")?;
    let n_failures = shown(Command::new(&python).arg(own.join("check.py")).arg(folder), "trimesh", out)?;
    write(&folder.join("log.sarif"), serde_json::to_vec(&log(workspace)?)?)?;
    let mut check = Command::new(python);
    check.arg(own.join("sarif.py")).arg(folder.join("log.sarif")).arg(sarif_schema(folder)?);
    Ok(n_failures + shown(&mut check, "schema of SARIF", out)?)
}

/// The SARIF log of `rez check` on all fixtures and the corpus.
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

/// Runs a program that prints the results of checks as JSON Lines, prints these, and returns the number of failed
/// checks.
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

/// Checks that files rewritten by glTF-Transform can still be converted to models. Most models are restored exactly;
/// others are not, because glTF-Transform reorders accessors and animations.
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

/// Draws the pictures of the tests on wasm32, and checks them.
fn pictures(Exhibits { workspace, own, .. }: &Exhibits<'_>, out: &mut dyn Write) -> Result<usize> {
    need_node()?;
    web::need_target()?;
    let mut build = workspace.cargo("build --quiet --package rezkit --example pictures --target");
    run_command(build.arg(web::TARGET))?;
    let module = workspace.target.join(web::TARGET).join("debug/examples/pictures.wasm");
    shown(Command::new("node").arg(own.join("pictures.mjs")).arg(module), "wasm32", out)
}

/// Models whose pictures are compared with those of three.js.
#[rustfmt::skip]
const SHOWN: [&str; 7] = [
    "rbxmesh/valid/v200.mesh", "rbxmesh/valid/v500.mesh", "slmesh/valid/sound.llmesh",
    "slmesh/valid/uploaded.llmesh", "m3d/valid/everything.a3d", "m3d/valid/voxels.m3d",
    "../crates/rezkit/tests/all/support/garden.rbxmx",
];

/// Further models, of the corpus.
#[rustfmt::skip]
const SHOWN_OF_CORPUS: [&str; 5] = [
    "m3d/upstream/seagull.m3d", "m3d/upstream/monu1.m3d", "rbxmesh/v200_bloxy.mesh",
    "rbxmesh/v401_7665777615.mesh", "slmesh/real/rigged_body_part.llmesh",
];

/// Compares our pictures with those of three.js in Chromium; `target/outside/sheet/sheet.png` shows them all.
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
