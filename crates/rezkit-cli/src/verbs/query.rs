//! Parts that an expression chooses.

use super::summary;
use crate::Code;
use crate::args::{Common, Query};
use crate::batch::{self, Done};
use crate::inputs::gathered;
use crate::output::Out;
use crate::show::{self, BOLD, clean, counted, csv, json};
use crate::tally::{self, Line};
use rezkit::{File, Match, Problem, query};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

pub(crate) fn run(verb: &Query, common: &Common, out: &mut Out) -> Code {
    let inputs = gathered(&verb.paths.paths, &verb.paths.stdin_name);
    let has_names = inputs.list.len() != 1;
    if verb.many.csv {
        let names = verb.properties.iter().map(|name| name as &dyn std::fmt::Display);
        out.print(&csv::row([&"file" as &dyn std::fmt::Display, &"kind", &"path"].into_iter().chain(names)));
    }
    let batch = batch::read(&inputs, common, verb.many.into(), out, |input, bytes| {
        let file = match batch::opened(input, bytes, &batch::options(common, &input.name), verb.many.json) {
            Ok(file) => file,
            Err(done) => return done,
        };
        match found(&file, &input.name, verb, has_names || input.is_found) {
            Err(problem) => Done::refused(&input.name, problem, verb.many.json),
            Ok(Found { lines, .. }) if verb.many.summary => Done::tallied(lines, Code::Fine),
            Ok(Found { text, n, notes, .. }) => {
                Done { rest: Some(n), err: notes, ..Done::new(text, Code::Fine) }
            }
        }
    });
    if !verb.many.json && !verb.many.csv && !verb.many.summary {
        summary(&batch, &counted(batch.rest.iter().sum(), "part"), out);
    }
    batch.code
}

/// What was found in a file.
#[derive(Default)]
struct Found {
    text: String,
    n: usize,
    lines: Vec<Line>,
    /// Why the answer may be wrong.
    notes: String,
}

fn found(file: &File<'_>, name: &str, verb: &Query, has_names: bool) -> Result<Found, Problem> {
    let (mut found, mut kinds) = (Found::default(), BTreeMap::<String, usize>::new());
    let answered = query(file, &verb.query, &mut |part| {
        found.n += 1;
        match verb.many.summary {
            true => *kinds.entry(part.kind().into_owned()).or_default() += 1,
            false => found.text.push_str(&shown(part, name, verb, has_names)),
        }
        ControlFlow::Continue(())
    })?;
    found.notes = answered.notes.iter().map(|note| show::note(name, note)).collect();
    if found.n > 0 {
        found.lines = tally::file(file);
        found.lines.extend(kinds.into_iter().map(|(kind, n)| Line::of("class", kind, n)));
    }
    found.lines.extend(tally::unsure(&answered.notes));
    Ok(found)
}

fn shown(part: &Match<'_>, name: &str, verb: &Query, has_names: bool) -> String {
    if verb.many.json {
        return part.part(&verb.properties).map_or(String::new(), |part| json::line(name, &part));
    }
    if verb.many.csv {
        let values: Vec<_> = verb.properties.iter().map(|name| part.get(name).unwrap_or_default()).collect();
        let kind = part.kind();
        let start = [&name as &dyn std::fmt::Display, &kind, &part.path()];
        return csv::row(start.into_iter().chain(values.iter().map(|value| value as &dyn std::fmt::Display)));
    }
    let before = if has_names { format!("{BOLD}{}{BOLD:#}: ", clean(name)) } else { String::new() };
    if verb.properties.is_empty() {
        return format!("{before}{}\n", part.path());
    }
    // As `rez set --from` takes them.
    let path = part.path().replace('=', "\\=");
    let values = verb.properties.iter().filter_map(|name| Some((name, part.get(name)?)));
    values.map(|(name, value)| format!("{before}{path}.{}={value}\n", clean(name))).collect()
}
