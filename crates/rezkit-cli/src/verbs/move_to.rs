//! The verb `move`: moves an instance into another one.

use crate::args::{Common, examples};
use crate::done::Ending;
use crate::editing::{self, EditArgs};
use crate::output::Out;
use clap::Args;
use rezkit::{Edit, edit_in_pieces};

/// Moves an instance with its descendants into another one.
///
/// It becomes the last child of PARENT. References to it stay valid, but scripts that name it by its path may
/// not work: they are listed. `rez rename` gives it another name.
#[derive(Debug, Args)]
#[command(name = "move", after_help = examples! {
    "rez move place.rbxl Workspace/Door Workspace/Floor --in-place" => "the door is below the floor"
    "rez move house.rbxm Outer/Inner '(file)' --dry-run" => "to the top of the file"
})]
pub(super) struct MoveArgs {
    #[command(flatten)]
    target: EditArgs,
    /// The instance.
    #[arg(value_name = "INSTANCE")]
    instance: String,
    /// The path of the instance that it goes into, or (file) for the top.
    #[arg(value_name = "PARENT")]
    parent: String,
}

pub(super) fn run(verb: &MoveArgs, common: &Common, out: &mut Out) -> Ending {
    let path = format!("{}.Parent", verb.instance);
    let edits = [Edit::Set { path, value: verb.parent.clone(), kind: None }];
    editing::edit_file(&verb.target, "instance", "moved", common, out, |file, give| {
        edit_in_pieces(file, &edits, give)
    })
}
