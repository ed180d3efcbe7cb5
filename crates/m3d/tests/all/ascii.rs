//! The text form: samples, warnings of the reader, and laws.

use crate::models::random::{Random, mutant};
use crate::recorder::traced;
use crate::support::corpus;
use crate::{models, support};
use m3d::{
    Bone, BoneIndex, CanonicalOptions, Chunk, CoordinateType, ErrorKind, LineEnd, Model, Name, PropertyId,
    PropertyValue, ReadOptions, Same, Skeleton, Skin, SkinIndex, Title, VoxelIndex, WriteOptions, ascii,
};
use proptest::prelude::*;

/// A text with empty titles and these sections.
fn text(sections: &str) -> Vec<u8> {
    format!("3dmodel 1\nname\nlicence\nauthor\n\n\n{sections}").into_bytes()
}

fn read(sections: &str) -> Model {
    let (model, warnings) = ascii::read_with(&text(sections), &ReadOptions::default()).unwrap();
    assert_eq!(warnings.iter().map(ToString::to_string).collect::<Vec<_>>(), [""; 0], "{sections}");
    model
}

/// The texts of the warnings.
fn warnings(sections: &str) -> Vec<String> {
    let bytes = text(sections);
    let (_, warnings) = m3d::read_with(&bytes, &ReadOptions::default()).unwrap();
    let error = m3d::read_with(&bytes, &ReadOptions::default().strict(true)).err();
    assert_eq!(error.as_ref(), warnings.iter().next());
    warnings.iter().map(ToString::to_string).collect()
}

/// The text samples.
fn samples() -> Vec<support::File> {
    support::samples("m3d").into_iter().filter(|(name, _)| name.ends_with(".a3d")).collect()
}

/// Warnings of samples are those expected: in a file of the reference library, the bytes of an asset are pointers;
/// all others are valid. Invalid models are left to the rules.
#[test]
fn samples_are_read_without_other_warnings_than_they_deserve() {
    let mut rules = Vec::new();
    for (name, bytes) in samples() {
        let (model, warnings) = m3d::read_with(&bytes, &ReadOptions::default()).unwrap();
        let texts: Vec<_> = warnings.iter().map(ToString::to_string).collect();
        let expected: &[&str] = match &*name {
            "sdk-variants/seagull.sdk.a3d" => &[
                "chunks[7] Extra: expected the name of a chunk that has no section of its own, found ASET (at byte 0x3866)",
            ],
            _ => &[],
        };
        assert_eq!(texts, expected, "{name}");
        assert!(!model.chunks.is_empty());
        let findings = m3d::validate(&model);
        let found = findings.iter().filter(|finding| finding.rule.severity != m3d::Severity::Note);
        rules.extend(found.map(|finding| format!("{name} {}", finding.rule.id)));
    }
    // Pictures are in files next to the texts, and one block is the only one of its group.
    let expected = [
        "authored/auth_extra.a3d M3D032",
        "authored/auth_proc.a3d M3D055",
        "authored/auth_texquad.a3d M3D055",
        "authored/auth_voxel.a3d M3D047",
        "sdk-variants/seagull.sdk.a3d M3D055",
    ];
    rules.retain(|found| !found.starts_with(support::FOREIGN));
    assert!(rules.is_empty() || rules == expected, "{rules:?}");
}

/// The laws of docs/laws.md.
#[test]
fn samples_keep_the_laws() {
    for (name, bytes) in samples() {
        let model = m3d::read(&bytes).unwrap();
        traced(&bytes, &ReadOptions::default()).check(&bytes, &name);
        assert_eq!(m3d::write_onto(&model, &bytes).unwrap(), bytes, "{name}");
        let written = ascii::write(&model).unwrap();
        let again = m3d::read(&written).unwrap();
        assert_eq!(again.difference(&model), None, "{name}");
        assert_eq!(ascii::write(&again).unwrap(), written, "{name}");
        let binary = m3d::read(&m3d::write(&model).unwrap()).unwrap();
        assert_eq!(binary.difference(&model), None, "{name}");
    }
}

/// Numbers skins in the order in which vertices and voxel types use them, as in texts.
fn with_skins_in_order_of_use(mut model: Model) -> Model {
    let mut order: Vec<SkinIndex> = Vec::new();
    let mut number = |skin: &mut SkinIndex| {
        if skin.get().is_some() {
            let at = order.iter().position(|other| other == skin).unwrap_or(order.len());
            if at == order.len() {
                order.push(*skin);
            }
            *skin = SkinIndex(at as u32);
        }
    };
    for chunk in &mut model.chunks {
        match chunk {
            Chunk::Vertices(vertices) => vertices.skins.iter_mut().for_each(&mut number),
            Chunk::VoxelTypes(types) => types.types.iter_mut().for_each(|one| number(&mut one.skin)),
            _ => {}
        }
    }
    if let Some(skeleton) = model.skeleton_mut() {
        skeleton.skins = order.iter().map(|skin| skeleton.skins[skin.get().unwrap()]).collect();
    }
    model
}

/// Models survive `m3d → a3d → m3d`, with the files next to the text. A text has neither widths nor the order of
/// shared items; the canonical form decides both.
#[test]
fn authored_models_keep_every_payload() {
    let samples = support::fixtures("m3d/valid/authored");
    let mut n_models = 0;
    for (name, bytes) in samples.into_iter().filter(|(name, _)| name.ends_with(".m3d")) {
        let model = with_skins_in_order_of_use(m3d::read(&bytes).unwrap());
        let written = ascii::write(&model).unwrap();
        let files = model.clone().extract();
        let preview = model.preview.clone().unwrap_or_default();
        let read_file = |wanted: &str| {
            let found = files.iter().find(|file| file.file == wanted).map(|file| file.data.clone());
            if wanted == "preview.png" { Some(preview.clone()) } else { found }
        };
        let (again, warnings) = ascii::read_with_files(&written, &ReadOptions::default(), read_file).unwrap();
        assert!(warnings.is_empty(), "{name}: {warnings:?}");
        let coordinates = model.types.coordinate;
        let form = |model: &Model| {
            let mut canonical =
                model.canonical(&CanonicalOptions::default().coordinates(coordinates)).unwrap();
            // In a text, only its use marks a vertex as an orientation.
            for skin in canonical.vertices_mut().into_iter().flat_map(|vertices| &mut vertices.skins) {
                if *skin == SkinIndex::ORIENTATION {
                    *skin = SkinIndex::NONE;
                }
            }
            canonical.fit();
            Model { packing: m3d::Packing::Plain, ..canonical }
        };
        assert_eq!(form(&again).difference(&form(&model)), None, "{name}");
        assert_eq!(m3d::write(&form(&again)).unwrap(), m3d::write(&form(&model)).unwrap(), "{name}");
        n_models += 1;
    }
    assert!(n_models >= 8, "{n_models}");
}

/// The binary twins of the authored texts read as the same models.
#[test]
fn authored_texts_say_what_their_binary_twins_say() {
    let samples = corpus("m3d/authored").unwrap_or_default();
    let model = |name: &str| {
        let (_, bytes) = samples.iter().find(|(found, _)| found == name)?;
        Some(m3d::read(bytes).unwrap())
    };
    for (name, twin) in [
        ("auth_shapes.a3d", "auth_shapes.fixedsdk.m3d"),
        ("auth_voxel.a3d", "auth_voxel.fixedsdk.m3d"),
        ("auth_bones2.a3d", "auth_bones2.fixedsdk.m3d"),
    ] {
        let (Some(text), Some(binary)) = (model(name), model(twin)) else { return };
        let kinds = |model: &Model| {
            let kinds = model.chunks.iter().map(Chunk::magic).filter(|magic| magic != b"CMAP");
            kinds.collect::<Vec<_>>()
        };
        assert_eq!(kinds(&text), kinds(&binary), "{name}");
        assert_eq!(
            text.shapes().map(|shape| shape.commands.len()).collect::<Vec<_>>(),
            binary.shapes().map(|shape| shape.commands.len()).collect::<Vec<_>>()
        );
        for (one, other) in text.voxel_blocks().zip(binary.voxel_blocks()) {
            assert!(one.spread().eq(other.spread()), "{name}");
            assert_eq!((one.position, one.size), (other.position, other.size));
        }
        for (one, other) in text.actions().zip(binary.actions()) {
            let times = |action: &m3d::Action| {
                action.frames.iter().map(|frame| (frame.time, frame.transforms.len())).collect::<Vec<_>>()
            };
            assert_eq!((times(one), one.duration), (times(other), other.duration));
        }
    }
}

/// A model that is written as text quickly.
fn writable() -> impl Strategy<Value = Model> {
    models::any::model().prop_map(|mut model| {
        for chunk in &mut model.chunks {
            if let Chunk::VoxelBlock(block) = chunk {
                block.size = block.size.map(|side| side % 8);
            }
        }
        model
    })
}

proptest! {
    /// Models read from texts are written and read without a difference, as text and as binary.
    #[test]
    fn models_from_text_come_back(model in writable(), with_returns: bool, doubles: bool) {
        let line_end = if with_returns { LineEnd::CrLf } else { LineEnd::Lf };
        let Ok(first) = ascii::write_with(&model, line_end) else { return Ok(()) };
        let doubles = doubles || model.types.coordinate == CoordinateType::Double;
        let options = ReadOptions::default().doubles(doubles);
        let (read, _) = m3d::read_with(&first, &options).unwrap();
        let written = ascii::write_with(&read, line_end).unwrap();
        let (again, _) = m3d::read_with(&written, &options).unwrap();
        prop_assert_eq!(again.difference(&read), None);
        prop_assert_eq!(&ascii::write_with(&again, line_end).unwrap(), &written);
        prop_assert_eq!(m3d::read(&m3d::write(&read).unwrap()).unwrap().difference(&read), None);
        traced(&first, &options).check(&first, "a text");
        prop_assert_eq!(
            m3d::write_onto_with(&read, &first, &options, &WriteOptions::default()).unwrap(), first
        );
        // The coordinates of both models are the same numbers.
        if let (Some(before), Some(after)) = (model.vertices(), read.vertices()) {
            for (one, other) in before.iter().zip(after.iter()) {
                prop_assert_eq!(one.position, other.position);
            }
        }
    }
}

/// The sections of the fixture that has all of them.
fn everything() -> String {
    let text = String::from_utf8(support::fixture("m3d/valid/everything.a3d")).unwrap();
    text.strip_prefix("3dmodel 1\nname\nlicence\nauthor\n\n\n").unwrap().to_owned()
}

#[test]
fn every_section_is_read() {
    let model = read(&everything());
    let name = |name: Name| model.text(name).into_owned();
    assert_eq!((model.title(Title::Name), model.title(Title::Author)), ("name".into(), "author".into()));
    let map = model.texture_map().unwrap();
    assert_eq!(map.pairs.get(1).unwrap().to_array(), [1.0, 0.1]);
    let vertices = model.vertices().unwrap();
    assert_eq!(vertices.get(2).unwrap().position.to_array(), [0.0, 1.0, 0.0, 0.5]);
    assert_eq!(model.colour(vertices.colours[1]), Some(geom::Rgba8::new(0x7b, 0x6d, 0x78, 0xff)));
    assert_eq!(vertices.skins, [SkinIndex::NONE, SkinIndex(0), SkinIndex(1), SkinIndex::ORIENTATION]);
    let skeleton = model.skeleton().unwrap();
    assert_eq!(skeleton.skins[0].weights[..3], [128, 127, 0]);
    assert_eq!((skeleton.bones[1].parent.0, name(skeleton.bones[1].name)), (0, "tip_one".into()));
    let material = model.material("my_mat").unwrap();
    let texture = |id| match material.get(id) {
        Some(PropertyValue::Texture(texture)) => name(texture),
        other => panic!("{other:?}"),
    };
    assert_eq!([PropertyId::BUMP_MAP, PropertyId::NORMAL_MAP].map(texture), ["some_file", "n"]);
    let faces: Vec<_> = model.meshes().flat_map(m3d::Mesh::faces).collect();
    assert_eq!((faces.len(), name(faces[0].material), faces[1].vertices.len()), (2, "my_mat".into(), 4));
    assert_eq!(
        faces[0].tex_coords.iter().map(|index| index.get()).collect::<Vec<_>>(),
        [Some(1), None, Some(0)]
    );
    assert_eq!(
        faces[0].normals.iter().map(|index| index.get()).collect::<Vec<_>>(),
        [None, Some(2), Some(1)]
    );
    assert_eq!(
        faces[0].max_vertices.iter().map(|index| index.get()).collect::<Vec<_>>(),
        [Some(2), None, Some(0)]
    );
    let types = &model.voxel_types().unwrap().types;
    assert_eq!((types[0].rotation, types[0].shape, types[1].shape), (0x81, 0x101, 0x10));
    assert_eq!((types[0].items[1].count, types[0].items[1].name), (300, Name::NONE));
    assert_eq!(types[0].skin, SkinIndex(2));
    let block = model.voxel_blocks().next().unwrap();
    assert_eq!((block.uncertainty, block.group, block.position, block.size), (102, 7, [-1, 0, 2], [2, 1, 2]));
    let voxels: Vec<_> = block.spread().collect();
    assert_eq!(voxels, [VoxelIndex(0), VoxelIndex::UNSET, VoxelIndex::CLEAR, VoxelIndex(1)]);
    let shape = model.shapes().next().unwrap();
    assert_eq!((shape.group.0, shape.commands.len(), name(shape.name)), (1, 5, "s".into()));
    let labels: Vec<_> = model.labels().collect();
    assert_eq!(labels.iter().map(|labels| name(labels.language)).collect::<Vec<_>>(), ["en", "de"]);
    assert_eq!((name(labels[0].labels[0].text), labels[1].labels[0].text), ("two words".into(), Name::NONE));
    let action = model.action("bend").unwrap();
    assert_eq!((action.duration, action.frames[0].time, action.frames[1].transforms.len()), (1000, 50, 0));
    assert_eq!(model.assets().map(|asset| name(asset.name)).collect::<Vec<_>>(), ["Skin", "wave.lua"]);
    let extra = model.chunks.last().unwrap();
    assert!(matches!(extra, Chunk::Unknown(extra) if extra.data == [0, 0xff, 0x10, 0x41]));
}

#[test]
fn weights_that_add_up_to_one_do_so_as_bytes() {
    let weights = |skin: &str| {
        let model = m3d::read(&text(&format!("Vertex\n0 0 0 1 {skin}\n"))).unwrap();
        model.skeleton().unwrap().skins[0].weights
    };
    assert_eq!(weights("0:0.5 1:0.5"), [128, 127, 0, 0, 0, 0, 0, 0]);
    assert_eq!(weights("0:0.3333 1:0.3333 2:0.3334"), [85, 85, 85, 0, 0, 0, 0, 0]);
    assert_eq!(weights("0:0.5 1:0 2:0.5"), [128, 0, 127, 0, 0, 0, 0, 0]);
    assert_eq!(weights("0:6 1:6 2:6 3:6"), [64, 64, 64, 63, 0, 0, 0, 0]);
    // Bytes that add up to 254 in the binary form survive.
    assert_eq!(weights("0:0.49803922 1:0.49803922"), [127, 127, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn numbers_of_few_bits_and_nameless_types_are_text() {
    let mut model = Model::default();
    model.set_title(Title::Name, "x");
    for (pairs, expected) in [
        (m3d::TexCoords::U8(vec![[255, 51]]), "Textmap\n1 0.2\n\n"),
        (m3d::TexCoords::U16(vec![[13107, 0]]), "Textmap\n0.2 0\n\n"),
    ] {
        model.chunks = vec![Chunk::TextureMap(m3d::TextureMap { pairs, ..m3d::TextureMap::default() })];
        let text = String::from_utf8(ascii::write_with(&model, LineEnd::Lf).unwrap()).unwrap();
        assert!(text.contains(expected), "{text}");
    }
    let with_item = |name| {
        let item = m3d::Item { count: 3, name };
        let one = m3d::VoxelType { items: vec![item], ..m3d::VoxelType::default() };
        // A missing skin reads as none.
        let last = m3d::VoxelType { skin: SkinIndex(0), ..m3d::VoxelType::default() };
        let types = m3d::VoxelTypes {
            types: vec![one, m3d::VoxelType::default(), last],
            ..m3d::VoxelTypes::default()
        };
        Chunk::VoxelTypes(types)
    };
    model.chunks = vec![with_item(Name::NONE)];
    let text = String::from_utf8(ascii::write_with(&model, LineEnd::Lf).unwrap()).unwrap();
    // A type with items has a name before them.
    assert!(text.contains("VoxTypes\n#00000000 - { 3 - }\n#00000000\n#00000000\n"), "{text}");
    let again = ascii::read(text.as_bytes()).unwrap();
    let types = &again.voxel_types().unwrap().types;
    assert_eq!((types[0].name, types[0].items.len(), types[1].items.len()), (Name::NONE, 1, 0));
}

#[test]
fn faults_are_warnings_with_a_place() {
    let corners = format!("Mesh\n{}\n", "0 ".repeat(16));
    let bones = (0..9).map(|bone| format!(" {bone}:.1")).collect::<String>();
    let vertex = format!("Vertex\n0 0 0 1{bones}\n");
    let items = format!("VoxTypes\n#ff a {{ {}}}\n", "1 a ".repeat(256));
    for (sections, expected) in [
        (
            "Material m\nmap_Kd \n",
            "chunks[0] Material, lines[0]: expected the name of a texture, found the end of the line (at byte 0x32)",
        ),
        (
            "Material m\nil 300\n",
            "chunks[0] Material, lines[0].value: expected an integer that the format can hold, found \"300\" (at byte 0x2e)",
        ),
        (&corners, "chunks[0] Mesh, lines[0]: expected at most 15 corners, found \"0\" (at byte 0x43)"),
        (
            &vertex,
            "chunks[0] Vertex, vertices[0]: expected at most eight bones, found \"8:.1\" (at byte 0x57)",
        ),
        (
            "Shape s\ncircle 4294967294 0 1\n",
            "chunks[0] Shape, lines[0]: expected an index, found \"4294967294\" (at byte 0x2f)",
        ),
        (
            "Shape s\ndegu 300\n",
            "chunks[0] Shape, lines[0]: expected an integer below 254, found \"300\" (at byte 0x2d)",
        ),
        (
            &items,
            "chunks[0] VoxTypes, types[0]: expected at most 255 items, found the end of the line (at byte 0x432)",
        ),
        (
            "Voxel w\ndim 3000 3000 3000\n",
            "chunks[0] Voxel, lines[0].size[0]: a block of 27000000000 voxels exceeds the limit of 67108864 (at byte 0x28)",
        ),
        (
            "Voxel w\ndim 1 1 1\nlayer\n65534\n",
            "chunks[0] Voxel, lines[2]: expected a voxel, found \"65534\" (at byte 0x38)",
        ),
        (
            "Vertex\n0 0 0\n\nBones\n/0 0 tip\n",
            "chunks[1] Bones, bones[0]: expected slashes: 0 at most, found 1 (at byte 0x34)",
        ),
        (
            "Vertex\n0 0 0 1 0:-1\n",
            "chunks[0] Vertex, vertices[0]: expected weights from 0 to 1, found -1 (at byte 0x27)",
        ),
        (
            "Extra MESH\n00\n",
            "chunks[0] Extra: expected the name of a chunk that has no section of its own, found MESH (at byte 0x25)",
        ),
        (
            "Extra abcd\n0g\n",
            "chunks[0] Extra, lines[0].bytes: expected two hexadecimal digits, found \"0g\" (at byte 0x2b)",
        ),
        (
            "Extra abcd\nf",
            "chunks[0] Extra, lines[0].bytes: expected two hexadecimal digits, found \"f\" (at byte 0x2b)",
        ),
        ("Vertex\n0 0 x\n", "chunks[0] Vertex, vertices[0].z: expected a number, found \"x\" (at byte 0x2b)"),
        ("Nonsense\n1 2\n", "sections[0] Nonsense: there is no section Nonsense (at byte 0x20)"),
        ("Mesh\n\n", "chunks[0] Mesh: there is no line in this section (at byte 0x20)"),
        (
            "Vertex\n0 0 0\n\nMesh\n0 0 1\n",
            "chunks[1] Mesh, lines[0].vertices[2]: vertex 1 is not below 1 (at byte 0x37)",
        ),
        ("Vertex\n0 0 0\n\nVertex\n0 0 0\n", "chunks[1] Vertex: chunk VRTS already exists (at byte 0x34)"),
        (
            "Material m\nfoo 1\nd 1\n",
            "chunks[0] Material, lines[0]: expected the key of a property, found \"foo\" (at byte 0x2b)",
        ),
        ("Vertex\n0 0 0\n\nEnd\nmore\n", "6 bytes are left over (at byte 0x31)"),
    ] {
        assert_eq!(warnings(sections), [expected], "{sections}");
    }
    let bytes = text("Vertex\n0 0 0\n0 0 é\n");
    let (model, warnings) = m3d::read_with(&bytes, &ReadOptions::default()).unwrap();
    assert_eq!(model.vertices().unwrap().len(), 1);
    let at = bytes.windows(2).position(|bytes| bytes == "é".as_bytes()).unwrap();
    assert_eq!(warnings[0].place(), m3d::Place::Input(at));
    let error = m3d::read(b"3dmodels 1\n").unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::UnexpectedBytes { .. }), "{error}");
}

/// A text with an error in each section.
const FAULTS: &str = "\
Vertex
0 0 0
0 1 0 1 9
0 0 0 1 0:.5 8:.5

Bones
0 7 root

Nonsense
1

Material m
Kd #ff
foo bar
map_Kd wood
d 1
d 2

Mesh
use m
0 1 2
0 1 9
use n

VoxTypes
#ff a
#ff b 77

Voxel wall
uncertain 40
dim 3 2 1
layer
0 1 .
layer
1 1 5

Shape s
group 6
circle 0 0 1
group 0
line 2[ 0 44 ]

Labels names
lang en
0 a
color #ff
lang de
0 b
55 c

Action 1000 bend
frame 0
0 0 0
frame 200
frame 400
0 0 0
4 0 0
";

/// The path of a finding leads to the value in the text, or to its line.
#[test]
fn findings_lead_to_the_line() {
    let bytes = text(&format!("Preview\nnone.png\n\n{FAULTS}"));
    let model = m3d::read(&bytes).unwrap();
    let found = |path: &str| {
        let found = crate::locate(&bytes, path);
        let (_, range) = found.unwrap_or_else(|| panic!("{path}"));
        String::from_utf8_lossy(&bytes[range]).trim().to_owned()
    };
    let findings = m3d::validate(&model);
    let mut dangling: Vec<_> = findings
        .iter()
        .filter(|finding| finding.rule.severity == m3d::Severity::Error)
        .map(|finding| format!("{} -> {}", finding.path, found(&finding.path)))
        .collect();
    dangling.sort();
    let expected = [
        "chunks[1] BONE, bones[0].orientation -> 7",
        "chunks[1] BONE, skins[0].bones[0] -> 0 1 0 1 9",
        "chunks[3] MESH, records[1].polygons[1].vertices[2] -> 9",
        "chunks[5] VOXD, runs[2].voxels[0] -> 1 1 5",
        "chunks[6] SHPE, commands[1].points[1] -> 44",
        "chunks[8] LBLS, labels[1].vertex -> 55",
        "chunks[9] ACTN, frames[2].transforms[1].bone -> 4",
    ];
    assert_eq!(dangling, expected);
    for (path, expected) in [
        ("strings[0]", "name"),
        ("preview", "Preview\nnone.png"),
        ("chunks[1] BONE, bones[0].parent", ""),
        ("chunks[2] MTRL m, properties[1].value", "wood"),
        ("chunks[2] MTRL m, properties[3].id", "d"),
        ("chunks[3] MESH, records[2].material", "n"),
        ("chunks[5] VOXD, uncertainty", "40"),
        ("chunks[5] VOXD, size[0]", "3"),
        ("chunks[6] SHPE, group", "0"),
        ("chunks[7] LBLS, language", "en"),
        ("chunks[8] LBLS, language", "de"),
        ("chunks[8] LBLS, labels[0].text", "b"),
        ("chunks[9] ACTN, duration", "1000"),
        ("chunks[9] ACTN, frames[1].time", "200"),
    ] {
        assert_eq!(found(path), expected, "{path}");
    }
}

/// The binary form has 16 bits for the number of frames.
#[test]
fn an_action_has_at_most_65535_frames() {
    let warned = |n: usize| warnings(&format!("Action 1 x\n{}", "frame 1\n".repeat(n)));
    assert_eq!(warned(65_535), [""; 0]);
    assert!(warned(65_536)[0].contains("expected at most 65535 frames"), "{:?}", warned(65_536));
}

#[test]
fn an_edit_changes_its_section_alone() {
    let bytes = text(&everything().replace("\n\nMaterial", "\n \n\nUnknown thing\n1\n\nMaterial"));
    let original = String::from_utf8(bytes.clone()).unwrap();
    let model = m3d::read(&bytes).unwrap();
    assert_eq!(m3d::write_onto(&model, &bytes).unwrap(), bytes);

    let onto = |edit: &dyn Fn(&mut Model)| {
        let mut edited = model.clone();
        edit(&mut edited);
        let onto = m3d::write_onto(&edited, &bytes).unwrap();
        assert_eq!(m3d::read(&onto).unwrap().difference(&edited), None);
        String::from_utf8(onto).unwrap()
    };
    let edited = onto(&|model| match &mut model.chunks[0] {
        Chunk::TextureMap(map) => map.pairs = m3d::TexCoords::F32(vec![[0.25, 1.0], [1.0, 0.1]]),
        other => panic!("{other:?}"),
    });
    assert_eq!(edited, original.replace("0 .5\n1 1e-1\n", "0.25 1\n1 0.1\n"));
    let edited = onto(&|model| model.scale = 2.0);
    assert_eq!(edited, original.replace("3dmodel 1\n", "3dmodel 2\n"));
    let edited = onto(&|model| drop(model.chunks.pop()));
    assert_eq!(edited, original.replace("Extra blnd\n00 fF\n1041\n\n", ""));
    let edited = onto(&|model| model.preview = None);
    assert_eq!(edited, original.replace("Preview\nthumb.png\n\n", ""));
}

#[test]
fn what_the_text_form_cannot_say_is_an_error_or_a_loss() {
    let mut model = Model { scale: f32::NAN, ..Model::default() };
    let error = ascii::write(&model).unwrap_err();
    assert_eq!(error.to_string(), "scale: the text form cannot express scale NaN");
    model.scale = 1.0;
    model.set_title(Title::Licence, "two\nlines");
    model.set_title(Title::Description, "\na\n\nb\n");
    model.chunks.push(Chunk::Unknown(m3d::Unknown { magic: *b"MESH", data: vec![1] }));
    let losses: Vec<_> = ascii::losses(&model).iter().map(ToString::to_string).collect();
    assert_eq!(
        losses,
        [
            "licence: line ends become spaces",
            "description: empty lines are left out",
            "chunks[0] MESH: a chunk that could not be decoded is left out",
        ]
    );
    let again = ascii::read(&ascii::write(&model).unwrap()).unwrap();
    assert_eq!(
        (again.title(Title::Licence), again.title(Title::Description)),
        ("two lines".into(), "a\nb".into())
    );
    // A root, a bone that is its own parent, and the two sums next to those that are read unchanged.
    let losses = |parent, sums: [u8; 2]| {
        let bones = [BoneIndex::NONE, parent].map(|parent| Bone { parent, ..Bone::default() }).into();
        let skins = sums
            .map(|sum| Skin { weights: [200, sum - 200, 0, 0, 0, 0, 0, 0], bones: [BoneIndex(0); 8] })
            .into();
        let skeleton = Chunk::Skeleton(Skeleton { bones, skins, surplus: vec![] });
        let model = Model { scale: 1.0, chunks: vec![skeleton], ..Model::default() };
        ascii::losses(&model).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(losses(BoneIndex(0), [243, 255]), [""; 0]);
    assert_eq!(
        losses(BoneIndex(1), [242, 243]),
        [
            "chunks[0] BONE: left out, since they are not connected to a root: 1 bone",
            "chunks[0] BONE: weights scaled to add up to 1: 1 skin",
        ]
    );
}

/// A small file can have a million names that share the bytes of one string.
#[test]
fn names_that_share_bytes_are_bounded_in_the_text() {
    let labels = |n: u32| {
        let mut model = Model::default();
        model.strings.bytes = [&[0; 4][..], &b"a ".repeat(500_000), &[0]].concat();
        let group = |i| m3d::Labels { group: Name(4 + 2 * i), ..m3d::Labels::default() };
        let label = m3d::Label { vertex: m3d::VertexIndex::default(), text: Name(4) };
        let labels = (0..n).map(group).map(|group| m3d::Labels { labels: vec![label], ..group });
        model.chunks.extend(labels.map(Chunk::Labels));
        model
    };
    assert_eq!(ascii::write(&labels(5)).unwrap().len() / 1_000_000, 10);
    let error = ascii::write(&labels(200)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "chunks[8] LBLS: exceeds the limit of bytes of names: 16777217 requested, 16777216 left"
    );
    let losses = ascii::losses(&labels(15));
    assert_eq!(losses.len(), 15);
    assert!(losses[14].what.len() < 600, "{}", losses[14]);
    let mut short = labels(1200);
    short.strings.bytes = [&[0; 4][..], &b"a ".repeat(2000), &[0]].concat();
    let losses = ascii::losses(&short);
    assert_eq!((losses.len(), &*losses[1000].what), (1001, "200 more losses of this kind"));
}

/// Edited texts read as the edited model, whatever the original is.
#[test]
fn edits_are_written_onto_any_text() {
    let mut random = Random::new(9);
    let whole = text(&everything());
    for _ in 0..models::n_edits(500) {
        let Ok(model) = m3d::read(&mutant(&whole, &mut random)) else { continue };
        let original = mutant(&whole, &mut random);
        if !original.starts_with(b"3dmodel") {
            continue;
        }
        let (Ok(written), Ok(onto)) = (ascii::write(&model), m3d::write_onto(&model, &original)) else {
            continue;
        };
        let (written, onto) = (ascii::read(&written).unwrap(), ascii::read(&onto).unwrap());
        let [onto, written] =
            [onto, written].map(|model| String::from_utf8_lossy(&ascii::write(&model).unwrap()).into_owned());
        assert_eq!(onto, written, "onto {}", original.escape_ascii());
    }
}

/// A section without lines makes no shape, so that no other shape includes it.
#[test]
fn empty_sections_are_no_shapes() {
    let of = |more: &str| {
        let all =
            warnings(&format!("Vertex\n0 0 0\n0 0 0 1\n\nShape a\ninc 1 0 1 0\n\nShape b\n{more}\nEnd\n"));
        all.iter().filter(|text| text.contains("shape 1 is not below 1")).count()
    };
    assert_eq!((of(""), of("circle 0 1 1\n")), (1, 0));
}
