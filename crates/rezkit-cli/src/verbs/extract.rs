//! The verb `extract`: the contents of a file as files of their own.

use crate::args::{Common, destination, examples, one_of};
use crate::code::Code;
use crate::done::{self, Done, Ending};
use crate::output::Out;
use crate::show::{self, DIM, ODD, VALUE, clean, counted, json, size};
use clap::Args;
use rezkit::{Content, ContentKind, File, extract, extract_where, project};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use store::{Staged, stage_below};

/// Extracts the contents of a file, such as scripts and images.
///
/// These are scripts, embedded models, geometry, images and packed blocks. Scripts get the names that Rojo gives them,
/// in folders named as their instances; everything else is named by its content. Nothing is written outside of the
/// folder, and all names are valid on every system. Without -o, the contents are only listed. With --where, the exit
/// status is 1 if there are none.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez extract chair.llmesh" => "what is inside"
    "rez extract place.rbxl --only script -o src" => "the scripts of a place, as a folder tree"
    "rez extract place.rbxl --rojo game" => "a project of Rojo, which `rez implant` puts back"
})]
pub(super) struct ExtractArgs {
    /// A file; `-` is stdin.
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// The folder to extract to, which is created if it does not exist.
    #[arg(short, long, value_name = "FOLDER", value_parser = destination(), conflicts_with = "list")]
    output: Option<PathBuf>,
    /// Write a place as a project of Rojo into this folder: services, folders and scripts as files, all else as models.
    ///
    /// A parent whose children cannot be files, since they share a name or have one that no file can have, is
    /// a model with its descendants. What a project cannot hold is listed.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["output", "list", "kinds"])]
    rojo: Option<PathBuf>,
    /// Only list what would be extracted, as happens without -o.
    #[arg(long)]
    list: bool,
    /// Only what is of this kind; may be given more than once.
    #[arg(long = "only", value_name = "KIND", value_parser = one_of(KINDS))]
    kinds: Vec<ContentKind>,
    /// Only in the parts that this expression chooses; `rez help query` says how.
    #[arg(long = "where", value_name = "EXPRESSION")]
    query: Option<rezkit::Query>,
    /// Overwrite existing files.
    #[arg(short, long)]
    force: bool,
    /// JSON Lines: an object for each file.
    #[arg(long)]
    json: bool,
}

const KINDS: [(&str, &str, ContentKind); 8] = [
    ("script", "", ContentKind::Script),
    ("model", "Models inside models", ContentKind::Model),
    ("mesh", "Geometry of unions, and meshes", ContentKind::Mesh),
    ("collision", "Shapes for collisions", ContentKind::Collision),
    ("image", "", ContentKind::Image),
    ("asset", "Assets of Model 3D", ContentKind::Asset),
    ("block", "The plain data of packed parts", ContentKind::Block),
    ("data", "Bytes of other kinds", ContentKind::Data),
];

pub(super) fn run(verb: &ExtractArgs, common: &Common, out: &mut Out) -> Ending {
    let input = done::named(&verb.path)?;
    let bytes = done::read(&input, common)?;
    let file = done::opened(&input, &bytes, common, verb.json)?;
    if let Some(folder) = &verb.rojo {
        return as_project(&file, &input.name, folder, verb, common, out);
    }
    if let Some(folder) = &verb.output {
        let made = std::fs::create_dir_all(folder);
        made.map_err(|error| Done::io(&folder.to_string_lossy(), &error))?;
    }
    let (mut n_files, mut n_bytes, mut trouble) = (0, 0, None);
    let mut take = |content: Content<'_>| {
        if !verb.kinds.is_empty() && !verb.kinds.contains(&content.kind) {
            return ControlFlow::Continue(());
        }
        if let Some(folder) = &verb.output
            && let Err(error) =
                stage_below(folder, &content.path, content.bytes, verb.force).and_then(Staged::commit)
        {
            trouble = Some(Done::io(&folder.join(&content.path).to_string_lossy(), &error));
            return ControlFlow::Break(());
        }
        n_files += 1;
        n_bytes += content.bytes.len();
        let text = match verb.json {
            true => json::line(&input.name, &content),
            // Saved files are only counted, unless `--verbose` is given.
            false if verb.output.is_some() && !common.verbose => String::new(),
            false => listed(&content),
        };
        out.flow(&text)
    };
    let found = match &verb.query {
        None => extract(&file, &mut take).map(|()| Vec::new()),
        Some(query) => extract_where(&file, query, &mut take),
    };
    if let Some(trouble) = trouble {
        return Err(trouble);
    }
    let notes = found.map_err(|problem| Done::refused(&input.name, problem, verb.json))?;
    notes.iter().for_each(|note| out.tell(&show::note(&input.name, note)));
    if !verb.json {
        let what = if verb.output.is_some() { "extracted" } else { "inside" };
        out.mention(&format!("{} {what}, {}\n", counted(n_files, "file"), size(n_bytes)));
    }
    Ok(if n_files == 0 && verb.query.is_some() { Code::Found } else { Code::Fine })
}

/// Writes a place as a Rojo project.
fn as_project(
    file: &File<'_>,
    name: &str,
    folder: &Path,
    verb: &ExtractArgs,
    common: &Common,
    out: &mut Out,
) -> Ending {
    let stem = Path::new(name).file_stem().map_or_else(|| "place".into(), |stem| stem.to_string_lossy());
    let made = project(file, &stem).map_err(|problem| Done::refused(name, problem, verb.json))?;
    let trouble = |path: &Path, error| Done::io(&path.to_string_lossy(), &error);
    std::fs::create_dir_all(folder).map_err(|error| trouble(folder, error))?;
    for (path, bytes) in &made.files {
        let staged = stage_below(folder, path, bytes, verb.force);
        staged.and_then(Staged::commit).map_err(|error| trouble(&folder.join(path), error))?;
    }
    if verb.json {
        out.print(&json::line(name, &made));
        return Ok(Code::Fine);
    }
    if common.verbose {
        made.files.iter().for_each(|(path, _)| _ = out.print(&format!("{path}\n")));
    }
    for note in &made.notes {
        out.mention(&format!("{ODD}note:{ODD:#} {}\n", clean(note)));
    }
    let (scripts, models) = (counted(made.n_scripts, "script"), counted(made.n_models, "model"));
    out.mention(&format!("{}: {scripts}, {models}\n", counted(made.files.len(), "file")));
    Ok(Code::Fine)
}

fn listed(content: &Content<'_>) -> String {
    let (n, kind) = (size(content.bytes.len()), format!("{:?}", content.kind).to_lowercase());
    format!("{n:>12}  {VALUE}{kind:9}{VALUE:#}  {}  {DIM}{}{DIM:#}\n", content.path, clean(&content.source))
}
