//! Packing for the registry.

use crate::workspace::{Package, Workspace, cargo, run as run_command};
use anyhow::{Result, bail};
use std::io::Write;

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
    let mut command = cargo(&workspace.root, &["package"]);
    workspace.published().for_each(|package| {
        command.args(["--package", &package.name]);
    });
    run_command(command.args(arguments))
}

/// Groups of packages that depend only on those before.
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
