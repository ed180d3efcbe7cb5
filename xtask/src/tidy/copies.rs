//! What is the same in every format crate.

use super::Complaint;
use crate::workspace::{Workspace, below, files};
use anyhow::{Context, Result};

/// Where the originals are.
const TEMPLATE: &str = "xtask/template";

/// The folders whose files are the same, byte for byte, in every format crate.
const COMMON: &[&str] = &["src/mould", "tests/support"];

/// Copies that differ from the template.
pub(super) fn common_files(workspace: &Workspace) -> Result<Vec<Complaint>> {
    let template = workspace.root.join(TEMPLATE);
    let mut complaints = Vec::new();
    for package in workspace.packages.iter().filter(|package| package.is_format()) {
        let own = workspace.root.join(&package.folder);
        for folder in COMMON {
            let originals = files(&template.join(folder))?;
            let originals: Vec<_> = originals.iter().map(|file| below(&template, file)).collect();
            for path in &originals {
                let original = workspace.read(template.join(path))?;
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
            let copies = files(&own.join(folder))?;
            let strays = copies.iter().map(|file| below(&own, file)).filter(|path| !originals.contains(path));
            complaints.extend(strays.map(|path| {
                Complaint::from(format!(
                    "{}/{path} has no original in {TEMPLATE}: move it out of {folder}, \
                     which is the same in every format crate.",
                    package.folder
                ))
            }));
        }
    }
    Ok(complaints)
}

/// Crates that do not switch on what the template does, at the top of lib.rs.
pub(super) fn lint_header(workspace: &Workspace) -> Result<Vec<Complaint>> {
    let original = workspace.read(format!("{TEMPLATE}/src/lib.rs"))?;
    let start = original.find("#![cfg_attr(").context("the template has no lint header")?;
    let end = original[start..].find("\n)]\n").context("the lint header of the template does not end")?;
    let header = &original[start..start + end];
    let formats = workspace.packages.iter().filter(|package| package.is_format());
    let without = formats.filter(|package| {
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
    use crate::workspace::Package;
    use crate::workspace::scratch::Scratch;

    fn tree(files: &[(&str, &str)]) -> Scratch {
        Scratch::new(files).packages([
            Package { folder: "crates/toy".into(), ..Package::default() },
            Package { folder: "crates/geom".into(), ..Package::default() },
        ])
    }

    #[test]
    fn stale_and_stray_copies_are_named() {
        let mut files = vec![
            ("xtask/template/src/mould/a.rs", "a"),
            ("xtask/template/src/mould/b.rs", "b"),
            ("xtask/template/tests/support/mod.rs", "support"),
            ("crates/toy/src/mould/a.rs", "a"),
            ("crates/toy/src/mould/b.rs", "b"),
            ("crates/toy/tests/support/mod.rs", "support"),
        ];
        assert_eq!(texts(common_files(&tree(&files).0)), [""; 0]);
        files[3].1 = "changed";
        files[4].0 = "crates/toy/src/mould/c.rs";
        let stale = tree(&files);
        assert_eq!(
            texts(common_files(&stale.0)),
            [
                "crates/toy/src/mould/a.rs differs from its original in xtask/template: \
                 change that one, and run `cargo xtask tidy --fix`.",
                "crates/toy/src/mould/b.rs differs from its original in xtask/template: \
                 change that one, and run `cargo xtask tidy --fix`.",
                "crates/toy/src/mould/c.rs has no original in xtask/template: \
                 move it out of src/mould, which is the same in every format crate.",
            ]
        );
        let fix = common_files(&stale.0).unwrap().swap_remove(0).fix;
        assert_eq!(fix, Some(("crates/toy/src/mould/a.rs".into(), "a".into())));
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
