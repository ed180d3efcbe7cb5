//! The verb `refs`: uses of an asset, and references to an instance.

use crate::args::{Common, Many, Paths, examples};
use crate::batch;
use crate::code::Code;
use crate::done::{self, Done, Ending};
use crate::isolation::Isolation;
use crate::output::{Out, Terminal};
use crate::show::{self, BOLD, DIM, VALUE, clean, counted, csv, json, short};
use crate::tally::{self, TallyLine};
use clap::Args;
use rezkit::{Refs, refs};
use std::fmt::{Display, Write};

/// Finds what uses an asset, or what refers to an instance.
///
/// An asset is a number or an address; in properties, attributes and fonts every form of its address counts, and in
/// scripts each line with the number. An instance is a path as `rez print` prints it; references to it and lines of
/// scripts that name it are found, as far as these can be followed without running them. The exit status is 1 if
/// nothing is found.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez refs place.rbxl 1234" => "what uses the asset 1234"
    "rez refs place.rbxl rbxasset://textures/face.png" => "what uses an address"
    "rez refs place.rbxl Workspace" => "which properties and scripts refer to an instance"
})]
pub(super) struct RefsArgs {
    #[command(flatten)]
    paths: Paths,
    /// The number or the address of an asset, or the path of an instance.
    #[arg(value_name = "ASSET|PATH")]
    what: String,
    #[command(flatten)]
    many: Many,
    #[command(flatten)]
    isolation: Isolation,
}

pub(super) fn run(verb: &RefsArgs, common: &Common, out: &mut Out) -> Ending {
    let (many, terminal) = (verb.many, out.terminal);
    if many.csv {
        out.print(&csv::row(["file", "path", "kind", "property", "line", "value"]));
    }
    let inputs = verb.isolation.inputs(|| verb.paths.inputs());
    let has_names = inputs.list.len() != 1;
    let how = batch::BatchOptions { isolation: verb.isolation, ..many.into() };
    let batch = batch::read(&inputs, common, how, out, |input, bytes| {
        let file = done::opened(input, bytes, common, many.json)?;
        let found = refs(&file, &verb.what);
        let found = match found {
            // Among several files, only some have the instance.
            Err(problem)
                if problem.kind == rezkit::ProblemKind::Reference && (has_names || input.is_found) =>
            {
                return Ok(Done { rest: Some(0), ..Done::new(String::new(), Code::Fine) });
            }
            found => found.map_err(|problem| match problem.kind {
                rezkit::ProblemKind::Reference => {
                    Done { code: Code::Usage, ..Done::refused(&input.name, problem, many.json) }
                }
                _ => Done::refused(&input.name, problem, many.json),
            })?,
        };
        if many.summary {
            let mut lines = tally::file(&file);
            lines.extend(found.uses.iter().map(|one| TallyLine::inside("kind", one.kind.clone(), 1)));
            return Ok(Done { rest: Some(found.uses.len()), ..Done::tallied(lines, Code::Fine) });
        }
        let text = match many {
            _ if many.json => json::line(&input.name, &found),
            _ if many.csv => rows(&input.name, &found),
            _ => shown(&input.name, &found, has_names || input.is_found, terminal),
        };
        let mut err = show::damage(&input.name, &found.warnings);
        found.notes.iter().for_each(|note| err.push_str(&show::note(&input.name, note)));
        Ok(Done { rest: Some(found.uses.len()), err, ..Done::new(text, Code::Fine) })
    });
    let n = batch.rest.iter().sum();
    if many.is_text() {
        batch.tell(&counted(n, "use"), out);
    }
    Ok(batch.code.max(if n == 0 { Code::Found } else { Code::Fine }))
}

fn rows(name: &str, found: &Refs) -> String {
    let row = |one: &rezkit::Use| {
        let line = one.line.map(|line| line.to_string()).unwrap_or_default();
        csv::row([&name as &dyn Display, &one.path, &one.kind, &one.property, &line, &one.value])
    };
    found.uses.iter().map(row).collect()
}

fn shown(name: &str, found: &Refs, has_name: bool, terminal: Terminal) -> String {
    let mut text = String::new();
    for one in &found.uses {
        let before = if has_name { format!("{BOLD}{}{BOLD:#}: ", clean(name)) } else { String::new() };
        let line = one.line.map(|line| format!(":{line}")).unwrap_or_default();
        let room = terminal.width.map_or(200, |width| width.max(40));
        let point = if one.path.is_empty() { "" } else { "." };
        let place = format!("{}{point}{}{line}", clean(&one.path), clean(&one.property));
        let value = short(&one.value, room.saturating_sub(place.chars().count() + 2).max(20));
        let _ = writeln!(text, "{before}{VALUE}{place}{VALUE:#}  {DIM}{value}{DIM:#}");
    }
    text
}
