//! What a job consists of: archives, and groups of files.

use crate::inputs::{FoundInput, Input};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read};

/// One output of each table.
#[derive(Debug)]
pub(super) struct Shard {
    /// What its files are called.
    pub(super) name: String,
    pub(super) source: Source,
}

#[derive(Debug)]
pub(super) enum Source {
    Archive(Input),
    Files(Vec<FoundInput>),
}

/// How many files that are in no archive make a shard.
const MOST_FILES: usize = 10_000;

/// How the names of archives end.
const ENDINGS: &[&str] = &[".tar", ".tar.gz", ".tgz", ".zip", ".warc", ".warc.gz"];

/// Archives one by one, and all other files in groups, in the order of their names.
pub(super) fn shards(inputs: Vec<FoundInput>) -> Vec<Shard> {
    let (mut shards, mut files, mut names) = (Vec::new(), Vec::new(), HashSet::new());
    for found in inputs {
        match found {
            Ok(input) if is_archive(&input) => {
                let name = free(&plain(&input.relative.to_string_lossy()), &mut names);
                shards.push(Shard { name, source: Source::Archive(input) });
            }
            found => files.push(found),
        }
    }
    let mut rest = files.into_iter().peekable();
    let mut number = 0;
    while rest.peek().is_some() {
        let name = free(&format!("files-{number:05}"), &mut names);
        shards.push(Shard { name, source: Source::Files(rest.by_ref().take(MOST_FILES).collect()) });
        number += 1;
    }
    shards
}

/// Whether a file is an archive, by its first bytes, or by its name while these cannot be read; of a folder, only files are
/// looked at that are called so.
fn is_archive(input: &Input) -> bool {
    let name = input.name.to_ascii_lowercase();
    let is_called = ENDINGS.iter().any(|ending| name.ends_with(ending));
    (is_called || !input.is_found)
        && input.has_path()
        && head(input).map_or(is_called, |head| rezkit::archive::kind(&head).is_some())
}

fn head(input: &Input) -> io::Result<Vec<u8>> {
    // What is no file may never end, or be there once.
    if !input.path().metadata()?.is_file() {
        return Ok(Vec::new());
    }
    let mut head = Vec::new();
    File::open(input.path())?.take(rezkit::archive::HEAD as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// A path as one name that every system allows.
fn plain(path: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
    let name: String = path.chars().map(|letter| if is_plain(letter) { letter } else { '_' }).collect();
    // Engines pass files over that begin with a point or a line.
    let name = name.trim_start_matches(['.', '_']);
    let start = name.char_indices().nth(100).map_or(name, |(end, _)| &name[..end]);
    if start.is_empty() { "shard".to_owned() } else { start.to_owned() }
}

/// A name that is not taken, on any system.
fn free(name: &str, names: &mut HashSet<String>) -> String {
    let (mut free, mut number) = (name.to_owned(), 2);
    while !names.insert(rezkit::file_key(&free)) {
        free = format!("{name}-{number}");
        number += 1;
    }
    free
}
