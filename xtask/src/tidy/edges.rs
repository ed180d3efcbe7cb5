//! Who may depend on whom.

use super::Complaint;
use crate::workspace::{Package, Workspace};
use anyhow::{Context, Result};

/// What a member may depend on in the workspace, for tests as well. All others: on geom alone.
const EDGES: &[(&str, &[&str])] = &[
    ("geom", &[]),
    // Its blocks are LLSD.
    ("slmesh", &["geom", "llsd"]),
    ("rezkit", ALL),
    // A library for whoever shows results: what `rez` says, another program can say too.
    // Its tests take the inputs of fuzz that are made to be expensive.
    ("rezkit-cli", &["rezkit", "fuzz"]),
    // The module of the page: what it says, `rez` says too.
    ("core", &["rezkit"]),
    ("fuzz", ALL),
    ("xtask", ALL),
];

const ALL: &[&str] = &["*"];

fn allowed(from: &str) -> &'static [&'static str] {
    EDGES.iter().find(|(name, _)| *name == from).map_or(&["geom"], |(_, to)| to)
}

fn is_allowed(from: &str, to: &str) -> bool {
    allowed(from) == ALL || allowed(from).contains(&to)
}

/// Edges of the workspace that are not in the table.
pub(super) fn forbidden(workspace: &Workspace) -> Result<Vec<Complaint>> {
    let mut complaints = Vec::new();
    for package in &workspace.packages {
        let from = package.short_name();
        for to in package.dependencies.iter().filter_map(|folder| folder.rsplit('/').next()) {
            if !is_allowed(from, to) {
                let may = match allowed(from) {
                    [] => "nothing".into(),
                    names => names.join(" and "),
                };
                complaints.push(Complaint::from(format!(
                    "{from} depends on {to}, and may depend on {may} in the workspace: \
                     take {to} out of {}/Cargo.toml.",
                    package.folder
                )));
            }
        }
    }
    Ok(complaints)
}

const BEGIN: &str =
    "    # The edges of the workspace, by `cargo xtask tidy --fix` from xtask/src/tidy/edges.rs.\n";
const END: &str = "    # End of the edges.\n";

/// cargo-deny holds the same table: who may depend directly on each format crate.
pub(super) fn deny_list(workspace: &Workspace) -> Result<Vec<Complaint>> {
    let deny = workspace.read("deny.toml")?;
    let (before, rest) = deny.split_once(BEGIN).context("deny.toml: the line before the edges is gone")?;
    let (_, after) = rest.split_once(END).context("deny.toml: the line after the edges is gone")?;
    let edges: String =
        workspace.packages.iter().filter(|to| to.is_format()).map(|to| line(workspace, to)).collect();
    let fresh = format!("{before}{BEGIN}{edges}{END}{after}");
    let stale = (fresh != deny).then(|| Complaint {
        text: "deny.toml does not have the edges of the workspace: run `cargo xtask tidy --fix`.".into(),
        fix: Some(("deny.toml".into(), fresh)),
    });
    Ok(stale.into_iter().collect())
}

fn line(workspace: &Workspace, to: &Package) -> String {
    let may = workspace.packages.iter().filter(|from| is_allowed(from.short_name(), to.short_name()));
    let wrappers: Vec<_> =
        may.filter(|from| *from.name != to.name).map(|from| format!("{:?}", from.name)).collect();
    format!("    {{ crate = {:?}, wrappers = [{}] }},\n", to.name, wrappers.join(", "))
}

#[cfg(test)]
mod tests {
    use super::super::texts;
    use super::*;
    use crate::workspace::scratch::Scratch;

    fn package(folder: &str, dependencies: &[&str]) -> Package {
        let dependencies = dependencies.iter().map(|folder| (*folder).into()).collect();
        let name = format!("rezkit-{}", folder.rsplit('/').next().unwrap());
        Package { name, folder: folder.into(), dependencies, ..Package::default() }
    }

    #[test]
    fn the_table_decides() {
        let tree = Scratch::new(&[]).packages([
            package("crates/geom", &["crates/llsd"]),
            package("crates/llsd", &["crates/geom"]),
            package("crates/slmesh", &["crates/geom", "crates/llsd"]),
            package("crates/rbxxml", &["crates/geom", "crates/rbxbinary"]),
            package("fuzz", &["crates/rbxxml", "xtask/template"]),
            package("xtask/template", &["fuzz"]),
        ]);
        assert_eq!(
            texts(forbidden(&tree.0)),
            [
                "geom depends on llsd, and may depend on nothing in the workspace: \
                 take llsd out of crates/geom/Cargo.toml.",
                "rbxxml depends on rbxbinary, and may depend on geom in the workspace: \
                 take rbxbinary out of crates/rbxxml/Cargo.toml.",
                "template depends on fuzz, and may depend on geom in the workspace: \
                 take fuzz out of xtask/template/Cargo.toml.",
            ]
        );
    }

    #[test]
    fn deny_toml_has_the_same_table() {
        let deny = |edges: &str| format!("deny = [\n{BEGIN}{edges}{END}]\n");
        let tree = Scratch::new(&[("deny.toml", &deny(""))]).packages([
            package("crates/geom", &[]),
            package("crates/llsd", &[]),
            package("crates/slmesh", &[]),
            package("fuzz", &[]),
        ]);
        let [complaint] = &deny_list(&tree.0).unwrap()[..] else { panic!("one complaint") };
        let edges = deny(
            "    { crate = \"rezkit-llsd\", wrappers = [\"rezkit-slmesh\", \"rezkit-fuzz\"] },\n    \
             { crate = \"rezkit-slmesh\", wrappers = [\"rezkit-fuzz\"] },\n",
        );
        assert_eq!(complaint.fix, Some(("deny.toml".into(), edges.clone())));
        std::fs::write(tree.0.root.join("deny.toml"), edges).unwrap();
        assert_eq!(deny_list(&tree.0).unwrap(), []);
    }
}
