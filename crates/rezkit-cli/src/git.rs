//! Calls of git. No other module runs it.

use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};

/// Settings by which the configuration of a repository makes git run programs, with values that prevent it. Filters and
/// `textconv` have arbitrary names and cannot be listed, so git must not be asked to read the content of files.
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

/// Runs git in a folder and returns its output; `None` if it fails. Programs in the repository's configuration are not
/// run, since a folder from an untrusted archive may include a configuration.
///
/// # Errors
///
/// If git is not installed.
pub(crate) fn git<A: AsRef<OsStr>>(folder: &Path, arguments: &[A]) -> Result<Option<String>, String> {
    let text = bytes(folder, arguments)?.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Ok(text.map(|text| text.trim_end_matches(['\r', '\n']).to_owned()))
}

/// Runs git like [`git`], and returns its output as it is.
///
/// # Errors
///
/// If git is not installed.
pub(crate) fn bytes<A: AsRef<OsStr>>(folder: &Path, arguments: &[A]) -> Result<Option<Vec<u8>>, String> {
    let mut command = Command::new("git");
    // If git itself runs rez, these variables may select another repository, or name programs.
    for (name, _) in std::env::vars_os() {
        if name.as_encoded_bytes().starts_with(b"GIT_") {
            command.env_remove(name);
        }
    }
    command.env("GIT_TERMINAL_PROMPT", "0").env("GIT_OPTIONAL_LOCKS", "0").env("GIT_NO_LAZY_FETCH", "1");
    command.arg("--no-pager").args(RUN_NOTHING.iter().flat_map(|setting| ["-c", setting]));
    let output = command.arg("-C").arg(folder).args(arguments).stdin(Stdio::null()).output();
    let output = output.map_err(|error| match error.kind() {
        ErrorKind::NotFound => "git is not installed, or not in PATH".to_owned(),
        _ => format!("git could not be started: {error}"),
    })?;
    Ok(output.status.success().then_some(output.stdout))
}
