//! Where in a file the paths of findings, warnings and errors lead.

use crate::support;
use crate::support::files;
use rbxmesh::{ReadOptions, SpanKind, layout, read, read_with, validate};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/rbxmesh");

/// For every rule: the path of each finding, where it leads, and what is there.
#[test]
fn a_finding_leads_to_the_value() {
    let mut text = String::new();
    let mut n_rules = 0;
    for (name, bytes) in files(format!("{FIXTURES}/rules")) {
        let Some(rule) = name.strip_suffix(".fires.mesh") else { continue };
        n_rules += 1;
        let layout = layout(&bytes);
        let findings = validate(&read(&bytes).unwrap());
        for finding in findings.iter().filter(|finding| finding.rule.id == rule) {
            let found = layout.find(&finding.path).unwrap_or_else(|| panic!("{rule}: {}", finding.path));
            let line = format!("{rule} {} -> {} = {}", finding.path, found.path(), found.value());
            text += &format!("{line} ({} bytes)\n", found.end - found.start);
        }
    }
    assert_eq!(n_rules, rbxmesh::rules::RULES.len());
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
            let Some(leaf) = layout.leaf_of(error.place()) else {
                assert_eq!(bytes.len(), 0, "{name}");
                continue;
            };
            text += &format!("{name}: {error} -> {}\n", leaf.path());
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
            let found = layout.find(&span.path()).unwrap();
            assert_eq!((found.start, found.end, found.path()), (span.start, span.end, span.path()), "{name}");
        }
    }
}

#[test]
fn a_window_of_a_large_file_has_its_leaves() {
    let vertices = vec![rbxmesh::Vertex::default(); 300_000];
    let faces = (0..99_999).map(|face| [3 * face, 3 * face + 1, 3 * face + 2]).collect();
    for version in [rbxmesh::Version::V1_01, rbxmesh::Version::V2_00] {
        let (vertices, faces): (Vec<_>, Vec<_>) = if version.major == 1 {
            (
                vec![rbxmesh::Vertex { tangent: rbxmesh::Tangent::NONE, ..vertices[0] }; 299_997],
                Clone::clone(&faces),
            )
        } else {
            (vertices.clone(), Clone::clone(&faces))
        };
        let v_direction = rbxmesh::VDirection::of(version);
        let mesh = rbxmesh::Mesh { version, v_direction, vertices, faces, ..Default::default() };
        let bytes = rbxmesh::write(&mesh).unwrap();
        let layout = layout(&bytes);
        assert!(layout.n_spans() < 12, "{}", layout.n_spans());
        let end = layout.space(0).len();
        let window: Vec<_> = layout.leaves_in(0, end - 100..end).collect();
        assert_eq!(window.last().unwrap().end, end);
        assert!(window.len() < 20 && window[0].start <= end - 100 && window[0].end > end - 100);
        let found = layout.find("vertices[299990].normal").unwrap();
        assert_eq!(found.path(), "vertices[299990].normal");
        assert_eq!(layout.leaf_at(0, found.start).unwrap().path(), found.path());
        assert_eq!(layout.flaw(), None);
    }
}

/// The default limit is above all that we and others have.
#[test]
fn nothing_is_folded() {
    let own =
        ["valid", "rules", "invalid"].into_iter().flat_map(|folder| files(format!("{FIXTURES}/{folder}")));
    for (name, bytes) in own.chain(support::samples("rbxmesh")) {
        assert!(layout(&bytes).spans().all(|span| span.kind != SpanKind::Folded), "{name}");
    }
}
