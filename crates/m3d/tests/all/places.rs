//! Where in a file the paths of findings, warnings and errors lead.

use crate::support;
use crate::support::files;
use m3d::{Layout, Model, Program, ReadOptions, SpanKind, layout, read, read_with, validate, validate_for};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/m3d");

fn all_findings(model: &Model) -> Vec<m3d::Finding> {
    [validate(model).into_vec(), validate_for(model, Program::Raylib).into_vec()].concat()
}

/// For every rule: the path of each finding, where it leads, and what is there.
#[test]
fn a_finding_leads_to_the_value() {
    let mut text = String::new();
    let mut n_rules = 0;
    for (name, bytes) in files(format!("{FIXTURES}/rules")) {
        let Some(rule) = name.strip_suffix(".fires.m3d") else { continue };
        n_rules += 1;
        let layout = layout(&bytes);
        let findings = all_findings(&read(&bytes).unwrap());
        for finding in findings.iter().filter(|finding| finding.rule.id == rule) {
            let found = layout.find(&finding.path).unwrap_or_else(|| panic!("{rule}: {}", finding.path));
            let line = format!("{rule} {} -> {} = {}", finding.path, found.path(), found.value());
            text += &format!("{line} ({} bytes)\n", found.end - found.start);
        }
    }
    assert_eq!(n_rules, m3d::rules::RULES.len() + m3d::rules::raylib::RULES.len());
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
                text += &format!("{name}: {error} -> the end of the file\n");
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
        // The names of fields in a skin of eight bones, and so on, are unique; those of files are few.
        let step = (layout.leaves().count() / 2_000).max(1);
        let leaves = layout.leaves().step_by(step);
        // Gaps have no name of their own. In text, they are what separates the fields of a line.
        let is_gap = |span: &m3d::Span<'_>| span.kind == SpanKind::Gap || span.path().ends_with(".gap");
        for span in layout.spans().skip(1).chain(leaves).filter(|span| !is_gap(span)) {
            let found = layout.find(&span.path()).unwrap();
            assert_eq!((found.start, found.end, found.path()), (span.start, span.end, span.path()), "{name}");
        }
    }
}

/// Long lists of every kind are one span each, which a window opens where it is.
#[test]
fn a_window_of_a_large_file_has_its_leaves() {
    let mut model = Model::default();
    let bone = m3d::Bone { parent: m3d::BoneIndex::NONE, ..m3d::Bone::default() };
    let skins = vec![m3d::Skin::of(m3d::BoneIndex(0)); 200_000];
    let skeleton = m3d::Skeleton { bones: vec![bone; 200], skins, ..m3d::Skeleton::default() };
    let corners = (0..100_000).map(|i| [i as f32, 0.0, 1.0]);
    model.chunks.push(m3d::Chunk::Vertices(m3d::Vertices::from_positions(corners)));
    model.chunks.push(m3d::Chunk::Skeleton(skeleton));
    let faces = (0..99_998).map(|i| [i, i + 1, i + 2]);
    model.chunks.push(m3d::Chunk::Mesh(m3d::Mesh::from_triangles(faces)));
    let points = vec![m3d::VertexIndex(7); 100_000];
    let commands = vec![m3d::Command::Line { points }; 3];
    model.chunks.push(m3d::Chunk::Shape(m3d::Shape { commands, ..m3d::Shape::default() }));
    model.packing = m3d::Packing::Plain;
    model.fit();
    let bytes = m3d::write(&model).unwrap();
    let layout = layout(&bytes);
    assert!(layout.n_spans() < 40, "{}", layout.n_spans());
    assert_eq!(layout.flaw(), None);
    let value = |path: &str| {
        let found = layout.find(path).unwrap_or_else(|| panic!("{path}"));
        assert_eq!(layout.leaf_at(0, found.start).unwrap().path(), found.path());
        format!("{} = {}", found.path(), found.value())
    };
    assert_eq!(value("vertices[99999].z"), "chunks[0] VRTS, vertices[99999].z = 1");
    assert_eq!(value("skins[199999].bones[0]"), "chunks[1] BONE, skins[199999].bones[0] = 0");
    assert_eq!(value("bones[199].parent"), "chunks[1] BONE, bones[199].parent = -1");
    let corner = "chunks[2] MESH, records[0].polygons[99997].vertices[2]";
    assert_eq!(value(corner), format!("{corner} = 99999"));
    assert_eq!(value("commands[2].points[99999]"), "chunks[3] SHPE, commands[2].points[99999] = 7");
    window(&layout, bytes.len());
}

fn window(layout: &Layout<'_>, end: usize) {
    let window: Vec<_> = layout.leaves_in(0, end - 100..end).collect();
    assert_eq!(window.last().unwrap().end, end);
    assert!(window.len() < 40 && window[0].start <= end - 100 && window[0].end > end - 100);
}

/// The default limit is above all that we and others have.
#[test]
fn nothing_is_folded() {
    let own =
        ["valid", "rules", "invalid"].into_iter().flat_map(|folder| files(format!("{FIXTURES}/{folder}")));
    for (name, bytes) in own.chain(support::samples("m3d")) {
        assert!(layout(&bytes).spans().all(|span| span.kind != SpanKind::Folded), "{name}");
    }
}
