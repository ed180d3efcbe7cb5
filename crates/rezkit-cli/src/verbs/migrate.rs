//! The verb `migrate`: moves values of old properties to those that replaced them.

use crate::args::{Common, examples};
use crate::done::Ending;
use crate::editing::{self, EditArgs};
use crate::output::Out;
use clap::Args;

/// Moves values of old properties to those that replaced them.
///
/// It does what Roblox's engine does, and reports each move. Studio does the same when it opens a file; other programs
/// may know only the new properties. Where the new property is there already, the old one is removed, and a value
/// without a meaning stays. `rez check --profile roblox` finds such properties, and `rez --version -v` has the release
/// of the engine whose classes are known.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez migrate place.rbxl --dry-run" => "what would change"
    "rez migrate place.rbxl --in-place" => "the same place with the properties of today"
})]
pub(super) struct MigrateArgs {
    #[command(flatten)]
    target: EditArgs,
}

pub(super) fn run(verb: &MigrateArgs, common: &Common, out: &mut Out) -> Ending {
    editing::edit_file(&verb.target, "value", "moved", common, out, |file, _| rezkit::migrate(file))
}
