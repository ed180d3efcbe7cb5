//! Runs the benchmarks, and compares with peers.

use crate::tools::{OLDEST, done, environment, run as run_command};
use crate::workspace::{Member, Workspace};
use anyhow::Result;
use cargo_metadata::TargetKind;
use std::path::PathBuf;
use std::process::Command;

const PEERS: &str = "run --release --manifest-path xtask/peers/Cargo.toml --";

pub(crate) fn run(workspace: &Workspace, peers: bool, commands: bool, arguments: &[String]) -> Result<()> {
    if commands {
        let rez = release(workspace)?;
        let mut command = workspace.cargo(PEERS);
        set_python(
            workspace,
            &mut command,
            "PYTHON_HIPPOLYZER",
            "hippolyzer",
            "xtask/outside/hippolyzer.txt",
        )?;
        return with_python(workspace, command.arg("commands").args(arguments).env("REZ", rez));
    }
    if peers {
        return run_command(workspace.cargo(PEERS).args(arguments));
    }
    let packages = workspace.published().filter(|package| package.has_target(TargetKind::Bench));
    // By name, because the other targets do not accept the arguments of a benchmark.
    let mut command = workspace.cargo("bench --bench *");
    run_command(command.args(packages.flat_map(Member::chosen)).arg("--").args(arguments))
}

/// Builds `rez` in its release profile, and returns its path.
fn release(workspace: &Workspace) -> Result<PathBuf> {
    run_command(&mut workspace.cargo("build --release --package rezkit-cli"))?;
    Ok(workspace.target.join("release").join(format!("rez{}", std::env::consts::EXE_SUFFIX)))
}

/// Runs a task of the peers that takes files or a number.
pub(crate) fn run_task(workspace: &Workspace, task: &str, arguments: &[String]) -> Result<()> {
    let mut command = workspace.cargo(PEERS);
    if task == "tail" {
        command.env("REZ", release(workspace)?);
    }
    if task == "hulls" {
        match done(environment(workspace, "peers", "xtask/peers/requirements.txt", OLDEST))? {
            Ok(python) => _ = command.env("HULLS_PYTHON", python),
            Err(skipped) => {
                eprintln!("{skipped}");
                return Ok(());
            }
        }
    }
    run_command(command.arg(task).args(arguments))
}

/// Compares the values that we read from all fixtures and the corpus with those that the peers read.
pub(crate) fn check_peers(workspace: &Workspace) -> Result<()> {
    with_python(workspace, workspace.cargo(PEERS).arg("check"))
}

/// Runs the peers with a Python environment, because one of them is in Python.
fn with_python(workspace: &Workspace, command: &mut Command) -> Result<()> {
    set_python(workspace, command, "PYTHON_LLSD", "peers", "xtask/peers/requirements.txt")?;
    run_command(command)
}

/// Passes the path of the Python of an environment to a command in a variable, or prints why there is none.
fn set_python(
    workspace: &Workspace,
    command: &mut Command,
    variable: &str,
    name: &str,
    list: &str,
) -> Result<()> {
    match done(environment(workspace, name, list, OLDEST))? {
        Ok(python) => _ = command.env(variable, python),
        Err(skipped) => eprintln!("{skipped}"),
    }
    Ok(())
}
