//! Where in a file the paths of findings, warnings and errors lead.

use crate::support::files;
use rbxxml::{ReadOptions, SpanKind, layout, read, read_with, validate};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/rbxxml");

/// The source of a span, on one line.
fn source(bytes: &[u8], span: &rbxxml::Span<'_>) -> String {
    bytes[span.start..span.end].escape_ascii().to_string()
}

/// For every rule: the path of each finding, where it leads, and what is there.
#[test]
fn a_finding_leads_to_the_value() {
    let mut text = String::new();
    let mut n_rules = 0;
    for (name, bytes) in files(format!("{FIXTURES}/rules")) {
        let Some(rule) = name.strip_suffix(".fires.rbxmx") else { continue };
        n_rules += 1;
        let layout = layout(&bytes);
        assert!(layout.spans().all(|span| span.kind != SpanKind::Folded), "{name}");
        let findings = validate(&read(&bytes).unwrap());
        for finding in findings.iter().filter(|finding| finding.rule.id == rule) {
            let found = layout.find(&finding.path).unwrap_or_else(|| panic!("{rule}: {}", finding.path));
            text += &format!("{rule} {} -> {} = {}\n", finding.path, found.path(), source(&bytes, &found));
        }
    }
    assert_eq!(n_rules, rbxxml::rules::RULES.len());
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

/// Spans without a name of their own, such as tags and white space, share one path with their neighbours.
#[test]
fn every_path_of_a_layout_leads_back() {
    for (name, bytes) in files(format!("{FIXTURES}/valid")) {
        let layout = layout(&bytes);
        assert!(layout.spans().all(|span| span.kind != SpanKind::Folded), "{name}");
        for span in layout.spans().skip(1).filter(|span| span.kind != SpanKind::Gap) {
            let found = layout.find(&span.path()).unwrap();
            assert_eq!(found.path(), span.path(), "{name}");
            if span.kind == SpanKind::Part {
                assert!(found.start <= span.start, "{name}: {}", span.path());
            }
        }
    }
}
