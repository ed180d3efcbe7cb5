//! Checks that the compiler cannot make.

mod arrows;
mod copies;
mod crates;
mod edges;
mod homes;
mod packed;
mod places;
mod rules;

use crate::workspace::{Workspace, counted, write};
use anyhow::{Result, bail};
use std::io::Write;

/// A sentence that says what to do, and if known, the path of a file below the root with its required content.
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
        crates::mirrors,
        packed::licences,
        packed::outside,
        places::registered,
        places::top_level,
        places::verbs,
        places::links,
        places::workflows,
        places::watched,
        places::injected,
        rules::fixtures,
        rules::pages,
    ];
    let complaints = checks.into_iter().map(|check| check(workspace)).collect::<Result<Vec<_>>>()?;
    Ok(complaints.into_iter().flatten().collect())
}

/// The texts of complaints, for tests.
#[cfg(test)]
fn texts(complaints: Result<Vec<Complaint>>) -> Vec<String> {
    complaints.unwrap().into_iter().map(|complaint| complaint.text).collect()
}
