//! The verb `sourcemap`: the tree of a place for language servers.

use crate::args::{Common, destination, examples};
use crate::code::Code;
use crate::done::{self, Done, Ending};
use crate::output::Out;
use crate::show::{BOLD, clean, size};
use clap::Args;
use rezkit::{SourcemapOptions, sourcemap};
use std::path::{Path, PathBuf};
use store::save;

/// Writes a source map of a model or place, as `rojo sourcemap` does.
///
/// luau-lsp and other tools read it to know the instances of a game: names, classes, and which file a script is in. Take
/// the scripts out first, by `rez extract place.rbxl --only script -o FOLDER`, and name the folder with --scripts.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez sourcemap place.rbxl -o sourcemap.json" => "the tree of a place, for types and completion"
    "rez sourcemap place.rbxl --scripts src -o sourcemap.json" => "with the files that the scripts were extracted to"
})]
pub(super) struct SourcemapArgs {
    /// A model or place; `-` is stdin.
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// Output file; `-` is stdout.
    #[arg(short, long, value_name = "PATH", value_parser = destination(), default_value = "-", hide_default_value = true)]
    output: PathBuf,
    /// The folder that `rez extract` has written the scripts to.
    #[arg(long, value_name = "FOLDER")]
    scripts: Option<PathBuf>,
    /// Only scripts, and the instances that they are in.
    #[arg(long)]
    only_scripts: bool,
    /// Overwrite the output.
    #[arg(short, long)]
    force: bool,
}

pub(super) fn run(verb: &SourcemapArgs, common: &Common, out: &mut Out) -> Ending {
    let input = done::named(&verb.path)?;
    let bytes = done::read(&input, common)?;
    let file = done::opened(&input, &bytes, common, false)?;
    let stem =
        Path::new(&input.name).file_stem().map_or_else(|| "game".into(), |stem| stem.to_string_lossy());
    let mut options = SourcemapOptions::default().name(stem).only_scripts(verb.only_scripts);
    if let Some(folder) = &verb.scripts {
        // Forward slashes work on all systems.
        options = options.scripts(folder.to_string_lossy().replace('\\', "/"));
    }
    let map = sourcemap(&file, &options).map_err(|problem| Done::refused(&input.name, problem, false))?;
    if verb.output.as_os_str() == "-" {
        return Ok(out.give(map.as_bytes()));
    }
    let name = verb.output.to_string_lossy();
    save(&verb.output, map.as_bytes(), verb.force).map_err(|error| Done::io(&name, &error))?;
    out.mention(&format!("{BOLD}{}{BOLD:#}: {}\n", clean(&name), size(map.len())));
    Ok(Code::Fine)
}
