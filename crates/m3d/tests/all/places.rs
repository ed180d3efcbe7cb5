//! Where in a file the paths of findings, warnings and errors lead.

use crate::support::files;
use m3d::{Model, Program, ReadOptions, locate, read, read_with, validate, validate_for};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/m3d");

fn all_findings(model: &Model) -> Vec<m3d::Finding> {
    [validate(model).to_vec(), validate_for(model, Program::Raylib).to_vec()].concat()
}

/// For every rule: the path of each finding, and the bytes that it leads to.
#[test]
fn a_finding_leads_to_the_value() {
    let mut text = String::new();
    let mut n_rules = 0;
    for (name, bytes) in files(format!("{FIXTURES}/rules")) {
        let Some(rule) = name.strip_suffix(".fires.m3d") else { continue };
        n_rules += 1;
        let findings = all_findings(&read(&bytes).unwrap());
        for finding in findings.iter().filter(|finding| finding.rule.id == rule) {
            let found = locate(&bytes, &ReadOptions::default(), &[&finding.path]).remove(0);
            let (buffer, range) = found.unwrap_or_else(|| panic!("{rule}: {}", finding.path));
            text += &format!("{rule} {} -> {buffer:?} {range:x?}\n", finding.path);
        }
    }
    assert_eq!(n_rules, m3d::rules::RULES.len() + m3d::rules::raylib::RULES.len());
    insta::assert_snapshot!(text);
}

/// The path of a warning or an error leads to bytes that it lies in.
#[test]
fn a_warning_and_an_error_lie_in_the_value_that_they_are_about() {
    let mut text = String::new();
    for (name, bytes) in files(format!("{FIXTURES}/invalid")) {
        let errors = match read_with(&bytes, &ReadOptions::default()) {
            Ok((_, warnings)) => warnings.into_iter().collect(),
            Err(error) => vec![error],
        };
        for error in errors {
            let path: Vec<_> = error.path().collect();
            let found = locate(&bytes, &ReadOptions::default(), &[&path.join(", ")]).remove(0);
            text += &format!("{name}: {error} -> {found:x?}\n");
        }
    }
    insta::assert_snapshot!(text);
}
