//! What two people changed in one file, in one file.

use super::diff::files;
use super::misnamed;
use crate::Code;
use crate::args::{Common, Merge};
use crate::batch::{opened, options};
use crate::output::{Out, save};
use crate::show::{self, BAD, BOLD, DIM, ODD, VALUE, clean, counted, json, short};
use rezkit::{Conflict, ConflictKind, File, LineConflict, MergeOptions, Prefer, merge_with};
use std::fmt::Write;

/// How much of a value is shown, unless all is asked for.
const MOST_LETTERS: usize = 70;

pub(crate) fn run(verb: &Merge, common: &Common, out: &mut Out) -> Code {
    let named = files(&[&verb.base, &verb.ours, &verb.theirs], out).unwrap_or_default();
    let [base, ours, theirs] = &named[..] else { return Code::Usage };
    let to_stdout = verb.output.as_deref().is_some_and(|output| output.as_os_str() == "-");
    if verb.json && to_stdout {
        out.tell(&show::error("merge", "--json and the merged file cannot both go to the standard output"));
        return Code::Usage;
    }
    let mut all = Vec::new();
    for input in [base, ours, theirs] {
        match input.read(common.max_memory) {
            Ok(bytes) => all.push(bytes),
            Err(error) => {
                out.tell(&show::error(&input.name, &error.to_string()));
                return Code::Io;
            }
        }
    }
    let mut files = Vec::new();
    for (input, bytes) in named.iter().zip(&all) {
        // Git has an empty file where there is no base.
        if files.is_empty() && bytes.is_empty() {
            files.push(None);
            continue;
        }
        match opened::<()>(input, bytes, &options(common, &input.name), verb.json) {
            Ok(file) => files.push(Some(file)),
            Err(done) => return done.tell(out),
        }
    }
    let [base, Some(our_file), Some(their_file)] = &files[..] else { return Code::Usage };
    if files.iter().flatten().zip(&all[all.len() - files.iter().flatten().count()..]).any(is_packed) {
        out.tell(&show::error(&ours.name, "one of the files is compressed as a whole: decompress it first"));
        return Code::Usage;
    }
    let wanted = MergeOptions::default().prefer(verb.prefer.map(Prefer::from)).markers(verb.markers);
    let called = verb.path.as_deref().map(|path| path.to_string_lossy());
    let name = called.as_deref().unwrap_or(&ours.name);
    let merged = match merge_with(base.as_ref(), our_file, their_file, wanted) {
        Ok(merged) => merged,
        Err(problem) => {
            match verb.json {
                true => _ = out.print(&json::problem(name, &problem)),
                false => out.tell(&show::problem(name, &problem)),
            }
            return Code::Refused;
        }
    };
    if let Some(output) = &verb.output {
        let why = misnamed(&merged.bytes, output);
        if to_stdout {
            match out.give(&merged.bytes) {
                Code::Fine => {}
                code => return code,
            }
        } else if let Some(why) = why {
            out.tell(&show::error(&output.to_string_lossy(), &why));
            return Code::Usage;
        } else if let Err(error) = save(output, &merged.bytes, verb.force) {
            out.tell(&show::error(&output.to_string_lossy(), &error.to_string()));
            return Code::Io;
        }
    }
    for conflict in &merged.conflicts {
        match (verb.json, to_stdout) {
            (true, _) => _ = out.print(&json::line(name, conflict)),
            (_, true) => out.tell(&shown(conflict, common.verbose)),
            _ => _ = out.print(&shown(conflict, common.verbose)),
        }
    }
    if verb.json {
        out.print(&json::line(name, &merged));
    } else {
        for note in &merged.notes {
            out.mention(&format!("{ODD}note:{ODD:#} {}\n", clean(note)));
        }
        out.mention(&summary(name, &merged));
    }
    if merged.conflicts.is_empty() { Code::Fine } else { Code::Found }
}

fn is_packed((file, bytes): (&File<'_>, &Vec<u8>)) -> bool {
    file.bytes() != *bytes
}

fn shown(conflict: &Conflict, is_full: bool) -> String {
    let Conflict { class, path, property, base, ours, theirs, .. } = conflict;
    let what = match (conflict.kind, property) {
        (ConflictKind::Moved, _) => "moved by both",
        (ConflictKind::Order, _) => "put in another order by both",
        (ConflictKind::RemovedByOurs, Some(_)) => "leads to what OURS removed",
        (ConflictKind::RemovedByOurs, None) => "removed in OURS",
        (ConflictKind::RemovedByTheirs, _) => "removed in THEIRS, in use in OURS",
        _ => "changed by both",
    };
    let mut text = format!("{BAD}!{BAD:#} [{VALUE}{}{VALUE:#}] {BOLD}{}{BOLD:#}", clean(class), clean(path));
    if let Some(property) = property {
        let _ = write!(text, ".{}", clean(property));
    }
    let _ = writeln!(text, "  {DIM}{what}{DIM:#}");
    if !conflict.lines.is_empty() {
        conflict.lines.iter().for_each(|lines| of_lines(lines, is_full, &mut text));
        return text;
    }
    for (side, value) in [("base", base), ("ours", ours), ("theirs", theirs)] {
        if let Some(value) = value.as_ref().filter(|_| conflict.kind != ConflictKind::Order) {
            let value = if is_full { clean(value) } else { short(value, MOST_LETTERS) };
            let _ = writeln!(text, "    {side:6}  {value}");
        }
    }
    text
}

/// How many lines of a side are shown, unless all are asked for.
const MOST_LINES: usize = 10;

fn of_lines(conflict: &LineConflict, is_full: bool, text: &mut String) {
    let LineConflict { line, base, ours, theirs, .. } = conflict;
    let _ = writeln!(text, "    {DIM}line {line}{DIM:#}");
    let most = if is_full { usize::MAX } else { MOST_LINES };
    for (side, lines) in [("base", base), ("ours", ours), ("theirs", theirs)] {
        for (number, line) in lines.lines().take(most).enumerate() {
            let side = if number == 0 { side } else { "" };
            let _ = writeln!(text, "    {side:6} {DIM}|{DIM:#}{}", show::line(line));
        }
        if lines.is_empty() {
            let _ = writeln!(text, "    {side:6}  {DIM}nothing{DIM:#}");
        }
        if let Some(more @ 1..) = lines.lines().count().checked_sub(most) {
            let _ = writeln!(text, "            {DIM}{} more; -v shows all{DIM:#}", counted(more, "line"));
        }
    }
}

fn summary(name: &str, merged: &rezkit::Merge) -> String {
    let counts = [
        (merged.n_added, "instance", "added"),
        (merged.n_removed, "instance", "removed"),
        (merged.n_moved, "instance", "moved"),
        (merged.n_properties, "property", "set"),
    ];
    let counts = counts.iter().filter(|(count, ..)| *count > 0);
    let counts: Vec<_> =
        counts.map(|(count, what, word)| format!("{} {word}", counted(*count, what))).collect();
    let taken = if counts.is_empty() { "nothing to take over".to_owned() } else { counts.join(", ") };
    let conflicts = match merged.n_conflicts {
        0 => String::new(),
        n => format!("; {}, left as in OURS", counted(n, "conflict")),
    };
    let decided = match merged.n_decided {
        0 => String::new(),
        n => format!("; {} decided", counted(n, "conflict")),
    };
    format!("{}: {taken}{decided}{conflicts}\n", clean(name))
}
