//! Runs the benchmarks, and compares with peers.

use crate::tools::{OLDEST, cargo, done, environment, run as run_command};
use crate::workspace::Workspace;
use anyhow::Result;
use cargo_metadata::TargetKind;

pub(crate) fn run(workspace: &Workspace, peers: bool, arguments: &[String]) -> Result<()> {
    let root = &workspace.root;
    let mut command = if peers {
        cargo(root, &["run", "--release", "--manifest-path", "xtask/peers/Cargo.toml", "--"])
    } else {
        // By name, because the other targets do not accept the arguments of a benchmark.
        let mut command = cargo(root, &["bench", "--bench", "*"]);
        for package in workspace.published().filter(|package| package.has_target(TargetKind::Bench)) {
            command.args(["--package", &package.name]);
        }
        command.arg("--");
        command
    };
    run_command(command.args(arguments))
}

/// Compares what we read of all fixtures and of the corpus with what the peers read.
pub(crate) fn check_peers(workspace: &Workspace) -> Result<()> {
    let check = ["run", "--release", "--manifest-path", "xtask/peers/Cargo.toml", "--", "check"];
    let mut command = cargo(&workspace.root, &check);
    // One of them is in Python.
    match done(environment(workspace, "peers", "xtask/peers/requirements.txt", OLDEST))? {
        Ok(python) => _ = command.env("PYTHON_LLSD", python),
        Err(skipped) => eprintln!("{skipped}"),
    }
    run_command(&mut command)
}
