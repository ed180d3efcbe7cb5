//! What verbs share that change a file: which one, where the result goes, and what is said of it.

use crate::Code;
use crate::args::Common;
use crate::done::{self, Done, Ending};
use crate::git;
use crate::output::{Out, misnamed, replace, save};
use crate::show::{self, ODD, changes, counted, json, losses, size};
use clap::Args;
use rezkit::{Change, DiffOptions, Edited, File, OpenOptions, Problem, ProblemKind};
use std::collections::HashMap;
use std::path::PathBuf;

/// What is edited, and where the result goes.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("where").required(true).args(["output", "in_place", "dry_run"]))]
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

pub(crate) fn run(
    target: &EditArgs,
    what: &str,
    word: &str,
    common: &Common,
    out: &mut Out,
    edit: impl FnOnce(&File<'_>) -> Result<Edited, Problem>,
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
    let edited = edit(&file).map_err(|problem| {
        let code = match problem.kind {
            ProblemKind::Reference | ProblemKind::Value => Code::Usage,
            ProblemKind::Io => Code::Io,
            _ => Code::Refused,
        };
        Done { code, ..Done::refused(&input.name, problem, target.json) }
    })?;
    if target.dry_run {
        if !target.json {
            mention(&edited, common, out);
            if edited.bytes == bytes {
                out.mention("nothing would change\n");
            }
        }
        let shown = |change: &Change| match target.json {
            true => json::line(&input.name, change),
            false => changes::shown(change, common.verbose),
        };
        compared(&file, &edited.bytes, shown, out)
            .map_err(|problem| Done::refused(&input.name, problem, target.json))?;
        if target.json {
            out.print(&json::line(&input.name, &edited));
        }
        return Ok(code(&edited));
    }
    if to_stdout {
        out.tell(&losses::shown(&edited.losses, common.verbose));
        return Ok(out.give(&edited.bytes).max(code(&edited)));
    }
    if !target.in_place
        && let Some(why) = misnamed(&edited.bytes, output)
    {
        return Err(Done::misused(&output.to_string_lossy(), &why));
    }
    let is_changed = edited.bytes != bytes;
    let is_committed = target.in_place && is_changed && git::has(output);
    let saved = match target.in_place {
        true if !is_changed => Ok(()),
        true if is_committed => save(output, &edited.bytes, true),
        true => replace(output, &bytes, &edited.bytes, target.force),
        false => save(output, &edited.bytes, target.force),
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
        let n_other = counted(n_other(&bytes, &edited.bytes), "byte");
        let done = counted(edited.n_values, what);
        out.mention(&format!("{done} {word}, {n_other} of {}\n", size(bytes.len())));
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

/// How many bytes of a new file are not in the old one where they were, but for what was put in or taken out before them.
pub(crate) fn n_other(mut old: &[u8], mut new: &[u8]) -> usize {
    let (mut n_gone, mut n_other) = (0, 0);
    loop {
        let same = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        (old, new) = (&old[same..], &new[same..]);
        if old.is_empty() || new.is_empty() {
            return (n_other + new.len()).max(n_gone + old.len());
        }
        let (gone, other) = met_again(old, new);
        // Before the piece that was found, they may be the same, too.
        let same =
            old[..gone].iter().rev().zip(new[..other].iter().rev()).take_while(|(a, b)| a == b).count();
        (n_gone, n_other) = (n_gone + gone - same, n_other + other - same);
        (old, new) = (&old[gone..], &new[other..]);
    }
}

/// Where two files that differ from here on have the same bytes again; where that is far away, as far as was looked.
fn met_again(old: &[u8], new: &[u8]) -> (usize, usize) {
    /// How long a piece has to be to be found again.
    const PIECE: usize = 32;
    const FAR: usize = 1 << 20;
    let mut far = 32 * PIECE;
    loop {
        let (near_old, near_new) = (&old[..old.len().min(far)], &new[..new.len().min(far)]);
        // The first one of those that are equal comes last, and stays.
        let pieces: HashMap<&[u8], usize> =
            near_old.chunks_exact(PIECE).enumerate().rev().map(|(i, piece)| (piece, i * PIECE)).collect();
        let met = near_new.windows(PIECE).zip(0..).find_map(|(piece, at)| Some((*pieces.get(piece)?, at)));
        if met.is_some() || far == FAR || far >= old.len().max(new.len()) {
            return met.unwrap_or((near_old.len(), near_new.len()));
        }
        far *= 2;
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_only_moved_do_not_count() {
        let old: Vec<u8> = (0..2000_u32).flat_map(u32::to_le_bytes).collect();
        assert_eq!(n_other(&old, &old), 0);
        let mut new = old.clone();
        new[4000] ^= 1;
        assert_eq!(n_other(&old, &new), 1);
        new.splice(100..100, [7; 10]);
        assert_eq!(n_other(&old, &new), 11);
        assert_eq!((n_other(&old, &[]), n_other(&[], &old)), (8000, 8000));
    }
}
