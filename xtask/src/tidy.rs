//! Checks that the compiler cannot make.

mod arrows;
mod copies;
mod crates;
mod edges;
mod places;

use crate::rules;
use crate::workspace::{Workspace, counted, write};
use anyhow::{Result, bail};
use std::io::Write;

/// A sentence that says what to do, and the required content of a file below the root, if it is known.
#[derive(Debug, PartialEq)]
struct Complaint {
    text: String,
    fix: Option<(String, String)>,
}

impl From<String> for Complaint {
    fn from(text: String) -> Self {
        Self { text, fix: None }
    }
}

pub(crate) fn run(workspace: &Workspace, fix: bool, out: &mut dyn Write) -> Result<()> {
    let mut complaints = complaints(workspace)?;
    if fix {
        complaints = mend(workspace, complaints, out)?;
    }
    for complaint in &complaints {
        writeln!(out, "{}", complaint.text)?;
    }
    match complaints.len() {
        0 => Ok(()),
        n => bail!("{} to tidy", counted(n, "thing")),
    }
}

/// Writes files whose content is known, and returns the other complaints.
fn mend(workspace: &Workspace, complaints: Vec<Complaint>, out: &mut dyn Write) -> Result<Vec<Complaint>> {
    let mut left = Vec::new();
    for complaint in complaints {
        match complaint.fix {
            None => left.push(complaint),
            Some((path, contents)) => {
                write(&workspace.root.join(&path), contents)?;
                writeln!(out, "wrote {path}")?;
            }
        }
    }
    Ok(left)
}

/// All complaints.
fn complaints(workspace: &Workspace) -> Result<Vec<Complaint>> {
    let checks = [
        arrows::arrows,
        edges::forbidden,
        copies::common_files,
        copies::lint_header,
        crates::manifests,
        crates::entry_points,
        crates::mirrors,
        places::registered,
        places::top_level,
        places::links,
        rule_fixtures,
        rule_pages,
        common_rules,
    ];
    let complaints = checks.into_iter().map(|check| check(workspace)).collect::<Result<Vec<_>>>()?;
    Ok(complaints.into_iter().flatten().collect())
}

fn rule_fixtures(workspace: &Workspace) -> Result<Vec<Complaint>> {
    let mut complaints = Vec::new();
    for format in &workspace.formats {
        complaints.extend(rules::fixture_complaints(workspace, format)?.into_iter().map(Complaint::from));
    }
    Ok(complaints)
}

fn rule_pages(workspace: &Workspace) -> Result<Vec<Complaint>> {
    let complaints = workspace.formats.iter().filter_map(|format| {
        let (path, page) = (format!("docs/rules/{}.md", format.name), rules::page(format));
        let text =
            format!("{path} is not what the rules of {} say: run `cargo xtask tidy --fix`.", format.name);
        let is_stale = workspace.read(&path).ok().as_ref() != Some(&page);
        is_stale.then_some(Complaint { text, fix: Some((path, page)) })
    });
    Ok(complaints.collect())
}

fn common_rules(workspace: &Workspace) -> Result<Vec<Complaint>> {
    let (path, page) = ("docs/rules/rezkit.md".to_owned(), rules::common_page());
    let text = format!("{path} is not what the rules of rezkit say: run `cargo xtask tidy --fix`.");
    let is_stale = workspace.read(&path).ok().as_ref() != Some(&page);
    Ok(Vec::from_iter(is_stale.then_some(Complaint { text, fix: Some((path, page)) })))
}

/// The texts of complaints, for tests.
#[cfg(test)]
fn texts(complaints: Result<Vec<Complaint>>) -> Vec<String> {
    complaints.unwrap().into_iter().map(|complaint| complaint.text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::Format;
    use crate::workspace::scratch::Scratch;

    #[test]
    fn a_stale_page_of_rules_is_named_and_written() {
        let llsd = Format::of("llsd", "llsd", Vec::new);
        let tree = Scratch::new(&[("docs/rules/llsd.md", "old")]).format(llsd);
        let stale = "docs/rules/llsd.md is not what the rules of llsd say: run `cargo xtask tidy --fix`.";
        assert_eq!(texts(rule_pages(&tree.0)), [stale]);
        let mut out = Vec::new();
        let left = mend(&tree.0, rule_pages(&tree.0).unwrap(), &mut out).unwrap();
        assert_eq!((left, &*out), (vec![], &b"wrote docs/rules/llsd.md\n"[..]));
        assert_eq!(texts(rule_pages(&tree.0)), [""; 0]);
    }
}
