//! The bill of materials of an archive in CycloneDX: the third-party code in it, with versions and licences.

use super::FEATURES;
use crate::tools::said;
use crate::web;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The third-party scripts in the page.
const SCRIPTS: [&str; 2] = ["three", "fflate"];

/// The bill of materials: the crates compiled into the program and, if the archive includes it, into the page.
pub(super) fn bill(workspace: &Workspace, target: &str, has_page: bool) -> Result<Vec<u8>> {
    let mut parts = Parts { locked: workspace.read("Cargo.lock")?, ..Parts::default() };
    let root =
        parts.add(workspace, &["--package", "rezkit-cli", "--features", FEATURES, "--target", target])?;
    if has_page {
        let page = parts.add(workspace, &["--package", "rezkit-web", "--target", web::TARGET])?;
        parts.uses.entry(root.clone()).or_default().insert(page.clone());
        let locked: Value = serde_json::from_str(&workspace.read("web/package-lock.json")?)?;
        for name in SCRIPTS {
            let script = &locked["packages"][format!("node_modules/{name}")];
            let word = |key: &str| script[key].as_str().with_context(|| format!("{name} has no {key}"));
            let url = format!("pkg:npm/{name}@{}", word("version")?);
            parts.components.insert(url.clone(), component(name, word("version")?, word("license")?, &url));
            parts.uses.entry(page.clone()).or_default().insert(url);
        }
    }
    let uses = |(part, uses): (&String, &BTreeSet<String>)| json!({ "ref": part, "dependsOn": uses });
    let mut program = parts.components.remove(&root).context("the program is among its parts")?;
    program["type"] = "application".into();
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": { "component": program },
        "components": parts.components.values().collect::<Vec<_>>(),
        "dependencies": parts.uses.iter().map(uses).collect::<Vec<_>>(),
    });
    Ok(serde_json::to_vec_pretty(&bill)?)
}

/// The components by their package URLs.
#[derive(Default)]
struct Parts {
    /// The text of Cargo.lock, which has the checksums.
    locked: String,
    components: BTreeMap<String, Value>,
    uses: BTreeMap<String, BTreeSet<String>>,
}

impl Parts {
    /// Adds a package and all dependencies that are compiled into it; returns its URL.
    fn add(&mut self, workspace: &Workspace, arguments: &[&str]) -> Result<String> {
        let tree = "tree --prefix depth --format |{p}|{l} --locked --edges normal,no-proc-macro";
        self.add_tree(&said(workspace.cargo(tree).args(arguments))?).context("cargo tree prints no tree")
    }

    fn add_tree(&mut self, tree: &str) -> Option<String> {
        let mut above: Vec<String> = Vec::new();
        for line in tree.lines() {
            let mut cells = line.trim_end_matches(" (*)").split('|');
            let depth = cells.next()?.parse().ok()?;
            let mut words = cells.next()?.split(' ');
            let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
            let url = format!("pkg:cargo/{name}@{version}");
            let licence = cells.next()?.replace('/', " OR ");
            let mut part = component(name, version, &licence, &url);
            if let Some(checksum) = self.checksum(name, version) {
                part["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
            }
            self.components.insert(url.clone(), part);
            self.uses.entry(url.clone()).or_default();
            above.truncate(depth);
            if let Some(user) = above.last() {
                self.uses.entry(user.clone()).or_default().insert(url.clone());
            }
            above.push(url);
        }
        above.into_iter().next()
    }

    /// The checksum of a package, if it is from a registry.
    fn checksum(&self, name: &str, version: &str) -> Option<&str> {
        let head = format!("\nname = \"{name}\"\nversion = \"{version}\"\n");
        let package = self.locked.split("[[package]]").find(|package| package.starts_with(&head))?;
        package.split("checksum = \"").nth(1)?.split('"').next()
    }
}

fn component(name: &str, version: &str, licence: &str, url: &str) -> Value {
    json!({
        "type": "library", "bom-ref": url, "name": name, "version": version, "purl": url,
        "licenses": [{ "expression": licence }],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_becomes_parts_and_their_uses() {
        let locked = "[[package]]\nname = \"b\"\nversion = \"2.0.0\"\nsource = \"x\"\nchecksum = \"00ff\"\n";
        let mut parts = Parts { locked: locked.into(), ..Parts::default() };
        let tree =
            "0|a v0.1.0 (/here)|MIT\n1|b v2.0.0|MIT/Apache-2.0\n2|c v3.0.0|Zlib\n1|c v3.0.0|Zlib (*)\n";
        assert_eq!(parts.add_tree(tree).as_deref(), Some("pkg:cargo/a@0.1.0"));
        let [a, b, c] = ["pkg:cargo/a@0.1.0", "pkg:cargo/b@2.0.0", "pkg:cargo/c@3.0.0"];
        let uses = |part: &str| parts.uses[part].iter().map(|name| &**name).collect::<Vec<_>>();
        assert_eq!((uses(a), uses(b), uses(c)), (vec![b, c], vec![c], vec![]));
        assert_eq!(parts.components[b]["licenses"], json!([{ "expression": "MIT OR Apache-2.0" }]));
        assert_eq!(parts.components[b]["hashes"], json!([{ "alg": "SHA-256", "content": "00ff" }]));
        assert!(parts.components[c].get("hashes").is_none());
    }

    #[test]
    fn the_scripts_are_those_of_the_page() {
        let text = format!("const packages = {SCRIPTS:?};");
        assert!(include_str!("../../../web/build.mjs").contains(&text), "web/build.mjs does not say {text}");
    }
}
