//! Where in a file the paths of findings, warnings and errors lead.

use crate::support::files;
use slmesh::{ReadOptions, SpanKind, layout, read, read_with, slm, validate};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/slmesh");

/// For every rule: the path of each finding, where it leads, and what is there.
#[test]
fn a_finding_leads_to_the_value() {
    let mut text = String::new();
    let mut n_rules = 0;
    for (name, bytes) in files(format!("{FIXTURES}/rules")) {
        let Some((rule, kind)) = name.split_once(".fires.") else { continue };
        n_rules += 1;
        let (layout, findings) = match kind {
            "slm" => (slm::layout(&bytes), slm::validate(&slm::read(&bytes).unwrap())),
            _ => (layout(&bytes), validate(&read(&bytes).unwrap())),
        };
        for finding in findings.iter().filter(|finding| finding.rule.id == rule) {
            let found = layout.find(&finding.path).unwrap_or_else(|| panic!("{finding}"));
            let line = format!("{rule} {} -> {} = {}", finding.path, found.path(), found.value());
            text += &format!("{line} ({} bytes)\n", found.end - found.start);
        }
    }
    assert_eq!(n_rules, slmesh::rules::RULES.len());
    insta::assert_snapshot!(text);
}

/// As above, of files with other faults; and of a face whose weights are 0.
#[test]
fn findings_of_broken_files_lead_to_the_value() {
    let mut all: Vec<(String, Vec<u8>)> = files(format!("{FIXTURES}/invalid"));
    let face = slmesh::Face {
        position: Some(vec![[0; 3]]),
        weights: Some(vec![slmesh::Influences::new(&[slmesh::Influence { joint: 0, weight: 0 }]).unwrap()]),
        ..slmesh::Face::default()
    };
    let block = slmesh::Block::new(slmesh::Lod { faces: vec![face] });
    let asset = slmesh::MeshAsset { high_lod: Some(block), ..slmesh::MeshAsset::default() };
    all.push(("weight_of_zero".into(), slmesh::write(&asset).unwrap()));
    let mut text = String::new();
    for (name, bytes) in all {
        let Ok(asset) = read(&bytes) else { continue };
        let layout = layout(&bytes);
        for finding in validate(&asset) {
            let found = layout.find(&finding.path).unwrap_or_else(|| panic!("{name}: {finding}"));
            let (rule, path) = (finding.rule.id, &finding.path);
            text += &format!("{name}: {rule} {path} -> {} = {}\n", found.path(), found.value());
        }
    }
    insta::assert_snapshot!(text);
}

#[test]
fn a_warning_and_an_error_lie_in_the_value_that_they_are_about() {
    let mut text = String::new();
    for (name, bytes) in files(format!("{FIXTURES}/invalid")) {
        let layout = layout(&bytes);
        let errors = match read_with(&bytes, &ReadOptions::default()) {
            Ok((_, warnings)) => warnings.into_iter().collect(),
            Err(error) => vec![error],
        };
        for error in errors {
            let leaf = layout.leaf_of(error.place()).map_or("nothing".into(), |leaf| leaf.path());
            text += &format!("{name}: {error} -> {leaf}\n");
        }
    }
    insta::assert_snapshot!(text);
}

/// The law that paths lead back, on all that we have.
#[test]
fn every_path_of_a_layout_leads_back() {
    for (name, bytes) in files(format!("{FIXTURES}/valid")) {
        let layout = layout(&bytes);
        for span in layout.spans().skip(1).chain(layout.leaves()).filter(|span| span.kind != SpanKind::Gap) {
            let path = span.path();
            let found = layout.find(&path).unwrap();
            assert_eq!(found.path(), path, "{name}");
            // A key that stands twice in a map has two values of the same path.
            assert!(found.end - found.start == span.end - span.start, "{name}: {path}");
            assert_ne!(span.kind, SpanKind::Folded, "{name}: {path}");
        }
    }
}
