//! Checks that packages are complete: a downloaded package is used without the repository.

use super::Complaint;
use crate::workspace::{Workspace, below, files};
use anyhow::Result;

/// The licence files, of which each package has a copy.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Reports published packages without the licence files.
pub(super) fn licences(workspace: &Workspace) -> Result<Vec<Complaint>> {
    let mut complaints = Vec::new();
    for name in LICENCES {
        let original = workspace.read(name)?;
        for package in workspace.published() {
            let path = format!("{}/{name}", package.folder);
            if workspace.read(&path).ok().as_deref() != Some(&original) {
                let text = format!("{path} is not that of the root: run `cargo xtask tidy --fix`.");
                complaints.push(Complaint { text, fix: Some((path, original.clone())) });
            }
        }
    }
    Ok(complaints)
}

/// Reports files of packages that include files from outside the package.
pub(super) fn outside(workspace: &Workspace) -> Result<Vec<Complaint>> {
    let mut complaints = Vec::new();
    for package in workspace.published() {
        let root = workspace.root.join(&package.folder);
        let manifest = workspace.read(root.join("Cargo.toml"))?;
        let all = ["README.md", "src", "examples"].map(|part| files(&root.join(part)));
        for file in all.into_iter().collect::<Result<Vec<_>>>()?.concat() {
            let path = below(&root, &file);
            let is_left_out = manifest.contains(&format!("\"/{path}\""));
            let Some(text) = workspace.read(&file).ok().filter(|_| !is_left_out) else { continue };
            let reaches = leaving(&text, path.matches('/').count());
            complaints.extend(reaches.map(|to| {
                Complaint::from(format!(
                    "{}/{path} reads {to}, which its package does not have: take a copy into {0}/fixtures, or \
                     move the test to {0}/tests.",
                    package.folder
                ))
            }));
        }
    }
    Ok(complaints)
}

/// The paths outside the package that a file includes or reads; `depth` is the depth of the file in the package.
fn leaving(text: &str, depth: usize) -> impl Iterator<Item = &str> {
    let up = "../".repeat(depth + 1);
    let uses = ["!(", "path = ", "read("];
    let included = text.match_indices("\"../").filter_map(move |(at, _)| {
        let path = text[at + 1..].split('"').next()?;
        (path.starts_with(&up) && uses.iter().any(|before| text[..at].ends_with(before))).then_some(path)
    });
    // Read while a test runs, from the folder of the package.
    let read = text.lines().filter(|line| line.contains("CARGO_MANIFEST_DIR"));
    included.chain(read.filter_map(|line| line.split('"').find(|part| part.contains("../.."))))
}

#[cfg(test)]
mod tests {
    use super::super::texts;
    use super::*;
    use crate::workspace::scratch::Scratch;
    use serde_json::json;

    #[test]
    fn packages_have_the_licences() {
        let files = [
            ("LICENSE-MIT", "mit"),
            ("LICENSE-APACHE", "apache"),
            ("crates/toy/LICENSE-MIT", "mit"),
            ("crates/toy/LICENSE-APACHE", "other"),
        ];
        let tree = Scratch::new(&files).member("crates/toy", json!({}));
        let complaints = licences(&tree.0).unwrap();
        let fix = complaints.iter().map(|complaint| complaint.fix.clone().unwrap()).collect::<Vec<_>>();
        assert_eq!(fix, [("crates/toy/LICENSE-APACHE".to_owned(), "apache".to_owned())]);
    }

    #[test]
    fn packages_read_nothing_outside() {
        let files = [
            ("crates/toy/Cargo.toml", "exclude = [\"/examples/d.rs\"]"),
            ("crates/toy/README.md", "include_bytes!(\"../../fixtures/a\") and \"../../text\""),
            ("crates/toy/src/a/b.rs", "include_bytes!(\"../../fixtures/a\"); #[path = \"../../../x.rs\"]"),
            ("crates/toy/examples/d.rs", "include_bytes!(\"../../fixtures/a\")"),
            ("crates/toy/src/e.rs", "read(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/../../docs/a\"))"),
            ("crates/toy/tests/c.rs", "#[path = \"../../../x.rs\"]"),
        ];
        let tree = Scratch::new(&files).member("crates/toy", json!({}));
        let texts = texts(outside(&tree.0));
        assert_eq!(texts.len(), 3);
        assert!(texts[0].starts_with("crates/toy/README.md reads ../../fixtures/a, which its package"));
        assert!(texts[1].starts_with("crates/toy/src/a/b.rs reads ../../../x.rs, which its package"));
        assert!(texts[2].starts_with("crates/toy/src/e.rs reads /../../docs/a, which its package"));
    }
}
