//! Parts that an expression chooses.

use crate::Code;
use crate::args::{Common, Many, Paths, examples};
use crate::batch::{self, BatchOptions};
use crate::done::{self, Done, Ending};
use crate::isolation::Isolation;
use crate::output::Out;
use crate::show::{self, BOLD, clean, counted, csv, json};
use crate::tally::{self, TallyLine};
use clap::Args;
use rezkit::{File, Match, Problem, query};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Finds the parts of files that an expression chooses.
///
/// Without --get, paths are printed. Expressions are:
///
/// - class=Part, name=Door, path=Workspace/Door, or with ~ a pattern: name~*Door*
///
/// - a property or an @attribute, and = != < <= > >= or ~: Transparency>0.5
///
/// - one number of a vector or a colour: size.Y>10
///
/// - a property alone, which is there and not false: Anchored
///
/// - several of these with `and`, `or`, `not` and parentheses
///
/// A part without the property is not chosen. Texts with spaces are in double quotes. Of what is not a model or place,
/// the parts are those that `rez print` prints.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez query place.rbxl 'class=Part and Transparency>0.5'" => "the paths of these parts"
    "rez query place.rbxl class=Part --get size --get Anchored" => "two properties, in lines that `rez set --from` takes"
    "rez query place.rbxl 'name~*Door*' --json" => "all properties with their types, as JSON"
})]
pub(super) struct QueryArgs {
    #[command(flatten)]
    paths: Paths,
    /// Which parts.
    #[arg(value_name = "EXPRESSION")]
    query: rezkit::Query,
    /// Print this property of each part; may be given more than once.
    #[arg(long = "get", value_name = "PROPERTY")]
    properties: Vec<String>,
    #[command(flatten)]
    many: Many,
    #[command(flatten)]
    isolation: Isolation,
}

pub(super) fn run(verb: &QueryArgs, common: &Common, out: &mut Out) -> Ending {
    let inputs = verb.isolation.inputs(|| verb.paths.inputs());
    let has_names = inputs.list.len() != 1;
    if verb.many.csv {
        out.print(&csv::row(
            ["file", "kind", "path"].into_iter().chain(verb.properties.iter().map(|it| &**it)),
        ));
    }
    let how = BatchOptions { isolation: verb.isolation, ..verb.many.into() };
    let batch = batch::read(&inputs, common, how, out, |input, bytes| {
        let file = done::opened(input, bytes, common, verb.many.json)?;
        let found = found(&file, &input.name, verb, has_names || input.is_found)
            .map_err(|problem| Done::refused(&input.name, problem, verb.many.json))?;
        Ok(match verb.many.summary {
            true => Done::tallied(found.lines, Code::Fine),
            false => Done { rest: Some(found.n), err: found.notes, ..Done::new(found.text, Code::Fine) },
        })
    });
    if verb.many.is_text() {
        batch.tell(&counted(batch.rest.iter().sum(), "part"), out);
    }
    Ok(batch.code)
}

/// What was found in a file.
#[derive(Default)]
struct FoundParts {
    text: String,
    n: usize,
    lines: Vec<TallyLine>,
    /// Why the answer may be wrong.
    notes: String,
}

fn found(file: &File<'_>, name: &str, verb: &QueryArgs, has_names: bool) -> Result<FoundParts, Problem> {
    let (mut found, mut kinds) = (FoundParts::default(), BTreeMap::<String, usize>::new());
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
        found.lines.extend(kinds.into_iter().map(|(kind, n)| TallyLine::inside("class", kind, n)));
    }
    found.lines.extend(tally::unsure(&answered.notes));
    Ok(found)
}

fn shown(part: &Match<'_>, name: &str, verb: &QueryArgs, has_names: bool) -> String {
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
