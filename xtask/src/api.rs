//! The public API of each library as text, which a change has to update, and what its version promises.

use crate::workspace::{Member, Workspace, cargo, counted, missing, run as run_command, said, write};
use anyhow::{Result, bail};
use std::path::Path;
use std::process::Command;

/// Compares the API of each published library with docs/api, or writes it there; says what is missing for that.
pub(crate) fn run(workspace: &Workspace, is_writing: bool) -> Result<Option<String>> {
    if let Some(missing) = missing("public-api") {
        return Ok(Some(missing));
    }
    let mut n_stale = 0;
    for package in workspace.libraries() {
        let path = workspace.root.join(format!("docs/api/{}.txt", package.short_name()));
        let list = listed(workspace, package)?;
        if is_writing {
            write(&path, list)?;
            continue;
        }
        let current = workspace.target.join(format!("api/{}.txt", package.short_name()));
        write(&current, list)?;
        let mut diff = Command::new("git");
        diff.args(["diff", "--no-index", "--unified=0"]).args([path, current]);
        n_stale += usize::from(!diff.status()?.success());
    }
    if n_stale > 0 {
        let lists = counted(n_stale, "list");
        bail!(
            "{lists} of docs/api differ: if this is wanted, run `cargo xtask api --write` and mention it in CHANGELOG.md"
        );
    }
    Ok(None)
}

/// All that a library offers with all of its features, one item per line.
fn listed(workspace: &Workspace, package: &Member) -> Result<Vec<u8>> {
    let target = workspace.target.join("api");
    let mut document =
        cargo(&workspace.root, &["rustdoc", "--lib", "--all-features", "--package", &package.name]);
    // Only the unstable rustdoc gives data to programs.
    document.arg("--target-dir").arg(&target).env("RUSTC_BOOTSTRAP", "1");
    run_command(document.args(["--", "-Z", "unstable-options", "--output-format", "json"]))?;
    let mut list = cargo(&workspace.root, &["public-api", "-sss", "--color=never", "--rustdoc-json"]);
    said(list.arg(target.join("doc").join(package.short_name()).with_extension("json")))
}

/// Compares the API of each published library with that in the registry: whether the version allows what changed. Says
/// why it could not.
pub(crate) fn semver(workspace: &Workspace) -> Result<Option<String>> {
    if let Some(missing) = missing("semver-checks") {
        return Ok(Some(missing));
    }
    // Outside of the workspace, where cargo would tell of the member of that name.
    let is_released = |package: &Member| {
        let mut info = cargo(
            Path::new(std::path::MAIN_SEPARATOR_STR),
            &["info", "--registry", "crates-io", "--quiet", &package.name],
        );
        info.output().is_ok_and(|output| output.status.success())
    };
    let released: Vec<_> = workspace.libraries().filter(|package| is_released(package)).collect();
    if released.is_empty() {
        return Ok(Some("nothing has been published, or the registry cannot be reached".into()));
    }
    let names = released.iter().flat_map(|package| ["--package", &*package.name]);
    run_command(cargo(&workspace.root, &["semver-checks", "--all-features"]).args(names))?;
    Ok(None)
}
