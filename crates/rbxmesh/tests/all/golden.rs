//! Every fixture that reads: a summary to review, and the laws that files obey.

use crate::recorder::Recorder;
use crate::support;
use rbxmesh::{
    Limits, Mesh, ReadOptions, Same, WriteOptions, info, read, rules, trace, validate, write, write_onto,
    write_onto_with,
};
use std::fmt::Write;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/rbxmesh");

#[test]
fn fixtures_read_and_write_back() {
    let files = support::files(format!("{FIXTURES}/valid"));
    assert!(files.len() > 20);
    for (name, bytes) in files {
        let mesh = read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        insta::assert_snapshot!(name.clone(), summary(&mesh, &bytes));
        assert_eq!(write(&mesh).as_ref(), Ok(&bytes), "{name}");
        assert_eq!(write_onto(&mesh, &bytes).as_ref(), Ok(&bytes), "{name}");
        let recorder = Recorder::default();
        let (traced, warnings) = trace(&bytes, &ReadOptions::default(), &recorder);
        assert_eq!(traced.unwrap().difference(&mesh), None, "{name}");
        // A header, vertices and faces that are longer than what is known; a stream that is not decoded.
        let n_warnings = match () {
            () if name.contains("longer") => 3,
            () if name.contains("edgebreaker") => 1,
            () => 0,
        };
        assert_eq!(warnings.total(), n_warnings, "{name}");
        let is_kept =
            name.contains("edgebreaker") || name.contains("other_chunks") || name.contains("longer");
        assert!(is_kept || recorder.check(&bytes, &name) == 1.0, "{name}");
    }
}

/// What a person can review of a mesh.
fn summary(mesh: &Mesh, bytes: &[u8]) -> String {
    let mut text = format!("{}\n", info(bytes).unwrap());
    let mut line = |name: &str, value: &dyn std::fmt::Debug| writeln!(text, "{name}: {value:?}").unwrap();
    line("line end", &mesh.line_end);
    line("bounds", &mesh.bounds());
    line("first vertex", &mesh.vertices.first());
    line("last vertex", &mesh.vertices.last());
    line("faces", &mesh.faces);
    line("lods", &(&mesh.lod_offsets, mesh.lods(), mesh.lod_type, mesh.n_high_quality_lods));
    for bone in &mesh.bones {
        line("bone", &(mesh.bone_name(bone).unwrap(), bone));
    }
    for subset in &mesh.subsets {
        line(
            "subset",
            &(
                subset.faces_begin,
                subset.faces_length,
                subset.vertices_begin,
                subset.vertices_length,
                subset.palette(),
            ),
        );
    }
    for (vertex, influences) in mesh.influences().enumerate().step_by(7) {
        line(
            "influences",
            &(vertex, influences.into_iter().flatten().map(|i| (i.bone.0, i.weight)).collect::<Vec<_>>()),
        );
    }
    if let Some(facs) = mesh.facs() {
        for (pose, controls) in facs.poses().enumerate() {
            let names = controls.iter().map(|name| String::from_utf8_lossy(name)).collect::<Vec<_>>();
            line("pose", &(names, facs.offset(0, pose).unwrap()));
        }
    }
    line("hsr visibility", &mesh.hsr_visibility);
    line("draco", &mesh.draco_header());
    line("chunks", &mesh.chunks);
    line("sizes", &(mesh.sizes, &mesh.surplus.header, mesh.unused));
    line("texture w, trailing", &(mesh.texture_w.len(), &mesh.trailing));
    for finding in validate(mesh) {
        writeln!(text, "{finding}").unwrap();
    }
    text
}

#[test]
fn versions_of_the_same_mesh_hold_the_same() {
    let fixture =
        |name: &str| read(&std::fs::read(format!("{FIXTURES}/valid/{name}.mesh")).unwrap()).unwrap();
    let [plain, large] = ["v101", "v100"].map(fixture);
    assert_eq!(plain.vertices.difference(&large.vertices), None, "positions of 1.00 are halved");
    let of_later = fixture("v200");
    assert_eq!(of_later.vertices.len(), 24);
    for name in ["v300", "v301", "v400", "v401", "v500", "v600", "v700"] {
        let mesh = fixture(name);
        assert_eq!(mesh.vertices.difference(&of_later.vertices), None, "{name}");
        assert_eq!(mesh.lod_faces(0), of_later.faces, "{name}");
    }
    let [steps, floats] = ["v500", "v500_facs_as_floats"].map(fixture);
    let angle = |mesh: &Mesh, pose| mesh.facs().unwrap().offset(0, pose).unwrap().rotation.x;
    assert_eq!([angle(&steps, 0), angle(&steps, 2)], [angle(&floats, 0), angle(&floats, 2)]);
    assert!((angle(&steps, 1) - 7.5).abs() < 0.001 && angle(&floats, 1) == 0.5);
}

#[test]
fn every_rule_fires_and_keeps_silent() {
    for rule in rules::RULES {
        for (case, expected) in [("fires", true), ("silent", false)] {
            let bytes = std::fs::read(format!("{FIXTURES}/rules/{}.{case}.mesh", rule.id)).unwrap();
            let findings = validate(&read(&bytes).unwrap());
            assert_eq!(findings.iter().any(|finding| finding.rule == *rule), expected, "{}.{case}", rule.id);
            if expected {
                let found: String = findings.iter().map(|finding| format!("{finding}\n")).collect();
                insta::assert_snapshot!(format!("{}.fires", rule.id), found);
            }
        }
    }
}

#[test]
fn fixtures_have_sources() {
    let sources = std::fs::read_to_string(format!("{FIXTURES}/SOURCES.md")).unwrap();
    assert!(sources.starts_with("# Fixtures of rbxmesh\n"), "{sources}");
}

/// Text that people laid out stays, if it can be read with the options that the mesh was read with.
#[test]
fn the_original_is_read_as_the_mesh_was() {
    let bytes = std::fs::read(format!("{FIXTURES}/valid/v101_texture_w.mesh")).unwrap();
    let bytes = String::from_utf8(bytes).unwrap().replacen("][", "] [", 1).into_bytes();
    let mesh = read(&bytes).unwrap();
    let onto = |read: &ReadOptions| write_onto_with(&mesh, &bytes, read, &WriteOptions::default()).unwrap();
    let usual = ReadOptions::default();
    assert_eq!(onto(&usual), bytes);
    assert_ne!(write(&mesh).unwrap(), bytes);
    let few = usual.limits(Limits::default().elements(1));
    assert_eq!(onto(&few), write(&mesh).unwrap());
}
