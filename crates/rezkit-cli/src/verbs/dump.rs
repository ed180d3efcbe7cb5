//! The verb `dump`: the meaning of each byte of files.

use crate::args::{Common, examples};
use crate::code::Code;
use crate::done::{self, Done, Ending};
use crate::inputs::inputs;
use crate::output::Out;
use crate::show::{self, BAD, BOLD, DIM, NOTE, ODD, VALUE, clean, counted, grouped, json, short};
use anstyle::Style;
use clap::Args;
use rezkit::{At, DumpLine, DumpOptions, File, Kind, Problem, ProblemKind, dump};
use std::fmt::Write;
use std::path::PathBuf;

/// Explains every byte of files: offset, bytes, name and value.
///
/// The data inside of compressed parts is explained, too. An offset such as 3:00000010 is in the decompressed data of
/// the third compressed part.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez dump chair.mesh --depth 2" => "the upper parts"
    "rez dump chair.mesh --at 0x11" => "what byte 0x11 is, and what it is part of"
    "rez dump chair.mesh --part faces" => "one part"
})]
pub(super) struct DumpArgs {
    /// Files; `-` reads stdin.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Show only this many levels of nested parts.
    #[arg(long, value_name = "LEVELS")]
    depth: Option<usize>,
    /// Show only what contains this byte: 0x1f0, 496, or 3:0x10 in the third compressed part.
    #[arg(long, value_name = "OFFSET", conflicts_with = "part", value_parser = parse_offset)]
    at: Option<At>,
    /// Show only this part, by its path as in messages and findings.
    #[arg(long, value_name = "PATH")]
    part: Option<String>,
    /// Print JSON Lines: one object per line of the dump.
    #[arg(long)]
    json: bool,
}

/// Parses an offset such as `0x1f0`, `496` or `3:0x10`.
fn parse_offset(text: &str) -> Result<At, String> {
    text.parse().map_err(|_| "expected an offset such as 0x1f0, 496 or 3:0x10".to_owned())
}

/// The number of bytes on a line, and an upper bound on the warnings at the end.
const WIDTH: usize = 16;
const MOST_WARNINGS: usize = 10;

/// Upper bound on the indentation in levels: deeper lines would be mostly blank.
const MOST_INDENTED: usize = 50;

/// Prints line by line, because a dump is many times as long as its file.
pub(super) fn run(verb: &DumpArgs, common: &Common, out: &mut Out) -> Ending {
    let mut code = Code::Fine;
    for found in inputs(&verb.paths, "-").list {
        let read = found.and_then(|input| match input.read(Some(common.readable())) {
            Ok(bytes) => Ok((input, bytes)),
            Err(error) => Err((input.name, error)),
        });
        let (input, bytes) = match read {
            Ok(read) => read,
            Err((name, error)) => {
                code = code.max(Done::<()>::refused(&name, Problem::io(&error), verb.json).tell(out));
                continue;
            }
        };
        match done::opened(&input, &bytes, common, verb.json) {
            Err(done) => code = code.max(done.tell(out)),
            Ok(file) => {
                if verb.paths.len() > 1 && !verb.json {
                    out.print(&format!("{BOLD}{}{BOLD:#}\n", clean(&input.name)));
                }
                code = code.max(one(&file, &input.name, verb, out));
            }
        }
        if out.is_closed() {
            break;
        }
    }
    Ok(code)
}

fn one(file: &File<'_>, name: &str, verb: &DumpArgs, out: &mut Out) -> Code {
    let mut options = DumpOptions::default();
    (options.depth, options.at, options.part) = (verb.depth, verb.at, verb.part.clone());
    let mut n_lines = 0;
    let ended = dump(file, &options, &mut |line| {
        n_lines += 1;
        let text = if verb.json { json::line(name, &line) } else { shown(&line) };
        out.flow(&text)
    });
    let mut refuse = |mut problem: Problem| {
        file.explain([&mut problem]);
        if verb.json {
            out.print(&json::problem(name, &problem));
        } else {
            out.tell(&show::problem(name, &problem));
        }
    };
    match ended {
        Err(problem) => {
            // Any other problem means that the part or byte in the arguments does not exist.
            let is_limit = problem.kind == ProblemKind::Limit;
            refuse(problem);
            if is_limit { Code::Refused } else { Code::Usage }
        }
        Ok(end) => {
            if let Some(problem) = end.error {
                refuse(problem);
                return Code::Refused;
            }
            if n_lines == 0 && verb.at.is_some() {
                return Done::<()>::misused(name, "the file has no such byte").tell(out);
            }
            for warning in end.warnings.list.iter().take(MOST_WARNINGS) {
                out.mention(&format!("{ODD}warning:{ODD:#} {}\n", clean(&warning.to_string())));
            }
            let n_more = end.warnings.total().saturating_sub(MOST_WARNINGS);
            if n_more > 0 {
                out.mention(&format!("{ODD}warning:{ODD:#} and {} more\n", grouped(n_more)));
            }
            if end.n_folded > 0 {
                let what = counted(end.n_folded, "part");
                out.mention(&format!(
                    "{NOTE}note:{NOTE:#} {what} folded; --at OFFSET shows the parts around a byte\n"
                ));
            }
            Code::Fine
        }
    }
}

fn shown(line: &DumpLine<'_>) -> String {
    let (name, value, mark): (Style, Style, _) = match line.kind {
        Kind::Part => (BOLD, VALUE, ""),
        Kind::Typed => (Style::new(), VALUE, ""),
        Kind::Unknown => (ODD, DIM, " (unknown)"),
        Kind::Gap => (BAD, DIM, " (unused)"),
        Kind::Reference => (DIM, DIM, " (shared with a part above)"),
        Kind::Folded => (NOTE, DIM, " (folded)"),
    };
    let bytes = line.bytes;
    let n_shown = if bytes.len() > WIDTH { WIDTH - 1 } else { bytes.len() };
    let mut hex = String::with_capacity(3 * WIDTH);
    for byte in &bytes[..n_shown] {
        let _ = write!(hex, "{byte:02x} ");
    }
    if n_shown < bytes.len() {
        hex.push('…');
    }
    let space = if line.space == 0 { String::new() } else { format!("{}:", line.space) };
    let indent = 2 * line.depth.min(MOST_INDENTED);
    let mut text = format!(
        "{DIM}{space:>4}{:08x}{DIM:#}  {hex:48} {:indent$}{name}{}{name:#}{mark}",
        line.start,
        "",
        clean(&line.name)
    );
    if !line.value.is_empty() {
        let _ = write!(text, " = {value}{}{value:#}", short(&line.value, 120));
    }
    if line.end - line.start > WIDTH {
        let _ = write!(text, " {DIM}({}){DIM:#}", counted(line.end - line.start, "byte"));
    }
    text.push('\n');
    text
}
