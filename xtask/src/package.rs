//! Packing for the registry.

use crate::workspace::{Package, Workspace, cargo, registries, run as run_command};
use anyhow::{Context, Result, bail};
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

pub(crate) fn run(workspace: &Workspace, out: &mut dyn Write) -> Result<()> {
    pack(workspace, &[])?;
    writeln!(out, "To be published in this order:")?;
    for (i, packages) in order(workspace)?.iter().enumerate() {
        let names: Vec<_> = packages.iter().map(|package| &*package.name).collect();
        writeln!(out, "{}. {}", i + 1, names.join(", "))?;
    }
    Ok(())
}

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

/// Groups of packages that depend only on earlier groups.
fn order(workspace: &Workspace) -> Result<Vec<Vec<&Package>>> {
    let mut groups = Vec::new();
    let mut left: Vec<_> = workspace.published().collect();
    while !left.is_empty() {
        let folders: Vec<_> = left.iter().map(|package| package.folder.clone()).collect();
        let waits = |package: &&Package| package.dependencies.iter().any(|folder| folders.contains(folder));
        let (later, now): (Vec<_>, Vec<_>) = left.into_iter().partition(waits);
        if now.is_empty() {
            bail!("these depend on each other in a circle: {}", folders.join(", "));
        }
        groups.push(now);
        left = later;
    }
    Ok(groups)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::scratch::Scratch;

    #[test]
    fn what_others_need_comes_first() {
        let package = |name: &str, dependencies: &[&str]| Package {
            name: name.into(),
            folder: name.into(),
            is_published: name != "hidden",
            dependencies: dependencies.iter().map(|name| (*name).into()).collect(),
            ..Package::default()
        };
        let tree = Scratch::new(&[]).packages([
            package("all", &["b", "c"]),
            package("b", &["a"]),
            package("c", &["a", "hidden"]),
            package("a", &[]),
            package("hidden", &["all"]),
        ]);
        let names =
            |group: &Vec<&Package>| group.iter().map(|package| package.name.clone()).collect::<String>();
        assert_eq!(order(&tree.0).unwrap().iter().map(names).collect::<Vec<_>>(), ["a", "bc", "all"]);
        let circle = Scratch::new(&[]).packages([package("a", &["b"]), package("b", &["a"])]);
        assert!(order(&circle.0).is_err());
    }
}
