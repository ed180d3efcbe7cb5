//! Instances of models in other models.

use crate::Code;
use crate::args::{Common, examples};
use crate::editing::{self, EditArgs};
use crate::inputs::one;
use crate::output::Out;
use crate::show;
use clap::Args;
use rezkit::{Edit, edit};
use std::io;
use std::path::PathBuf;

/// Adds the instances of a model to another model or place.
///
/// They are the last in their new parent, and may come from the other encoding. References between them lead to the
/// copies. A value of LLSD is added by `rez set --type`.
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

pub(super) fn run(verb: &AddArgs, common: &Common, out: &mut Out) -> Code {
    let mut edits = Vec::new();
    for path in &verb.models {
        let read = match one(path) {
            None => Err(io::ErrorKind::IsADirectory.into()),
            Some(input) => input.read(common.max_memory),
        };
        match read {
            Ok(model) => edits.push(Edit::Add { parent: verb.parent.clone(), model }),
            Err(error) => {
                out.tell(&show::error(&path.to_string_lossy(), &error.to_string()));
                return Code::Io;
            }
        }
    }
    editing::run(&verb.target, "instance", "added", common, out, |file| edit(file, &edits))
}
