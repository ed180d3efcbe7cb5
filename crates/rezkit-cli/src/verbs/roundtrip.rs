//! Whether files come back as they were.

use super::summary;
use crate::Code;
use crate::args::{Common, Roundtrip};
use crate::batch::{self, Done};
use crate::output::Out;
use crate::show::{BAD, BOLD, DIM, GOOD, ODD, clean, counted, json};
use rezkit::{Kept, roundtrip};
use std::fmt::Write;

pub(crate) fn run(verb: &Roundtrip, common: &Common, out: &mut Out) -> Code {
    let batch = batch::run(&verb.paths, common, verb.json, out, |input, bytes| {
        let file = match batch::opened(input, bytes, &batch::options(common, &input.name), verb.json) {
            Ok(file) => file,
            Err(done) => return done,
        };
        match roundtrip(&file) {
            Err(problem) => Done::refused(&input.name, problem, verb.json),
            Ok(kept) => {
                let code = if kept.broken.is_empty() { Code::Fine } else { Code::Found };
                let text = if verb.json { json::line(&input.name, &kept) } else { shown(&input.name, &kept) };
                Done { rest: Some(kept.broken.len()), ..Done::new(text, code) }
            }
        }
    });
    if !verb.json {
        let lost = match batch.rest.iter().sum() {
            0 => "nothing lost".into(),
            n => counted(n, "law") + " broken",
        };
        summary(&batch, &lost, out);
    }
    batch.code
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
