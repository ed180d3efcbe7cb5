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
    // Only the first differences are looked at closely, where a record that was put in is not taken for many small ones: each
    // takes a tenth of a millisecond, and there may be a million.
    let mut n_close = 256_u32;
    loop {
        let same = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        (old, new) = (&old[same..], &new[same..]);
        if old.is_empty() || new.is_empty() {
            return (n_other + new.len()).max(n_gone + old.len());
        }
        let (gone, other) = met_again(old, new, if n_close > 0 { 1 << 16 } else { 1 << 9 });
        n_close = n_close.saturating_sub(1);
        // Before the piece that was found, they may be the same, too.
        let same =
            old[..gone].iter().rev().zip(new[..other].iter().rev()).take_while(|(a, b)| a == b).count();
        (n_gone, n_other) = (n_gone + gone - same, n_other + other - same);
        (old, new) = (&old[gone..], &new[other..]);
    }
}

/// Where two files that differ from here on have the same bytes again; where that is far away, as far as was looked.
///
/// That is at the first piece that both have once: records have most of their bytes in common with the next one, too. Two
/// pieces with one hash make the count larger, and do nothing else.
fn met_again(old: &[u8], new: &[u8], mut far: usize) -> (usize, usize) {
    const FAR: usize = 1 << 20;
    const NOWHERE: usize = usize::MAX;
    const OFTEN: usize = NOWHERE - 1;
    loop {
        let near = [old, new].map(|file| &file[..file.len().min(far)]);
        let mut found: HashMap<u64, [usize; 2]> = HashMap::with_capacity(far / 8);
        for (side, file) in near.into_iter().enumerate() {
            for (hash, at) in pieces(file) {
                let place = &mut found.entry(hash).or_insert([NOWHERE; 2])[side];
                *place = if *place == NOWHERE { at } else { OFTEN };
            }
        }
        let once = found.into_values().filter(|places| places.iter().all(|place| *place < OFTEN));
        let met = once.min_by_key(|[_, other]| *other).map(Into::into);
        if met.is_some() || far == FAR || far >= old.len().max(new.len()) {
            return met.unwrap_or(near.map(<[u8]>::len).into());
        }
        far = FAR.min(far * 8);
    }
}

/// The hashes of a sixteenth of the pieces of a file, those that have one of some values, and where each begins.
fn pieces(file: &[u8]) -> impl Iterator<Item = (u64, usize)> {
    const LEN: usize = 32;
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let of_first = (0..LEN).fold(1, |power: u64, _| power.wrapping_mul(FACTOR));
    let mut hash = 0_u64;
    let hashes = file.iter().enumerate().map(move |(at, byte)| {
        let gone = at.checked_sub(LEN).map_or(0, |at| u64::from(file[at]) + 1);
        hash = hash
            .wrapping_mul(FACTOR)
            .wrapping_add(u64::from(*byte) + 1)
            .wrapping_sub(gone.wrapping_mul(of_first));
        (hash, (at + 1).wrapping_sub(LEN))
    });
    hashes.skip(LEN - 1).filter(|(hash, _)| hash >> 60 == 0)
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

    #[test]
    fn records_that_look_alike_are_told_apart() {
        let record = |number: u32, value: &str| {
            format!(
                "<Item class=\"Part\" referent=\"{number}\"><bool name=\"Anchored\">{value}</bool></Item>\n"
            )
        };
        let all = |values: &dyn Fn(u32) -> &'static str| {
            (0..5000).map(|i| record(i, values(i))).collect::<String>()
        };
        let old = all(&|_| "true");
        let some = all(&|i| if i % 1000 == 7 { "false" } else { "true" });
        assert_eq!(n_other(old.as_bytes(), some.as_bytes()), 5 * 4);
        let [one, two] = ["one", "two"].map(|value| record(77_777, value));
        let mut more = old.clone();
        more.insert_str(record(0, "true").len(), &one);
        more.insert_str(old.len() / 2 + more[old.len() / 2..].find('\n').unwrap() + 1, &two);
        let n = n_other(old.as_bytes(), more.as_bytes());
        assert!((one.len() + two.len() - 60..=one.len() + two.len()).contains(&n), "{n}");
    }
}
