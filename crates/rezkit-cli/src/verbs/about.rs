//! Completions and manual pages, made from the arguments.

use crate::Code;
use crate::args::{Cli, Completions, Man};
use crate::output::{Out, Staged, stage_below};
use crate::show;
use clap::{Command, CommandFactory};
use std::io;

pub(crate) fn completions(verb: &Completions, out: &mut Out) -> Code {
    let mut script = Vec::new();
    clap_complete::generate(verb.shell, &mut Cli::command(), "rez", &mut script);
    out.print(&String::from_utf8_lossy(&script));
    Code::Fine
}

pub(crate) fn man(verb: &Man, out: &mut Out) -> Code {
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
                stage_below(folder, &name, &text, true).and_then(Staged::commit)
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
