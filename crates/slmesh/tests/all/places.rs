//! Where in a file the paths of findings, warnings and errors lead.

use crate::support::files;
use slmesh::{Buffer, Finding, ReadOptions, locate, read, read_with, slm, validate};
use std::ops::Range;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/slmesh");

/// A path, and the bytes that it leads to.
fn line(path: &str, found: Option<(Buffer, Range<usize>)>) -> String {
    let (buffer, range) = found.unwrap_or_else(|| panic!("{path}"));
    format!("{path} -> {buffer:x?} {range:x?}\n")
}

fn lines(findings: &[Finding], locate: impl Fn(&[&str]) -> Vec<Option<(Buffer, Range<usize>)>>) -> String {
    let paths: Vec<&str> = findings.iter().map(|finding| finding.path.as_str()).collect();
    let places = findings.iter().zip(locate(&paths));
    places.map(|(of, found)| format!("{} {}", of.rule.id, line(&of.path, found))).collect()
}

/// For every rule: the path of each finding, and the bytes that it leads to.
#[test]
fn a_finding_leads_to_the_value() {
    let (mut text, mut n_rules) = (String::new(), 0);
    let options = ReadOptions::default();
    for (name, bytes) in files(format!("{FIXTURES}/rules")) {
        let Some((rule, kind)) = name.split_once(".fires.") else { continue };
        n_rules += 1;
        let of_rule = |finding: &Finding| finding.rule.id == rule;
        text += &match kind {
            "slm" => {
                let mut findings = slm::validate(&slm::read(&bytes).unwrap()).to_vec();
                findings.retain(of_rule);
                lines(&findings, |paths| slm::locate(&bytes, &options, paths))
            }
            _ => {
                let mut findings = validate(&read(&bytes).unwrap()).to_vec();
                findings.retain(of_rule);
                lines(&findings, |paths| locate(&bytes, &options, paths))
            }
        };
    }
    assert_eq!(n_rules, slmesh::rules::RULES.len());
    insta::assert_snapshot!(text);
}

/// As above, of files with other faults, and their warnings and errors; and of a face whose weights are 0.
#[test]
fn findings_warnings_and_errors_of_broken_files_lead_to_the_value() {
    let mut all: Vec<(String, Vec<u8>)> = files(format!("{FIXTURES}/invalid"));
    let face = slmesh::Face {
        position: Some(vec![[0; 3]]),
        weights: Some(vec![slmesh::Influences::new(&[slmesh::Influence { joint: 0, weight: 0 }]).unwrap()]),
        ..slmesh::Face::default()
    };
    let block = slmesh::Block::new(slmesh::Lod { faces: vec![face] });
    let asset = slmesh::MeshAsset { high_lod: Some(block), ..slmesh::MeshAsset::default() };
    all.push(("weight_of_zero".into(), slmesh::write(&asset).unwrap()));
    let (mut text, options) = (String::new(), ReadOptions::default());
    for (name, bytes) in all {
        let (findings, errors) = match read_with(&bytes, &options) {
            Ok((asset, warnings)) => (validate(&asset).to_vec(), warnings.into_iter().collect()),
            Err(error) => (Vec::new(), vec![error]),
        };
        text += &format!("{name}\n{}", lines(&findings, |paths| locate(&bytes, &options, paths)));
        for error in errors {
            let path = error.path().collect::<Vec<_>>().join(", ");
            text += &line(&error.to_string(), locate(&bytes, &options, &[&path]).remove(0));
        }
    }
    insta::assert_snapshot!(text);
}
