//! The verb `restore`: restores an instance from an older version.

use crate::args::{Common, examples};
use crate::done::{self, Done, Ending};
use crate::editing::{self, EditArgs};
use crate::git;
use crate::output::Out;
use clap::Args;
use rezkit::{File, OpenOptions, restore};
use std::path::{Path, PathBuf};

/// Restores an instance from an older version of the file.
///
/// The instance and its descendants get their old values and parents; removed descendants are added again,
/// and new ones are removed. Instances are matched by their UniqueId, or else by their path. Everything else
/// stays byte for byte. The older version is a revision of git, or a file.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez restore place.rbxl Workspace/Door --from old.rbxl --dry-run" => "what it would change, without a change"
    "rez restore place.rbxl Workspace/Door --from old.rbxl --properties --in-place" => "values only"
})]
pub(super) struct RestoreArgs {
    #[command(flatten)]
    target: EditArgs,
    /// The path of the instance in the older version.
    #[arg(value_name = "INSTANCE")]
    instance: String,
    /// The older version: a file, or a revision of git such as HEAD~1.
    #[arg(long, value_name = "REVISION|FILE")]
    from: String,
    /// Restore values only: nothing is added, removed or moved.
    #[arg(long)]
    properties: bool,
}

pub(super) fn run(verb: &RestoreArgs, common: &Common, out: &mut Out) -> Ending {
    let bytes = older(&verb.from, &verb.target.path, common)?;
    let options = OpenOptions::default();
    let older = File::open(&bytes, &options).map_err(|problem| Done::refused(&verb.from, problem, false))?;
    editing::edit_file(&verb.target, "change", "made", common, out, |file, _| {
        restore(file, &older, &verb.instance, verb.properties)
    })
}

/// The older version of a file.
fn older(from: &str, path: &Path, common: &Common) -> Result<Vec<u8>, Done<()>> {
    if Path::new(from).is_file() {
        return done::content(&PathBuf::from(from), common);
    }
    let (Some(name), false) = (path.file_name(), from.starts_with('-')) else {
        return Err(Done::misused(from, "there is no such file"));
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let blob = format!("{from}:./{}", name.to_string_lossy());
    match git::bytes(folder, &["cat-file", "blob", &blob]) {
        Ok(Some(bytes)) => Ok(bytes),
        Ok(None) => {
            let message =
                format!("the file does not exist, and git has no {} in this revision", path.display());
            Err(Done::misused(from, &message))
        }
        Err(problem) => Err(Done::misused(from, &problem)),
    }
}
