//! ! Paths of test files.
#![allow(dead_code, reason = "each test uses what it needs")]

use std::path::{Path, PathBuf};

/// Returns the folder of fixtures.
pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

/// Returns the folder of samples that must not be copied into the repository, if `REZKIT_CORPUS` names it.
pub(crate) fn corpus() -> Option<PathBuf> {
    let folder = std::env::var_os("REZKIT_CORPUS").map(PathBuf::from);
    if folder.is_none() {
        assert!(std::env::var_os("REZKIT_CORPUS_REQUIRED").is_none(), "REZKIT_CORPUS is not set");
        eprintln!("skipped: REZKIT_CORPUS is not set");
    }
    folder
}

/// Returns all files below a folder of `fixtures/foreign`, whose files other software wrote from our values.
pub(crate) fn foreign(folder: &str) -> Vec<PathBuf> {
    files(&fixtures().join("foreign").join(folder))
}

/// Returns the files of [`foreign`], and those below the folder of the corpus if it is present.
pub(crate) fn samples(folder: &str) -> Vec<PathBuf> {
    let corpus = corpus().map(|corpus| files(&corpus.join(folder)));
    foreign(folder).into_iter().chain(corpus.unwrap_or_default()).collect()
}

/// Returns all files below a folder, sorted.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut pending = vec![folder.to_path_buf()];
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            pending.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}
