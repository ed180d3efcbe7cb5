//! The shards of a job: archives, and groups of files.

use crate::inputs::{FoundInput, Input};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read};

/// The files that share one output of each table.
#[derive(Debug)]
pub(super) struct Shard {
    /// The name of the output files.
    pub(super) name: String,
    pub(super) source: ShardInputs,
}

#[derive(Debug)]
pub(super) enum ShardInputs {
    Archive(Input),
    Files(Vec<FoundInput>),
}

/// Upper bound on the files outside archives that form a shard.
const MOST_FILES: usize = 10_000;

/// The extensions of archives.
const ENDINGS: &[&str] = &[".tar", ".tar.gz", ".tgz", ".zip", ".warc", ".warc.gz"];

/// Divides inputs into shards: archives one by one, and all other files in groups, in the order of their names.
pub(super) fn shards(inputs: Vec<FoundInput>) -> Vec<Shard> {
    let (mut shards, mut files, mut names) = (Vec::new(), Vec::new(), HashSet::new());
    for found in inputs {
        match found {
            Ok(input) if is_archive(&input) => {
                let name = free(&plain(&input.relative.to_string_lossy()), &mut names);
                shards.push(Shard { name, source: ShardInputs::Archive(input) });
            }
            found => files.push(found),
        }
    }
    let mut rest = files.into_iter().peekable();
    let mut number = 0;
    while rest.peek().is_some() {
        let name = free(&format!("files-{number:05}"), &mut names);
        shards.push(Shard { name, source: ShardInputs::Files(rest.by_ref().take(MOST_FILES).collect()) });
        number += 1;
    }
    shards
}

/// Returns true if a file is an archive, by its first bytes, or by its name if these cannot be read. In folders, only
/// files with the extension of an archive are opened.
fn is_archive(input: &Input) -> bool {
    let name = input.name.to_ascii_lowercase();
    let is_called = ENDINGS.iter().any(|ending| name.ends_with(ending));
    (is_called || !input.is_found)
        && input.has_path()
        && head(input).map_or(is_called, |head| rezkit::archive::kind(&head).is_some())
}

fn head(input: &Input) -> io::Result<Vec<u8>> {
    // Pipes and devices may block or be readable only once.
    if !input.path().metadata()?.is_file() {
        return Ok(Vec::new());
    }
    let mut head = Vec::new();
    File::open(input.path())?.take(rezkit::archive::HEAD as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// Turns a path into one name that every system allows.
fn plain(path: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
    let name: String = path.chars().map(|letter| if is_plain(letter) { letter } else { '_' }).collect();
    // Database engines ignore files that begin with a dot or an underscore.
    let name = name.trim_start_matches(['.', '_']);
    let start = name.char_indices().nth(100).map_or(name, |(end, _)| &name[..end]);
    if start.is_empty() { "shard".to_owned() } else { start.to_owned() }
}

/// A name that is not taken on any system, where case may not matter.
fn free(name: &str, names: &mut HashSet<String>) -> String {
    let (mut free, mut number) = (name.to_owned(), 2);
    while !names.insert(rezkit::file_key(&free)) {
        free = format!("{name}-{number}");
        number += 1;
    }
    free
}
