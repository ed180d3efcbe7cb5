//! The files that tests read: our fixtures, those that other programs wrote, and the samples in the folder
//! `$REZKIT_CORPUS`.

#![allow(dead_code, reason = "each test uses what it needs")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Once;

/// The path of a file below the folder that was asked for, and its bytes.
pub(crate) type File = (String, Vec<u8>);

/// All files below a folder, sorted by name; none if the folder does not exist.
pub(crate) fn files(folder: impl AsRef<Path>) -> Vec<File> {
    let root = folder.as_ref();
    let mut found = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name =
                    path.strip_prefix(root).expect("below the root").to_string_lossy().replace('\\', "/");
                found.push((name, std::fs::read(&path).expect("a readable file")));
            }
        }
    }
    found.sort();
    found
}

/// All files below a folder of our fixtures, such as `m3d/valid`.
pub(crate) fn fixtures(folder: impl AsRef<Path>) -> Vec<File> {
    files(root().join(folder))
}

/// The bytes of a fixture, by its path.
pub(crate) fn fixture(path: impl AsRef<Path>) -> Vec<u8> {
    std::fs::read(root().join(path)).expect("a fixture")
}

/// The folder of our fixtures in the repository. A crate may have a folder `fixtures` of its own, hence the check for
/// `foreign`.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = here.ancestors().map(|above| above.join("fixtures"));
    folders.find(|folder| folder.join("foreign").is_dir()).expect("the folder of fixtures")
}

/// All files below a folder of `fixtures/foreign`, which has values of ours as other programs write them.
pub(crate) fn foreign(folder: &str) -> Vec<File> {
    let found = fixtures(Path::new("foreign").join(folder));
    assert!(!found.is_empty(), "no files in {folder}");
    found
}

/// The JSON with the values of a file of [`foreign`]. Both names are the same up to the first dot.
pub(crate) fn input<'f>(files: &'f [File], name: &str) -> &'f [u8] {
    let stem = name.split('.').next().unwrap_or_default();
    let input = files.iter().find(|(other, _)| other.strip_suffix(".json") == Some(stem));
    &input.unwrap_or_else(|| panic!("no input of {name}")).1
}

/// All third-party files: those of [`foreign`], with the prefix [`FOREIGN`], and those of the corpus, if it exists.
pub(crate) fn samples(folder: &str) -> Vec<File> {
    let ours = foreign(folder).into_iter().map(|(name, bytes)| (format!("{FOREIGN}{name}"), bytes));
    ours.chain(corpus(folder).unwrap_or_default()).collect()
}

/// The prefix of the names of [`foreign`] among the [`samples`].
pub(crate) const FOREIGN: &str = "foreign/";

/// All files below a folder of the corpus. Without a corpus, returns `None` and reports the skipped tests once; with
/// `REZKIT_CORPUS_REQUIRED=1`, fails.
pub(crate) fn corpus(folder: &str) -> Option<Vec<File>> {
    let is_required = std::env::var_os("REZKIT_CORPUS_REQUIRED").is_some_and(|value| value == "1");
    let Some(root) = std::env::var_os("REZKIT_CORPUS") else {
        assert!(!is_required, "REZKIT_CORPUS is not set, and REZKIT_CORPUS_REQUIRED is");
        // Not `eprintln!`, which a passing test hides.
        static REPORT: Once = Once::new();
        REPORT.call_once(|| {
            let _ =
                writeln!(std::io::stderr(), "skipped: tests of real files, since REZKIT_CORPUS is not set");
        });
        return None;
    };
    let found = files(Path::new(&root).join(folder));
    assert!(!found.is_empty(), "no files in {folder} of {}", root.display());
    Some(found)
}
