//! The canonical text of files.

use crate::Code;
use crate::args::{Common, Print};
use crate::batch::{self, Done, opened, options};
use crate::inputs::{Input, Inputs, gathered};
use crate::output::Out;
use crate::show::{self, BOLD, DIM, GOOD, VALUE, clean, csv, json};
use crate::tally::{self, Line};
use rezkit::{File, PrintKind, PrintLine, PrintOptions, print, print_parts, print_with};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::ControlFlow;

/// Prints line by line, since the text may be many times larger than its file.
pub(crate) fn run(verb: &Print, common: &Common, out: &mut Out) -> Code {
    let inputs = gathered(&verb.paths.paths, &verb.paths.stdin_name);
    if verb.many.summary {
        return totals(verb, common, &inputs, out);
    }
    if verb.many.csv {
        let names = ["file", "kind", "path", "property", "value"];
        out.print(&csv::row(names.iter().map(|name| name as &dyn Display)));
    }
    let mut code = Code::Fine;
    batch::each(&inputs.list, common, out, &mut |name, read, out| {
        code = code.max(match read {
            Ok((input, bytes)) => one(input, bytes, verb, common, out),
            Err(problem) => Done::<()>::refused(name, problem, verb.many.json).tell(out),
        });
        !out.is_closed()
    });
    code
}

/// How many parts there are of each class or kind.
fn totals(verb: &Print, common: &Common, inputs: &Inputs, out: &mut Out) -> Code {
    let batch = batch::read::<()>(inputs, common, verb.many.into(), out, |input, bytes| {
        let file = match opened(input, bytes, &options(common, &input.name), false) {
            Ok(file) => file,
            Err(done) => return done,
        };
        let mut kinds = BTreeMap::<String, usize>::new();
        let printed = print(&file, &mut |line| {
            if line.kind == PrintKind::Part {
                *kinds.entry(line.name.to_owned()).or_default() += 1;
            }
            ControlFlow::Continue(())
        });
        if let Err(problem) = printed {
            return Done::refused(&input.name, problem, false);
        }
        let mut lines = tally::file(&file);
        lines.extend(kinds.into_iter().map(|(kind, n)| Line::of("class", kind, n)));
        Done::tallied(lines, Code::Fine)
    });
    batch.code
}

fn one(input: &Input, bytes: &[u8], verb: &Print, common: &Common, out: &mut Out) -> Code {
    let file = match opened::<()>(input, bytes, &options(common, &input.name), verb.many.json) {
        Ok(file) => file,
        Err(done) if verb.textconv && !done.is_skipped => return stand_in(bytes, out),
        Err(done) => return done.tell(out),
    };
    if verb.many.csv {
        return rows(&file, input, out);
    }
    if (verb.paths.paths.len() > 1 || input.is_found) && !verb.many.json {
        out.print(&format!("{BOLD}{}{BOLD:#}\n", clean(&input.name)));
    }
    let printed = match verb.many.json {
        true => print_parts(&file, &mut |part| flow(out.print(&json::line(&input.name, part)))).map(|_| ()),
        false => {
            let options = PrintOptions::default().for_diff(verb.textconv);
            print_with(&file, options, &mut |line| flow(out.print(&styled(&line)))).map(|_| ())
        }
    };
    match printed {
        Ok(()) => Code::Fine,
        Err(_) if verb.textconv => stand_in(bytes, out),
        Err(problem) => {
            if verb.many.json {
                out.print(&json::problem(&input.name, &problem));
            } else {
                out.tell(&show::problem(&input.name, &problem));
            }
            Code::Refused
        }
    }
}

/// A row for each property, and one for a part without any.
fn rows(file: &File<'_>, input: &Input, out: &mut Out) -> Code {
    let (mut part, mut text) = ((String::new(), String::new()), (String::new(), String::new()));
    let row = |part: &(String, String), property: &str, value: &str| {
        csv::row([&input.name as &dyn Display, &part.0, &part.1, &property, &value])
    };
    let printed = print(file, &mut |line| {
        if line.kind != PrintKind::Line && !text.0.is_empty() {
            let (name, value) = std::mem::take(&mut text);
            out.print(&row(&part, &name, &value));
        }
        match line.kind {
            PrintKind::Part => {
                part = (line.name.to_owned(), line.value.to_owned());
                flow(out.print(&row(&part, "", "")))
            }
            PrintKind::Property => flow(out.print(&row(&part, line.name, line.value))),
            PrintKind::Text => {
                text.0 = line.name.to_owned();
                ControlFlow::Continue(())
            }
            _ => {
                if !text.1.is_empty() {
                    text.1.push('\n');
                }
                text.1.push_str(line.value);
                ControlFlow::Continue(())
            }
        }
    });
    if !text.0.is_empty() {
        out.print(&row(&part, &text.0, &text.1));
    }
    match printed {
        Ok(_) => Code::Fine,
        Err(problem) => Done::<()>::refused(&input.name, problem, false).tell(out),
    }
}

/// What git compares in the place of a file that cannot be read, which must not end its whole log.
fn stand_in(bytes: &[u8], out: &mut Out) -> Code {
    out.print(&format!("[not readable] {}\n", rezkit::summary(bytes)));
    Code::Fine
}

fn flow(is_open: bool) -> ControlFlow<()> {
    if is_open { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

fn styled(line: &PrintLine<'_>) -> String {
    let (name, value) = (line.name, line.value);
    match line.kind {
        PrintKind::Part => format!("[{VALUE}{name}{VALUE:#}] {BOLD}{value}{BOLD:#}\n"),
        PrintKind::Property => format!("  {name} {DIM}={DIM:#} {value}\n"),
        PrintKind::Line => format!("    {DIM}|{DIM:#}{GOOD}{value}{GOOD:#}\n"),
        _ => format!("  {name} {DIM}={DIM:#}\n"),
    }
}
