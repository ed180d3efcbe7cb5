//! The fixtures in packages: a downloaded package has examples and tests that read files, but no repository around it.
//! They are copies and not links, which checkouts on Windows do not support.

use crate::workspace::{Workspace, below, files, read, write};
use anyhow::Result;

/// The copies in all packages, as the folder of the package and the path below `fixtures/`.
fn copies(workspace: &Workspace) -> Result<Vec<(String, String)>> {
    let mut copies = Vec::new();
    for package in workspace.published() {
        let root = workspace.root.join(&package.folder).join("fixtures");
        copies.extend(files(&root)?.iter().map(|file| (package.folder.clone(), below(&root, file))));
    }
    Ok(copies)
}

/// Writes all copies anew.
pub(super) fn write_copies(workspace: &Workspace) -> Result<()> {
    for (folder, path) in copies(workspace)? {
        if let Ok(bytes) = read(&workspace.root.join("fixtures").join(&path)) {
            write(&workspace.root.join(folder).join("fixtures").join(path), bytes)?;
        }
    }
    Ok(())
}

/// Reports copies that differ from their originals.
pub(super) fn complaints(workspace: &Workspace) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    for (folder, path) in copies(workspace)? {
        let original = read(&workspace.root.join("fixtures").join(&path)).ok();
        let flaw = match original {
            None => format!("has no original fixtures/{path}: remove it"),
            Some(bytes) if bytes == read(&workspace.root.join(&folder).join("fixtures").join(&path))? => {
                continue;
            }
            Some(_) => format!("differs from fixtures/{path}: run `cargo xtask fixtures`"),
        };
        complaints.push(format!("{folder}/fixtures/{path} {flaw}."));
    }
    Ok(complaints)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::scratch::Scratch;
    use serde_json::json;

    #[test]
    fn copies_in_packages_are_those_of_the_originals() {
        let tree = Scratch::new(&[
            ("fixtures/toy/a.toy", "a"),
            ("crates/toy/fixtures/toy/a.toy", "old"),
            ("crates/toy/fixtures/toy/b.toy", "b"),
        ]);
        let tree = tree.member("crates/toy", json!({}));
        let stray = "crates/toy/fixtures/toy/b.toy has no original fixtures/toy/b.toy: remove it.";
        assert_eq!(
            complaints(&tree.0).unwrap(),
            [
                "crates/toy/fixtures/toy/a.toy differs from fixtures/toy/a.toy: run `cargo xtask fixtures`.",
                stray
            ]
        );
        write_copies(&tree.0).unwrap();
        assert_eq!(complaints(&tree.0).unwrap(), [stray]);
    }
}
