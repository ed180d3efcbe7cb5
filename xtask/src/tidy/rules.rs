//! The pages in `docs/rules`, generated from the constants, and the two fixtures of each rule.

use super::Complaint;
use crate::workspace::{Workspace, below, files};
use anyhow::Result;
use rezkit::{READERS, RULES, Reader, Rule, SCRIPT_RULES};
use std::fmt::Write;

/// Reports pages that differ from the text generated from the rules.
pub(super) fn pages(workspace: &Workspace) -> Result<Vec<Complaint>> {
    let common: Vec<Rule> = RULES.iter().map(|rule| **rule).collect();
    let common = page("All formats, and what programs demand", "files/src", &common);
    let scripts: Vec<Rule> = SCRIPT_RULES.iter().map(|rule| **rule).collect();
    let scripts = page("Scripts", "rezkit/src/verbs/scripts", &scripts);
    let of_format = |reader: &Reader| (reader.name, page(reader.title, &folder(reader), &(reader.rules)()));
    let pages = READERS.iter().map(of_format).chain([("luau", scripts), ("rezkit", common)]);
    let stale = pages.filter_map(|(name, page)| {
        let path = format!("docs/rules/{name}.md");
        let text = format!("{path} is not what the rules of {name} say: run `cargo xtask tidy --fix`.");
        let is_stale = workspace.read(&path).ok().as_ref() != Some(&page);
        is_stale.then_some(Complaint { text, fix: Some((path, page)) })
    });
    Ok(stale.collect())
}

/// The folder with the rules of a format, relative to `crates`.
fn folder(reader: &Reader) -> String {
    match reader.name {
        // The blobs of unions are read by a module of the crate of meshes.
        "rbxcsg" => "rbxmesh/src/csg".to_owned(),
        // Those of animations, by one of that of Second Life's meshes.
        "anim" => "slmesh/src/anim".to_owned(),
        name => format!("{name}/src"),
    }
}

/// A page with a section for each rule.
fn page(title: &str, folder: &str, rules: &[Rule]) -> String {
    let mut page = format!(
        "# {title}: rules\n\n\
         What validation finds. Written by `cargo xtask tidy --fix` from crates/{folder}/rules.rs.\n\n\
         | Rule | Severity | Says |\n|---|---|---|\n"
    );
    for rule in rules {
        let anchor = rule.id.to_lowercase();
        let _ = writeln!(page, "| [{}](#{anchor}) | {} | {} |", rule.id, rule.severity, sentence(rule.title));
    }
    for rule in rules {
        let _ = write!(
            page,
            "\n## {}\n\n**{}** ({})\n\n{}\n\n*What to do:* {}\n",
            rule.id,
            sentence(rule.title),
            rule.severity,
            sentence(rule.why),
            sentence(rule.fix)
        );
    }
    page
}

fn sentence(text: &str) -> String {
    format!("{}.", text.trim_end_matches('.'))
}

/// Reports rules that lack a fixture which breaks them, or one which only just complies with them. Tests of each crate
/// check that the fixtures do so.
pub(super) fn fixtures(workspace: &Workspace) -> Result<Vec<Complaint>> {
    let root = workspace.root.join("fixtures");
    let names: Vec<_> = files(&root)?.iter().map(|file| below(&root, file)).collect();
    let mut complaints = Vec::new();
    for reader in READERS {
        for rule in (reader.rules)() {
            for (case, does) in [("fires", "breaks the rule"), ("silent", "only just keeps to the rule")] {
                let (id, format) = (rule.id, reader.name);
                let start = format!("{format}/rules/{id}.{case}.");
                if !names.iter().any(|name| name.starts_with(&start)) {
                    complaints.push(Complaint::from(format!(
                        "{id} has no fixture that {does}: make fixtures/{start}* in xtask/fixtures/src/{format}.rs."
                    )));
                }
            }
        }
    }
    Ok(complaints)
}

#[cfg(test)]
mod tests {
    use super::super::{mend, texts};
    use super::*;
    use crate::workspace::scratch::Scratch;

    #[test]
    fn a_stale_page_is_named_and_written() {
        let tree = Scratch::new(&[("docs/rules/llsd.md", "old")]);
        let stale = "docs/rules/llsd.md is not what the rules of llsd say: run `cargo xtask tidy --fix`.";
        assert!(texts(pages(&tree.0)).iter().any(|text| text == stale));
        let mut out = Vec::new();
        let left = mend(&tree.0, pages(&tree.0).unwrap(), &mut out).unwrap();
        assert!(left.is_empty() && String::from_utf8(out).unwrap().contains("wrote docs/rules/llsd.md\n"));
        assert_eq!(texts(pages(&tree.0)), [""; 0]);
    }

    #[test]
    fn a_rule_needs_a_fixture_that_breaks_it_and_one_that_does_not() {
        let n_rules: usize = READERS.iter().map(|reader| (reader.rules)().len()).sum();
        assert_eq!(fixtures(&Scratch::new(&[]).0).unwrap().len(), 2 * n_rules);
        let left = texts(fixtures(&Scratch::new(&[("fixtures/llsd/rules/LSD001.fires.llsd", "")]).0));
        let start = "LSD001 has no fixture that";
        let of_first: Vec<_> = left.iter().filter(|text| text.starts_with(start)).collect();
        let more = "only just keeps to the rule: make fixtures/llsd/rules/LSD001.silent.* in";
        assert_eq!(of_first, [&format!("{start} {more} xtask/fixtures/src/llsd.rs.")]);
    }
}
