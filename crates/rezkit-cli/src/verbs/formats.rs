//! The verb `formats`: the operations on each format.

use crate::args::{Common, examples};
use crate::code::Code;
use crate::done::Ending;
use crate::output::Out;
use crate::show::{BOLD, DIM, VALUE, json};
use clap::Args;
use rezkit::exchange::converts;
use rezkit::{Format, Support, formats};

/// Lists the formats and what can be done with each.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez formats" => "a table"
    "rez formats --all" => "include formats that are only identified"
})]
pub(super) struct FormatsArgs {
    /// Include formats that are only identified.
    #[arg(long)]
    all: bool,
    /// Print JSON Lines: one object per format.
    #[arg(long)]
    json: bool,
}

/// The formats that scenes can be converted to.
const OF_SCENES: [Format; 9] = [
    Format::RbxMesh,
    Format::SlMesh,
    Format::SlAnim,
    Format::M3d,
    Format::Glb,
    Format::Gltf,
    Format::Obj,
    Format::Collada,
    Format::Stl,
];

/// The widths of the columns of names and of file extensions.
const WIDTHS: [usize; 2] = [24, 13];

pub(super) fn run(verb: &FormatsArgs, _: &Common, out: &mut Out) -> Ending {
    let is_shown = |row: &Support| verb.all || row.is_full || !becomes(row).is_empty();
    if !verb.json {
        let [title, endings] = WIDTHS;
        out.print(&format!("{DIM}{:title$} {:endings$} becomes{DIM:#}\n", "format", "files"));
    }
    for row in formats().filter(is_shown) {
        out.print(&if verb.json { json::object(&row) } else { shown(&row) });
    }
    Ok(Code::Fine)
}

fn shown(row: &Support) -> String {
    let [width, n_endings] = WIDTHS;
    let endings: Vec<_> = row.extensions.iter().map(|one| format!(".{one}")).collect();
    // As many extensions as fit the column.
    let fits = |n: &usize| endings.iter().take(*n).map(|one| one.len() + 1).sum::<usize>() <= n_endings + 1;
    let n = (0..=endings.len()).rev().find(fits).unwrap_or_default();
    let endings = endings[..n].join(" ");
    let becomes = match becomes(row) {
        names if !names.is_empty() => format!("{VALUE}{}{VALUE:#}", names.join(" ")),
        _ if row.is_full => format!("{DIM}only read{DIM:#}"),
        _ => format!("{DIM}only identified{DIM:#}"),
    };
    let (title, rest) = match title(row) {
        title if title.chars().count() > width => (title, format!("\n{:width$}", "")),
        title => (title, " ".repeat(width - title.chars().count())),
    };
    format!("{BOLD}{title}{BOLD:#}{rest} {endings:n_endings$} {becomes}\n")
}

/// The extensions of the formats that a format can be converted to.
fn becomes(row: &Support) -> Vec<&'static str> {
    let scenes = OF_SCENES.into_iter().filter(|to| converts(row.format, *to));
    let mut names = Vec::new();
    for to in row.conversions.iter().copied().chain(scenes) {
        let name = match to {
            Format::LlsdXml => "xml",
            to => to.extensions().first().copied().unwrap_or_default(),
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The description of a format without its article.
fn title(row: &Support) -> &str {
    ["a ", "an ", "the "]
        .iter()
        .fold(row.title, |title, article| title.strip_prefix(article).unwrap_or(title))
}
