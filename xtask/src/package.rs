//! Packing for the registry.

use crate::tools::run as run_command;
use crate::workspace::{Member, Workspace, below, cargo, files, read, registries, write};
use anyhow::{Context, Result};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// What the tests inside packages read besides, at the same place below the root.
const READ_BY_TESTS: &[&str] = &["docs", "fixtures", "fuzz/src", "xtask/template/tests"];

/// Of these only the documentation is tested: tests inside the sources use a member that is not published,
/// or files of the repository.
const BY_DOCUMENTATION: &[&str] = &["dom", "files", "rezkit"];

/// Packs the published members, builds each from what was packed, and runs the tests that it holds: those inside its
/// sources, its examples, and those of its documentation. The other tests are not in packages.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    pack(workspace, &[])?;
    let packed = workspace.root.join("target/packed");
    let alone = packed.join("alone");
    let mut manifest =
        "[workspace]\nmembers = [\"crates/*\"]\nresolver = \"3\"\n\n[patch.crates-io]\n".to_owned();
    for package in workspace.published() {
        let unpacked = packed.join(format!("package/{}-{}", package.name, package.version));
        copy(&unpacked, &alone.join(&package.folder))?;
        manifest += &format!("{} = {{ path = \"{}\" }}\n", package.name, package.folder);
    }
    for folder in READ_BY_TESTS {
        copy(&workspace.root.join(folder), &alone.join(folder))?;
    }
    write(&alone.join("Cargo.toml"), manifest)?;
    write(&alone.join("Cargo.lock"), workspace.read("Cargo.lock")?)?;
    for package in workspace.published() {
        let mut command = cargo(&alone, "test --all-features --target-dir");
        command.arg(&packed).args(package.chosen()).env("INSTA_UPDATE", "no");
        if BY_DOCUMENTATION.contains(&package.short_name()) {
            command.arg("--doc");
        }
        run_command(&mut command)?;
    }
    Ok(())
}

/// Packs the published members together, each built from what was packed.
pub(crate) fn pack(workspace: &Workspace, arguments: &[&str]) -> Result<()> {
    // Files that an earlier run built or unpacked would be used as they are, even if the members have changed since.
    let target = workspace.root.join("target/packed");
    remove(&target)?;
    forget_unpacked(workspace)?;
    let mut command = workspace.cargo("package --target-dir");
    run_command(command.arg(target).args(workspace.published().flat_map(Member::chosen)).args(arguments))
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

/// Copies a folder.
fn copy(from: &Path, to: &Path) -> Result<()> {
    for file in files(from)? {
        write(&to.join(below(from, &file)), read(&file)?)?;
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
