//! What verbs share that change a file: which one, where the result goes, and what is said of it.

use crate::args::Common;
use crate::done::{self, Done, Ending};
use crate::output::{Out, Sink, Staged, Staging, misnamed, replace};
use crate::show::{self, ODD, changes, counted, json, losses};
use crate::{Code, git};
use clap::Args;
use rezkit::{Change, DiffOptions, Edited, File, OpenOptions, Problem, ProblemKind};
use std::path::PathBuf;

/// What is edited, and where the result goes.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("destination").required(true).args(["output", "in_place", "dry_run"]))]
pub(crate) struct EditArgs {
    /// A file; `-` is the standard input.
    #[arg(value_name = "FILE")]
    pub(crate) path: PathBuf,
    /// Where to write; `-` is the standard output.
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// Replace the file; unless git has the old one, it is kept as FILE.bak, which only --force overwrites.
    #[arg(long)]
    in_place: bool,
    /// Write nothing, and print what would change.
    #[arg(long)]
    dry_run: bool,
    /// Overwrite the output, or the copy of the old file.
    #[arg(short, long)]
    pub(crate) force: bool,
    /// JSON Lines: with `--dry-run` an object for each change, then one that counts what was done; not with `-` as the
    /// output.
    #[arg(long)]
    json: bool,
}

/// Lets `edit` change the file. What it gives to the second argument, and then the bytes of its result, are the new one.
pub(crate) fn run(
    target: &EditArgs,
    what: &str,
    word: &str,
    common: &Common,
    out: &mut Out,
    edit: impl FnOnce(&File<'_>, &mut Sink<'_>) -> Result<Edited, Problem>,
) -> Ending {
    let input = done::named(&target.path)?;
    let output = target.output.as_deref().unwrap_or(&target.path);
    let to_stdout = !target.dry_run && output.as_os_str() == "-";
    if target.json && to_stdout {
        return Err(Done::misused(
            "-",
            "the result goes to the standard output: --json needs another output",
        ));
    }
    let bytes = done::read(&input, common)?;
    let file = done::opened(&input, &bytes, common, target.json)?;
    if file.bytes() != bytes {
        return Err(Done::misused(
            &input.name,
            "it is compressed as a whole, by gzip, zlib or zstd: decompress it first",
        ));
    }
    let edit = |give: &mut Sink<'_>| {
        edit(&file, give).map_err(|problem| {
            let code = match problem.kind {
                ProblemKind::Reference | ProblemKind::Value => Code::Usage,
                ProblemKind::Io => Code::Io,
                _ => Code::Refused,
            };
            Done { code, ..Done::refused(&input.name, problem, target.json) }
        })
    };
    if target.dry_run || to_stdout {
        let mut new = Vec::new();
        let edited = edit(&mut |piece| new.extend_from_slice(piece))?;
        new.extend_from_slice(&edited.bytes);
        if to_stdout {
            out.tell(&losses::shown(&edited.losses, common.verbose));
            return Ok(out.give(&new).max(code(&edited)));
        }
        if !target.json {
            mention(&edited, common, out);
            if new == bytes {
                out.mention("nothing would change\n");
            }
        }
        let shown = |change: &Change| match target.json {
            true => json::line(&input.name, change),
            false => changes::shown(change, common.verbose),
        };
        compared(&file, &new, shown, out)
            .map_err(|problem| Done::refused(&input.name, problem, target.json))?;
        if target.json {
            out.print(&json::line(&input.name, &edited));
        }
        return Ok(code(&edited));
    }
    let mut new = Staging::new(output, target.in_place || target.force, &bytes);
    let edited = edit(&mut |piece| new.write(piece))?;
    new.write(&edited.bytes);
    if !target.in_place
        && let Some(why) = misnamed(&bytes, output)
    {
        return Err(Done::misused(&output.to_string_lossy(), &why));
    }
    let is_changed = new.differs();
    let is_committed = target.in_place && is_changed && git::has(output);
    let saved = match target.in_place {
        true if !is_changed => Ok(()),
        true if !is_committed => new.finish().and_then(|new| replace(output, &bytes, new, target.force)),
        _ => new.finish().and_then(Staged::commit),
    };
    saved.map_err(|error| Done::io(&output.to_string_lossy(), &error))?;
    if target.json {
        out.print(&json::line(&input.name, &edited));
        return Ok(code(&edited));
    }
    mention(&edited, common, out);
    if target.in_place && !is_changed {
        out.mention("nothing changed, and nothing was written\n");
        return Ok(code(&edited));
    }
    // Where there is no word for it, the notes say all.
    if !word.is_empty() {
        out.mention(&format!("{} {word}\n", counted(edited.n_values, what)));
    }
    if is_committed {
        out.mention("no .bak was kept, since the last commit of git has the old file\n");
    }
    Ok(code(&edited))
}

/// As in grep, 1 is for an expression that chose nothing.
fn code(edited: &Edited) -> Code {
    let idle = if edited.is_idle { Code::Found } else { Code::Fine };
    losses::code(&edited.losses).max(idle)
}

/// Says what else was done, and what was lost by that.
fn mention(edited: &Edited, common: &Common, out: &mut Out) {
    for note in &edited.notes {
        out.mention(&format!("{ODD}note:{ODD:#} {}\n", show::clean(note)));
    }
    out.tell(&losses::shown(&edited.losses, common.verbose));
}

/// Prints what the edits change.
fn compared(
    file: &File<'_>,
    edited: &[u8],
    shown: impl Fn(&Change) -> String,
    out: &mut Out,
) -> Result<(), Problem> {
    let edited = File::open(edited, &OpenOptions::default())?;
    rezkit::diff(file, &edited, &DiffOptions::default(), &mut |change| out.flow(&shown(&change)))?;
    Ok(())
}
