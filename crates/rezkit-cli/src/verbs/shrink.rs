//! The verb `shrink`: files in fewer bytes.

use crate::args::{Common, examples};
use crate::done::Ending;
use crate::editing::{self, EditArgs};
use crate::output::Out;
use clap::Args;
use rezkit::shrink;

/// Makes a file smaller without losing data that programs read.
///
/// - Binary models and places: shared strings are stored once, and only if used; data that Roblox does not read, such
///   as hashes of these strings, are removed; LZ4 or Zstandard is used, whichever is smaller.
///
/// - XML models and places: as Studio writes them; `rez convert` makes them binary, which is far smaller.
///
/// - Model 3D: with the packing of our writer.
///
/// Notes list the changes. To remove further data, use `rez strip`; for fewer triangles, `rez lod`.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez shrink place.rbxl -o smaller.rbxl" => "the same place in fewer bytes"
    "rez shrink place.rbxl --dry-run" => "how small it would be"
})]
pub(super) struct ShrinkArgs {
    #[command(flatten)]
    target: EditArgs,
}

pub(super) fn run(verb: &ShrinkArgs, common: &Common, out: &mut Out) -> Ending {
    editing::edit_file(&verb.target, "", "", common, out, |file, _| shrink(file))
}
