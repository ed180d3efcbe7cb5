//! Where in a document the paths of findings, warnings and errors lead.

use crate::support;
use crate::support::files;
use llsd::{ReadOptions, SpanKind, layout, read_with, validate_with};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/llsd");

/// For every rule: the path of each finding, where it leads, and what is there.
#[test]
fn a_finding_leads_to_the_value() {
    let mut text = String::new();
    let mut n_rules = 0;
    for (name, bytes) in files(format!("{FIXTURES}/rules")) {
        let Some((rule, _)) = name.split_once(".fires.") else { continue };
        n_rules += 1;
        let layout = layout(&bytes);
        let findings = validate_with(&bytes, &ReadOptions::default()).unwrap();
        assert!(findings.iter().any(|finding| finding.rule.id == rule), "{name}");
        for finding in findings.iter().filter(|finding| finding.rule.id == rule) {
            let found = layout.find(&finding.path).unwrap_or_else(|| panic!("{rule}: {}", finding.path));
            let line = format!("{rule} {} -> {} = {}", finding.path, found.path(), found.value());
            text += &format!("{line} ({} bytes)\n", found.end - found.start);
        }
    }
    assert_eq!(n_rules, llsd::rules::RULES.len());
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
            let leaf = layout.leaf_of(error.place()).map(|leaf| leaf.path());
            text += &format!("{name}: {error} -> {}\n", leaf.as_deref().unwrap_or("the end"));
        }
    }
    insta::assert_snapshot!(text);
}

/// A key without a value is gone when the next one is read.
#[test]
fn a_warning_about_a_key_without_a_value_names_it() {
    let text = "<llsd><map><key>a</key><key><b/>c</key><integer>x</integer><key>d</key></map></llsd>";
    let (value, warnings) = read_with(text.as_bytes(), &ReadOptions::default()).unwrap();
    let said: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    assert_eq!(value.to_string(), "{'c':i0}");
    assert_eq!(
        said,
        [
            "a: the key before this one, which has no value, is skipped (at byte 0x17)",
            "inside a value, the element \"b\" is skipped (at byte 0x1c)",
            "c: the integer \"x\" is read as 0 (at byte 0x30)",
            "d: the key without a value is skipped (at byte 0x47)",
        ]
    );
}

/// Keys may hold any letters; what a layout itself names is in angle brackets, and taken for no key.
#[test]
fn keys_are_told_from_the_names_of_a_layout() {
    let text = "{'end':i1,'key':i2,'map':[i3,{'value':i4}],'a.b, c':{'':i5},'header':i6,'é d':{'x':[[i7]]}}";
    let value = llsd::read(text.as_bytes()).unwrap();
    for encoding in [llsd::Encoding::Binary, llsd::Encoding::Xml, llsd::Encoding::Notation] {
        let bytes = llsd::write_with(&value, &llsd::WriteOptions::default().encoding(encoding)).unwrap();
        let layout = layout(&bytes);
        for (path, expected) in [
            ("end", "1"),
            ("key", "2"),
            ("map[0]", "3"),
            ("map[1].value", "4"),
            ("a.b, c, \"\"", "5"),
            ("header", "6"),
            ("é d, x[0][0]", "7"),
        ] {
            assert_eq!(layout.find(path).unwrap().value(), expected, "{path} {encoding:?}");
        }
    }
}

/// No document that we have is folded.
#[test]
fn nothing_is_folded() {
    let samples = support::samples("llsd/files");
    for (name, bytes) in samples.into_iter().chain(support::files(format!("{FIXTURES}/valid"))) {
        let layout = layout(&bytes);
        assert!(layout.spans().all(|span| span.kind != SpanKind::Folded), "{name}");
    }
}
