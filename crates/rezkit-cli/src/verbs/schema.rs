//! The verb `schema`: JSON Schemas of the output.

use crate::args::{Common, examples};
use crate::code::Code;
use crate::done::{Done, Ending};
use crate::output::Out;
use clap::Args;
use rezkit::{schema, schemas};

/// Prints the JSON Schema of what --json prints.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez schema" => "the names of all schemas"
    "rez schema rezkit.check/1" => "that of lines of `rez check --json`"
})]
pub(super) struct SchemaArgs {
    /// The name, as in the field `schema`; without it, the names are listed.
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

pub(super) fn run(verb: &SchemaArgs, _: &Common, out: &mut Out) -> Ending {
    let Some(name) = &verb.name else {
        for (name, _) in schemas() {
            let (stem, version) = name.rsplit_once('-').unwrap_or((name, "1"));
            out.print(&format!("{stem}/{version}\n"));
        }
        return Ok(Code::Fine);
    };
    let missing = || Done::misused(name, "there is no such schema; `rez schema` lists all of them");
    out.print(schema(name).ok_or_else(missing)?);
    Ok(Code::Fine)
}
