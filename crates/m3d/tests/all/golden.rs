//! Every readable fixture: a summary to review, and the laws for files.

use crate::recorder::traced;
use crate::support;
use m3d::{Model, Program, ReadOptions, Same, Title, read, rules, validate, validate_for, write, write_onto};
use std::fmt::Write;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/m3d");

/// A reviewable summary: the header, and the start of each chunk with a checksum of the whole chunk.
fn summary(model: &Model) -> String {
    let mut text = String::new();
    let titles = Title::ALL.map(|title| model.title(title).into_owned());
    writeln!(text, "{titles:?}, scale {}, types {:#010x}", model.scale, model.types.to_bits()).unwrap();
    let names: Vec<_> =
        model.strings.names().map(|(_, name)| String::from_utf8_lossy(name).into_owned()).collect();
    writeln!(text, "names {names:?}").unwrap();
    let preview = model.preview.as_ref().map(Vec::len);
    writeln!(
        text,
        "{:?}, preview {preview:?}, end {}, trailing {:?}",
        model.packing,
        model.end.escape_ascii(),
        model.trailing
    )
    .unwrap();
    for chunk in &model.chunks {
        let all = format!("{chunk:?}").replace("4294967295", "-1").replace("4294967294", "-2");
        let checksum = all.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        let first: String = all.chars().take(500).collect();
        writeln!(
            text,
            "{first}{}",
            if first == all { String::new() } else { format!("… {} in all, {checksum:016x}", all.len()) }
        )
        .unwrap();
    }
    text
}

#[test]
fn fixtures_read_and_write_back() {
    let files = support::files(format!("{FIXTURES}/valid"));
    assert!(files.len() >= 25);
    for (name, bytes) in files {
        let model = read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        insta::assert_snapshot!(name.replace('/', "__"), summary(&model));
        let written = write(&model).unwrap_or_else(|error| panic!("{name}: {error}"));
        let again = read(&written).unwrap_or_else(|error| panic!("{name}, written: {error}"));
        assert_eq!(again.difference(&model), None, "{name}");
        assert_eq!(write_onto(&model, &bytes).as_ref(), Ok(&bytes), "{name}");
        let share = traced(&bytes, &ReadOptions::default()).check(&bytes, &name);
        assert!(share > 0.9, "{name}: {share}");
    }
}

#[test]
fn fixtures_have_sources() {
    let sources = std::fs::read_to_string(format!("{FIXTURES}/SOURCES.md")).unwrap();
    assert!(sources.starts_with("# Fixtures of m3d\n"), "{sources}");
}

#[test]
fn every_rule_fires_and_keeps_silent() {
    let mut text = String::new();
    for rule in rules::RULES.iter().chain(rules::raylib::RULES) {
        for (case, expected) in [("fires", true), ("silent", false)] {
            let bytes = std::fs::read(format!("{FIXTURES}/rules/{}.{case}.m3d", rule.id)).unwrap();
            let model = read(&bytes).unwrap();
            let findings =
                [validate(&model).to_vec(), validate_for(&model, Program::Raylib).to_vec()].concat();
            let found: Vec<_> = findings.iter().filter(|finding| finding.rule == *rule).collect();
            assert_eq!(!found.is_empty(), expected, "{}.{case}", rule.id);
            found.iter().for_each(|finding| writeln!(text, "{finding}").unwrap());
        }
    }
    insta::assert_snapshot!("rules", text);
    assert_eq!((rules::RULES.len(), rules::raylib::RULES.len()), (66, 6));
}
