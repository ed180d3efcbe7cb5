//! The canonical text of files.

use crate::Code;
use crate::args::{Common, Print};
use crate::batch::{opened, options};
use crate::inputs::{Input, inputs};
use crate::output::Out;
use crate::show::{self, BOLD, DIM, GOOD, VALUE, clean, json};
use rezkit::{PrintKind, PrintLine, PrintOptions, print_parts, print_with};
use std::ops::ControlFlow;

/// Prints line by line, since the text may be many times larger than its file.
pub(crate) fn run(verb: &Print, common: &Common, out: &mut Out) -> Code {
    let mut code = Code::Fine;
    for found in inputs(&verb.paths.paths, &verb.paths.stdin_name) {
        let read = found.and_then(|input| match input.read(common.max_memory) {
            Ok(bytes) => Ok((input, bytes)),
            Err(error) => Err((input.name, error)),
        });
        match read {
            Ok((input, bytes)) => code = code.max(one(&input, &bytes, verb, common, out)),
            Err((name, error)) => {
                out.tell(&show::error(&name, &error.to_string()));
                code = code.max(Code::Io);
            }
        }
        if out.is_closed() {
            break;
        }
    }
    code
}

fn one(input: &Input, bytes: &[u8], verb: &Print, common: &Common, out: &mut Out) -> Code {
    let file = match opened::<()>(input, bytes, &options(common, &input.name), verb.json) {
        Ok(file) => file,
        Err(done) if verb.textconv && !done.is_skipped => return stand_in(bytes, out),
        Err(done) => return done.tell(out),
    };
    if verb.paths.paths.len() > 1 && !verb.json {
        out.print(&format!("{BOLD}{}{BOLD:#}\n", clean(&input.name)));
    }
    let printed = match verb.json {
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
            if verb.json {
                out.print(&json::problem(&input.name, &problem));
            } else {
                out.tell(&show::problem(&input.name, &problem));
            }
            Code::Refused
        }
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
