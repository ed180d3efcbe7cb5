//! The verb `roundtrip`: checks that files are written as they were read.

use crate::args::{Common, Many, Paths, examples};
use crate::batch;
use crate::code::Code;
use crate::done::{self, Done, Ending};
use crate::isolation::Isolation;
use crate::output::Out;
use crate::show::{BAD, BOLD, DIM, GOOD, ODD, clean, counted, csv, json};
use crate::tally::{self, TallyLine};
use clap::Args;
use rezkit::{Kept, roundtrip};
use std::fmt::{Display, Write};

/// Checks that files come back unchanged when read and written.
///
/// An unchanged file must come back byte for byte, and a file that is written anew must have the same values.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez roundtrip models" => "check the promises of docs/laws.md on your own files"
})]
pub(super) struct RoundtripArgs {
    #[command(flatten)]
    paths: Paths,
    #[command(flatten)]
    many: Many,
    #[command(flatten)]
    isolation: Isolation,
}

pub(super) fn run(verb: &RoundtripArgs, common: &Common, out: &mut Out) -> Ending {
    let many = verb.many;
    if many.csv {
        out.print(&csv::row(["file", "laws", "broken"]));
    }
    let batch = batch::for_each_file(&verb.paths, common, many, verb.isolation, out, |input, bytes| {
        let file = done::opened(input, bytes, common, many.json)?;
        let kept = roundtrip(&file).map_err(|problem| Done::refused(&input.name, problem, many.json))?;
        let code = if kept.broken.is_empty() { Code::Fine } else { Code::Found };
        if many.summary {
            let word = if kept.broken.is_empty() { "kept" } else { "not kept" };
            let result = TallyLine::file("result", word);
            return Ok(Done::tallied(tally::file(&file).into_iter().chain([result]).collect(), code));
        }
        let text = match many {
            _ if many.json => json::line(&input.name, &kept),
            _ if many.csv => csv::row([&input.name as &dyn Display, &kept.n_laws, &kept.broken.join("; ")]),
            _ => shown(&input.name, &kept),
        };
        Ok(Done { rest: Some(kept.broken.len()), ..Done::new(text, code) })
    });
    if many.is_text() {
        let lost = match batch.rest.iter().sum() {
            0 => "nothing lost".into(),
            n => counted(n, "law") + " broken",
        };
        batch.tell(&lost, out);
    }
    Ok(batch.code)
}

fn shown(name: &str, kept: &Kept) -> String {
    let name = clean(name);
    let mut text = match kept.broken.is_empty() {
        true => format!("{BOLD}{name}{BOLD:#}: {GOOD}kept{GOOD:#} {DIM}({} laws){DIM:#}\n", kept.n_laws),
        false => format!("{BOLD}{name}{BOLD:#}: {BAD}not kept{BAD:#}\n"),
    };
    for broken in &kept.broken {
        let _ = writeln!(text, "  {BAD}error:{BAD:#} {}", clean(broken));
    }
    for note in &kept.notes {
        let _ = writeln!(text, "  {ODD}note:{ODD:#} {}", clean(note));
    }
    text
}
