//! Checks of properties that all crates share.

use super::Complaint;
use crate::workspace::{Workspace, below, files};
use anyhow::Result;
use cargo_metadata::TargetKind;

/// Crates with their own lints: the module of the page, because `no_mangle` counts as unsafe.
const OWN_LINTS: &[&str] = &["web/core"];

/// Reports manifests without the lints of the workspace, and published packages without the files and fields that a
/// registry page shows.
pub(super) fn manifests(workspace: &Workspace) -> Result<Vec<Complaint>> {
    let mut complaints = Vec::new();
    for member in &workspace.members {
        let folder = &member.folder;
        let manifest = workspace.read(format!("{folder}/Cargo.toml"))?;
        if !manifest.contains("[lints]\nworkspace = true\n") && !OWN_LINTS.contains(&&**folder) {
            let text = format!("{folder}/Cargo.toml has no `[lints]` with `workspace = true`: add them.");
            complaints.push(Complaint::from(text));
        }
        let has_file = |name: &str| workspace.root.join(folder).join(name).is_file();
        let readme = workspace.read(format!("{folder}/README.md")).unwrap_or_default();
        let from_git = format!("{} --git {}", member.name, member.repository.as_deref().unwrap_or_default());
        // A command has its examples in its help.
        let has_example = member.has_target(TargetKind::Example) || member.has_target(TargetKind::Bin);
        let needs = [
            (has_file("README.md"), "README.md is missing: write it"),
            (readme.contains(&from_git), "README.md does not say how to use it unpublished: by `--git`"),
            (has_file("CHANGELOG.md"), "CHANGELOG.md is missing: write it"),
            (member.description.is_some(), "Cargo.toml has no description: add one"),
            (!member.keywords.is_empty(), "Cargo.toml has no keyword: add some"),
            (!member.categories.is_empty(), "Cargo.toml has no category: add one"),
            (has_example, "examples/ is missing: write one that does what a user would do"),
        ];
        let needs = needs.into_iter().filter(|(is_there, _)| member.is_published() && !is_there);
        complaints.extend(needs.map(|(_, text)| Complaint::from(format!("{folder}/{text}."))));
    }
    Ok(complaints)
}

/// Reports files of `read/` without a file of the same name in `write/`, and vice versa. A file on one side may
/// correspond to a folder of the same name on the other.
pub(super) fn mirrors(workspace: &Workspace) -> Result<Vec<Complaint>> {
    let mut complaints = Vec::new();
    for package in workspace.format_crates() {
        let below_src = |folder: &str| -> Result<Vec<String>> {
            let root = workspace.root.join(&package.folder).join("src").join(folder);
            Ok(files(&root)?.iter().map(|file| below(&root, file)).collect())
        };
        let (read, write) = (below_src("read")?, below_src("write")?);
        for (side, files, other, others) in
            [("read", &read, "write", &write), ("write", &write, "read", &read)]
        {
            let is_mirrored = |file: &&String| {
                let noun = file.split_once('/').map(|(folder, _)| format!("{folder}.rs"));
                others.contains(file) || noun.is_some_and(|noun| others.contains(&noun))
            };
            let lonely = files.iter().filter(|file| !is_mirrored(file));
            complaints.extend(lonely.map(|file| {
                Complaint::from(format!(
                    "{folder}/src/{side}/{file} has no {folder}/src/{other}/{file} beside it: \
                     the writer mirrors the reader, so add that or move this.",
                    folder = package.folder
                ))
            }));
        }
    }
    Ok(complaints)
}

#[cfg(test)]
mod tests {
    use super::super::texts;
    use super::*;
    use crate::workspace::scratch::Scratch;
    use serde_json::json;

    #[test]
    fn a_package_has_what_its_page_shows() {
        let manifest = ("crates/toy/Cargo.toml", "[lints]\nworkspace = true\n");
        let files = [manifest, ("crates/toy/README.md", "`toy --git `"), ("crates/toy/CHANGELOG.md", "")];
        let target = json!({ "name": "x", "kind": ["example"], "src_path": "x" });
        let full = json!({ "description": "x", "keywords": ["x"], "categories": ["x"], "targets": [target] });
        assert_eq!(texts(manifests(&Scratch::new(&files).member("crates/toy", full).0)), [""; 0]);

        let tree = Scratch::new(&[("crates/toy/Cargo.toml", "")]).member("crates/toy", json!({}));
        assert_eq!(
            texts(manifests(&tree.0)),
            [
                "crates/toy/Cargo.toml has no `[lints]` with `workspace = true`: add them.",
                "crates/toy/README.md is missing: write it.",
                "crates/toy/README.md does not say how to use it unpublished: by `--git`.",
                "crates/toy/CHANGELOG.md is missing: write it.",
                "crates/toy/Cargo.toml has no description: add one.",
                "crates/toy/Cargo.toml has no keyword: add some.",
                "crates/toy/Cargo.toml has no category: add one.",
                "crates/toy/examples/ is missing: write one that does what a user would do.",
            ]
        );
        let unpublished = Scratch::new(&[manifest]).member("crates/toy", json!({ "publish": [] }));
        assert_eq!(texts(manifests(&unpublished.0)), [""; 0]);
    }

    #[test]
    fn the_writer_has_the_readers_files() {
        let files = ["read/a.rs", "read/a/e.rs", "read/b/c.rs", "write/a.rs", "write/d.rs"]
            .map(|f| format!("crates/toy/src/{f}"));
        let files = files.each_ref().map(|path| (path.as_str(), ""));
        assert_eq!(
            texts(mirrors(&Scratch::new(&files).member("crates/toy", json!({})).0)),
            [
                "crates/toy/src/read/b/c.rs has no crates/toy/src/write/b/c.rs beside it: \
                 the writer mirrors the reader, so add that or move this.",
                "crates/toy/src/write/d.rs has no crates/toy/src/read/d.rs beside it: \
                 the writer mirrors the reader, so add that or move this.",
            ]
        );
    }
}
