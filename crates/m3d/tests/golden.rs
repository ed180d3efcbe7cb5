//! Every fixture that reads: a summary to review, and the laws that files obey.

mod support;

use m3d::{Model, Same, Title, layout, read, write, write_onto};
use std::fmt::Write;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/m3d");

/// What a person can review: the header, and the beginning of each chunk with a checksum of all of it.
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
        assert_eq!(layout(&bytes).flaw(), None, "{name}");
    }
}

#[test]
fn fixtures_have_sources() {
    let sources = std::fs::read_to_string(format!("{FIXTURES}/SOURCES.md")).unwrap();
    assert!(sources.starts_with("# Fixtures of m3d\n"), "{sources}");
}

/// The rules of programs, which have no place in `fixtures/rules`.
#[test]
fn raylib_shows_some_things_otherwise() {
    let findings = |name: &str| {
        let bytes = std::fs::read(format!("{FIXTURES}/valid/{name}")).unwrap();
        let findings = m3d::validate_for(&read(&bytes).unwrap(), m3d::Program::Raylib);
        findings.iter().map(|finding| finding.rule.id).collect::<Vec<_>>()
    };
    assert_eq!(findings("sound.m3d"), [""; 0]);
    assert_eq!(findings("hand/hand_vox_u8.m3d"), ["M3D104"]);
    assert_eq!(
        findings("hand/hand_all_double_nb8.m3d"),
        ["M3D105", "M3D101", "M3D102", "M3D106", "M3D102", "M3D102", "M3D102"]
    );
    let mut model = Model::default();
    let skin = m3d::Skin { weights: [51, 51, 51, 51, 51, 0, 0, 0], bones: [m3d::BoneIndex(0); 8] };
    model.chunks =
        vec![m3d::Chunk::Skeleton(m3d::Skeleton { skins: vec![skin], ..m3d::Skeleton::default() })];
    let finding = &m3d::validate_for(&model, m3d::Program::Raylib)[0];
    assert_eq!(
        finding.to_string(),
        "note M3D103: BONE #0: raylib moves a vertex by four bones; found 5 bones, limit 4"
    );
    let known: Vec<_> = m3d::rules::raylib::RULES.iter().map(|rule| rule.id).collect();
    assert_eq!(known, ["M3D101", "M3D102", "M3D103", "M3D104", "M3D105", "M3D106"]);
}
