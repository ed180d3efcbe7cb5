//! What git is asked.

use std::ffi::OsStr;
use std::path::Path;
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
