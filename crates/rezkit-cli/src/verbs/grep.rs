//! The verb `grep`: searches the lines of scripts.

use crate::args::{Common, Many, Paths, examples};
use crate::batch::{self, BatchOptions};
use crate::code::Code;
use crate::done::{self, Done, Ending};
use crate::isolation::Isolation;
use crate::output::Out;
use crate::show::{self, BOLD, DIM, VALUE, clean, counted, csv, json};
use crate::tally::{self, TallyLine};
use clap::Args;
use rezkit::{File, FoundLine, Pattern, Problem, grep};
use std::fmt::Display;
use std::ops::ControlFlow;

/// Finds lines of scripts by a regular expression.
///
/// Before each line stand the path of its script and its number, as in ripgrep; with several files, also the name of
/// the file. The exit status is 1 if there is none.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez grep require place.rbxl" => "lines with this word"
    "rez grep -i 'http(service|get)' place.rbxl" => "the same in small or capital letters"
    "rez grep -l require place.rbxl models" => "the scripts that have it, in files and folders"
})]
pub(super) struct GrepArgs {
    /// A regular expression.
    #[arg(value_name = "PATTERN", allow_hyphen_values = true)]
    pattern: String,
    #[command(flatten)]
    paths: Paths,
    /// Ignore case, so that `http` finds `HTTP`, too.
    #[arg(short, long)]
    ignore_case: bool,
    /// Take the pattern as plain text, in which no character is special.
    #[arg(short = 'F', long)]
    fixed_strings: bool,
    /// Print only which scripts have such lines.
    #[arg(short = 'l', long, conflicts_with_all = ["count", "many"])]
    files_with_matches: bool,
    /// Print only how many lines each script has.
    #[arg(short, long, conflicts_with = "many")]
    count: bool,
    #[command(flatten)]
    many: Many,
    #[command(flatten)]
    isolation: Isolation,
}

pub(super) fn run(verb: &GrepArgs, common: &Common, out: &mut Out) -> Ending {
    let read = if verb.fixed_strings { Pattern::literal } else { Pattern::new };
    let pattern = read(&verb.pattern, verb.ignore_case)
        .map_err(|problem| Done::failed(Code::Usage, show::problem(&verb.pattern, &problem)))?;
    let many = verb.many;
    if many.csv {
        out.print(&csv::row(["file", "path", "line", "column", "text"]));
    }
    let inputs = verb.isolation.inputs(|| verb.paths.inputs());
    let has_names = inputs.list.len() != 1;
    let how = BatchOptions { isolation: verb.isolation, ..many.into() };
    let batch = batch::read(&inputs, common, how, out, |input, bytes| {
        let file = done::opened(input, bytes, common, many.json)?;
        let format = file.identity().format;
        if input.is_found && !matches!(format.family(), rezkit::Family::RbxBinary | rezkit::Family::RbxXml) {
            return Err(Done::skipped(input, format));
        }
        let name = (has_names || input.is_found).then_some(&*input.name);
        let (text, err, [n, n_scripts]) = found(&file, &pattern, &input.name, name, verb)
            .map_err(|problem| Done::refused(&input.name, problem, many.json))?;
        let rest = Some([n, n_scripts]);
        Ok(match many.summary {
            true if n == 0 => Done { rest, ..Done::tallied(Vec::new(), Code::Fine) },
            true => {
                let lines = tally::file(&file).into_iter().chain([TallyLine::inside("kind", "lines", n)]);
                Done { rest, ..Done::tallied(lines.collect(), Code::Fine) }
            }
            false => Done { rest, err, ..Done::new(text, Code::Fine) },
        })
    });
    let [n, n_scripts] =
        [0, 1].map(|which: usize| batch.rest.iter().map(|counts| counts[which]).sum::<usize>());
    if many.is_text() {
        batch.tell(&format!("{} in {}", counted(n, "line"), counted(n_scripts, "script")), out);
    }
    Ok(batch.code.max(if n == 0 { Code::Found } else { Code::Fine }))
}

/// The output and the warnings for a file, with the numbers of matching lines and scripts.
fn found(
    file: &File<'_>,
    pattern: &Pattern,
    name: &str,
    shown_name: Option<&str>,
    verb: &GrepArgs,
) -> Result<(String, String, [usize; 2]), Problem> {
    let before = shown_name.map(|name| format!("{BOLD}{}{BOLD:#}:", clean(name))).unwrap_or_default();
    let (mut text, mut n, mut n_scripts) = (String::new(), 0, 0);
    // The script whose lines are being counted, and their number.
    let mut last: Option<(String, usize)> = None;
    let ended = |last: Option<(String, usize)>, text: &mut String| {
        let Some((path, n)) = last else { return };
        if verb.files_with_matches {
            text.push_str(&format!("{before}{VALUE}{}{VALUE:#}\n", clean(&path)));
        } else if verb.count {
            text.push_str(&format!("{before}{VALUE}{}{VALUE:#}:{n}\n", clean(&path)));
        }
    };
    let warnings = grep(file, pattern, &mut |line| {
        n += 1;
        match &mut last {
            Some((path, n)) if *path == line.path => *n += 1,
            last => {
                ended(last.replace((line.path.clone(), 1)), &mut text);
                n_scripts += 1;
            }
        }
        text.push_str(&match verb.many {
            many if many.json => json::line(name, &line),
            many if many.csv => {
                csv::row([&name as &dyn Display, &line.path, &line.line, &line.column, &line.text])
            }
            many if many.summary || verb.files_with_matches || verb.count => String::new(),
            _ => format!("{before}{}", shown(&line)),
        });
        ControlFlow::Continue(())
    })?;
    ended(last, &mut text);
    Ok((text, show::damage(name, &warnings), [n, n_scripts]))
}

fn shown(line: &FoundLine) -> String {
    let (path, text) = (clean(&line.path), show::line(&line.text));
    format!("{VALUE}{path}{VALUE:#}:{DIM}{}{DIM:#}:{text}\n", line.line)
}
