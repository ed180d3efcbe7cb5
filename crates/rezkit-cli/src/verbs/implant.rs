//! The verb `implant`: writes scripts and Rojo projects back into their place.

use crate::args::{Common, examples};
use crate::done::{Done, Ending};
use crate::editing::{self, EditArgs};
use crate::inputs::{below, is_absent, read_below};
use crate::output::Out;
use clap::Args;
use rezkit::{Edited, File, PROJECT_FILE, Problem, implant_project};
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

/// Writes scripts back into the place that they were extracted from.
///
/// Everything else stays as it is. A script belongs to the file that `rez extract` gives it. Scripts without a file
/// stay as they are.
///
/// All changes to a project that `rez extract --rojo` made are written back: sources, properties, models, new files
/// and removed files. Files that belong to no instance are listed.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez implant place.rbxl game --dry-run" => "what changed in a project of Rojo"
    "rez implant place.rbxl src --dry-run" => "which scripts were changed, and how"
    "rez implant place.rbxl src --in-place" => "the same place with these scripts"
})]
pub(super) struct ImplantArgs {
    #[command(flatten)]
    target: EditArgs,
    /// The folder that `rez extract -o` or `--rojo` made.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

pub(super) fn run(verb: &ImplantArgs, common: &Common, out: &mut Out) -> Ending {
    if !verb.folder.is_dir() {
        return Err(Done::misused(&verb.folder.to_string_lossy(), "this is not a folder"));
    }
    if verb.folder.join(PROJECT_FILE).is_file() {
        return editing::edit_file(&verb.target, "change", "put back", common, out, |file, _| {
            put_project_back(file, &verb.folder, common)
        });
    }
    editing::edit_file(&verb.target, "script", "put back", common, out, |file, _| {
        // The paths of scripts, and the first error of reading one.
        let (mut known, mut refused) = (HashSet::new(), None);
        let edited = rezkit::implant(file, &mut |path| {
            let read = read_below(&verb.folder, Path::new(path), common.max_memory);
            if read.as_ref().is_err_and(is_absent) {
                return None;
            }
            known.insert(PathBuf::from(path));
            read.map_err(|error| refused = Some((path.to_owned(), error))).ok()
        });
        if let Some((path, error)) = refused {
            return Err(not_read((verb.folder.join(path).to_string_lossy().into_owned(), error)));
        }
        let mut edited = edited?;
        let all = below(&verb.folder).map_err(not_read)?;
        let scripts = all.into_iter().filter(|path| path.starts_with("scripts"));
        let strange = scripts.filter(|path| !known.contains(path));
        let note =
            |path: PathBuf| format!("{} does not belong to a script", verb.folder.join(path).display());
        edited.notes.extend(strange.map(note));
        Ok(edited)
    })
}

/// Writes a Rojo project back.
fn put_project_back(file: &File<'_>, folder: &Path, common: &Common) -> Result<Edited, Problem> {
    let paths = below(folder).map_err(not_read)?.into_iter().map(|path| {
        let parts = path.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
        parts.collect::<Vec<_>>().join("/")
    });
    let paths: Vec<String> = paths.collect();
    implant_project(file, &paths, &mut |path| {
        let read = read_below(folder, Path::new(path), common.max_memory);
        read.map_err(|error| not_read((folder.join(path).to_string_lossy().into_owned(), error)))
    })
}

fn not_read((path, error): (String, io::Error)) -> Problem {
    Problem { path, ..Problem::io(&error) }
}
