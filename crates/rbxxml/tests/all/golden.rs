//! Every fixture that reads: a summary to review, and the laws that files obey.

use crate::recorder::Recorder;
use crate::support;
use rbxxml::{Document, ReadOptions, Same, read, read_with, trace, validate, write, write_onto};
use std::fmt::Write;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/rbxxml");

#[test]
fn fixtures_read_and_write_back() {
    let files = support::files(format!("{FIXTURES}/valid"));
    assert!(!files.is_empty());
    for (name, bytes) in files {
        let (model, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
        assert_eq!(warnings.first(), None, "{name}");
        insta::assert_snapshot!(name.clone(), summary(&model));
        let written = write(&model).unwrap();
        if !name.starts_with("other-layout") {
            assert_eq!(written.escape_ascii().to_string(), bytes.escape_ascii().to_string(), "{name}");
        }
        assert_eq!(read(&written).unwrap().difference(&model), None, "{name}");
        assert_eq!(write_onto(&model, &bytes).as_ref(), Ok(&bytes), "{name}");
        let recorder = Recorder::default();
        let (traced, warnings) = trace(&bytes, &ReadOptions::default(), &recorder);
        assert_eq!((traced.unwrap().difference(&model), warnings.total()), (None, 0), "{name}");
        assert_eq!(recorder.check(&bytes, &name), 1.0, "{name}");
    }
}

/// A line for each item and property.
fn summary(model: &Document) -> String {
    let mut text = String::new();
    for visit in model.walk() {
        let indent = "  ".repeat(visit.depth);
        writeln!(text, "{indent}{} {:?}", visit.item.class, visit.item.referent).unwrap();
        for property in &visit.item.properties {
            writeln!(text, "{indent}  {} = {:?}", property.name(), property.value).unwrap();
            if let Some(spelling) = property.spelling() {
                writeln!(text, "{indent}    {spelling:?}").unwrap();
            }
        }
    }
    text
}

/// Each rule is broken by one of its fixtures, and kept by the other.
#[test]
fn rules_fire_and_are_silent() {
    for rule in rbxxml::rules::RULES {
        let findings = |case: &str| {
            let bytes = std::fs::read(format!("{FIXTURES}/rules/{}.{case}.rbxmx", rule.id)).unwrap();
            let findings = validate(&read(&bytes).unwrap());
            findings.into_iter().filter(|finding| finding.rule == *rule).collect::<Vec<_>>()
        };
        let fires = findings("fires");
        assert!(!fires.is_empty(), "{}", rule.id);
        assert_eq!(findings("silent"), [], "{}", rule.id);
    }
}

#[test]
fn the_readme_shows_the_example() {
    let (_, printer) = include_str!("../../examples/dump_rbxxml.rs").split_once("/// Prints spans").unwrap();
    let (printer, _) = printer.split_once("\nfn main").unwrap();
    assert!(include_str!("../../README.md").contains(printer));
}

#[test]
fn findings_say_where_and_what() {
    let bytes = std::fs::read(format!("{FIXTURES}/rules/RXX008.fires.rbxmx")).unwrap();
    let findings: Vec<_> = validate(&read(&bytes).unwrap()).iter().map(ToString::to_string).collect();
    let text = "warning RXX008: items[0] Part, x.Weight: The weight of a font is a multiple of 100 from 100 to 900; \
        found 450, limit 100 to 900";
    assert_eq!(findings, [text]);
}
