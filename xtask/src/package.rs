//! Packing for the registry.

use crate::workspace::{Workspace, cargo, registries, run as run_command};
use anyhow::{Context, Result};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Packs the published members together, each built from what was packed.
pub(crate) fn pack(workspace: &Workspace, arguments: &[&str]) -> Result<()> {
    // Files that an earlier run built or unpacked would be used as they are, even if the members have changed since.
    let target = workspace.root.join("target/packed");
    remove(&target)?;
    forget_unpacked(workspace)?;
    let mut command = cargo(&workspace.root, &["package", "--target-dir"]);
    command.arg(target);
    workspace.published().for_each(|package| {
        command.args(["--package", &package.name]);
    });
    run_command(command.args(arguments))
}

/// Removes the members that an earlier run unpacked into cargo's home.
fn forget_unpacked(workspace: &Workspace) -> Result<()> {
    // A registry that is a folder has no host before the dash.
    let is_local =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"-"));
    for registry in registries()?.into_iter().filter(is_local) {
        for package in workspace.published() {
            remove(&registry.join(format!("{}-{}", package.name, package.version)))?;
        }
    }
    Ok(())
}

/// Removes a folder, if it is there.
fn remove(path: &Path) -> Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| path.display().to_string())
        }
        _ => Ok(()),
    }
}
