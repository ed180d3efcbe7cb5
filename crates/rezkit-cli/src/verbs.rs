//! What each verb does: asks the library, and says how the answer looks.

pub(crate) mod about;
mod assets;
pub(crate) mod bug_report;
pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod diff;
pub(crate) mod dump;
pub(crate) mod edit;
pub(crate) mod exchange;
pub(crate) mod extract;
pub(crate) mod formats;
pub(crate) mod identify;
pub(crate) mod info;
pub(crate) mod install_git;
pub(crate) mod list;
mod losses;
pub(crate) mod merge;
pub(crate) mod print;
pub(crate) mod query;
mod report;
pub(crate) mod roundtrip;
pub(crate) mod rules;
pub(crate) mod schema;
pub(crate) mod sort;
pub(crate) mod table;
pub(crate) mod thumb;
pub(crate) mod verdict;
pub(crate) mod view;

use crate::args::Paths;
use crate::batch::{Batch, left_out};
use crate::inputs::{Found, gathered_outside};
use crate::output::Out;
use crate::show::{self, counted};
use rezkit::identify_named;
use std::path::Path;

/// Why a result is not to be saved by a name, which promises another format.
fn misnamed(bytes: &[u8], path: &Path) -> Option<String> {
    let disagreement = identify_named(bytes, &path.to_string_lossy()).disagreement?;
    Some(format!("{disagreement}: give it another name, and convert it then"))
}

/// The files that a verb reads which writes others into a folder.
fn sources(paths: &Paths, output: &Path, out: &mut Out) -> Vec<Found> {
    let inputs = gathered_outside(output, &paths.paths, &paths.stdin_name);
    if inputs.is_cut {
        out.mention(&show::note(&output.to_string_lossy(), "not read, because the results go there"));
    }
    inputs.list
}

/// Says of a batch how many files there were, and what became of them.
fn summary<T>(batch: &Batch<T>, found: &str, out: &mut Out) {
    let mut text = counted(batch.n_files, "file");
    let mut parts = Vec::new();
    // Of files that cannot be read, nothing is known.
    if !found.is_empty() && (batch.n_refused < batch.n_files || batch.n_files == 0) {
        parts.push(found.to_owned());
    }
    if batch.n_refused > 0 {
        parts.push(format!("{} not readable", batch.n_refused));
    }
    if !parts.is_empty() {
        text = format!("{text}: {}", parts.join(", "));
    }
    text.push_str(&left_out(batch.n_skipped, batch.n_hidden));
    text.push('\n');
    out.mention(&text);
}
