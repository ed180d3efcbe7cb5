//! What git is asked.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What git prints; `None` if it says no.
///
/// # Errors
///
/// If there is no git.
pub(crate) fn git<A: AsRef<OsStr>>(folder: &Path, arguments: &[A]) -> Result<Option<String>, String> {
    let mut command = Command::new("git");
    let output = command.arg("-C").arg(folder).args(arguments).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("git cannot be run: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).trim_end_matches(['\r', '\n']).to_owned();
    Ok(output.status.success().then_some(text))
}

/// Whether the last commit has a file as it is. The index is not asked, since it may be told not to look at a file.
pub(crate) fn has(path: &Path) -> bool {
    let path = if path.is_symlink() { path.canonicalize().unwrap_or_default() } else { path.to_owned() };
    // What is no file may never end.
    let Some(name) = path.file_name().filter(|_| path.is_file()) else { return false };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    let hash = |arguments: &[&OsStr]| git(&folder, arguments).ok().flatten();
    let mut committed = OsString::from("HEAD:./");
    committed.push(name);
    let committed = hash(&["rev-parse".as_ref(), "--verify".as_ref(), "--quiet".as_ref(), &committed]);
    committed.is_some() && committed == hash(&["hash-object".as_ref(), "--".as_ref(), name])
}
