//! The verb `rename`: changes the name of an instance.

use crate::args::{Common, examples};
use crate::done::Ending;
use crate::editing::{self, EditArgs};
use crate::output::Out;
use clap::Args;
use rezkit::{Edit, edit_in_pieces};

/// Gives an instance another name.
///
/// Everything else stays byte for byte. References to it stay valid; the lines of scripts that name it are listed, as
/// far as they can be followed. The path is as `rez print` prints it, and the name is taken as it is.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez rename place.rbxl Workspace Map --dry-run" => "what would change"
    "rez set place.rbxl --where name=Door Name=Gate --in-place" => "all instances of one name"
})]
pub(super) struct RenameArgs {
    #[command(flatten)]
    target: EditArgs,
    /// The instance.
    #[arg(value_name = "INSTANCE")]
    instance: String,
    /// Its new name.
    #[arg(value_name = "NAME", allow_hyphen_values = true)]
    name: String,
}

pub(super) fn run(verb: &RenameArgs, common: &Common, out: &mut Out) -> Ending {
    let edits = [Edit::rename(&verb.instance, &verb.name)];
    editing::edit_file(&verb.target, "instance", "renamed", common, out, |file, give| {
        edit_in_pieces(file, &edits, give)
    })
}
