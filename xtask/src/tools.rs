//! The programs that tasks run. Tasks are skipped if a program is not installed.

use crate::workspace::{Workspace, cargo, read, write};
use anyhow::{Context, Result, bail, ensure};
use std::ffi::OsString;
use std::fmt::{self, Display, Formatter};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

/// The reason why a task was skipped: something that it needs is not installed, or cannot be fetched. Tasks and steps
/// report this as an error, and their callers go on.
#[derive(Debug)]
pub(crate) struct Skipped(String);

impl Display for Skipped {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Skipped {}

/// Skips the current task, by an error with the reason.
pub(crate) fn skip<T>(why: impl Into<String>) -> Result<T> {
    Err(Skipped(why.into()).into())
}

/// Separates the reason for skipping from other errors of a task.
pub(crate) fn done<T>(result: Result<T>) -> Result<Result<T, Skipped>> {
    match result {
        Ok(result) => Ok(Ok(result)),
        Err(error) => error.downcast().map(Err),
    }
}

/// Prints the reason if a task was skipped.
pub(crate) fn tell(result: Result<()>, out: &mut dyn Write) -> Result<()> {
    if let Err(skipped) = done(result)? {
        writeln!(out, "skipped: {skipped}")?;
    }
    Ok(())
}

/// Prints a command and runs it; fails if the command fails.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    eprintln!("$ {}", shown(command));
    let status = command.status().with_context(|| shown(command))?;
    if !status.success() {
        bail!("`{}` ended with {status}", shown(command));
    }
    Ok(())
}

/// Runs a command, and returns its output; fails if the command does.
pub(crate) fn said(command: &mut Command) -> Result<String> {
    let output = command.stderr(Stdio::inherit()).output().with_context(|| shown(command))?;
    ensure!(output.status.success(), "`{}` ended with {}", shown(command), output.status);
    Ok(String::from_utf8(output.stdout)?)
}

/// A command as a user would type it.
pub(crate) fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Runs a command without showing its output; returns true if it succeeds.
pub(crate) fn works(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// Skips the current task if a subcommand of cargo is not installed.
pub(crate) fn need_subcommand(name: &str) -> Result<()> {
    if works(&mut cargo(Path::new("."), &format!("{name} --version"))) {
        return Ok(());
    }
    skip(format!("cargo-{name} is not installed; `cargo install cargo-{name} --locked` does it"))
}

/// The platform of the compiler.
pub(crate) fn host() -> Result<String> {
    Ok(said(Command::new("rustc").args(["--print", "host-tuple"]))?.trim().to_owned())
}

/// The name of the command npm; on Windows it is a script and needs its extension.
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// Skips the current task if node or npm is not installed.
pub(crate) fn need_node() -> Result<()> {
    match ["node", NPM].into_iter().find(|name| !works(Command::new(name).arg("--version"))) {
        Some(missing) => skip(format!("{missing} is not installed; nodejs.org has it, version 20 or later")),
        None => Ok(()),
    }
}

/// Installs the packages in the package-lock.json of a folder, unless they are installed.
pub(crate) fn install(folder: &Path) -> Result<()> {
    need_node()?;
    let time = |path: &str| fs::metadata(folder.join(path)).and_then(|file| file.modified());
    if let (Ok(installed), Ok(locked)) = (time("node_modules/.package-lock.json"), time("package-lock.json"))
        && installed >= locked
    {
        return Ok(());
    }
    let mut command = Command::new(NPM);
    command.args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(folder);
    run(&mut command).or_else(|_| skip("npm could not fetch what package-lock.json names"))
}

/// Copies scripts to a folder in which node runs them, and installs the packages that they use. Unchanged files are not
/// written again.
pub(crate) fn install_copy(from: &Path, to: &Path, names: &[&str]) -> Result<()> {
    for name in ["package.json", "package-lock.json"].iter().chain(names) {
        let bytes = read(&from.join(name))?;
        if fs::read(to.join(name)).ok().as_ref() != Some(&bytes) {
            write(&to.join(name), bytes)?;
        }
    }
    install(to)
}

/// The condition for a Python on which the package runs: its oldest supported version.
pub(crate) const OLDEST: &str = "import sys; sys.exit(sys.version_info < (3, 11))";

/// The path of the Python in an environment with the packages of a requirements file. If needed, it is created by a
/// Python that meets the condition `demand`.
pub(crate) fn environment(workspace: &Workspace, name: &str, list: &str, demand: &str) -> Result<PathBuf> {
    let environment = workspace.root.join("target/python").join(name);
    let python = environment.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let (wanted, stamp) = (workspace.read(list)?, environment.join("installed.txt"));
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    let Some(base) = base(demand) else {
        return skip(format!("no Python for {name}: install Python 3.11, or name one in PYTHON"));
    };
    if !Command::new(base).args(["-m", "venv", "--clear"]).arg(&environment).status()?.success() {
        return skip(format!("no {name}, since this Python has no venv"));
    }
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"]);
    if !install.arg(workspace.root.join(list)).status()?.success() {
        return skip(format!("no {name}, since pip could not install what {list} names"));
    }
    write(&stamp, wanted)?;
    Ok(python)
}

/// The command of a Python that meets the condition `demand`.
fn base(demand: &str) -> Option<OsString> {
    let usual = ["python3.11", "python3", "python3.12", "python3.13", "python"].map(OsString::from);
    let mut all = env::var_os("PYTHON").into_iter().chain(usual);
    all.find(|name| works(Command::new(name).args(["-c", demand])))
}

/// The path of Chromium: the one in the variable `CHROMIUM`, or the first in `PATH`.
pub(crate) fn chromium() -> Result<PathBuf> {
    let found = found("CHROMIUM", &["chromium-headless-shell", "chromium", "google-chrome"]);
    found.map_or_else(|| skip("no browser: install Chromium, or name one in CHROMIUM"), Ok)
}

/// The path of a program: the one in a variable, or the first in `PATH` with one of these names.
pub(crate) fn found(variable: &str, names: &[&str]) -> Option<PathBuf> {
    if let Some(named) = env::var_os(variable) {
        return Some(named.into()).filter(|path: &PathBuf| path.is_file());
    }
    let path = env::var_os("PATH")?;
    let all = names.iter().flat_map(|name| env::split_paths(&path).map(move |folder| folder.join(name)));
    all.into_iter().find(|program| program.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_demand_that_nothing_meets_is_met_by_none() {
        assert_eq!(base("import sys; sys.exit(1)"), None);
    }

    #[test]
    fn what_is_skipped_is_said_and_what_fails_is_not() {
        let mut out = Vec::new();
        tell(skip("no tool"), &mut out).unwrap();
        assert_eq!(out, b"skipped: no tool\n");
        assert!(tell(Err(anyhow::anyhow!("broken")), &mut out).is_err());
    }
}
