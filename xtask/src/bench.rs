//! Runs the benchmarks.

use crate::workspace::{Workspace, cargo, run as run_command};
use anyhow::Result;

pub(crate) fn run(workspace: &Workspace, peers: bool, arguments: &[String]) -> Result<()> {
    let root = &workspace.root;
    let mut command = if peers {
        cargo(root, &["run", "--release", "--manifest-path", "xtask/peers/Cargo.toml", "--"])
    } else {
        workspace.has_formats();
        // By name, because the other targets do not accept the arguments of a benchmark.
        let mut command = cargo(root, &["bench", "--bench", "*"]);
        for package in
            workspace.published().filter(|package| package.targets.iter().any(|kind| kind == "bench"))
        {
            command.args(["--package", &package.name]);
        }
        command.arg("--");
        command
    };
    run_command(command.args(arguments))
}
