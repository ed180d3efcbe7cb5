//! The verb `add`: adds instances of other models to a model.

use crate::args::{Common, examples};
use crate::done::{self, Ending};
use crate::editing::{self, EditArgs};
use crate::output::Out;
use clap::Args;
use rezkit::{Edit, edit_in_pieces};
use std::path::PathBuf;

/// Adds the instances of a model to another model or place.
///
/// They become the last children of their new parent, and may come from the other encoding. References between them
/// refer to the copies. A value of LLSD is added by `rez set --type`.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez add place.rbxl Workspace house.rbxm --dry-run" => "what would be added"
    "rez add place.rbxl Workspace house.rbxm --in-place" => "the place with the house in it"
    "rez add house.rbxm '(file)' place.rbxl -o both.rbxm" => "at the top of the file"
})]
pub(super) struct AddArgs {
    #[command(flatten)]
    target: EditArgs,
    /// The path of the instance that they go into, or (file) for the top.
    #[arg(value_name = "PARENT")]
    parent: String,
    /// The models whose instances are added.
    #[arg(value_name = "MODEL", required = true)]
    models: Vec<PathBuf>,
}

pub(super) fn run(verb: &AddArgs, common: &Common, out: &mut Out) -> Ending {
    let mut edits = Vec::new();
    for path in &verb.models {
        let model = done::content(path, common)?;
        edits.push(Edit::Add { parent: verb.parent.clone(), model });
    }
    editing::edit_file(&verb.target, "instance", "added", common, out, |file, give| {
        edit_in_pieces(file, &edits, give)
    })
}
