//! Parts of other formats are taken out, and single values set; everything else stays byte by byte.

use super::values::{changes, open, set};
use crate::support::fixtures;
use rezkit::{Edit, NodeEdit, ProblemKind, edit, edit_nodes};
use std::path::Path;

fn fixture(path: &str) -> Vec<u8> {
    std::fs::read(Path::new(&fixtures()).join(path)).unwrap()
}

fn strip(file: &[u8], part: &str) -> (Vec<u8>, usize) {
    let edited = edit(&open(file), &[Edit::StripPart { part: part.into() }]).unwrap();
    (edited.bytes, edited.n_values)
}

/// The names and bytes of the parts of a file, or of the plain data of its first packed part.
fn parts(file: &[u8], space: usize) -> Vec<(String, Vec<u8>)> {
    let file = open(file);
    let layout = file.layout();
    let spans = (0..layout.n_spans()).filter_map(|index| Some((index, layout.span(index)?)));
    let spans: Vec<_> = spans.filter(|(_, span)| span.space == space).collect();
    let depth = spans.iter().map(|(_, span)| span.depth).min().unwrap() + 1;
    let (bytes, _) = layout.space(space);
    let tops = spans.iter().filter(|(_, span)| span.depth == depth);
    // Chunks have numbers before their names.
    let name = |index| layout.name(index).split(' ').next_back().unwrap().to_owned();
    tops.map(|(index, span)| (name(*index), bytes[span.start..span.end].to_vec())).collect()
}

/// Parts of the old file that are not in the new one, and the other way round.
fn differences(old: &[u8], new: &[u8], space: usize) -> [Vec<String>; 2] {
    let [old, new] = [old, new].map(|file| parts(file, space));
    let only = |one: &[(String, Vec<u8>)], other: &[(String, Vec<u8>)]| {
        one.iter().filter(|part| !other.contains(part)).map(|(name, _)| name.clone()).collect()
    };
    [only(&old, &new), only(&new, &old)]
}

#[test]
fn assets_and_unknown_chunks_leave_a_model() {
    let mut model = m3d::read(&fixture("m3d/valid/rigged.m3d")).unwrap();
    model.set_asset("skin", b"\x89PNG\r\n\x1a\nnot all of it".to_vec());
    model.packing = m3d::Packing::Zlib;
    model.preview = Some(b"\x89PNG\r\n\x1a\n".to_vec());
    model.chunks.push(m3d::Chunk::Unknown(m3d::Unknown { magic: *b"MINE", data: vec![7; 9] }));
    let file = m3d::write(&model).unwrap();
    let plain = |file: &[u8]| open(file).layout().space(1).0.to_vec();
    for (part, n_bytes) in [("assets", 8 + 1 + 21), ("unknown", 8 + 9)] {
        let (stripped, n) = strip(&file, part);
        let (old, new) = (plain(&file), plain(&stripped));
        assert_eq!((n, old.len() - new.len()), (1, n_bytes), "{part}");
        // What is left are the bytes around it.
        let before = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
        let after = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
        assert!(before + after >= new.len(), "{part}");
        assert_eq!(strip(&stripped, part), (stripped.clone(), 0));
    }
    let (stripped, n) = strip(&file, "preview");
    assert_eq!((n, plain(&stripped) == plain(&file), m3d::read(&stripped).unwrap().preview), (1, true, None));
}

#[test]
fn parts_of_a_model_leave_with_what_only_they_used() {
    let file = fixture("m3d/valid/rigged.m3d");
    let (bare, n) = strip(&file, "skeleton");
    let model = m3d::read(&bare).unwrap();
    assert_eq!((n, model.skeleton().is_none(), model.actions().count()), (1, true, 0));
    assert_eq!(strip(&bare, "skeleton"), (bare.clone(), 0), "what is not there changes nothing");
    let left = ["actions", "texture_coordinates", "normals", "colours", "materials", "labels", "surface"]
        .into_iter()
        .fold(bare, |file, part| strip(&file, part).0);
    assert_eq!(m3d::read(&left).unwrap().chunks, []);
}

#[test]
fn titles_are_set_and_taken_out() {
    let file = fixture("m3d/valid/rigged.m3d");
    let edits = [set("name", "\"A chair\""), set("author", "Someone"), set("scale", "2.5")];
    let edited = edit(&open(&file), &edits).unwrap().bytes;
    let model = m3d::read(&edited).unwrap();
    assert_eq!((&*model.title(m3d::Title::Name), model.scale), ("A chair", 2.5));
    let found = changes(&file, &edited);
    assert_eq!((found.len(), &*found[0].path), (1, "(file)"), "{found:?}");
    let by_number =
        |(name, value): (&str, &str)| NodeEdit::Set { node: 0, property: name.into(), value: value.into() };
    let edits = [("name", "\"A chair\""), ("author", "Someone"), ("scale", "2.5")].map(by_number);
    assert_eq!(edit_nodes(&open(&file), &edits).unwrap().bytes, edited);
    let refused = edit_nodes(&open(&file), &[NodeEdit::Remove { node: 1 }]).unwrap_err();
    assert_eq!(refused.kind, ProblemKind::Unsupported);
    assert_eq!(strip(&edited, "author").1, 1);
    let (stripped, n) = strip(&edited, "titles");
    assert_eq!((n, m3d::read(&stripped).unwrap().title(m3d::Title::Name).is_empty()), (3, true));
    // All chunks refer to the same names as before.
    let found = changes(&edited, &stripped);
    assert_eq!((found.len(), found[0].properties.len()), (1, 3), "{found:?}");
}

#[test]
fn properties_of_materials_are_set() {
    let mut model = m3d::read(&fixture("m3d/valid/rigged.m3d")).unwrap();
    let properties = [
        (m3d::PropertyId::DIFFUSE, m3d::NewValue::Colour(geom::Rgba8::new(1, 2, 3, 255))),
        (m3d::PropertyId::METALLIC, m3d::NewValue::Float(0.5)),
        (m3d::PropertyId::DIFFUSE_MAP, m3d::NewValue::Texture("old")),
    ];
    model.set_material("steel", &properties).unwrap();
    let file = m3d::write(&model).unwrap();
    let edits = [set("steel.Kd", "#102030ff"), set("steel.Pm", "1"), set("steel.map_Kd", "\"new\"")];
    let edited = edit(&open(&file), &edits).unwrap();
    let found = changes(&file, &edited.bytes);
    let new: Vec<_> = found[0].properties.iter().map(|property| property.new.as_deref().unwrap()).collect();
    assert_eq!((found.len(), &*found[0].path, new), (1, "steel", vec!["#102030ff", "1", "\"new\""]));
    let wrong = edit(&open(&file), &[set("steel.Kd", "red")]).unwrap_err();
    assert_eq!(wrong.kind, ProblemKind::Value);
    assert_eq!(edit(&open(&file), &[set("steel.Ks", "#ffffff")]).unwrap_err().kind, ProblemKind::Reference);
}

#[test]
fn blocks_and_hashes_leave_a_second_life_mesh() {
    use slmesh::{Block, Hash};
    let mut asset = slmesh::read(&fixture("slmesh/valid/sound.llmesh")).unwrap();
    asset.physics_havok = Some(Block::new(llsd::Value::Binary(vec![7; 40])));
    asset.high_lod.as_mut().unwrap().hash = Some(Hash::OfBlock);
    asset.skin.as_mut().unwrap().hash = Some(Hash::Other(vec![1; 16]));
    asset.creator = Some("01234567-89ab-cdef-0123-456789abcdef".parse().unwrap());
    asset.settle();
    let file = slmesh::write(&asset).unwrap();
    for (part, n_parts) in
        [("physics_havok", 1), ("physics_convex", 1), ("low_lod", 1), ("hashes", 2), ("creator", 1)]
    {
        let (stripped, n) = strip(&file, part);
        let [gone, new] = differences(&file, &stripped, 0);
        // The header lists the blocks; the bytes of each other block are the same.
        let is_block = !["hashes", "creator"].contains(&part);
        let expected: Vec<_> = ["header", part].into_iter().take(1 + usize::from(is_block)).collect();
        let mut gone = gone;
        gone.sort_by_key(|name| name != "header");
        assert_eq!(
            (n, gone, new),
            (n_parts, expected.iter().map(ToString::to_string).collect(), vec!["header".to_owned()]),
            "{part}"
        );
        assert_eq!(strip(&stripped, part), (stripped.clone(), 0));
    }
    let edited = edit(&open(&file), &[set("submodel_id", "3")]).unwrap().bytes;
    assert_eq!(slmesh::read(&edited).unwrap().submodel_id, Some(3));
    assert_eq!(differences(&file, &edited, 0), [vec!["header"], vec!["header"]]);
}

#[test]
fn blocks_leave_each_mesh_of_an_upload() {
    let asset = slmesh::read(&fixture("slmesh/valid/sound.llmesh")).unwrap();
    let item = slmesh::slm::Item::Asset(Box::new(asset));
    let container = slmesh::slm::Container {
        version: Some(3),
        mesh: Some(vec![item.clone(), item]),
        instance: Some(Vec::new()),
        ..Default::default()
    };
    let file = slmesh::slm::write(&container).unwrap();
    let (stripped, n) = strip(&file, "skin");
    assert_eq!(n, 2);
    let found = changes(&file, &stripped);
    assert!(found.len() == 2 && found.iter().all(|change| change.path.ends_with(".skin")), "{found:?}");
}

#[test]
fn levels_faces_and_unknown_chunks_leave_a_roblox_mesh() {
    let file = fixture("rbxmesh/valid/v700_other_chunks.mesh");
    let (stripped, n) = strip(&file, "unknown");
    let [gone, new] = differences(&file, &stripped, 0);
    assert_eq!((n, gone.len(), new), (gone.len(), gone.len(), vec![]));
    assert!(
        n > 0
            && !rbxmesh::read(&stripped)
                .unwrap()
                .chunks
                .iter()
                .any(|chunk| matches!(chunk, rbxmesh::Chunk::Raw { .. }))
    );

    let file = fixture("rbxmesh/valid/v500.mesh");
    let (stripped, n) = strip(&file, "facs");
    assert_eq!(n, 1);
    let found = changes(&file, &stripped);
    assert_eq!((found.len(), &*found[0].path), (1, "facs"), "{found:?}");
    // All but the header and the block itself are the same bytes.
    let [gone, new] = differences(&file, &stripped, 0);
    assert_eq!((gone.len(), &*gone[0], new), (2, "facs_header", vec!["facs_header".to_owned()]), "{gone:?}");

    let (stripped, n) = strip(&file, "lods");
    let (old, new) = (rbxmesh::read(&file).unwrap(), rbxmesh::read(&stripped).unwrap());
    assert_eq!((n, new.lods().len(), new.lod_faces(0)), (old.lods().len() - 1, 1, old.lod_faces(0)));
    assert_eq!(strip(&file, "hsr"), (file.clone(), 0));
    let file = fixture("rbxmesh/valid/v600_hsr_visibility.mesh");
    let (stripped, n) = strip(&file, "hsr");
    assert_eq!((n, rbxmesh::read(&stripped).unwrap().hsr_visibility), (1, None));
    assert_eq!(differences(&file, &stripped, 0)[1], Vec::<String>::new());
}

#[test]
fn parts_that_no_file_of_the_format_has_are_refused() {
    for path in [
        "m3d/valid/rigged.m3d",
        "slmesh/valid/sound.llmesh",
        "rbxmesh/valid/v500.mesh",
        "rbxxml/valid/place.rbxlx",
    ] {
        let file = fixture(path);
        let wrong = edit(&open(&file), &[Edit::StripPart { part: "nothing".into() }]).unwrap_err();
        assert_eq!(wrong.kind, ProblemKind::Value, "{path}");
    }
}
