//! The verb `strip`: files without some of their properties or parts.

use crate::args::{Common, examples};
use crate::done::{Done, Ending};
use crate::editing::{self, EditArgs};
use crate::output::Out;
use clap::Args;
use rezkit::{Edit, edit_in_pieces};

/// Removes properties or parts; everything else stays byte for byte.
///
/// - Models and places: CLASS.PROPERTY; a class such as BasePart stands for all classes derived from it, and `*` for
///   all classes.
///
/// - LLSD: `*.KEY`, from all maps.
///
/// - Model 3D: `titles`, or `name`, `licence`, `author`, `description`; `preview`; `assets`; `unknown` chunks; and with
///   the vertices that only they used `surface`, `normals`, `texture_coordinates`, `colours`, `materials`, `skeleton`,
///   `actions`, `labels`.
///
/// - Second Life meshes and uploads: blocks by their names, such as `physics_havok`; `hashes`, `creator`, `date`.
///
/// - Roblox meshes: `facs`, `hsr`, `lods` (all but the finest), `unknown` chunks, `trailing` bytes.
///
/// The exit status is 1 if there is nothing to remove, and 2 if there is no such class, property or part.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez strip place.rbxl Part.Anchored --dry-run" => "what would change"
    "rez strip chair.llmesh skin --dry-run" => "a mesh without its joints"
    "rez strip place.rbxl '*.HistoryId' -o smaller.rbxl" => "a property of instances of any class"
})]
pub(super) struct StripArgs {
    #[command(flatten)]
    target: EditArgs,
    /// Classes and properties to remove; with --where, a property without a class.
    #[arg(value_name = "CLASS.PROPERTY|PART", required = true)]
    what: Vec<String>,
    /// Only from the parts that this expression chooses; `rez help query` says how.
    #[arg(long = "where", value_name = "EXPRESSION")]
    query: Option<rezkit::Query>,
}

pub(super) fn run(verb: &StripArgs, common: &Common, out: &mut Out) -> Ending {
    let mut edits = Vec::new();
    for what in &verb.what {
        if let Some(query) = verb.query.clone() {
            edits.push(Edit::StripAll { query, property: what.clone() });
            continue;
        }
        edits.push(match what.split_once('.') {
            Some((class, property)) if !property.is_empty() => {
                Edit::Strip { class: class.to_owned(), property: property.to_owned() }
            }
            Some(_) => return Err(Done::misused(what, "this is not CLASS.PROPERTY")),
            None => Edit::StripPart { part: what.clone() },
        });
    }
    editing::edit_file(&verb.target, "value", "removed", common, out, |file, give| {
        edit_in_pieces(file, &edits, give)
    })
}
