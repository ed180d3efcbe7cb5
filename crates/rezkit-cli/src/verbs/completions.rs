//! The verb `completions`: shell completions, generated from the arguments.

use super::Cli;
use crate::args::{Common, examples};
use crate::code::Code;
use crate::done::Ending;
use crate::output::Out;
use clap::Args;

/// Prints a completion script for a shell.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez completions bash > rez.bash" => "a file for ~/.bashrc to source"
})]
pub(super) struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

pub(super) fn run(verb: &CompletionsArgs, _: &Common, out: &mut Out) -> Ending {
    let mut script = Vec::new();
    clap_complete::generate(verb.shell, &mut Cli::command(), "rez", &mut script);
    out.print(&String::from_utf8_lossy(&script));
    Ok(Code::Fine)
}
