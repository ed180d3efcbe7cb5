//! The verb `copy`: adds copies of instances to the same file, another one or a new one.

use crate::args::{Common, examples};
use crate::code::Code;
use crate::done::{self, Done, Ending};
use crate::editing::{self, EditArgs};
use crate::output::Out;
use crate::show::{counted, json};
use clap::Args;
use rezkit::roblox::Document;
use rezkit::{Edit, Edited, File, Format, OpenOptions, edit, edit_in_pieces};
use std::path::{Path, PathBuf};

/// Copies instances with their descendants.
///
/// TARGET is another model or place, a new file, or the same file. In an existing file, the copies become the
/// last children of PARENT; without it, they go into the instance at the path of their old parent, or to the
/// top if the target has none. A new file has the encoding that its ending implies. References between copied
/// instances refer to the copies, and references to other instances are listed. An existing target is
/// changed, and `rez undo` restores its older version. The exit status is 1 if --where chooses nothing.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez copy place.rbxl Workspace/Door door.rbxm" => "a model of its own"
    "rez copy house.rbxm Outer/Inner place.rbxl Workspace" => "into another place"
    "rez copy place.rbxl Workspace/Door place.rbxl" => "one more of it next to it"
    "rez copy place.rbxl --where class=Part parts.rbxmx" => "all that an expression chooses"
})]
pub(super) struct CopyArgs {
    /// The file with the instances; `-` is stdin.
    #[arg(value_name = "FILE")]
    path: PathBuf,
    /// The paths of the instances, the file that they go to, and the path of their parent there.
    #[arg(value_name = "PATH|TARGET|PARENT", required = true)]
    words: Vec<String>,
    /// All instances that this expression chooses; `rez help query` says how.
    #[arg(long = "where", value_name = "EXPRESSION")]
    query: Option<rezkit::Query>,
    /// Output file for the target with the copies, instead of replacing it; `-` is stdout.
    #[arg(short, long, value_name = "OUTPUT")]
    output: Option<PathBuf>,
    /// Write nothing, and print what would change.
    #[arg(long)]
    dry_run: bool,
    /// Overwrite the output.
    #[arg(short, long)]
    force: bool,
    /// JSON Lines, as `rez add --json` prints them.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(verb: &CopyArgs, common: &Common, out: &mut Out) -> Ending {
    let Some((paths, target, parent)) = split(&verb.words) else {
        // A file without instances is refused with the verb that edits it, whatever its target is called.
        let model = Some(done::content(&verb.path, common)?);
        let all = Edit::Copy { model, paths: Vec::new(), query: None, parent: None };
        model_of_copies(verb, Format::RbxBinary, &[all])?;
        let message = "name the file that the copies go to: FILE PATH… TARGET [PARENT], as in \
            place.rbxl Workspace/Shop shop.rbxm";
        return Err(Done::misused("copy", message));
    };
    if paths.is_empty() && verb.query.is_none() {
        let message = "name the instances to copy, or choose them with --where; `rez add` copies whole \
            models";
        return Err(Done::misused("copy", message));
    }
    let (paths, parent) = (paths.to_vec(), parent.map(str::to_owned));
    let is_same = editing::is_same_file(&verb.path, Path::new(target));
    let model = if is_same { None } else { Some(done::content(&verb.path, common)?) };
    let copies = [Edit::Copy { model, paths, query: verb.query.clone(), parent }];
    if Path::new(target).exists() {
        // Whoever exports twice has everything twice.
        let word = format!("copied into {target}, next to what it has");
        let target = EditArgs::on(target.into(), verb.output.clone(), verb.dry_run, verb.force, verb.json);
        return editing::edit_file(&target, "instance", &word, common, out, |file, give| {
            edit_in_pieces(file, &copies, give)
        });
    }
    exported(verb, target, &copies, common, out)
}

/// Writes copies to a new file.
fn exported(verb: &CopyArgs, target: &str, copies: &[Edit], common: &Common, out: &mut Out) -> Ending {
    let format = if target.ends_with('x') { Format::RbxXml } else { Format::RbxBinary };
    let edited = model_of_copies(verb, format, copies)?;
    if edited.is_idle {
        editing::mention(&edited, common, out);
        out.mention("nothing was copied, so nothing was written\n");
        return Ok(editing::code(&edited));
    }
    let path = verb.output.clone().unwrap_or_else(|| target.into());
    if path.as_os_str() == "-" && !verb.dry_run {
        return Ok(out.give(&edited.bytes).max(editing::code(&edited)));
    }
    if !verb.dry_run {
        let failed = |error| Done::io(&path.to_string_lossy(), &error);
        store::save(&path, &edited.bytes, verb.force).map_err(failed)?;
    }
    if verb.json {
        out.print(&json::line(&path.to_string_lossy(), &edited));
    } else {
        editing::mention(&edited, common, out);
        out.mention(&format!("{} copied\n", counted(edited.n_values, "instance")));
    }
    Ok(editing::code(&edited))
}

/// A model of the copies alone.
fn model_of_copies(verb: &CopyArgs, format: Format, copies: &[Edit]) -> Result<Edited, Done<()>> {
    // The source is named by the messages about its instances.
    let refused = |problem| {
        let name = verb.path.to_string_lossy();
        Done { code: Code::Usage, ..Done::refused(&name, problem, verb.json) }
    };
    let empty = Document::new(format).and_then(|new| new.save()).map_err(refused)?.bytes;
    let file = File::open(&empty, &OpenOptions::default()).map_err(refused)?;
    edit(&file, copies).map_err(refused)
}

/// The paths of instances, the target, and the parent: the target is the last word, or the one before it, if
/// it exists as a file or has the extension of a model.
fn split(words: &[String]) -> Option<(&[String], &str, Option<&str>)> {
    let is_file = |word: &String| {
        let ending = word.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        let is_model = matches!(ending.as_deref(), Some("rbxm" | "rbxmx" | "rbxl" | "rbxlx"));
        is_model || Path::new(word).is_file()
    };
    match words {
        [paths @ .., target] if is_file(target) => Some((paths, target, None)),
        [paths @ .., target, parent] if is_file(target) => Some((paths, target, Some(parent))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_is_the_word_that_names_a_file() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let all = words("Workspace/A Workspace/B shop.rbxm");
        assert_eq!(split(&all), Some((&all[..2], "shop.rbxm", None)));
        let all = words("A place.rbxl Workspace");
        assert_eq!(split(&all), Some((&all[..1], "place.rbxl", Some("Workspace"))));
        assert_eq!(split(&words("A B")), None);
    }
}
