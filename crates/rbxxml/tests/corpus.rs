//! The samples that Studio wrote, and some that people edited: promises that hold for every file.

mod support;

use rbxxml::{
    Document, ReadOptions, Same, read, read_with, write, write_onto,
};

/// Samples in the XML format, and whether Studio wrote them as they are.
fn samples() -> Vec<(String, Vec<u8>, bool)> {
    let files = support::corpus("roblox").unwrap_or_default().into_iter();
    let files = files.filter(|(name, _)| name.ends_with("x.rbxmx") || name.ends_with("l.rbxmx") || name.ends_with(".rbxlx"));
    // The folder says so: these were edited by hand.
    files.map(|(name, bytes)| (name.clone(), bytes, !name.starts_with("edge-cases/"))).collect()
}

#[test]
fn studios_files_come_back_byte_for_byte() {
    let mut n_files = 0;
    for (name, bytes, is_studios) in samples() {
        let (model, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
        if is_studios {
            assert_eq!(warnings.first(), None, "{name}");
            assert_same_text(&name, &write(&model).unwrap(), &bytes);
            n_files += 1;
        }
        let again = read(&write(&model).unwrap()).unwrap();
        assert_eq!(without_trailing(again).difference(&without_trailing(model.clone())), None, "{name}");
        assert_same_text(&name, &write_onto(&model, &bytes).unwrap(), &bytes);
    }
    assert!(n_files == 37 || n_files == 0, "{n_files}");
}

fn without_trailing(mut model: Document) -> Document {
    model.trailing = "".into();
    model
}

fn assert_same_text(name: &str, found: &[u8], expected: &[u8]) {
    if let Some(at) = (0..expected.len().max(found.len())).find(|at| found.get(*at) != expected.get(*at)) {
        let around = |text: &[u8]| text[at.saturating_sub(120).min(text.len())..(at + 60).min(text.len())].escape_ascii().to_string();
        panic!("{name}, byte {at}:\n found {}\n not {}", around(found), around(expected));
    }
}
