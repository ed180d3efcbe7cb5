//! Every valid fixture: a summary as a snapshot, and the laws that files obey.

use crate::recorder::Recorder;
use crate::support;
use rbxbinary::{
    Chunk, Model, ReadOptions, Same, Tree, read_with, rules, trace, validate, write, write_onto,
};
use std::fmt::Write;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/rbxbinary");

#[test]
fn fixtures_read_and_write_back() {
    for (name, bytes) in support::files(format!("{FIXTURES}/valid")) {
        let (model, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
        assert_eq!(warnings.first(), None, "{name}");
        insta::assert_snapshot!(name.clone(), summary(&model));
        assert_eq!(write(&model).as_ref(), Ok(&bytes), "{name}");
        assert_eq!(write_onto(&model, &bytes).as_ref(), Ok(&bytes), "{name}");
        let recorder = Recorder::default();
        let (traced, warnings) = trace(&bytes, &ReadOptions::default(), &recorder);
        assert_eq!((traced.unwrap().difference(&model), warnings.total()), (None, 0), "{name}");
        assert_eq!(recorder.check(&bytes, &name), 1.0, "{name}");
    }
}

/// One line for each instance, for each of its properties, and for everything else.
fn summary(model: &Model) -> String {
    let tree = Tree::new(model);
    let mut text = String::new();
    for chunk in &model.chunks {
        match chunk {
            Chunk::Class(_) | Chunk::Column(_) | Chunk::Hierarchy(_) => {}
            other => writeln!(text, "{other:?}").unwrap(),
        }
    }
    for instance in tree.walk() {
        let indent = "  ".repeat(instance.ancestors().count());
        writeln!(text, "{indent}{instance:?}{}", if instance.is_service() { ", a service" } else { "" })
            .unwrap();
        for (name, value) in instance.properties() {
            writeln!(text, "{indent}  .{} = {value:?}", name.escape_ascii()).unwrap();
        }
    }
    text
}

#[test]
fn rules_fire_where_they_are_broken_and_nowhere_else() {
    let files = support::files(format!("{FIXTURES}/rules"));
    assert_eq!(files.len(), 2 * rules::RULES.len());
    for (name, bytes) in files {
        let (id, fires) = (&name[..6], name.contains(".fires."));
        let (model, _) = read_with(&bytes, &ReadOptions::default()).unwrap();
        let findings = validate(&model);
        assert_eq!(findings.iter().any(|finding| finding.rule.id == id), fires, "{name}: {findings:?}");
        if !fires {
            assert!(findings.is_empty(), "{name}: {findings:?}");
        }
    }
}

#[test]
fn the_readme_shows_the_example() {
    let (_, printer) =
        include_str!("../../examples/dump_rbxbinary.rs").split_once("/// Prints spans").unwrap();
    let (printer, _) = printer.split_once("\nfn main").unwrap();
    assert!(include_str!("../../README.md").contains(printer));
}

#[test]
fn fixtures_have_sources() {
    let sources = std::fs::read_to_string(format!("{FIXTURES}/SOURCES.md")).unwrap();
    assert!(sources.starts_with("# Fixtures of rbxbinary\n"), "{sources}");
}

#[test]
fn all_types_are_in_a_fixture_and_are_the_same_when_read() {
    let bytes = std::fs::read(format!("{FIXTURES}/valid/all_types.rbxm")).unwrap();
    let (model, _) = read_with(&bytes, &ReadOptions::default()).unwrap();
    let mut seen: Vec<_> = model.columns().filter_map(|column| column.values.type_id()).collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen, (0x01..=0x22).collect::<Vec<_>>());
    assert_eq!(
        read_with(&write(&model).unwrap(), &ReadOptions::default()).unwrap().0.difference(&model),
        None
    );
}
