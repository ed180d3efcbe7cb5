//! Packages for the registry.

use crate::tools::run as run_command;
use crate::workspace::{Member, Workspace, cargo, registries};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Packs the published members, unpacks each into an empty folder, and runs its tests there, as a user who downloads it
/// would: unit tests, examples, and doc tests. Integration tests are not in packages. If names are given, only those
/// packages are tested.
pub(crate) fn run(workspace: &Workspace, only: &[String]) -> Result<()> {
    for name in only {
        let is_published = workspace.published().any(|package| package.name == name.as_str());
        ensure!(is_published, "{name} is not published");
    }
    pack(workspace, &["--no-verify"])?;
    // Outside of the repository, since cargo and tests look for what they need in the folders above.
    let folder = std::env::temp_dir().join(format!("rezkit-packages-{}", std::process::id()));
    let result = test(workspace, &folder, only);
    remove(&folder)?;
    result
}

/// Tests the packed members in folders below this one.
fn test(workspace: &Workspace, folder: &Path, only: &[String]) -> Result<()> {
    let packed = workspace.root.join("target/packed");
    let unpacked = |package: &Member| {
        let name = format!("{}-{}", package.name, package.version);
        (packed.join(format!("package/{name}.crate")), folder.join(package.short_name()).join(name))
    };
    for (archive, own) in workspace.published().map(unpacked) {
        let parent = own.parent().context("it is below a folder")?;
        fs::create_dir_all(parent)?;
        run_command(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(parent))?;
    }
    let is_chosen =
        |package: &&Member| only.is_empty() || only.iter().any(|name| package.name == name.as_str());
    for package in workspace.published().filter(is_chosen) {
        let mut command = cargo(&unpacked(package).1, "test --all-features --target-dir");
        command.arg(&packed).env("INSTA_UPDATE", "no").env_remove("REZKIT_CORPUS");
        // Each is compiled once; what would speed up another time takes four gigabytes.
        command.env("CARGO_INCREMENTAL", "0");
        // The others are not in the registry yet.
        for other in workspace.published().filter(|other| other.name != package.name) {
            let path = unpacked(other).1;
            let patch = format!("patch.crates-io.{}.path='{}'", other.name, path.display());
            command.args(["--config", &patch]);
        }
        run_command(&mut command)?;
    }
    Ok(())
}

/// Packs the published members together, each built against the packed versions of the others.
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

/// Removes a folder, if it exists.
fn remove(path: &Path) -> Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| path.display().to_string())
        }
        _ => Ok(()),
    }
}
