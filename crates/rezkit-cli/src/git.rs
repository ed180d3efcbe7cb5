//! The only place that runs git.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};

/// Settings by which a repository has git run programs, each with the value that has none run. Filters and `textconv` have
/// names of their own and cannot be listed: nothing that reads the content of files may be asked of git.
const RUN_NOTHING: [&str; 8] = [
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.pager=cat",
    "core.editor=false",
    "core.askPass=false",
    "core.sshCommand=false",
    "credential.helper=",
    "diff.external=",
];

/// Runs git in a folder and returns what it prints; `None` if it fails. No program that the configuration of the repository
/// names is run, since a folder from an archive brings a configuration along.
///
/// # Errors
///
/// If git is not installed.
pub(crate) fn git<A: AsRef<OsStr>>(folder: &Path, arguments: &[A]) -> Result<Option<String>, String> {
    let mut command = Command::new("git");
    // Where rez is run by git, variables lead to another repository, or name programs.
    for (name, _) in std::env::vars_os() {
        if name.as_encoded_bytes().starts_with(b"GIT_") {
            command.env_remove(name);
        }
    }
    command.env("GIT_TERMINAL_PROMPT", "0").env("GIT_OPTIONAL_LOCKS", "0").env("GIT_NO_LAZY_FETCH", "1");
    command.arg("--no-pager").args(RUN_NOTHING.iter().flat_map(|setting| ["-c", setting]));
    let output = command.arg("-C").arg(folder).args(arguments).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("git cannot be run: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).trim_end_matches(['\r', '\n']).to_owned();
    Ok(output.status.success().then_some(text))
}
