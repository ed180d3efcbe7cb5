//! The verb `remove`: files without some of their parts.

use crate::args::{Common, examples};
use crate::done::Ending;
use crate::editing::{self, EditArgs};
use crate::output::Out;
use clap::Args;
use rezkit::{Edit, edit_in_pieces};

/// Removes instances with their descendants; in LLSD, values.
///
/// The exit status is 1 if an expression chooses nothing.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez remove place.rbxl Workspace/Door --in-place" => "the place without the door"
    "rez remove place.rbxl --where 'class=Part and Transparency=1' --dry-run" => "which parts would go"
    "rez remove settings.llsd chair.legs --dry-run" => "LLSD without a key"
})]
pub(super) struct RemoveArgs {
    #[command(flatten)]
    target: EditArgs,
    /// Paths of the parts to remove.
    #[arg(value_name = "PART", required_unless_present = "query")]
    parts: Vec<String>,
    /// All instances that this expression chooses; `rez help query` says how.
    #[arg(long = "where", value_name = "EXPRESSION")]
    query: Option<rezkit::Query>,
}

pub(super) fn run(verb: &RemoveArgs, common: &Common, out: &mut Out) -> Ending {
    let parts = verb.parts.iter().map(|path| Edit::Remove { path: path.clone() });
    let all = verb.query.iter().map(|query| Edit::RemoveAll { query: query.clone() });
    let edits: Vec<_> = parts.chain(all).collect();
    editing::edit_file(&verb.target, "part", "removed", common, out, |file, give| {
        edit_in_pieces(file, &edits, give)
    })
}
