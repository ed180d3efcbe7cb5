//! The verb `undo`: reverts edits.

use crate::args::{Common, examples};
use crate::code::Code;
use crate::done::{self, Done, Ending};
use crate::output::Out;
use crate::show::{clean, counted};
use clap::Args;
use std::path::PathBuf;

/// Reverts the last edit of a file.
///
/// Each edit with `--in-place` keeps the older version in `.rez-undo` next to the file. Each call restores the newest one,
/// byte for byte, until the file is as it was before the first edit. Of more than ten edits, the first version and the
/// newest nine are kept. A file that was changed since the last edit stays as it is without `--force`.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez undo place.rbxl" => "the place as it was before the last edit"
    "rez undo place.rbxl --force" => "even if it was changed since; the changed file is kept in .rez-undo"
})]
pub(super) struct UndoArgs {
    /// A file that was edited in place.
    #[arg(value_name = "FILE")]
    path: PathBuf,
    /// Undo the edit although the file was changed since, and keep a copy of the changed file.
    #[arg(short, long)]
    force: bool,
}

pub(super) fn run(verb: &UndoArgs, common: &Common, out: &mut Out) -> Ending {
    let input = done::named(&verb.path)?;
    if !input.has_path() {
        return Err(Done::misused(&input.name, "stdin has no older versions: name a file"));
    }
    let limit = common.max_memory.map_or(u64::MAX, |most| most as u64);
    let undone = input.own(common.max_memory).and_then(|original| store::undo(&original, limit, verb.force));
    let undone = undone.map_err(|error| Done::io(&input.name, &error))?;
    if let Some(kept) = undone.kept {
        out.mention(&format!("the changed file is kept as {}\n", clean(&kept.to_string_lossy())));
    }
    let left = match undone.n_left {
        0 => "the file is as it was before the first edit".to_owned(),
        1 => "1 older version is left".to_owned(),
        n => format!("{} are left", counted(n, "older version")),
    };
    out.mention(&format!("{}: the last edit is undone; {left}\n", clean(&input.name)));
    Ok(Code::Fine)
}
