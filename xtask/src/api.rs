//! The public API of each library as text, which a change has to update, and what its version promises.

use crate::tools::{need_subcommand, run as run_command, said, skip, works};
use crate::workspace::{Member, Workspace, cargo, counted, write};
use anyhow::{Result, bail};
use std::path::Path;
use std::process::Command;

/// Compares the API of each published library with docs/api, or writes it there.
pub(crate) fn run(workspace: &Workspace, is_writing: bool) -> Result<()> {
    need_subcommand("public-api")?;
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
    Ok(())
}

/// All that a library offers with all of its features, one item per line.
fn listed(workspace: &Workspace, package: &Member) -> Result<String> {
    let target = workspace.target.join("api");
    let mut document = workspace.cargo("rustdoc --lib --all-features --target-dir");
    // Only the unstable rustdoc gives data to programs.
    document.arg(&target).args(package.chosen()).env("RUSTC_BOOTSTRAP", "1");
    run_command(document.args(["--", "-Z", "unstable-options", "--output-format", "json"]))?;
    let mut list = workspace.cargo("public-api -sss --color=never --rustdoc-json");
    said(list.arg(target.join("doc").join(package.short_name()).with_extension("json")))
}

/// Compares the API of each published library with that in the registry: whether the version allows what changed.
pub(crate) fn semver(workspace: &Workspace) -> Result<()> {
    need_subcommand("semver-checks")?;
    // Outside of the workspace, where cargo would tell of the member of that name.
    let outside = Path::new(std::path::MAIN_SEPARATOR_STR);
    let is_released =
        |package: &&Member| works(cargo(outside, "info --registry crates-io --quiet").arg(&**package.name));
    let released: Vec<_> = workspace.libraries().filter(is_released).collect();
    if released.is_empty() {
        return skip("nothing has been published, or the registry cannot be reached");
    }
    let names = released.into_iter().flat_map(Member::chosen);
    run_command(workspace.cargo("semver-checks --all-features").args(names))
}
