//! Checks that lists and maps are complete.

use super::Complaint;
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};
use fuzz::BODIES;
use std::collections::BTreeSet;
use std::process::Command;

/// Format crates that xtask or fuzz does not know.
pub(super) fn registered(workspace: &Workspace) -> Result<Vec<Complaint>> {
    let mut complaints = Vec::new();
    for package in workspace.packages.iter().filter(|package| package.is_format()) {
        let name = package.short_name();
        let target = format!("fuzz/fuzz_targets/{name}.rs");
        let needs = [
            (
                !workspace.formats.iter().any(|format| format.name == name),
                "xtask/src/formats.rs does not name".to_owned(),
            ),
            (!BODIES.iter().any(|body| body.name == name), "fuzz/src/lib.rs does not name".to_owned()),
            (!workspace.root.join(&target).is_file(), format!("{target} is missing for")),
        ];
        let needs = needs.into_iter().filter(|(is_needed, _)| *is_needed);
        complaints.extend(needs.map(|(_, what)| {
            Complaint::from(format!("{what} {}: see docs/adding-a-format.md.", package.folder))
        }));
    }
    Ok(complaints)
}

/// Files and folders of the root that ARCHITECTURE.md does not name.
pub(super) fn top_level(workspace: &Workspace) -> Result<Vec<Complaint>> {
    let output = Command::new("git")
        .args(["-c", "core.quotePath=off", "ls-files"])
        .current_dir(&workspace.root)
        .output();
    let output = output.context("git ls-files")?;
    ensure!(output.status.success(), "git ls-files: {}", String::from_utf8_lossy(&output.stderr).trim());
    Ok(unnamed(&String::from_utf8_lossy(&output.stdout), &workspace.read("ARCHITECTURE.md")?))
}

fn unnamed(tracked: &str, map: &str) -> Vec<Complaint> {
    let is_of_name = |letter: char| letter.is_alphanumeric() || ['.', '-', '_'].contains(&letter);
    let names: BTreeSet<_> =
        map.split(|letter| !is_of_name(letter)).map(|name| name.trim_end_matches('.')).collect();
    let top: BTreeSet<_> = tracked.lines().filter_map(|path| path.split('/').next()).collect();
    let unnamed = top.difference(&names);
    unnamed
        .map(|name| Complaint::from(format!("ARCHITECTURE.md does not name `{name}`: say there what it is.")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::texts;
    use super::*;
    use crate::workspace::Package;
    use crate::workspace::scratch::Scratch;

    #[test]
    fn a_format_crate_stands_in_the_lists() {
        let toy = Package { folder: "crates/toy".into(), ..Package::default() };
        let tree = Scratch::new(&[]).packages([toy]);
        assert_eq!(
            texts(registered(&tree.0)),
            [
                "xtask/src/formats.rs does not name crates/toy: see docs/adding-a-format.md.",
                "fuzz/src/lib.rs does not name crates/toy: see docs/adding-a-format.md.",
                "fuzz/fuzz_targets/toy.rs is missing for crates/toy: see docs/adding-a-format.md.",
            ]
        );
    }

    #[test]
    fn the_map_names_all_of_the_root() {
        let tracked = ".ci/run\nCargo.toml\nLICENSE\nsrc/a.rs\nsrc/b.rs\n";
        let complaints = unnamed(tracked, "`.ci`, `Cargo.toml`, LICENSE-MIT, src/a.rs");
        assert_eq!(texts(Ok(complaints)), ["ARCHITECTURE.md does not name `LICENSE`: say there what it is."]);
    }
}
