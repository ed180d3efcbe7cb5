//! Files that must be the same in every format crate.

use super::Complaint;
use crate::workspace::{Workspace, below, files};
use anyhow::{Context, Result};

/// The folder of the originals.
const TEMPLATE: &str = "xtask/template";

/// The folder whose files are the same, byte for byte, in every format crate that has them.
const COMMON: &str = "src/common";

/// The file that declares the common modules of a crate. Only this file may differ.
const LIST: &str = "src/common/mod.rs";

/// Reports copies that differ from the template.
pub(super) fn common_files(workspace: &Workspace) -> Result<Vec<Complaint>> {
    let mut complaints = Vec::new();
    let template = workspace.root.join(TEMPLATE);
    for package in workspace.format_crates() {
        let own = workspace.root.join(&package.folder);
        let list = workspace.read(own.join(LIST)).unwrap_or_default();
        let originals = files(&template.join(COMMON))?;
        let originals: Vec<_> = originals.iter().map(|file| below(&template, file)).collect();
        let wanted: Vec<_> =
            originals.iter().filter(|path| *path == LIST || is_listed(&list, path)).collect();
        for path in &wanted {
            let mut original = workspace.read(template.join(path))?;
            if *path == LIST {
                original = listed(&original, &list);
            }
            if workspace.read(own.join(path)).ok().as_deref() != Some(&original) {
                let path = format!("{}/{path}", package.folder);
                complaints.push(Complaint {
                    text: format!(
                        "{path} differs from its original in {TEMPLATE}: change that one, \
                         and run `cargo xtask tidy --fix`."
                    ),
                    fix: Some((path, original)),
                });
            }
        }
        let copies = files(&own.join(COMMON))?;
        let strays = copies.iter().map(|file| below(&own, file)).filter(|path| !wanted.contains(&path));
        complaints.extend(strays.map(|path| {
            Complaint::from(format!(
                "{}/{path} has no original in {TEMPLATE}, or is not listed in {LIST}: move it out of \
                 {COMMON}, or list it.",
                package.folder
            ))
        }));
    }
    Ok(complaints)
}

/// The module that a line of the list declares.
fn module(line: &str) -> Option<&str> {
    line.trim_start_matches("pub(crate) ").strip_prefix("mod ")?.strip_suffix(';')
}

/// Returns true if a list declares the module of a file.
fn is_listed(list: &str, path: &str) -> bool {
    let name = path.strip_prefix("src/common/").and_then(|name| name.strip_suffix(".rs"));
    list.lines().filter_map(module).any(|module| Some(module) == name)
}

/// The required list of a crate: the original, reduced to the modules that `list` declares, with its conditions on
/// features.
fn listed(original: &str, list: &str) -> String {
    let is_kept =
        |line: &&str| module(line).is_none_or(|name| list.lines().filter_map(module).any(|of| of == name));
    let lines =
        original.lines().filter(is_kept).flat_map(|line| feature(list, line).into_iter().chain([line]));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The line above the declaration of a module in a list, if it is a condition on a feature.
fn feature<'l>(list: &'l str, line: &str) -> Option<&'l str> {
    module(line)?;
    let (above, _) = list.lines().zip(list.lines().skip(1)).find(|(_, of)| *of == line)?;
    above.starts_with("#[cfg(feature = ").then_some(above)
}

/// Reports crates whose lib.rs does not enable the same lints at the top as the template.
pub(super) fn lint_header(workspace: &Workspace) -> Result<Vec<Complaint>> {
    let original = workspace.read(format!("{TEMPLATE}/src/lib.rs"))?;
    let start = original.find("#![cfg_attr(").context("the template has no lint header")?;
    let end = original[start..].find("\n)]\n").context("the lint header of the template does not end")?;
    let header = &original[start..start + end];
    let without = workspace.format_crates().filter(|package| {
        !workspace.read(format!("{}/src/lib.rs", package.folder)).is_ok_and(|text| text.contains(header))
    });
    let complaint = |folder| {
        Complaint::from(format!(
            "{folder}/src/lib.rs does not have the lints that {TEMPLATE}/src/lib.rs begins with: copy them."
        ))
    };
    Ok(without.map(|package| complaint(&package.folder)).collect())
}

#[cfg(test)]
mod tests {
    use super::super::texts;
    use super::*;
    use crate::workspace::scratch::Scratch;
    use serde_json::json;

    fn tree(files: &[(&str, &str)]) -> Scratch {
        Scratch::new(files).member("crates/toy", json!({})).member("crates/geom", json!({}))
    }

    #[test]
    fn stale_and_stray_copies_are_named() {
        let list = "//! All.\n\npub(crate) mod a;\nmod c;\n";
        let mut files = [
            (
                "xtask/template/src/common/mod.rs",
                "//! All.\n\npub(crate) mod a;\npub(crate) mod b;\nmod c;\n",
            ),
            ("xtask/template/src/common/a.rs", "a"),
            ("xtask/template/src/common/b.rs", "b"),
            ("xtask/template/src/common/c.rs", "c"),
            ("crates/toy/src/common/mod.rs", list),
            ("crates/toy/src/common/a.rs", "a"),
            ("crates/toy/src/common/c.rs", "c"),
        ];
        assert_eq!(texts(common_files(&tree(&files).0)), [""; 0]);
        files[4].1 = "//! All.\n\n#[cfg(feature = \"x\")]\npub(crate) mod a;\nmod c;\n";
        assert_eq!(texts(common_files(&tree(&files).0)), [""; 0]);
        files[4].1 = "//! Some.\n\npub(crate) mod a;\nmod c;\npub(crate) mod d;\n";
        files[5].1 = "changed";
        files[6].0 = "crates/toy/src/common/b.rs";
        let stale = tree(&files);
        let complaints = common_files(&stale.0).unwrap();
        let fixes: Vec<_> = complaints.iter().filter_map(|complaint| complaint.fix.clone()).collect();
        let fix = |name: &str, text: &str| (format!("crates/toy/src/common/{name}.rs"), text.to_owned());
        assert_eq!(fixes, [fix("a", "a"), fix("c", "c"), fix("mod", list)]);
        let texts = texts(Ok(complaints));
        assert!(
            texts[0].starts_with("crates/toy/src/common/a.rs differs from its original in xtask/template: ")
        );
        assert_eq!(
            texts[3..],
            [
                "crates/toy/src/common/b.rs has no original in xtask/template, or is not listed in src/common/mod.rs: \
              move it out of src/common, or list it."
            ]
        );
    }

    #[test]
    fn the_lints_stand_in_every_lib() {
        let header = "//! Docs.\n#![cfg_attr(\n    not(test),\n    warn(x)\n)]\n\nmod a;\n";
        let lib = ("xtask/template/src/lib.rs", header);
        assert_eq!(texts(lint_header(&tree(&[lib, ("crates/toy/src/lib.rs", header)]).0)), [""; 0]);
        assert_eq!(
            texts(lint_header(&tree(&[lib, ("crates/toy/src/lib.rs", "mod a;")]).0)),
            [
                "crates/toy/src/lib.rs does not have the lints that xtask/template/src/lib.rs begins with: copy them."
            ]
        );
    }
}
