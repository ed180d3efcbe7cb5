//! Checks the allowed dependencies between crates in deny.toml, even where cargo-deny is not installed.

use super::Complaint;
use crate::workspace::Workspace;
use anyhow::Result;

/// Reports dependencies between members that deny.toml forbids, and format crates that it does not name.
pub(super) fn forbidden(workspace: &Workspace) -> Result<Vec<Complaint>> {
    let deny = workspace.read("deny.toml")?;
    // Such as `{ crate = "slmesh", wrappers = ["fuzz", "xtask"] },`.
    let rule = |line: &'_ str| -> Option<(String, Vec<String>)> {
        let mut names =
            line.trim().strip_prefix("{ crate = ")?.split('"').skip(1).step_by(2).map(str::to_owned);
        Some((names.next()?, names.collect()))
    };
    let rules: Vec<_> = deny.lines().filter_map(rule).collect();
    let named = |name: &str| rules.iter().find(|(own, _)| own == name);
    let mut complaints = Vec::new();
    for member in &workspace.members {
        let name = &member.name;
        if member.is_format() && named(name).is_none() {
            complaints
                .push(Complaint::from(format!("deny.toml does not say who may depend on {name}: add it.")));
        }
        for to in member.dependencies.iter().filter(|to| to.path.is_some()) {
            if named(&to.name).is_some_and(|(_, may)| !may.iter().any(|may| may == name.as_str())) {
                complaints.push(Complaint::from(format!(
                    "{name} depends on {to}, which deny.toml forbids: take it out of {folder}/Cargo.toml.",
                    to = to.name,
                    folder = member.folder
                )));
            }
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
    fn deny_toml_decides() {
        let deny = "deny = [\n    { crate = \"llsd\", wrappers = [\"slmesh\", \"fuzz\"] },\n]\n";
        let on = |name: &str| {
            let edge = json!({
                "name": name, "path": format!("/{name}"), "source": null, "req": "*", "kind": null, "rename": null,
                "optional": false, "uses_default_features": true, "features": [], "target": null, "registry": null,
            });
            json!({ "dependencies": [edge] })
        };
        let tree = Scratch::new(&[("deny.toml", deny)])
            .member("crates/llsd", on("geom"))
            .member("crates/slmesh", on("llsd"))
            .member("crates/geom", on("llsd"));
        assert_eq!(
            texts(forbidden(&tree.0)),
            [
                "deny.toml does not say who may depend on slmesh: add it.",
                "geom depends on llsd, which deny.toml forbids: take it out of crates/geom/Cargo.toml.",
            ]
        );
    }
}
