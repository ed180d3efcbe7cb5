//! Models from files of other families, and scenes.

use super::{check, verdict};
use crate::Code;
use crate::args::{Common, Convert};
use crate::inputs::Input;
use crate::output::{Out, save};
use crate::show::{self, BOLD, DIM, NOTE, ODD, clean, json, size};
use rezkit::exchange::{ExchangeOptions, Exchanged, convert, judge};
use rezkit::{Exchange, Format, Loss, LossSeverity, Target};
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

/// What a model names: the files beside it, and the assets of Roblox in a folder, by their numbers.
pub(crate) struct Beside {
    folder: PathBuf,
    assets: HashMap<String, PathBuf>,
}

impl Beside {
    pub(crate) fn of(input: &Path, assets: Option<&Path>) -> io::Result<Self> {
        let folder = input.parent().unwrap_or(Path::new("")).to_owned();
        let mut paths = Vec::new();
        if let Some(assets) = assets {
            for entry in std::fs::read_dir(assets)? {
                paths.push(entry?.path());
            }
        }
        // Of several files of one number, the first by name counts everywhere.
        paths.sort();
        paths.reverse();
        let named = |path: PathBuf| Some((path.file_stem()?.to_string_lossy().into_owned(), path));
        Ok(Self { folder, assets: paths.into_iter().filter_map(named).collect() })
    }

    pub(crate) fn read(&self, name: &str) -> Option<Vec<u8>> {
        match name.strip_prefix("rbxassetid://") {
            Some(number) => std::fs::read(self.assets.get(number)?).ok(),
            None => std::fs::read(self.folder.join(name)).ok(),
        }
    }
}

/// Converts an input by way of a scene; `None` if it is one for other conversions.
pub(crate) fn run(verb: &Convert, common: &Common, input: &Input, out: &mut Out) -> Option<Code> {
    let implied = || Target::of_extension(&verb.output.extension()?.to_string_lossy());
    let to = verb.to.or_else(implied)?.format();
    let is_folder = verb.output.is_dir() || input.is_found;
    let is_stdin = verb.paths.paths.iter().any(|path| path.as_os_str() == "-");
    // What the standard input is cannot be looked at twice.
    let is_other = matches!(to, Format::RbxMesh | Format::SlMesh) && is_stdin;
    let is_scene = matches!(to, Format::Glb | Format::Gltf | Format::Obj | Format::Stl | Format::M3d);
    if is_folder || is_other || !is_scene && !matches!(to, Format::RbxMesh | Format::SlMesh) {
        return None;
    }
    let bytes = match input.read(common.max_memory) {
        Ok(bytes) => bytes,
        Err(error) => {
            out.tell(&show::error(&input.name, &error.to_string()));
            return Some(Code::Io);
        }
    };
    let from = rezkit::identify(&bytes).format;
    let is_converted = rezkit::exchange::converts(from, to);
    (is_converted || is_scene && !from.conversions().contains(&to))
        .then(|| converted(verb, common, input, &bytes, to, out))
}

fn converted(
    verb: &Convert,
    common: &Common,
    input: &Input,
    bytes: &[u8],
    to: Format,
    out: &mut Out,
) -> Code {
    let is_stdout = verb.output.as_os_str() == "-";
    if verb.json && is_stdout {
        out.tell(&show::error("-", "the standard output is taken; --json needs another output"));
        return Code::Usage;
    }
    let named = if is_stdout { Path::new(&input.name) } else { &verb.output };
    let stem = named.file_stem().map_or_else(|| "model".into(), |stem| stem.to_string_lossy());
    let mut options = ExchangeOptions::to(to);
    options.scene = options.scene.name(stem).extras(!verb.no_extras).rig(verb.rig);
    options.scene.max_triangles =
        common.max_memory.map_or(options.scene.max_triangles, |memory| memory / 400);
    options.scene.face_poses = verb.facs.into();
    options.scene.level_order = verb.lod_order.into();
    options.asset.version = verb.mesh_version;
    options.asset.joint_names.clone_from(&verb.map_joint);
    options.level = verb.level;
    let beside = match Beside::of(Path::new(&input.name), verb.assets.as_deref()) {
        Ok(beside) => beside,
        Err(error) => {
            let folder = verb.assets.as_deref().unwrap_or(Path::new(""));
            out.tell(&show::error(&folder.to_string_lossy(), &error.to_string()));
            return Code::Io;
        }
    };
    let made = match convert(bytes, &options, &mut |name| beside.read(name)) {
        Ok(made) => made,
        Err(problem) => {
            match verb.json {
                true => _ = out.print(&json::problem(&input.name, &problem)),
                false => out.tell(&show::problem(&input.name, &problem)),
            }
            return Code::Refused;
        }
    };
    let is_refused = verb.lossless && made.losses.iter().any(|loss| loss.severity > LossSeverity::Note);
    if is_refused {
        report(verb, common, input, bytes.len(), &made, false, out);
        return Code::Found;
    }
    if is_stdout {
        report(verb, common, input, bytes.len(), &made, false, out);
        out.print_bytes(&made.bytes);
        return Code::Fine;
    }
    let folder = verb.output.parent().unwrap_or(Path::new(""));
    let beside = made.beside.iter().map(|(name, bytes)| (folder.join(name), bytes));
    for (path, bytes) in beside.chain([(verb.output.clone(), &made.bytes)]) {
        if let Err(error) = save(&path, bytes, verb.force) {
            out.tell(&show::error(&path.to_string_lossy(), &error.to_string()));
            return Code::Io;
        }
    }
    report(verb, common, input, bytes.len(), &made, true, out);
    if to == Format::SlMesh && !verb.json && !common.quiet {
        // What the uploader will say, and what it will cost.
        if let Ok(verdict) = judge(&made, &verdict::checks(to, &[], &[]), None) {
            out.tell(&check::shown(&verb.output.to_string_lossy(), &verdict.report, common.verbose));
            out.tell(&verdict::facts(&verdict));
        }
    }
    Code::Fine
}

/// A line for each loss; notes only if they are asked for.
pub(super) fn losses(losses: &[Loss], is_verbose: bool) -> String {
    let mut text = String::new();
    for loss in losses.iter().filter(|loss| is_verbose || loss.severity > LossSeverity::Note) {
        let (style, word) = match loss.severity {
            LossSeverity::Lost => (ODD, "lost"),
            LossSeverity::Changed => (ODD, "changed"),
            LossSeverity::Note => (NOTE, "note"),
        };
        text.push_str(&format!("  {style}{word}:{style:#} {}: {}\n", loss.code, clean(&loss.to_string())));
    }
    text
}

/// Sizes before and after, and what is lost; notes if they are asked for.
fn report(
    verb: &Convert,
    common: &Common,
    input: &Input,
    n_bytes_before: usize,
    made: &Exchanged,
    is_saved: bool,
    out: &mut Out,
) {
    let output = verb.output.to_string_lossy();
    if verb.json {
        let exchange = Exchange::new(made, &output, n_bytes_before, is_saved);
        out.print(&json::line(&input.name, &exchange));
        return;
    }
    let losses = &made.losses;
    if is_saved {
        let (name, now, before) = (clean(&output), size(made.bytes.len()), size(n_bytes_before));
        out.mention(&format!("{BOLD}{name}{BOLD:#}: {now} {DIM}from {before}{DIM:#}\n"));
    }
    out.tell(&self::losses(losses, common.verbose));
    if verb.lossless && !is_saved && losses.iter().any(|loss| loss.severity > LossSeverity::Note) {
        out.tell("nothing was written, since something would be lost\n");
    }
}
