//! The verb `man`: manual pages, generated from the arguments.

use super::Cli;
use crate::args::{Common, examples};
use crate::code::Code;
use crate::done::{Done, Ending};
use crate::output::Out;
use clap::{Args, Command};
use std::path::PathBuf;
use store::{Staged, stage_below};

/// Prints a manual page, or writes all of them to a folder.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez man | man -l -" => "the main page"
    "rez man check" => "the page of a verb"
})]
pub(super) struct ManArgs {
    /// The verb; the main page by default.
    verb: Option<String>,
    /// The folder to write all pages to.
    #[arg(short, long, value_name = "FOLDER", conflicts_with = "verb")]
    output: Option<PathBuf>,
}

pub(super) fn run(verb: &ManArgs, _: &Common, out: &mut Out) -> Ending {
    let mut rez = Cli::command();
    // Building gives the verbs the name of the program, which is part of the names of their pages.
    rez.build();
    let pages =
        || std::iter::once(&rez).chain(rez.get_subcommands().filter(|command| command.get_name() != "help"));
    let page = |command: &Command| {
        let name = command.get_display_name().unwrap_or(command.get_name());
        let mut text = Vec::new();
        clap_mangen::Man::new(command.clone()).render(&mut text).map(|()| (format!("{name}.1"), text))
    };
    if let Some(folder) = &verb.output {
        let written = std::fs::create_dir_all(folder).and_then(|()| {
            pages().try_for_each(|command| {
                let (name, text) = page(command)?;
                stage_below(folder, &name, &text, true).and_then(Staged::commit)
            })
        });
        written.map_err(|error| Done::io(&folder.to_string_lossy(), &error))?;
        return Ok(Code::Fine);
    }
    let wanted = verb.verb.as_deref().unwrap_or("rez");
    let Some(command) = pages().find(|command| command.get_name() == wanted) else {
        return Err(Done::misused(wanted, "unknown verb"));
    };
    let (_, text) = page(command).map_err(|error| Done::io("stdout", &error))?;
    out.print(&String::from_utf8_lossy(&text));
    Ok(Code::Fine)
}
