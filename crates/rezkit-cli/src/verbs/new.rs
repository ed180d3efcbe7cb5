//! The verb `new`: adds an instance of a class.

use crate::args::{Common, examples};
use crate::done::{self, Done, Ending};
use crate::editing::{self, EditArgs};
use crate::output::Out;
use clap::Args;
use rezkit::{Edit, edit_in_pieces};
use std::path::PathBuf;

/// Adds a new instance to a model or place.
///
/// It has the defaults of its class, except for the properties that are given. Everything else stays byte for byte.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez new place.rbxl Workspace RemoteEvent Fire --in-place" => "an instance of a class, with a name"
    "rez new place.rbxl Workspace Part Lava Material=Neon Anchored=true --in-place" => "with properties"
})]
pub(super) struct NewArgs {
    #[command(flatten)]
    target: EditArgs,
    /// The path of the instance that it goes into, or (file) for the top.
    #[arg(value_name = "PARENT")]
    parent: String,
    /// Its class, such as Folder.
    #[arg(value_name = "CLASS")]
    class: String,
    /// Its name.
    #[arg(value_name = "NAME")]
    name: String,
    /// Properties with their values, as in `rez set`.
    #[arg(value_name = "PROPERTY=VALUE")]
    properties: Vec<String>,
    /// The source of a script; `-` is stdin.
    #[arg(long, value_name = "FILE")]
    source: Option<PathBuf>,
}

pub(super) fn run(verb: &NewArgs, common: &Common, out: &mut Out) -> Ending {
    let mut properties = Vec::new();
    for assignment in &verb.properties {
        let pair = assignment.split_once('=');
        let (property, value) =
            pair.ok_or_else(|| Done::misused(assignment, "this is not PROPERTY=VALUE"))?;
        properties.push((property.to_owned(), value.to_owned()));
    }
    let edits = [Edit::New {
        parent: verb.parent.clone(),
        class: verb.class.clone(),
        name: verb.name.clone(),
        properties,
        source: verb.source.as_deref().map(|path| done::content(path, common)).transpose()?,
    }];
    editing::edit_file(&verb.target, "instance", "added", common, out, |file, give| {
        edit_in_pieces(file, &edits, give)
    })
}
