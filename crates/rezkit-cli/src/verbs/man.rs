//! Manual pages, made from the arguments.

use super::Cli;
use crate::Code;
use crate::args::{Common, examples};
use crate::output::Out;
use crate::show;
use clap::{Args, Command, CommandFactory};
use std::io;
use std::path::PathBuf;

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

pub(super) fn run(verb: &ManArgs, _: &Common, out: &mut Out) -> Code {
    let mut rez = Cli::command();
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
                std::fs::write(folder.join(name), text)
            })
        });
        return end(written, &folder.to_string_lossy(), out);
    }
    let wanted = verb.verb.as_deref().unwrap_or("rez");
    let Some(command) = pages().find(|command| command.get_name() == wanted) else {
        out.tell(&show::error(wanted, "unknown verb"));
        return Code::Usage;
    };
    let written = page(command).map(|(_, text)| {
        out.print(&String::from_utf8_lossy(&text));
    });
    end(written, "stdout", out)
}

fn end(result: io::Result<()>, name: &str, out: &mut Out) -> Code {
    match result {
        Ok(()) => Code::Fine,
        Err(error) => {
            out.tell(&show::error(name, &error.to_string()));
            Code::Io
        }
    }
}
