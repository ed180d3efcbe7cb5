//! The pages in `docs/rules`, generated from the constants, and the two fixtures of each rule.

use crate::formats::Format;
use crate::workspace::{Workspace, files};
use anyhow::{Context, Result};
use std::fmt::Write;
use std::fs;

/// The path of a format's page.
pub(crate) fn page_path(format: &Format) -> String {
    format!("docs/rules/{}.md", format.name)
}

/// The page of a format: a section for each rule. None without rules.
pub(crate) fn page(format: &Format) -> Option<String> {
    let Format { name, title, found_by, rules, .. } = format;
    let rules = rules();
    if rules.is_empty() {
        return None;
    }
    let mut page = format!(
        "# {title}: rules\n\n\
         What {found_by} finds. Written by `cargo xtask tidy --fix` from crates/{name}/src/rules.rs.\n\n\
         | Rule | Severity | Says |\n|---|---|---|\n"
    );
    for rule in &rules {
        let anchor = rule.id.to_lowercase();
        let _ = writeln!(page, "| [{}](#{anchor}) | {} | {} |", rule.id, rule.severity, sentence(rule.title));
    }
    for rule in &rules {
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
    Some(page)
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
                let (name, extension) = (format.name, format.extensions.first().unwrap_or(&"bin"));
                complaints.push(format!(
                    "{} has no fixture that {breaks}: make {folder}/{start}{extension} in xtask/src/fixtures/{name}.rs.",
                    rule.id
                ));
                continue;
            };
            let bytes = fs::read(path).with_context(|| path.display().to_string())?;
            let fires = (format.validate)(&bytes)
                .map(|findings| findings.iter().any(|finding| finding.rule.id == rule.id));
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
    use crate::formats::toy;
    use crate::workspace::scratch::Scratch;

    fn complaints(files: &[(&str, &str)]) -> Vec<String> {
        let tree = Scratch::new(files).formats([toy::format()]);
        fixture_complaints(&tree.0, &tree.0.formats[0]).unwrap()
    }

    #[test]
    fn a_page_has_a_section_for_each_rule() {
        assert_eq!(
            page(&toy::format()).unwrap(),
            "# Toy: rules\n\n\
             What `validate` finds. Written by `cargo xtask tidy --fix` from crates/toy/src/rules.rs.\n\n\
             | Rule | Severity | Says |\n|---|---|---|\n\
             | [TOY001](#toy001) | warning | Nothing is asked. |\n\n\
             ## TOY001\n\n**Nothing is asked.** (warning)\n\nNobody answers.\n\n*What to do:* Say it.\n"
        );
    }

    #[test]
    fn a_rule_needs_a_fixture_that_breaks_it_and_one_that_does_not() {
        let fires = ("fixtures/toy/rules/TOY001.fires.toy", "TOY ?");
        let silent = ("fixtures/toy/rules/TOY001.silent.toy", "TOY !");
        assert_eq!(complaints(&[fires, silent]), [""; 0]);
        assert_eq!(
            complaints(&[]),
            [
                "TOY001 has no fixture that breaks the rule: \
                 make fixtures/toy/rules/TOY001.fires.toy in xtask/src/fixtures/toy.rs.",
                "TOY001 has no fixture that only just keeps to the rule: \
                 make fixtures/toy/rules/TOY001.silent.toy in xtask/src/fixtures/toy.rs.",
            ]
        );
        assert_eq!(
            complaints(&[(fires.0, "TOY"), (silent.0, "TOY ?")]),
            [
                "fixtures/toy/rules/TOY001.fires.toy gives no finding of TOY001: make it break the rule.",
                "fixtures/toy/rules/TOY001.silent.toy gives a finding of TOY001: make it keep to the rule.",
            ]
        );
        assert_eq!(
            complaints(&[fires, (silent.0, "?")]),
            ["fixtures/toy/rules/TOY001.silent.toy is refused, and only what reads can be validated: \
              expected TOY (at byte 0x0)."]
        );
    }
}
