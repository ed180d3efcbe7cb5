//! Runs the benchmarks, and compares with peers.

use crate::tools::{OLDEST, done, environment, run as run_command};
use crate::workspace::{Member, Workspace};
use anyhow::Result;
use cargo_metadata::TargetKind;

const PEERS: &str = "run --release --manifest-path xtask/peers/Cargo.toml --";

pub(crate) fn run(workspace: &Workspace, peers: bool, arguments: &[String]) -> Result<()> {
    if peers {
        return run_command(workspace.cargo(PEERS).args(arguments));
    }
    let packages = workspace.published().filter(|package| package.has_target(TargetKind::Bench));
    // By name, because the other targets do not accept the arguments of a benchmark.
    let mut command = workspace.cargo("bench --bench *");
    run_command(command.args(packages.flat_map(Member::chosen)).arg("--").args(arguments))
}

/// Compares the levels of detail of models with those of meshoptimizer, or their hulls with those of V-HACD and CoACD.
pub(crate) fn compare_models(workspace: &Workspace, task: &str, arguments: &[String]) -> Result<()> {
    let mut command = workspace.cargo(PEERS);
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

/// Compares what we read of all fixtures and of the corpus with what the peers read.
pub(crate) fn check_peers(workspace: &Workspace) -> Result<()> {
    let mut command = workspace.cargo(PEERS);
    // One of them is in Python.
    match done(environment(workspace, "peers", "xtask/peers/requirements.txt", OLDEST))? {
        Ok(python) => _ = command.env("PYTHON_LLSD", python),
        Err(skipped) => eprintln!("{skipped}"),
    }
    run_command(command.arg("check"))
}
