//! The verb `merge`: combines the changes that two people made to one file.

use crate::args::{Common, destination, examples, one_of};
use crate::code::Code;
use crate::done::{self, Done, Ending};
use crate::editing::{EditInput, is_same_file};
use crate::inputs::Input;
use crate::output::{Out, misnamed};
use crate::show::{self, BAD, BOLD, DIM, ODD, VALUE, clean, counted, json, losses, short};
use clap::Args;
use rezkit::{Conflict, ConflictKind, File, LineConflict, MergeOptions, MergeSide, Prefer, merge_sides};
use std::fmt::Write;
use std::path::PathBuf;
use store::{Sink, Staged, Staging};

/// Merges two changed copies of a model or place.
///
/// The changes from BASE to THEIRS are applied to OURS, by instance and property. Conflicts are listed and stay as in
/// OURS, and the exit status is then 1. All other changes of both sides are in the result, and everything unchanged is
/// as in OURS, byte for byte. Sources of scripts are merged line by line; all lines that are not in conflict are taken.
/// Without an output, only the conflicts are listed. The README shows how git uses it for its merges.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez merge old.rbxl place.rbxl theirs.rbxl" => "what would be in conflict"
    "rez merge old.rbxl place.rbxl theirs.rbxl -o merged.rbxl" => "the place with the changes of both"
    "rez merge old.rbxl place.rbxl theirs.rbxl --prefer theirs -o merged.rbxl" => "where both changed a value, theirs"
    "git config merge.rez.driver 'rez merge --path=%P -fo %A -- %O %A %B'" => "what git merges files with the attribute merge=rez with"
})]
pub(super) struct MergeArgs {
    /// The file that both sides started from; an empty file stands for none.
    base: PathBuf,
    /// The file that we have now.
    ours: PathBuf,
    /// The file that the others have now.
    theirs: PathBuf,
    /// Output file; `-` is stdout.
    #[arg(short, long, value_name = "PATH", value_parser = destination())]
    output: Option<PathBuf>,
    /// Side that wins where both changed a property, or a line of a script; by default none, and OURS stays.
    ///
    /// What both moved, and what one removed and the other changed, stays a conflict.
    #[arg(long, value_name = "SIDE", value_parser = one_of(SIDES))]
    prefer: Option<Prefer>,
    /// Put lines of scripts that both changed into the result, between markers as git makes them.
    #[arg(long, conflicts_with = "prefer")]
    markers: bool,
    /// Merge UniqueId, HistoryId and ScriptGuid, too, which only identify an instance; otherwise, those of OURS stay.
    #[arg(long)]
    ids: bool,
    /// Properties that stay as in OURS; may be repeated.
    #[arg(long, value_name = "PROPERTY")]
    ignore: Vec<String>,
    /// Overwrite the output.
    #[arg(short, long)]
    force: bool,
    /// Name of the file in messages, where OURS is a copy with another name.
    #[arg(long, value_name = "NAME")]
    path: Option<PathBuf>,
    /// JSON Lines: an object for each conflict, and one that counts what was done; not with stdout as
    /// output.
    #[arg(long)]
    json: bool,
}

/// The sides of a merge.
const SIDES: [(&str, &str, Prefer); 3] =
    [("ours", "", Prefer::Ours), ("theirs", "", Prefer::Theirs), ("base", "", Prefer::Base)];

/// Upper bound on the characters of a value that are shown, unless all are requested.
const MOST_LETTERS: usize = 70;

pub(super) fn run(verb: &MergeArgs, common: &Common, out: &mut Out) -> Ending {
    let (base, ours, theirs) =
        (done::named(&verb.base)?, done::named(&verb.ours)?, done::named(&verb.theirs)?);
    let to_stdout = verb.output.as_deref().is_some_and(|output| output.as_os_str() == "-");
    if verb.json && to_stdout {
        return Err(Done::misused("merge", "--json and the merged file cannot both go to stdout"));
    }
    let is_replaced =
        verb.force && verb.output.as_deref().is_some_and(|output| is_same_file(output, &verb.ours));
    let source = EditInput::open(&ours, is_replaced, common)?;
    let our_bytes = source.bytes();
    let our_file = opened(&ours, our_bytes, verb, common)?;
    let wanted = MergeOptions::default()
        .prefer(verb.prefer)
        .markers(verb.markers)
        .ids(verb.ids)
        .ignore(verb.ignore.clone());
    let called = verb.path.as_deref().map(|path| path.to_string_lossy());
    let name = called.as_deref().unwrap_or(&ours.name);
    // Only the file that is merged into is kept in memory as stored; this matters for large files.
    let side = |input: &Input, bytes: Vec<u8>| {
        let file = opened(input, &bytes, verb, common)?;
        let name = called.as_deref().unwrap_or(&input.name);
        MergeSide::read(&file, our_file.identity().format)
            .map_err(|problem| Done::refused(name, problem, verb.json))
    };
    // Git passes an empty file if there is no base.
    let base_bytes = Some(done::read(&base, common)?).filter(|bytes| !bytes.is_empty());
    let base = base_bytes.map(|bytes| side(&base, bytes)).transpose()?;
    let theirs = side(&theirs, done::read(&theirs, common)?)?;
    let merge = |give: &mut Sink<'_>| {
        merge_sides(base, &our_file, theirs, wanted, give)
            .map_err(|problem| Done::refused(name, problem, verb.json))
    };
    let merged = match verb.output.as_deref() {
        None => merge(&mut |_| {})?,
        Some(_) if to_stdout => {
            let mut bytes = Vec::new();
            let merged = merge(&mut |piece| bytes.extend_from_slice(piece))?;
            match out.give(&bytes) {
                Code::Fine => merged,
                code => return Ok(code),
            }
        }
        Some(output) => {
            let failed = |error| Done::io(&output.to_string_lossy(), &error);
            if let EditInput::Original(original) = &source {
                let mut new = original.draft();
                let merged = merge(&mut |piece| new.write(piece))?;
                original.replace(new).map_err(failed)?;
                merged
            } else {
                let mut new = Staging::new(output, verb.force);
                let merged = merge(&mut |piece| new.write(piece))?;
                if let Some(why) = misnamed(our_bytes, output) {
                    return Err(Done::misused(&output.to_string_lossy(), &why));
                }
                new.finish().and_then(Staged::commit).map_err(failed)?;
                merged
            }
        }
    };
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
        out.tell(&losses::shown(&merged.losses, common.verbose));
        out.mention(&summary(name, &merged));
    }
    Ok(if merged.conflicts.is_empty() { losses::code(&merged.losses) } else { Code::Found })
}

fn opened<'b>(
    input: &Input,
    bytes: &'b [u8],
    verb: &MergeArgs,
    common: &Common,
) -> Result<File<'b>, Done<()>> {
    let file = done::opened(input, bytes, common, verb.json)?;
    if file.bytes() != bytes {
        let why = "the whole file is compressed with gzip, zlib or zstd: decompress it first";
        return Err(Done::misused(&input.name, why));
    }
    Ok(file)
}

fn shown(conflict: &Conflict, is_full: bool) -> String {
    let Conflict { class, path, property, base, ours, theirs, .. } = conflict;
    let what = match (conflict.kind, property) {
        (ConflictKind::Moved, _) => "moved by both",
        (ConflictKind::Order, _) => "put in another order by both",
        (ConflictKind::RemovedByOurs, Some(_)) => "points to an instance that OURS removed",
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
        conflict.lines.iter().for_each(|lines| show_lines(lines, is_full, &mut text));
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

/// Upper bound on the lines of a side that are shown, unless all are requested.
const MOST_LINES: usize = 10;

fn show_lines(conflict: &LineConflict, is_full: bool, text: &mut String) {
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
