//! Runs the fuzz bodies under cargo-fuzz, for longer than the tests do.

use crate::workspace::{Workspace, below, cargo, corpus, files, run as run_command, write};
use anyhow::{Context, Result, ensure};
use fuzz::{BODIES, Body};
use std::fs;
use std::path::Path;

pub(crate) fn run(workspace: &Workspace, seconds: u64, target: Option<&str>) -> Result<()> {
    let bodies: Vec<_> = BODIES.iter().filter(|body| target.is_none_or(|name| body.name == name)).collect();
    let names: Vec<_> = BODIES.iter().map(|body| body.name).collect();
    ensure!(!bodies.is_empty(), "there is no such target; there are {}", names.join(", "));
    let output = cargo(&workspace.root, &["fuzz", "--version"]).output();
    let has_cargo_fuzz = output.is_ok_and(|output| output.status.success());
    ensure!(
        has_cargo_fuzz,
        "cargo-fuzz is not installed; `cargo install cargo-fuzz` does it. Without it, \
         `REZKIT_MUTANTS=100 cargo test --release -p fuzz` tries 100 times as many seeded mutants as the tests"
    );
    bodies.into_iter().try_for_each(|body| fuzz_one(&workspace.root, body, seconds))
}

fn fuzz_one(root: &Path, body: &Body, seconds: u64) -> Result<()> {
    /// Longer inputs are tried too rarely in a second.
    const LONGEST: usize = 1 << 16;
    let seeds = format!("fuzz/corpus/{}", body.name);
    fs::create_dir_all(root.join(&seeds))?;
    // Seeds of real sizes. The fixtures are mostly short.
    let own = files(&root.join("fixtures").join(body.name))?;
    let others = corpus().map_or(Ok(Vec::new()), |corpus| files(&corpus))?;
    for path in own.iter().chain(&others) {
        let bytes = fs::read(path).with_context(|| path.display().to_string())?;
        if bytes.len() <= LONGEST && (own.contains(path) || (body.detect)(&bytes)) {
            write(&root.join(&seeds).join(below(root, path).replace(['/', '\\'], "-")), bytes)?;
        }
    }
    let seconds = format!("-max_total_time={seconds}");
    // Sanitizers look for errors that code without `unsafe` does not have. They take most of the time, and need a
    // compiler that is not stable.
    run_command(&mut cargo(root, &["fuzz", "run", "--sanitizer", "none", body.name, &seeds, "--", &seconds]))
}
