//! The pages in `docs/rules`, generated from the constants, and the two fixtures of each rule.

use crate::formats::Format;
use crate::workspace::{Workspace, files};
use anyhow::{Context, Result};
use rezkit::internal::Options;
use rezkit::{Profile, Rule};
use std::fmt::Write;
use std::fs;

/// The page of the rules that do not belong to one format.
pub(crate) fn common_page() -> String {
    let rules: Vec<_> = rezkit::RULES.iter().map(|rule| **rule).collect();
    page_of("All formats, and what programs demand", "rezkit/src/formats", &rules)
}

/// The page of a format: a section for each rule.
pub(crate) fn page(format: &Format) -> String {
    let folder = match format.name {
        // The blobs of unions are read by a module of the crate of meshes.
        "rbxcsg" => "rbxmesh/src/csg".to_owned(),
        // Those of animations, by one of that of Second Life's meshes.
        "anim" => "slmesh/src/anim".to_owned(),
        name => format!("{name}/src"),
    };
    page_of(format.title, &folder, &(format.rules)())
}

fn page_of(title: &str, folder: &str, rules: &[Rule]) -> String {
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

/// Checks the two fixtures of each rule.
pub(crate) fn fixture_complaints(workspace: &Workspace, format: &Format) -> Result<Vec<String>> {
    let folder = format!("fixtures/{}/rules", format.name);
    let fixtures = files(&workspace.root.join(&folder))?;
    let mut complaints = Vec::new();
    for rule in (format.rules)() {
        for (case, should_fire) in [("fires", true), ("silent", false)] {
            let start = format!("{}.{case}.", rule.id);
            let named =
                fixtures.iter().map(|path| (path, path.file_name().unwrap_or_default().to_string_lossy()));
            let Some((path, file)) = named.into_iter().find(|(_, file)| file.starts_with(&start)) else {
                let breaks = if should_fire { "breaks the rule" } else { "only just keeps to the rule" };
                let (name, extension) = (format.name, format.extension);
                complaints.push(format!(
                    "{} has no fixture that {breaks}: make {folder}/{start}{extension} in xtask/fixtures/src/{name}.rs.",
                    rule.id
                ));
                continue;
            };
            let bytes = fs::read(path).with_context(|| path.display().to_string())?;
            let fires = format
                .check(&bytes, Options::default(), &[Profile::Raylib])
                .map(|findings| findings.list.iter().any(|finding| finding.rule.id == rule.id));
            let flaw = match (fires, should_fire) {
                (Err(error), _) => {
                    format!("is refused, and only what reads can be validated: {}", error)
                }
                (Ok(false), true) => format!("gives no finding of {}: make it break the rule", rule.id),
                (Ok(true), false) => format!("gives a finding of {}: make it keep to the rule", rule.id),
                (Ok(_), _) => continue,
            };
            complaints.push(format!("{folder}/{file} {flaw}."));
        }
    }
    Ok(complaints)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::scratch::Scratch;

    #[test]
    fn a_rule_needs_a_fixture_that_breaks_it_and_one_that_does_not() {
        let llsd = || Format::of("llsd", "llsd", Vec::new);
        let complaints = |files: &[(&str, &str)]| {
            let tree = Scratch::new(files).format(llsd());
            fixture_complaints(&tree.0, &tree.0.formats[0]).unwrap()
        };
        let n_rules = (llsd().rules)().len();
        let none = complaints(&[]);
        assert_eq!(none.len(), 2 * n_rules);
        assert_eq!(
            none[..2],
            [
                "LSD001 has no fixture that breaks the rule: \
                 make fixtures/llsd/rules/LSD001.fires.llsd in xtask/fixtures/src/llsd.rs.",
                "LSD001 has no fixture that only just keeps to the rule: \
                 make fixtures/llsd/rules/LSD001.silent.llsd in xtask/fixtures/src/llsd.rs.",
            ]
        );
        let (fires, silent) = ("fixtures/llsd/rules/LSD008.fires.x", "fixtures/llsd/rules/LSD008.silent.x");
        assert_eq!(complaints(&[(fires, "[rinf]"), (silent, "[r1]")]).len(), 2 * n_rules - 2);
        let swapped = complaints(&[(fires, "[r1]"), (silent, "[rinf]")]);
        let has = |text: &str| swapped.iter().any(|complaint| complaint == text);
        assert!(has(
            "fixtures/llsd/rules/LSD008.fires.x gives no finding of LSD008: make it break the rule."
        ));
        assert!(has(
            "fixtures/llsd/rules/LSD008.silent.x gives a finding of LSD008: make it keep to the rule."
        ));
        let refused = complaints(&[(fires, "[rinf]"), (silent, "[")]);
        let is_refused = |complaint: &String| complaint.contains("LSD008.silent.x is refused, and only what");
        assert!(refused.iter().any(is_refused), "{refused:?}");
    }
}
