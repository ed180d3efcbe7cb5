//! Compares the API of published libraries with that of their last release.

use crate::tools::{need_subcommand, run as run_command, skip, works};
use crate::workspace::{Member, Workspace, cargo};
use anyhow::Result;
use std::path::Path;

/// Checks that the version of each published library allows the changes since its last release.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    need_subcommand("semver-checks")?;
    // Inside the workspace, cargo would describe the member of that name.
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
