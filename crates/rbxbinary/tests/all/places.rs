//! Where in a file the paths of findings, warnings and errors lead.

use crate::support;
use crate::support::files;
use rbxbinary::{
    Chunk, Class, Column, Model, Place, ReadOptions, Referent, SpanKind, Values, layout, read, read_with,
    validate, write,
};

/// The samples in the binary format.
fn samples() -> Vec<support::File> {
    let mut all = support::samples("roblox");
    all.retain(|(name, _)| name.ends_with(".rbxm") || name.ends_with(".rbxl"));
    all
}

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/rbxbinary");

/// For every rule: the path of each finding, where it leads, and what is there.
#[test]
fn a_finding_leads_to_the_value() {
    let mut text = String::new();
    let mut n_rules = 0;
    for (name, bytes) in files(format!("{FIXTURES}/rules")) {
        let Some(rule) = name.split_once(".fires.").map(|(rule, _)| rule) else { continue };
        n_rules += 1;
        let layout = layout(&bytes);
        let findings = validate(&read(&bytes).unwrap());
        for finding in findings.iter().filter(|finding| finding.rule.id == rule) {
            let found = layout.find(&finding.path).unwrap_or_else(|| panic!("{rule}: {}", finding.path));
            let line = format!("{rule} {} -> {} = {}", finding.path, found.path(), found.value());
            text += &format!("{line} ({} bytes)\n", found.end - found.start);
        }
    }
    assert_eq!(n_rules, rbxbinary::rules::RULES.len());
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
                let is_empty =
                    matches!(error.place(), Place::Inner { at: 0, .. }) && name.contains("length_1");
                assert!(bytes.is_empty() || is_empty, "{name}: {error}");
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

/// A value of an interleaved column is in several places: its first byte is the one that it is found by.
#[test]
fn a_value_of_a_column_is_found_by_its_first_byte() {
    const N: usize = 100_000;
    let values = (0..N).map(|i| i as f32).collect();
    let column = Column { name: "Weight".into(), values: Values::Float32(values), ..Column::default() };
    let referents = (0..N).map(|i| Referent(i as i32)).collect();
    let class = Class { name: "Bone, of 2.0".into(), referents, ..Class::default() };
    let model = Model { chunks: vec![Chunk::Class(class), Chunk::Column(column)], ..Model::default() };
    let bytes = write(&model).unwrap();
    let layout = layout(&bytes);
    assert!(layout.n_spans() < 30, "{}", layout.n_spans());
    let first = layout.find("chunks[1] PROP Weight, values[0]").unwrap();
    let found = layout.find("chunks[1] PROP Weight, values[70000]").unwrap();
    assert_eq!(
        (found.space, found.start, found.end),
        (first.space, first.start + 70_000, first.start + 70_001)
    );
    assert_eq!(found.path(), "chunks[1] PROP, body.plain.values[70000]");
    // 70,000 as a float, rotated by one bit, starts with 0x8f.
    assert_eq!(found.value(), "0x8f …");
    let other = layout.leaf_at(found.space, found.start + N).unwrap();
    assert_eq!(
        (other.path(), other.end - other.start),
        ("chunks[1] PROP, body.plain.values_low_bytes.byte_1".into(), N)
    );
    let window: Vec<_> = layout.leaves_in(found.space, found.start..found.start + 10).collect();
    assert_eq!((window.len(), window[9].path()), (10, "chunks[1] PROP, body.plain.values[70009]".into()));
    assert_eq!(layout.flaw(), None);
    // A single value is shown as it is.
    let bytes = std::fs::read(format!("{FIXTURES}/rules/RBX010.fires.rbxm")).unwrap();
    let single = rbxbinary::layout(&bytes);
    let single = single.find("x[0]").unwrap();
    assert_eq!((single.end - single.start, single.value()), (4, "2048.25".into()));
}

/// The default limit is above all that we and others have.
#[test]
fn nothing_is_folded() {
    let own =
        ["valid", "rules", "invalid"].into_iter().flat_map(|folder| files(format!("{FIXTURES}/{folder}")));
    for (name, bytes) in own.chain(samples()) {
        assert!(layout(&bytes).spans().all(|span| span.kind != SpanKind::Folded), "{name}");
    }
}
