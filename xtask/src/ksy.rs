//! A check of the descriptions docs/formats/*.ksy: parsers compiled from them must find the same parts as our readers.

use crate::outside::shown;
use crate::tools::{install_copy, need_node};
use crate::workspace::{Workspace, read, write};
use anyhow::{Context, Result, ensure};
use rbxbinary::Model;
use rbxbinary::terrain::{Chunk, Grid, Run};
use rezkit::layout::{Kind, Layout};
use rezkit::{File, Format, OpenOptions};
use serde_json::{Value, json};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;

/// The formats that have a description, and its name.
const DESCRIBED: [(Format, &str); 6] = [
    (Format::LlsdBinary, "llsd"),
    (Format::M3d, "m3d"),
    (Format::RbxBinary, "rbxbinary"),
    (Format::RbxMesh, "rbxmesh"),
    (Format::SlAnim, "anim"),
    (Format::SlMesh, "slmesh"),
];

/// Compiles the descriptions, has their parsers read all fixtures and the corpus, and compares the parts that they find
/// with our traces.
pub(crate) fn run(workspace: &Workspace, out: &mut dyn Write) -> Result<()> {
    need_node()?;
    let folder = workspace.target.join("ksy");
    let cases = cases(workspace, &folder)?;
    write(&folder.join("cases.json"), serde_json::to_vec(&cases)?)?;
    let own = folder.join("node");
    let names = ["check.mjs", "compare.mjs", "compile.mjs", "formats.mjs"];
    install_copy(&workspace.root.join("xtask/ksy"), &own, &names)?;
    let mut check = Command::new("node");
    check.arg(own.join("check.mjs")).arg(&folder).arg(workspace.root.join("docs/formats"));
    let n_failures = shown(&mut check, "Kaitai Struct", out)?;
    ensure!(n_failures == 0, "{n_failures} differences");
    Ok(())
}

/// Writes the expected results for each file: its bytes, those of its unpacked parts, and the leaves in all of them.
fn cases(workspace: &Workspace, folder: &Path) -> Result<Vec<Value>> {
    let mut cases: Vec<Value> = Vec::new();
    for path in workspace.samples()? {
        let bytes = read(&path)?;
        let name = path.to_string_lossy();
        let Ok(file) = File::open(&bytes, &OpenOptions::default().name(&name)) else { continue };
        let described = DESCRIBED.iter().find(|(format, _)| *format == file.identity().format);
        let Some((_, format)) = described else { continue };
        let layout = file.layout();
        let is_regular = layout.error().is_none() && layout.warnings().total() == 0;
        let own = format!("{:04}", cases.len());
        let mut packed = Vec::new();
        for space in 0..layout.n_spaces() {
            let (bytes, from) = layout.space(space);
            write(&folder.join(format!("{own}.{space}")), bytes)?;
            packed.push(from);
        }
        write(&folder.join(format!("{own}.leaves")), leaves(&layout))?;
        cases.push(json!({
            "name": name, "format": format, "file": own, "packed": packed, "is_regular": is_regular,
        }));
        if *format == "rbxbinary" && is_regular {
            let model = rbxbinary::read(&bytes).with_context(|| name.to_string())?;
            write(&folder.join(format!("{own}.columns")), columns(&model))?;
            for terrain in model.columns().filter(|column| column.name.as_str() == Some("SmoothGrid")) {
                for at in 0..terrain.values.len() {
                    let own = format!("{:04}", cases.len());
                    let Some(value) = terrain.values.get(at) else { continue };
                    cases.extend(grid(&folder.join(format!("{own}.0")), &name, &own, text(&model, &value))?);
                }
            }
        }
    }
    Ok(cases)
}

/// A line with the values of each column. Layouts do not show values whose bytes are interleaved.
fn columns(model: &Model) -> String {
    let shown = |values: &rbxbinary::Values| -> Vec<_> {
        (0..values.len()).map(|at| values.get(at).map(|value| format!("{value:?}"))).collect()
    };
    model.columns().map(|column| json!(shown(&column.values)).to_string() + "\n").collect()
}

/// The bytes of a property.
fn text<'m>(model: &'m Model, value: &rbxbinary::Value<'m>) -> &'m [u8] {
    match value {
        rbxbinary::Value::String(bytes) => bytes,
        rbxbinary::Value::SharedString(index) => model.shared_strings().get(*index).unwrap_or_default(),
        _ => &[],
    }
}

/// The expected result for terrain: the runs of each chunk, which layouts do not show. `None` if the terrain is empty
/// or invalid.
fn grid(path: &Path, name: &str, own: &str, bytes: &[u8]) -> Result<Option<Value>> {
    let (grid, error) = Grid::read(bytes);
    if error.is_some() || grid.chunks().is_empty() {
        return Ok(None);
    }
    write(path, bytes)?;
    let run = |Run { voxel, len }| [voxel.material.0.into(), voxel.occupancy.into(), voxel.water.into(), len];
    let chunk = |chunk: &Chunk<'_>| json!([chunk.position(), chunk.runs().map(run).collect::<Vec<_>>()]);
    let chunks: Vec<_> = grid.chunks().iter().map(chunk).collect();
    Ok(Some(json!({
        "name": name, "format": "smooth_grid", "file": own, "packed": [null], "is_regular": true, "chunks": chunks,
    })))
}

/// A line for each leaf: the index of the bytes that contain it, its start and end in these, its name, and its value.
fn leaves(layout: &Layout<'_>) -> String {
    let mut lines = String::new();
    layout.leaves(&mut |leaf| {
        if leaf.kind != Kind::Reference {
            lines += &json!([leaf.space, leaf.start, leaf.end, leaf.name(), leaf.value()]).to_string();
            lines.push('\n');
        }
        ControlFlow::Continue(())
    });
    lines
}
